import Ledger
import Market

/// The disposals and the income of a tax year, counted by the rules of a country. It computes gains, not the tax that is due.
package struct TaxReport: Sendable {
    /// A disposal, or the part of one that was matched with one acquisition.
    package struct Row: Equatable, Sendable {
        package let match: MatchedDisposal
        package let asset: Asset
        package let wallet: Wallet
        /// The day of the disposal, in the report's time zone.
        package let day: Day
        /// The day of the acquisition; nil for a pool, and for coins that were never held.
        package let acquiredDay: Day?
        /// How long the coins were held; nil if it makes no difference in the country, or is unknown.
        package let term: Term?

        package var disposal: Disposal { match.disposal }
        /// The days between the two; nil for an acquisition after the disposal.
        package var heldDays: Int? { acquiredDay.flatMap { $0 > day ? nil : day - $0 } }
    }

    package enum Term: String, CaseIterable, Sendable {
        /// Up to a year.
        case short
        /// More than a year.
        case long
    }

    /// Income that came in.
    package struct Income: Equatable, Sendable {
        package let income: CoinIncome
        package let asset: Asset
        package let wallet: Wallet
        /// In the report's time zone.
        package let day: Day
    }

    /// The income of one label.
    package struct LabelSum: Equatable, Sendable {
        /// Nil for income without a label.
        package let label: Transaction.Label?
        package fileprivate(set) var count = 0
        /// Without coins that have no value.
        package fileprivate(set) var value: PartialSum
    }

    /// The sums of rows. Those with a missing part have no total.
    package struct Sums: Equatable, Sendable {
        package private(set) var proceeds: PartialSum
        package private(set) var cost: PartialSum
        package private(set) var gain: PartialSum
        package private(set) var fees: PartialSum
        /// The number of rows without a gain, because a cost or a rate is missing.
        package var uncounted: Int { gain.missing }

        init(_ currency: Currency) {
            let none = PartialSum(currency)
            (proceeds, cost, gain, fees) = (none, none, none, none)
        }

        /// - Throws: `DecimalError.overflow`.
        mutating func add(_ match: MatchedDisposal) throws(DecimalError) {
            try proceeds.add(match.disposal.proceeds)
            try cost.add(match.disposal.cost)
            if let proceeds = match.disposal.proceeds, let cost = match.disposal.cost {
                try gain.add(try proceeds.subtracting(cost))
            } else {
                try gain.add(nil)
            }
            // Without proceeds, the rate of the fee is missing too.
            if match.fee != nil || match.disposal.proceeds == nil { try fees.add(match.fee) }
        }
    }

    package let country: TaxCountry
    package let method: MatchingMethod
    package let year: Int
    /// The days of the year, in the zone.
    package let days: Range<Day>
    package let zone: CalendarZone
    package let currency: Currency
    /// The wallets whose rows are listed.
    package let wallets: WalletGroup
    /// In order of disposal.
    package let rows: [Row]
    package let total: Sums
    /// The sums of the rows of each term, in countries where it makes a difference.
    package let terms: [Term: Sums]
    /// In order of time.
    package let income: [Income]
    /// The sum of the income, without that of coins without a value.
    package let incomeTotal: PartialSum
    /// The sums of the income of each label that occurs, in the order of the labels; income without a label is last.
    package let incomeByLabel: [LabelSum]
    /// The days of costs, proceeds and income that have no rate.
    package let daysWithoutRate: [Day]
    /// The days that were converted by the rate of an earlier day.
    package let olderRates: [OlderRate]
    /// Whether the year has not ended.
    package let isUnfinished: Bool

    package var rules: TaxRules { country.rules }

    /// The currency in which the country counts, if figures are in another one.
    package var countryCurrency: Currency? { country == .generic || rules.currency == currency ? nil : rules.currency }

    /// The tickers of the rows that are not counted although all rates are known: a cost is unknown.
    package var withoutCost: [String] {
        let unknown = rows.filter { row in row.disposal.proceeds != nil && row.disposal.cost == nil && !lacksRate(row) }
        return Set(unknown.map { $0.asset.ticker.description }).sorted()
    }

    private func lacksRate(_ row: Row) -> Bool {
        row.disposal.acquiredAt.map { daysWithoutRate.contains(Day(secondsSince1970: $0)) } ?? false
    }

    /// ``incomeByLabel`` for people; empty if no income has a label.
    package var incomeSums: [LabelSum] { incomeByLabel.contains { $0.label != nil } ? incomeByLabel : [] }

    /// - Throws: `DecimalError.overflow`.
    static func sums(of income: [CoinIncome], _ currency: Currency) throws(DecimalError) -> [LabelSum] {
        var sums: [LabelSum] = []
        for label in Transaction.Kind.income.labels.map(Optional.some) + [nil] {
            var sum = LabelSum(label: label, value: PartialSum(currency))
            for part in income where part.label == label {
                sum.count += 1
                if !part.isFree { try sum.value.add(part.value) }
            }
            if sum.count > 0 { sums.append(sum) }
        }
        return sums
    }

    /// The number of incomes of coins that came in without a value.
    package var freeIncome: Int { income.count { $0.income.isFree } }

    /// The number of rows at midnight UTC, which keep their day in every zone.
    package var wholeDays: Int { zone == .utc ? 0 : rows.count { CalendarZone.isWholeDay($0.disposal.time) } }
}
