import Market

/// The range in which a month's total spending will probably lie, from what a person spent in the rest of past months.
///
/// Of every complete past month, the remainder is what was spent after the same share of the month. Recurring expenses are left out of
/// it: those that are still due are known. The range is a studentised bootstrap: of n remainders with mean m and standard deviation s,
/// draw n with replacement, mean m* and standard deviation s*, and another one, r*. The rest of this month is m + s (r* - m*) / s*. With
/// six to twelve months, quantiles of the remainders themselves would cover 55 to 70 % of the months instead of 80 %.
///
/// Davison and Hinkley 1997, Bootstrap Methods and their Application, sections 2.4 and 6.3.3.
package struct MonthRange: Equatable, Sendable {
    /// The totals that are not exceeded with probability 0.1, 0.5 and 0.9, in the currency of the amounts.
    package let low, middle, high: Double
    /// The number of past months that it is from.
    package let months: Int

    /// There is no range before so many complete months.
    package static let leastMonths = 6
    /// Months before the last so many do not count.
    package static let mostMonths = 24
    static let levels = [0.1, 0.5, 0.9]
    private static let draws = 2000

    /// - Parameters:
    ///   - today: the day at whose end the rest of the month begins.
    ///   - spent: what has been spent in the month so far, recurring expenses included.
    ///   - due: the recurring expenses that are still due in the month.
    ///   - past: what was spent on each day of complete months, oldest month first, without recurring expenses; 28 to 31 days each,
    ///     finite.
    /// - Returns: nil for fewer than ``leastMonths`` past months. The same input gives the same range.
    package init?(today: Day, spent: Double, due: Double, past: [[Double]]) {
        guard past.count >= Self.leastMonths else { return nil }
        let share = Double(today.civil.day) / Double(Self.days(inMonthOf: today))
        let rests = past.suffix(Self.mostMonths).map { Self.remainder(of: $0, after: share) }
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(today.daysSince1970)))
        let drawn = Self.drawn(rests, using: &random).sorted()
        // Only refunds can make the rest of a month negative.
        let least = min(0, rests.min() ?? 0)
        let totals = Self.levels.map { spent + due + max(least, Self.quantile($0, of: drawn)) }
        (low, middle, high, months) = (totals[0], totals[1], totals[2], rests.count)
    }

    /// What was spent after a share of a month. A day that the share cuts counts in part.
    static func remainder(of days: [Double], after share: Double) -> Double {
        let cut = share * Double(days.count)
        let whole = min(Int(cut), days.count)
        let cutDay = whole < days.count ? (1 - (cut - Double(whole))) * days[whole] : 0
        return cutDay + days.dropFirst(whole + 1).reduce(0, +)
    }

    private static func days(inMonthOf day: Day) -> Int {
        let (year, month, _) = day.civil
        return (28...31).last { Day(year: year, month: month, day: $0) != nil } ?? 28
    }

    /// The rests of the month in ``draws`` bootstrap samples; one if all remainders are equal.
    private static func drawn(_ rests: [Double], using random: inout SeededGenerator) -> [Double] {
        guard rests.contains(where: { $0 != rests[0] }) else { return [rests[0]] }
        let (mean, deviation) = moments(rests)
        var drawn: [Double] = []
        while drawn.count < draws {
            let sample = rests.map { _ in rests[random.index(below: rests.count)] }
            let other = rests[random.index(below: rests.count)]
            // A sample of equal ones says nothing about deviations.
            guard sample.contains(where: { $0 != sample[0] }) else { continue }
            let (sampleMean, sampleDeviation) = moments(sample)
            drawn.append(mean + deviation * (other - sampleMean) / sampleDeviation)
        }
        return drawn
    }

    private static func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count - 1)).squareRoot())
    }

    /// In ascending order, value i of n is the quantile at level (i + 1/2) / n.
    private static func quantile(_ level: Double, of ascending: [Double]) -> Double {
        let place = min(max(level * Double(ascending.count) - 0.5, 0), Double(ascending.count - 1))
        let (below, above) = (Int(place), min(Int(place) + 1, ascending.count - 1))
        return ascending[below] + (place - Double(below)) * (ascending[above] - ascending[below])
    }
}

extension MonthRange {
    /// How a range did, once the month has ended.
    package struct Score: Equatable, Sendable {
        /// Whether the total is from ``MonthRange/low`` to ``MonthRange/high``: of 80 % of months.
        package let isInside: Bool
        /// The mean pinball loss of the three quantiles, in the currency; 0 is perfect.
        package let pinballLoss: Double
    }

    /// Compares the range with the month's total.
    package func score(actual: Double) -> Score {
        let losses = zip(Self.levels, [low, middle, high]).map { level, quantile in
            max(level * (actual - quantile), (level - 1) * (actual - quantile))
        }
        return Score(isInside: (low...high).contains(actual), pinballLoss: losses.reduce(0, +) / Double(losses.count))
    }
}
