import PageKit
import Services

extension Page.Place {
    static let activity = Self(name: "activity", group: .practice, icon: "clock", address: "/trading/history")
}

extension Face {
    /// Simulated accounts: trades, payments and transfers.
    package static let trading = Face(
        operations: TradingRoutes.add, places: [.practice, .activity],
        pages: { site, pages in
            let (parts, trading, market) = (site.server, site.server.trading, site.server.market)
            let trades = TradeOperations(trading, market)
            let payments = parts.paymentOperations
            let coins = CoinFinder(parts)
            let offer = PracticeOffer(trading: trading, market: market, prices: parts.practicePrices)
            PracticePages(offer: offer, version: parts.storeVersion).add(to: &pages)
            TradingHomePages(trading: trading, market: market, offer: offer, hasPeople: parts.accounts != nil)
                .add(to: &pages)
            TradePages(trading: trading, market: market, operations: trades, coins: coins, offer: offer).add(to: &pages)
            TolerancePages(trading: trading, operations: trades, asksForPasswords: parts.accounts != nil).add(to: &pages)
            TradingOrderPages(trading: trading, market: market, operations: trades).add(to: &pages)
            TradingPlanPages(trading: trading, market: market, operations: trades).add(to: &pages)
            TradingHistoryPages(trading: trading, market: market, coins: coins).add(to: &pages)
            PaymentPages(trading: trading, operations: payments, offer: offer).add(to: &pages)
            WithdrawalPages(trading: trading, operations: payments).add(to: &pages)
            MethodPages(trading: trading, operations: payments).add(to: &pages)
            SendPages(trading: trading, market: market, operations: TransferOperations(trading, market), coins: coins)
                .add(to: &pages)
        })
}
