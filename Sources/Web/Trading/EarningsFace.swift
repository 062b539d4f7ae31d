import Server

extension Face {
    /// What goes with a simulated account: its earnings, the referral code, the feed, the rules and the texts of the help.
    static let earnings = Face(
        operations: TradingOperations.addEarnings,
        pages: { site, pages in
            let (trading, market) = (site.server.trading, site.server.market)
            ReferralPages(referrals: trading.referrals).add(to: &pages)
            FeedPages(trading: trading, market: market, outlooks: site.outlooks).add(to: &pages)
            EarningsPages(parts: site.server).add(to: &pages)
        })
}
