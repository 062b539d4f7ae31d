import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading

/// An entry of the history in words: a row of the list, and the lines of its receipt.
package struct TradingEntryView: Sendable {
    package let entry: HistoryEntry
    package let assets: [AssetID: Asset]
    package let write: TradingWords

    package init(entry: HistoryEntry, assets: [AssetID: Asset], write: TradingWords) {
        (self.entry, self.assets, self.write) = (entry, assets, write)
    }

    private var words: Words { write.words }
    private var ticker: String { entry.asset.map { id in assets[id].map { "\($0.ticker)" } ?? "\(id)" } ?? "" }

    private enum Direction: String { case `in` = "+", out = "\u{2212}" }

    /// Whether coins and cash come in or go out.
    private var directions: (coins: Direction, cash: Direction) {
        switch entry.kind {
        case .buy: (.in, .out)
        case .sell: (.out, .in)
        case .deposit, .receive, .reward: (.in, .in)
        case .withdrawal, .send: (.out, .out)
        }
    }

    /// Whether it was completed, as opposed to ended without effect.
    private var isDone: Bool { ["settled", "filled", "sent"].contains(entry.state) }

    var kind: String { words("trade.kind.\(entry.kind.rawValue)") }
    var state: String { words("trade.state.\(entry.state)") }

    private var badge: String { Self.badge(of: entry.state) }

    /// The class of the badge of an order's or payment's state.
    static func badge(of state: String) -> String {
        switch state {
        case "settled", "filled": "up"
        case "open", "pending", "sent": "accent"
        case "failed", "returned": "danger"
        default: ""
        }
    }

    private var coins: String? { entry.quantity.map { write.coins($0, ticker) } }

    private var cash: String? {
        guard let cash = entry.cash, let currency = entry.currency else { return nil }
        return write.cash(cash, currency)
    }

    /// The amount that leaves the account with a withdrawal or a transfer, including its fee. Nil if there is no fee.
    private var leaving: String? {
        guard let fee = entry.fee, fee > .zero else { return nil }
        switch entry.kind {
        case .withdrawal:
            guard let cash = entry.cash, let currency = entry.currency else { return nil }
            return write.cash(cash + fee, currency)
        case .send: return entry.quantity.map { write.coins($0 + fee, ticker) }
        case .buy, .sell, .deposit, .receive, .reward: return nil
        }
    }

    /// The ordered amount of an order that was not filled.
    private var ordered: String {
        switch entry.amount {
        case .cash(let cash): entry.currency.map { write.cash(cash, $0) } ?? "\(cash)"
        case .coin(let quantity): write.coins(quantity, ticker)
        }
    }

    private func signed(_ text: String, _ direction: Direction) -> String { isDone ? "\(direction.rawValue)\(text)" : text }

    // MARK: A row

    var row: TemplateValue {
        let (coinsSign, cashSign) = directions
        // As for trades, the rows must add up to the balance.
        let movedCoins = entry.kind == .send ? leaving ?? coins : coins
        let movedCash = entry.kind == .withdrawal ? leaving ?? cash : cash
        let texts = [movedCoins.map { signed($0, coinsSign) }, movedCash.map { signed($0, cashSign) }].compactMap(\.self)
        let first = texts.first ?? ordered
        return [
            "id": .text(entry.id), "href": .text("/trading/history/\(entry.id)"), "kind": .text(kind), "ticker": .text(ticker),
            "state": .text(state), "badge": .text(badge),
            "amount": write.amounts.view(first),
            "second": texts.count > 1 ? write.amounts.view(texts[1]) : false, "day": .text(write.day(entry.time)),
            "moment": .text(write.moment(entry.time)), "label": .text(words("trade.history.open", ["kind": kind, "id": entry.id])),
            "coin": entry.asset.flatMap { assets[$0] }.map { CoinView.of($0, words) } ?? false,
        ]
    }

    /// A row of the search.
    package var found: TemplateValue {
        let note = entry.kind == .send || entry.kind == .receive ? entry.detail : ""
        let parts = [write.day(entry.time), state, note]
        return FoundRow.values(
            title: "\(kind) \(ticker)", detail: parts.filter { !$0.isEmpty }.dotted,
            href: "/trading/history/\(entry.id)", icon: "trade", amount: figure)
    }

    // MARK: A receipt

    /// The sum in large letters.
    var figure: TemplateValue { write.amounts.view(cash ?? coins ?? ordered) }

    /// - Parameter order: the order, if the entry is a trade.
    func lines(order: TradeOrder?) -> [TemplateValue] {
        var lines: [TemplateValue] = []
        func line(_ name: String, _ text: String?, isAmount: Bool = false, note: String? = nil) {
            guard let text, !text.isEmpty else { return }
            lines.append(
                ["name": .text(name), "value": isAmount ? write.amounts.view(text) : plain(text), "note": .optional(note)])
        }
        line(words("trade.receipt.kind"), kind)
        line(words("trade.receipt.state"), state, note: reason)
        line(words("trade.number"), entry.id)
        line(words("trade.time"), write.moment(entry.time))
        line(words("trade.receipt.due"), entry.dueAt.map(write.moment), note: words("trade.receipt.bank-clock"))
        line(words("trade.receipt.coins"), coins, isAmount: true)
        line(words("trade.receipt.ordered"), coins == nil && cash == nil ? ordered : nil, isAmount: true)
        let source = order?.fill.map { write.keptSource($0.priceSource, $0.priceTime) }
        line(words("trade.price-of", ["coin": ticker]), price, note: source)
        line(triggerName, triggerPrice)
        line(words("trade.fee-name"), fee, isAmount: true)
        line(cashName, cash, isAmount: true)
        line(words("pay.leaves"), leaving, isAmount: true)
        line(otherName, entry.other)
        if entry.kind == .send || entry.kind == .receive { line(words("trade.receipt.note"), entry.detail) }
        if let plan = order?.plan { line(words("trade.receipt.plan"), plan) }
        return lines
    }

    private func plain(_ text: String) -> TemplateValue { ["text": .text(text), "kept": false, "isKnown": false] }

    private var reason: String? { Self.sentence(ofReason: entry.reason, words) }

    /// Why an order or a payment ended as it did.
    static func sentence(ofReason code: String?, _ words: Words) -> String? {
        code.flatMap { words.has("trade.reason.\($0)") ? words("trade.reason.\($0)") : nil }
    }

    private var price: String? {
        guard let price = entry.price, let currency = entry.currency else { return nil }
        return write.price(price, currency)
    }

    private var triggerName: String { words(entry.detail == "stop" ? "trade.field.price.stop" : "trade.field.price.limit") }

    private var triggerPrice: String? {
        guard let price = entry.triggerPrice, let currency = entry.currency else { return nil }
        return write.price(price, currency)
    }

    private var fee: String? {
        guard let fee = entry.fee, fee > .zero else { return nil }
        if entry.kind == .send { return write.coins(fee, ticker) }
        return entry.currency.map { write.cash(fee, $0) }
    }

    private var cashName: String {
        switch entry.kind {
        case .buy: words("trade.paid")
        case .sell: words("trade.received")
        default: words("trade.receipt.amount")
        }
    }

    private var otherName: String {
        switch entry.kind {
        case .send: words("trade.receipt.to")
        case .receive: words("trade.receipt.from")
        default: words("trade.receipt.method")
        }
    }
}
