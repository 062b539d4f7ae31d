import Ledger
import Market
import Records
import Store

/// What the readers of a link see of a wallet. Without amounts, it has nothing from which one could be computed.
package struct SharedWallet: Sendable {
    /// A holding, and its part of the wallet.
    package struct Part: Sendable {
        package let asset: Asset
        /// Its part of the value in percent, with two decimals; nil if a price is missing, and for a debt.
        package let percent: Double?
        /// Nil for a link without amounts.
        package let holding: Valuation.Holding?
    }

    /// The periods of changes, in days.
    package static let periods = [1, 7, 30, 365]

    package let label: String
    package let shows: WalletShare.Content
    package let endsAt: Moment
    /// The day whose closes are the prices.
    package let day: Day
    /// Whether a holding has no price of the day, so that there are no parts.
    package let lacksPrice: Bool
    /// The largest first.
    package let parts: [Part]
    /// The time-weighted returns over ``periods`` in percent, with two decimals; nil for periods that are not fully known.
    package let changes: [Double?]
    /// Nil for a link without amounts.
    package let valuation: Valuation?

    /// - Parameter currency: that of the amounts and changes; parts are the same in every currency, and need no rate.
    init(_ share: WalletShare, _ group: WalletGroup, _ portfolio: Portfolio, in currency: Currency) async throws {
        let dollars = try await portfolio.valuations.valuation(of: group)
        let valuation = currency == .usd ? dollars : try await portfolio.valuations.valuation(of: group, in: currency)
        let hasAmounts = share.shows == .amounts
        (label, shows, endsAt, day) = (share.label, share.shows, share.endsAt, valuation.day)
        lacksPrice = dollars.total == nil
        parts = Self.parts(of: dollars, amounts: hasAmounts ? valuation : nil)
        changes = try await Self.changes(of: group, through: valuation.day, portfolio, in: currency)
        self.valuation = hasAmounts ? valuation : nil
    }

    private static func parts(of dollars: Valuation, amounts: Valuation?) -> [Part] {
        let total = dollars.total?.doubleValue ?? 0
        let shown = Dictionary((amounts?.holdings ?? []).map { ($0.asset.id, $0) }) { first, _ in first }
        let parts = dollars.holdings.map { holding in
            let value = holding.value?.doubleValue
            let percent = value.flatMap { total > 0 && $0 >= 0 ? rounded($0 / total) : nil }
            return Part(asset: holding.asset, percent: percent, holding: shown[holding.asset.id])
        }
        return parts.sorted { ($0.percent ?? -1, "\($1.asset.id)") > ($1.percent ?? -1, "\($0.asset.id)") }
    }

    private static func changes(
        of group: WalletGroup, through last: Day, _ portfolio: Portfolio, in currency: Currency
    ) async throws -> [Double?] {
        let history = portfolio.valueHistory
        var days: [DayValue] = []
        if let all = try await history.days(of: group, since: nil, until: last, in: currency), !all.isEmpty {
            let since = max(all.since, last - periods.max()!)
            days = try await history.report(of: group, ValueDays(since: since, until: last), in: currency).days
        }
        return periods.map { period in days.count > period ? change(days.suffix(period + 1)) : nil }
    }

    /// Flows of the first day are part of its value.
    private static func change(_ days: ArraySlice<DayValue>) -> Double? {
        var values: [Returns.DailyValue] = []
        for day in days {
            guard let value = day.value, value.amount >= .zero, let inflow = day.inflow, let outflow = day.outflow else {
                return nil
            }
            values.append(
                values.isEmpty
                    ? Returns.DailyValue(day: day.day, value: value)
                    : Returns.DailyValue(day: day.day, value: value, inflow: inflow, outflow: outflow))
        }
        return Returns.timeWeighted(values).map(rounded)
    }

    private static func rounded(_ ratio: Double) -> Double { (ratio * 10_000).rounded() / 100 }

    // MARK: The document

    package static let document = Document<SharedWallet>(
        "SharedWallet", .field("label", nil, "The link's label.") { $0.label }, .field("shows") { $0.shows },
        .field("ends_at", nil, "When the link stops working.") { $0.endsAt },
        .field("day", nil, "The day whose closes are the prices.") { $0.day },
        change(0), change(1), change(2), change(3),
        .optional("currency", nil, "Of the amounts, if the link shows them.") { $0.valuation?.currency },
        .optional("value", .amount, "If the link shows amounts and all prices are known.") { $0.valuation?.total?.amount },
        .list("holdings", 0...100_000, of: part, "The largest first.") { $0.parts })

    private static func change(_ index: Int) -> Document<SharedWallet>.Member {
        .field(
            "change_\(periods[index])d_percent", .number(),
            "The time-weighted return over \(periods[index]) days in percent; null if it is not known."
        ) { $0.changes[index] }
    }

    private static let part = Document<Part>(
        nil, .text("asset", .text(1...64)) { $0.asset.id }, .text("ticker", .text(1...20)) { $0.asset.ticker },
        .field("name", .text(0...1000)) { $0.asset.name },
        .field("percent", .number(), "Its part of the wallet's value; null if a price is missing.") { $0.percent },
        .optional("quantity", .amount, "If the link shows amounts.") { $0.holding?.quantity },
        .optional("price", .amount, "If the link shows amounts.") { $0.holding?.price?.price.amount },
        .optional("value", .amount, "If the link shows amounts.") { $0.holding?.value?.amount })
}
