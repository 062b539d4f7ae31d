import Ledger
import Market
import Portfolio
import Store

/// A completed or pending movement of a simulated account.
package struct HistoryEntry: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case buy, sell, deposit, withdrawal, send, receive, reward }

    /// The id of the order, payment, transfer or reward.
    package let id: String
    package let kind: Kind
    /// The real time of its end, or of its beginning while it is open; seconds since 1970-01-01 UTC.
    package let time: Int
    /// The state of the order or payment; `settled` for entries that have no states.
    package let state: String
    /// The coin; nil for cash alone.
    package let asset: AssetID?
    /// Coins that were traded, sent or received.
    package let quantity: Quantity?
    package let currency: Currency?
    package let cash: FixedDecimal?
    /// In the currency; for a transfer, in the coin. Zero for a payment that was cancelled or returned, since its fee was refunded.
    package let fee: FixedDecimal?
    /// In the currency, for one coin.
    package let price: FixedDecimal?
    /// The other side: the name of a payment method, or the address of the recipient.
    package let other: String
    /// The ordered amount, in ``unit``.
    package let amount: TradeAmount
    /// The kind of an order, or the note of a transfer.
    package let detail: String
    package let triggerPrice: FixedDecimal?
    package let reason: String?
    /// When a payment arrives, on the bank's clock; nil for one that was cancelled or returned.
    package let dueAt: Int?

    package init(
        id: String, kind: Kind, time: Int, state: String, asset: AssetID?, quantity: Quantity?, currency: Currency?,
        cash: FixedDecimal?, fee: FixedDecimal?, price: FixedDecimal?, other: String, amount: TradeAmount, detail: String,
        triggerPrice: FixedDecimal?, reason: String?, dueAt: Int?
    ) {
        (self.id, self.kind, self.time, self.state, self.asset) = (id, kind, time, state, asset)
        (self.quantity, self.currency, self.cash, self.fee) = (quantity, currency, cash, fee)
        (self.price, self.other, self.amount, self.detail) = (price, other, amount, detail)
        (self.triggerPrice, self.reason, self.dueAt) = (triggerPrice, reason, dueAt)
    }
}

// MARK: The row

extension HistoryEntry {
    /// The columns of the view `trading_history`, with the id of the asset as `slug`.
    static let columns = """
        owner, time, id, kind, state, quantity, currency, cash, fee, price, other, amount, amount_in, detail, trigger, reason, due_at
        """

    /// - Parameter row: has ``columns``.
    init(_ row: StoredRow) throws {
        let currency: String? = try row.decode(forColumn: "currency")
        self.init(
            id: try row.decode(forColumn: "id"), kind: try row.choice("kind"), time: try row.decode(forColumn: "time"),
            state: try row.decode(forColumn: "state"), asset: try row.assetIfThere("slug"),
            quantity: try row.amountIfThere("quantity"), currency: currency.flatMap(Currency.init(rawValue:)),
            cash: try row.amountIfThere("cash"), fee: try row.amountIfThere("fee"), price: try row.priceIfThere("price"),
            other: try row.decode(forColumn: "other"),
            amount: TradeAmount(try row.amount("amount"), in: try row.choice("amount_in")),
            detail: try row.decode(forColumn: "detail"), triggerPrice: try row.priceIfThere("trigger"),
            reason: try row.decode(forColumn: "reason"), dueAt: try row.decode(forColumn: "due_at"))
    }
}

/// Which entries of a history to read, newest first.
package struct HistoryQuery: Equatable, Sendable {
    /// Only these kinds; empty for all.
    package var kinds: Set<HistoryEntry.Kind> = []
    package var asset: AssetID?
    /// Only entries with all of these words, among the newest `SearchedWord.mostRead`; empty for all.
    package var words: [SearchedWord<HistoryEntry.Kind>] = []
    /// Seconds since 1970-01-01 UTC.
    package var since: Int?
    package var before: Int?
    /// Only entries older than this one.
    package var after: (time: Int, id: String)?
    package var limit = 50

    package init() {}

    package static func == (left: HistoryQuery, right: HistoryQuery) -> Bool {
        (left.kinds, left.asset, left.since, left.before, left.limit)
            == (right.kinds, right.asset, right.since, right.before, right.limit) && left.words == right.words
            && left.after?.time == right.after?.time && left.after?.id == right.after?.id
    }
}
