import Ledger
import Market

/// Limit and stop orders: placed, cancelled, and executed once when stored prices reach them.
package struct StandingOrders: Sendable {
    let parts: TradingParts

    /// An order to place.
    package struct Request: Equatable, Sendable {
        package let kind: TradeOrder.Kind
        package let wish: Trades.Wish
        /// In the currency, for one coin.
        package let price: FixedDecimal
        /// Days until it expires.
        package let days: Int

        package init(_ kind: TradeOrder.Kind, _ wish: Trades.Wish, price: FixedDecimal, days: Int) {
            precondition(kind != .market, "market orders are made from quotes")
            (self.kind, self.wish, self.price, self.days) = (kind, wish, price, days)
        }
    }

    /// Places an order and holds the amount it needs.
    ///
    /// - Throws: ``TradingError``.
    package func place(_ request: Request, of owner: String) async throws -> TradeOrder {
        try await parts.change { change in
            let id = TradingParts.newID("o_")
            let account = try change.account(of: owner)
            try change.requireOrderRoom(of: owner)
            let (asset, held) = try change.checked(request, account)
            let order = TradeOrder(
                id: id, owner: owner, kind: request.kind, side: request.wish.side, asset: request.wish.asset,
                currency: request.wish.currency, amount: request.wish.amount, triggerPrice: request.price, quote: nil,
                plan: nil, state: .open, heldAsset: asset.id, held: held, createdAt: change.now,
                endsAt: change.now + request.days * 86_400, checkedAt: change.now)
            try change.requireFree(held, of: asset.id, in: account)
            let time = try change.postingTime(account)
            try change.records.append(
                [change.move(held, of: asset.id, in: account, toHeld: true, key: "trading/\(id)/hold", at: time)], of: owner,
                recordedAt: change.now)
            try change.records.insert(order)
            return order
        }
    }

    /// Cancels an order and releases its held amount.
    ///
    /// - Throws: ``TradingError/noOrder(_:)``, ``TradingError/orderEnded(_:state:)``.
    package func cancel(_ id: String, of owner: String) async throws -> TradeOrder {
        try await parts.change { change in
            guard let order = try change.records.order(id: id), order.owner == owner else { throw TradingError.noOrder(id) }
            // Cancelling an order again has no effect.
            if order.state == .cancelled { return order }
            guard order.state == .open else { throw TradingError.orderEnded(id, state: order.state) }
            return try change.end(order, as: .cancelled)
        }
    }

    /// - Throws: ``TradingError/noOrder(_:)``.
    package func order(_ id: String, of owner: String) async throws -> TradeOrder {
        try await parts.read { change in
            guard let order = try change.records.order(id: id), order.owner == owner else { throw TradingError.noOrder(id) }
            return order
        }
    }

    package func open(of owner: String) async throws -> [TradeOrder] {
        try await parts.read { try $0.records.openOrders(of: owner) }
    }

    /// The orders whose price has been reached, and those that have expired.
    func due() async throws -> [String] {
        var (last, due) = ("", [String]())
        while true {
            let (page, ids) = try await parts.read { [last] change in
                let page = try change.records.openOrders(after: last, limit: 200)
                return (page.count, (last: page.last?.id, due: try page.filter { try change.isDue($0) }.map(\.id)))
            }
            due += ids.due
            guard page == 200, let next = ids.last, !Task.isCancelled else { return due }
            last = next
        }
    }

    /// Executes or ends orders, each in a transaction of its own, which checks the order again.
    func execute(_ ids: [String], _ work: inout UnfinishedWork) async throws {
        _ = try await work.doEach(ids, parts) { change, id in try change.executeOrEnd(id) }
    }
}

extension TradingChange {
    /// Checks an order, and returns the amount it must hold.
    fileprivate func checked(
        _ request: StandingOrders.Request, _ account: TradingAccount
    ) throws -> (asset: Asset, held: FixedDecimal) {
        let (wish, kind) = (request.wish, request.kind)
        let coin = try coin(wish.asset)
        guard (1...rules.longestOrderDays).contains(request.days) else {
            throw TradingError.badEnd(mostDays: rules.longestOrderDays)
        }
        guard request.price > .zero, request.price < Transaction.amountLimit else {
            throw TradingError.badAmount("\(request.price)", places: FixedDecimal.places)
        }
        guard try records.openOrders(of: account.owner).count < rules.mostOpenOrders else {
            throw TradingError.tooManyOrders(most: rules.mostOpenOrders)
        }
        guard rules.limits(account.level, .trade).day > .zero else { throw TradingError.notVerified(.trade) }
        if wish.side == .sell, wish.amount.unit == .cash { throw TradingError.badOrder(reason: .salesAreInCoins) }
        if wish.side == .buy, kind == .stop, wish.amount.unit == .coin {
            throw TradingError.badOrder(reason: .stopPurchasesAreInCash)
        }
        let now = try pricing(coin, in: wish.currency).price
        let order = TradeOrder(
            id: "", owner: "", kind: kind, side: wish.side, asset: wish.asset, currency: wish.currency, amount: wish.amount,
            triggerPrice: request.price, quote: nil, plan: nil, state: .open, heldAsset: nil, held: .zero, createdAt: 0,
            endsAt: nil, checkedAt: 0)
        guard !order.isTriggered(by: now) else {
            throw TradingError.badOrder(reason: .alreadyReached(kind: kind, side: wish.side, price: now, wish.currency))
        }
        // The figures at its own price show whether its size is within the limits.
        let figures = try order.pricing(rules, coin, at: request.price).figures(wish.side, wish.amount)
        return wish.side == .buy ? (try cash(wish.currency), figures.cash) : (coin, figures.quantity)
    }

