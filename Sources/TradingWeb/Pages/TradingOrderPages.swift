import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// Waiting limit and stop orders, and the page of one order with the result of its confirmation.
package struct TradingOrderPages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: TradeOperations

    func add(to pages: inout PageList) {
        pages.get("/trading/orders", .scope(.read)) { visit in .page(try await list(visit, nil)) }
        pages.get("/trading/orders/:order", .scope(.read)) { visit in .page(try await order(visit)) }
        pages.post("/trading/orders/:order", .scope(.write), cancel)
    }

    // MARK: The list

    /// - Parameter failure: why an order could not be cancelled.
    private func list(_ visit: Visit, _ failure: String?) async throws -> Page {
        let write = TradingWords(visit, trading)
        let orders = try await trading.orders.open(of: visit.caller.owner)
        let assets = try await market.store.assets(ids: Set(orders.map(\.asset)))
        let rows = orders.reversed().map { OrderView($0, assets[$0.asset], write).row }
        return Page(
            "trade-orders", title: visit.words("trade.orders.title"), place: .practice,
            [
                "htmlClass": write.amounts.pageClass, "rows": .list(rows), "isEmpty": .flag(rows.isEmpty),
                "failure": .optional(failure),
            ])
    }

    private func cancel(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(operations.cancel, ["order": visit.path("order")], key: fields.key)
            return .redirect("/trading/orders?done=trade-order-cancelled")
        } catch {
            let problem = Problem(error)
            guard problem.code == "order-ended" else { throw error }
            return .page(try await list(visit, visit.words("trade.refused.order-ended")).with(problem.status))
        }
    }

    // MARK: One order

    private func order(_ visit: Visit) async throws -> Page {
        let write = TradingWords(visit, trading)
        let order = try await trading.orders.order(visit.path("order"), of: visit.caller.owner)
        let asset = try await market.store.assets(ids: [order.asset])[order.asset]
        let view = OrderView(order, asset, write)
        return Page("trade-order", title: view.heading, place: .practice, view.values)
    }
}

/// An order in words.
struct OrderView: Sendable {
    private let order: TradeOrder
    private let asset: Asset?
    private let write: TradingWords

    init(_ order: TradeOrder, _ asset: Asset?, _ write: TradingWords) {
        (self.order, self.asset, self.write) = (order, asset, write)
    }

    private var words: Words { write.words }
    private var ticker: String { asset.map { "\($0.ticker)" } ?? "\(order.asset)" }
    private var side: String { order.side.rawValue }
    private var path: String { "/trading/orders/\(order.id)" }

    /// The ordered amount: "65.00 EUR", or "0.5" of the coin.
    private var amount: String {
        switch order.amount {
        case .cash(let cash): write.cash(cash, order.currency)
        case .coin(let quantity): write.format.exact("\(quantity)")
        }
    }

    /// The pending or completed action: "Buy BTC for 65.00 EUR", "Buy 0.5 BTC".
    private var what: String { what(write.veiled(amount)) }

    private func what(_ amount: String) -> String {
        words(
            order.amount.unit == .cash ? "trade.order.cash.\(side)" : "trade.order.coin.\(side)",
            ["coin": ticker, "amount": amount])
    }

    private var trigger: String? {
        order.triggerPrice.map {
            words("trade.order.trigger.\(order.kind.rawValue).\(side)", ["price": write.price($0, order.currency)])
        }
    }

    // MARK: A row of a list

    private func sentence(_ text: String) -> TemplateValue { write.amounts.sentence(text) }

    var row: TemplateValue {
        [
            "id": .text(order.id), "path": .text(path), "what": sentence(what(write.amounts.marked(amount))),
            "trigger": .optional(trigger),
            "kind": .text(words("trade.tab.\(order.kind == .market ? "now" : order.kind.rawValue)")),
            "holds": sentence(words("trade.order.holds", ["amount": write.amounts.marked(held)])),
            "ends": .optional(order.endsAt.map { words("trade.order.ends", ["moment": write.moment($0)]) }),
            "cancelLabel": .text(words("trade.order.cancel-label", ["what": what])),
            "coin": asset.map { CoinView.of($0, words) } ?? false,
        ]
    }

    private var held: String {
        order.heldAsset == order.asset ? write.coins(order.held, ticker) : write.cash(order.held, order.currency)
    }

    // MARK: A page

    /// The state of the order, in a sentence.
    var heading: String {
        switch order.state {
        case .filled:
            guard let fill = order.fill else { return what }
            let figures = [
                "coins": write.veiled(write.coins(fill.quantity, ticker)),
                "cash": write.veiled(write.cash(fill.cash, order.currency)),
            ]
            return words("trade.done.\(side)", figures)
        case .open: return words("trade.order.placed", ["what": what])
        case .cancelled: return words("trade.order.was-cancelled", ["what": what])
        case .expired: return words("trade.order.was-expired", ["what": what])
        case .failed: return words("trade.order.was-failed", ["what": what])
        }
    }

    private var icon: String {
        switch order.state {
        case .filled: "check"
        case .open: "clock"
        case .cancelled, .expired, .failed: "close"
        }
    }

    var values: Values {
        [
            "htmlClass": write.amounts.pageClass, "heading": .text(heading), "icon": .text(icon),
            "isBad": .flag(order.state == .failed), "isOpen": .flag(order.state == .open),
            "isQuiet": .flag([.cancelled, .expired].contains(order.state)), "id": .text(order.id),
            "path": .text(path), "pairs": .list(pairs), "why": .optional(why), "canReceipt": .flag(order.state == .filled),
            "receiptHref": .text("/trading/history/\(order.id)"),
            "againHref": .text(asset.map { "\(TradePlace.path($0))?side=\(side)" } ?? "/trading/trade"),
            "state": .text(words("trade.state.\(order.state.rawValue)")),
        ]
    }

    private var why: String? {
        guard let reason = order.reason, words.has("trade.reason.\(reason)") else {
            return trigger.flatMap { isWaiting ? $0 : nil }
        }
        return words("trade.reason.\(reason)")
    }

    private var isWaiting: Bool { order.state == .open }

    private func pair(_ name: String, _ text: String, note: String? = nil, isHidden: Bool = false) -> TemplateValue {
        ["name": .text(name), "value": .text(isHidden ? write.veiled(text) : text), "note": .optional(note), "isStrong": false]
    }

    private var pairs: [TemplateValue] {
        var pairs: [TemplateValue] = []
        if let fill = order.fill {
            let isBuy = order.side == .buy
            pairs = [
                pair(
                    words("trade.price-of", ["coin": ticker]), write.price(fill.price, order.currency),
                    note: write.source(fill.priceSource, fill.priceTime)),
                pair(words("trade.fee-name"), write.cash(fill.fee, order.currency), isHidden: true),
                pair(words(isBuy ? "trade.paid" : "trade.received"), write.cash(fill.cash, order.currency), isHidden: true),
            ]
        }
        if order.state == .open { pairs.append(pair(words("trade.held"), held, isHidden: true)) }
        if order.state == .open, let end = order.endsAt { pairs.append(pair(words("trade.valid-until"), write.moment(end))) }
        pairs.append(pair(words("trade.time"), write.moment(order.endedAt ?? order.createdAt)))
        pairs.append(pair(words("trade.number"), order.id))
        return pairs
    }
}
