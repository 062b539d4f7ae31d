import PageKit
import Services

extension Page.Place {
    static let earnings = Self(name: "earnings", group: .practice, icon: "coins", address: EarningsPages.path)
}

extension Face {
    /// What goes with a simulated account: its earnings, the referral code, the order of favourites, the rules and the texts of the help.
    package static let earnings = Face(
        operations: TradingRoutes.addEarnings, places: [.earnings],
        pages: { site, pages in
            let parts = site.server
            let (trading, market) = (parts.trading, parts.market)
            ReferralPages(operations: ReferralOperations(trading.referrals), trades: TradeOperations(trading, market))
                .add(to: &pages)
            EarningsPages(source: .init(parts)).add(to: &pages)
        })
}