    /// The first price, in the order of storing, that executes the order, arrived since its last check and is still fresh enough.
    fileprivate func reachedPrice(of order: TradeOrder) throws -> StoredPrice? {
        guard let coin = try records.asset(order.asset) else { return nil }
        let end = min(order.endsAt ?? now, now)
        // Prices that are too old to trade at are not read: there can be thousands of quotes.
        let (quotes, closes) = (
            max(order.createdAt, now - rules.largestQuoteAgeMinutes * 60 - 1),
            max(order.createdAt, now - rules.largestCloseAgeHours * 3600 - 1)
        )
        let prices = try records.prices(of: coin.id, quotesAfter: quotes, closesAfter: closes, through: end)
        for price in prices where isFresh(price, at: now) {
            guard let rate = try? rate(of: order.currency), let inCurrency = try? price.dollars.divided(by: rate) else { continue }
            if order.isTriggered(by: inCurrency) { return price }
        }
        return nil
    }

    fileprivate func isDue(_ order: TradeOrder) throws -> Bool {
        if let end = order.endsAt, end <= now { return true }
        return try reachedPrice(of: order) != nil
    }

    fileprivate func executeOrEnd(_ id: String) throws -> Bool {
        guard let order = try records.order(id: id), order.state == .open else { return false }
        if let price = try reachedPrice(of: order) {
            guard try execute(order, at: price) else { return false }
        } else {
            guard let end = order.endsAt, end <= now else { return false }
            _ = try self.end(order, as: .expired)
        }
        if let ended = try records.order(id: id) { try tell(ended) }
        return true
    }

    /// Executes an order at a price that has reached it, from its held amount: at a better price than its limit, a purchase of
    /// coins costs less, and one for cash buys more coins.
    ///
    /// An order that cannot be executed, for example because of a limit of its owner, fails and releases its held amount.
    fileprivate func execute(_ order: TradeOrder, at price: StoredPrice) throws -> Bool {
        guard let account = try records.account(of: order.owner) else { return false }
        do {
            let coin = try coin(order.asset)
            let pricing = try TradePricing(rules, coin, order.currency, price, rate: try rate(of: order.currency))
            let figures = try pricing.figures(order.side, order.amount, isPlaced: true)
            try use(figures.size.multiplied(by: figures.rate), for: .trade, account)
            let time = try postingTime(account)
            let release = try move(
                order.held, of: order.heldAsset!, in: account, toHeld: false, key: "trading/\(order.id)/release", at: time)
            try records.append(
                [release]
                    + figures.transactions(in: account.wallet, key: "trading/\(order.id)", at: time, note: "order \(order.id)"),
                of: account.owner, recordedAt: now)
            var filled = order
            (filled.state, filled.fill, filled.endedAt, filled.checkedAt) = (.filled, TradeOrder.Fill(figures), now, now)
            try records.update(filled)
        } catch let error as TradingError {
            _ = try end(order, as: .failed, reason: error.code)
        }
        return true
    }

    /// Ends an order without a trade, and releases its held amount.
    func end(_ order: TradeOrder, as state: TradeOrder.State, reason: String? = nil) throws -> TradeOrder {
        var order = order
        if let account = try records.account(of: order.owner), let asset = order.heldAsset {
            let time = try postingTime(account)
            try records.append(
                [move(order.held, of: asset, in: account, toHeld: false, key: "trading/\(order.id)/release", at: time)],
                of: order.owner, recordedAt: now)
        }
        (order.state, order.reason, order.endedAt) = (state, reason, now)
        try records.update(order)
        return order
    }
}

extension TradeOrder {
    /// The pricing of the order at a price in its own currency.
    fileprivate func pricing(_ rules: TradingRules, _ coin: Asset, at price: FixedDecimal) throws -> TradePricing {
        // In its own currency the rate does not matter.
        let stored = StoredPrice(dollars: price, time: 0, source: "", isQuote: true)
        return try TradePricing(rules, coin, currency, stored, rate: .one)
    }
}
