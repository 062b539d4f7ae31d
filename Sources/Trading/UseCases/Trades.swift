import Ledger
import Market

/// Quotes, and market orders made from them.
package struct Trades: Sendable {
    let parts: TradingParts

    /// The trade that a person wants.
    package struct Wish: Equatable, Sendable {
        package let side: TradeSide
        package let asset: AssetID
        package let currency: Currency
        package let amount: TradeAmount

        package init(_ side: TradeSide, _ asset: AssetID, _ currency: Currency, _ amount: TradeAmount) {
            (self.side, self.asset, self.currency, self.amount) = (side, asset, currency, amount)
        }
    }

    /// Offers a trade at the current price.
    ///
    /// People who could not confirm it also get a quote, so that they see what a trade would cost.
    ///
    /// - Throws: ``TradingError``: amounts, ``TradingError/noPrice(_:time:ageLimitMinutes:)``, ``TradingError/notACoin(_:)``.
    package func quote(_ wish: Wish, of owner: String) async throws -> TradeQuote {
        try await parts.change { change in
            _ = try change.account(of: owner)
            let pricing = try change.pricing(try change.coin(wish.asset), in: wish.currency)
            let quote = TradeQuote(
                id: TradingParts.newID("q_"), owner: owner, figures: try pricing.figures(wish.side, wish.amount),
                createdAt: change.now,
                expiresAt: change.now + change.rules.quoteSeconds)
            try change.records.removeQuotes(of: owner, expiredAt: change.now - 60)
            try change.records.insert(quote)
            return quote
        }
    }

    /// Trades exactly as quoted. A quote is used once: confirming it again gives the same order.
    ///
    /// - Throws: ``TradingError/noQuote(_:)``, ``TradingError/quoteExpired(seconds:)``,
    ///   ``TradingError/priceMoved(_:quoted:now:_:tolerance:)``, ``TradingError/noPrice(_:time:ageLimitMinutes:)``,
    ///   ``TradingError/notVerified(_:)``, ``TradingError/overLimit(_:_:limit:used:level:)``,
    ///   ``TradingError/notEnough(_:have:need:)``.
    /// - Returns: the order, and false if it had been made before.
    package func confirm(_ quote: String, of owner: String) async throws -> (order: TradeOrder, isNew: Bool) {
        try await parts.change { change in
            if let order = try change.records.order(quote: quote), order.owner == owner { return (order, false) }
            guard let quote = try change.records.quote(id: quote), quote.owner == owner else { throw TradingError.noQuote(quote) }
            guard change.now < quote.expiresAt, change.now >= quote.createdAt - 60 else {
                throw TradingError.quoteExpired(seconds: change.rules.quoteSeconds)
            }
            let account = try change.account(of: owner)
            try change.requireOrderRoom(of: owner)
            try change.requireUnmoved(quote.figures, tolerance: account.tolerance)
            return (try change.fill(quote.figures, account, quote: quote.id), true)
        }
    }

    /// Changes the limits that a person sets for themselves.
    ///
    /// - Parameters:
    ///   - tolerance: how far a price may move between quote and confirmation; nil to keep it.
    ///   - passwordAbove: the US dollars above which withdrawals and transfers need the password again; nil to keep them.
    ///   - isConfirmed: whether the password was entered recently, which a higher limit needs.
    /// - Throws: ``TradingError/notFresh(limit:)``.
    package func change(
        tolerance: Rate? = nil, passwordAbove: Cents? = nil, of owner: String, isConfirmed: Bool = true
    ) async throws -> TradingAccount {
        try await parts.change { change in
            var account = try change.account(of: owner)
            if let tolerance { account.tolerance = tolerance }
            if let passwordAbove {
                guard isConfirmed || passwordAbove.amount <= account.passwordAbove else {
                    throw TradingError.notFresh(limit: account.passwordAbove)
                }
                account.passwordAbove = passwordAbove.amount
            }
            try change.records.update(account)
            return account
        }
    }
}

extension TradingChange {
    fileprivate func requireUnmoved(_ figures: TradeFigures, tolerance: Rate) throws {
        let now = try TradePricing.price(price(of: figures.asset), figures.currency, rate: rate(of: figures.currency))
        let moved = now > figures.price ? now - figures.price : figures.price - now
        guard moved <= (try figures.price.multiplied(by: tolerance.value)) else {
            throw TradingError.priceMoved(
                try asset(figures.asset).ticker, quoted: figures.price, now: now, figures.currency, tolerance: tolerance)
        }
    }

    /// Trades at once, from the available amount.
    ///
    /// - Parameter id: nil for a random one.
    func fill(
        _ figures: TradeFigures, _ account: TradingAccount, quote: String? = nil, plan: String? = nil, id: String? = nil
    ) throws -> TradeOrder {
        let id = id ?? TradingParts.newID("o_")
        let usage = try requireRoom(for: figures.size.multiplied(by: figures.rate), .trade, account)
        if figures.side == .buy {
            try requireFree(figures.cash, of: figures.currency.asset, in: account)
        } else {
            try requireFree(figures.quantity, of: figures.asset, in: account)
        }
        // Counted last, because a plan records refused purchases: a refused amount must not be counted by then.
        try count(usage, of: account.owner)
        let time = try postingTime(account)
        try records.append(
            figures.transactions(in: account.wallet, key: "trading/\(id)", at: time, note: "order \(id)"), of: account.owner,
            recordedAt: now)
        let order = TradeOrder(
            id: id, owner: account.owner, kind: .market, side: figures.side, asset: figures.asset, currency: figures.currency,
            amount: figures.side == .buy ? .cash(figures.cash) : .coin(figures.quantity), triggerPrice: nil, quote: quote,
            plan: plan, state: .filled, heldAsset: nil, held: .zero, createdAt: now, endsAt: nil, checkedAt: now, endedAt: now,
            fill: TradeOrder.Fill(figures))
        try records.insert(order)
        return order
    }
}
