import Languages

/// The ticks of an axis of values.
struct ValueTicks {
    struct Tick {
        let value: Double
        /// The distance to the neighbours, which determines the decimals.
        let step: Double
    }

    let ticks: [Tick]

    /// - Parameter count: the approximate number of ticks.
    init(low: Double, high: Double, count: Double, isLogarithmic: Bool) {
        // Within a factor of 3 the powers of ten are too far apart, and a logarithm is almost a straight line.
        let logarithmic = isLogarithmic && high / low >= 3 ? Self.logarithmic(low, high, count) : []
        ticks = logarithmic.count >= 2 ? logarithmic : Self.round(low, high, count)
    }

    /// Steps of 1, 2 or 5 times a power of ten.
    private static func round(_ low: Double, _ high: Double, _ count: Double) -> [Tick] {
        let rough = (high - low) / max(1, count)
        // Counting in steps near the precision of a double would never end.
        guard rough > 1e-13 * max(low.magnitude, high.magnitude) else { return [] }
        let power = PowerOfTen.value(PowerOfTen.exponent(of: rough))
        let step = power * ([1, 2, 5].first { $0 * power >= rough * 0.999 } ?? 10)
        var ticks: [Tick] = []
        var number = (low / step - 1e-9).rounded(.up)
        while number * step <= high + 1e-9 * step {
            ticks.append(Tick(value: number * step, step: step))
            number += 1
        }
        return ticks
    }

    /// 1, 2 and 5 times each power of ten, or 1 alone, or every other power, until there are few enough.
    private static func logarithmic(_ low: Double, _ high: Double, _ count: Double) -> [Tick] {
        let exponents = PowerOfTen.exponent(of: low)...PowerOfTen.exponent(of: high)
        for (factors, every) in [([1.0, 2, 5], 1), ([1.0, 3], 1), ([1.0], 1), ([1.0], 2), ([1.0], 3), ([1.0], 6)] {
            var ticks: [Tick] = []
            for exponent in exponents where exponent.isMultiple(of: every) {
                for factor in factors {
                    let value = factor * PowerOfTen.value(exponent)
                    if value >= low, value <= high { ticks.append(Tick(value: value, step: PowerOfTen.value(exponent))) }
                }
            }
            if Double(ticks.count) <= max(4, count * 1.6) { return ticks }
        }
        return []
    }
}
