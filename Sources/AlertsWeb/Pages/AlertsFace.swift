import PageKit
import Services

extension Page.Place {
    static let alerts = Self(name: "alerts", group: .home, icon: "bell")
}

extension Face {
    /// Alerts on figures of coins and wallets.
    package static let alerts = Face(
        operations: { parts, api in parts.alertsOperations.add(to: &api) }, places: [.alerts],
        pages: { site, pages in
            let (parts, coins) = (site.server, CoinFinder(site.server))
            AlertsPages(operations: parts.alertsOperations, figures: parts.alertFigures).add(to: &pages)
            NewAlertPages(
                operations: parts.alertsOperations, figures: parts.alertFigures, coins: coins, portfolios: parts.portfolios
            ).add(to: &pages)
        })
}
