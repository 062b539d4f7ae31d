import Server

extension Page.Place {
    static let trading = Self(name: "trading", icon: "trade", standing: .bar, otherNames: ["trade"])
}

extension Face {
    /// Simulated accounts: trades, payments and transfers.
    static let trading = Face(
        operations: TradingRoutes.add, places: [.trading],
        pages: { site, pages in
            let (parts, trading, market) = (site.server, site.server.trading, site.server.market)
            let trades = TradeOperations(trading, market)
            let payments = parts.paymentOperations
            TradingHomePages(trading: trading, market: market).add(to: &pages)
            TradePages(trading: trading, market: market, operations: trades, favourites: parts.favourites).add(to: &pages)
            TolerancePages(trading: trading, operations: trades, asksForPasswords: parts.accounts != nil).add(to: &pages)
            TradingOrderPages(trading: trading, market: market, operations: trades).add(to: &pages)
            TradingPlanPages(trading: trading, market: market, operations: trades).add(to: &pages)
            TradingHistoryPages(trading: trading, market: market).add(to: &pages)
            PaymentPages(trading: trading, operations: payments).add(to: &pages)
            WithdrawalPages(trading: trading, operations: payments).add(to: &pages)
            MethodPages(trading: trading, operations: payments).add(to: &pages)
            SendPages(trading: trading, market: market, operations: TransferOperations(trading, market)).add(to: &pages)
        })
}
