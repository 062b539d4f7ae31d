import Ledger

/// How long a wallet pays for a person's usual spending, if it is sold evenly.
///
/// Each day ahead, a month's spending / 30.44 is needed. It is raised by selling the same share of every coin and of cash at that
/// day's value, and the fee is paid on top: on day t of a path the share w / (v p(t)) of what the wallet was at first is sold, where v is
/// its value at first, p(t) its value on day t relative to that if nothing were sold, and w = spending / 30.44 / (1 - fee). What is
/// sold no longer grows. The wallet has run out on the first day on which less than that is left; from it, the last part of a day is
/// paid. It pays for k months if it lasts for 30.44 k days or more.
package struct Lasting: Equatable, Sendable {
    /// The mean length of a month in days.
    package static let daysPerMonth = 30.44
    /// The numbers of months that are asked about.
    package static let askedMonths = [1, 2, 3, 6, 12]

    /// The probability that the wallet pays for some months.
    package struct Chance: Equatable, Sendable {
        package let months: Int
        /// Nil if the paths end before those months do, and some of them have not run out by then.
        package let probability: Double?
    }

    /// For ``askedMonths``.
    package let chances: [Chance]
    /// The share of paths that pay for each whole day, from the first to the last day of the paths.
    package let alive: [Double]
    /// The first day, from 1, by whose end half of the paths have run out; nil if that is beyond the paths.
    package let halfGoneDay: Int?
    /// The first month, from 1, that half of the paths do not pay for to its end; nil like ``halfGoneDay``.
    package let halfGoneMonth: Int?

    /// - Parameters:
    ///   - paths: the wallet's value on each day ahead relative to its value now, if nothing is sold; shape `[paths, days]`.
    ///   - value: the wallet's value now, cash included.
    ///   - monthlySpending: in the same currency; see ``UsualSpending``.
    ///   - feePercent: of what is sold.
    /// - Returns: nil if nothing is spent, for a fee outside 0..<100 %, for a value that is not finite, and without paths of the same
    ///   length.
    package init?(paths: [[Double]], value: Double, monthlySpending: Double, feePercent: Double) {
        let days = paths.first?.count ?? 0
        guard days > 0, paths.allSatisfy({ $0.count == days }), value.isFinite, monthlySpending.isFinite, monthlySpending > 0,
            (0..<100).contains(feePercent)
        else { return nil }
        let lasting = paths.map {
            Self.days(path: $0, value: value, monthlySpending: monthlySpending, feePercent: feePercent)
        }
        func share(of days: Double) -> Double { Double(lasting.count { $0 >= days }) / Double(lasting.count) }
        let alive = (1...days).map { share(of: Double($0)) }
        self.alive = alive
        halfGoneDay = alive.firstIndex { $0 <= 0.5 }.map { $0 + 1 }
        halfGoneMonth = halfGoneDay.flatMap { day in
            (1...day).first { share(of: min(Double($0) * Self.daysPerMonth, Double(days))) <= 0.5 }
        }
        chances = Self.askedMonths.map { months in
            let needed = Double(months) * Self.daysPerMonth
            // If no path lasts to its end, none lasts longer.
            let isKnown = needed <= Double(days) || alive.last == 0
            return Chance(months: months, probability: isKnown ? share(of: needed) : nil)
        }
    }

    /// Returns for how many days a wallet pays on one path, the last one in part: the number of days of the path if it lasts to its end.
    /// With the values that came true, this is what a forecast is compared with.
    ///
    /// A wallet that is worth nothing on some day, or less, pays for nothing from then on.
    package static func days(path: [Double], value: Double, monthlySpending: Double, feePercent: Double) -> Double {
        let daily = monthlySpending / daysPerMonth / (1 - feePercent / 100)
        var left = 1.0
        for (index, relative) in path.enumerated() {
            guard value * relative > 0 else { return Double(index) }
            let share = daily / (value * relative)
            // 1e-9 of a day is more than the rounding errors of a wallet that lasts for exactly some days.
            guard left >= share * (1 - 1e-9) else { return Double(index) + left / share + 1e-9 }
            left = max(0, left - share)
        }
        return Double(path.count)
    }
}

/// What a person usually spends in a month: the median of the last six complete months, or of fewer.
package struct UsualSpending: Equatable, Sendable {
    package let amount: FixedDecimal
    /// The number of months that it is the median of, 1 to 6.
    package let months: Int

    package static let mostMonths = 6

    /// - Parameter complete: the totals of complete months in one currency, oldest first.
    /// - Returns: nil without months.
    package init?(complete: [FixedDecimal]) {
        let totals = complete.suffix(Self.mostMonths).sorted()
        guard !totals.isEmpty else { return nil }
        let (one, other) = (totals[(totals.count - 1) / 2].units, totals[totals.count / 2].units)
        amount = FixedDecimal(units: one / 2 + other / 2 + (one % 2 + other % 2) / 2)
        months = totals.count
    }
}
