import Access
import HTMLTemplates
import Ledger
import Market
import MarketData
import Portfolio
import Services
import Trading

/// Finds coins by ticker, id or name, each with its price and what the visitor has of it: for the search, and for all fields that
/// ask for a coin.
package struct CoinFinder: Sendable {
    let market: MarketData
    let portfolios: Portfolios
    let trading: Trading
    let favourites: @Sendable (Principal) -> Favourites

    package init(_ parts: ServerParts) {
        (market, portfolios, trading, favourites) = (parts.market, parts.portfolios, parts.trading, parts.favourites)
    }

    /// The values of rows for the template `coin-row`: what the text names best comes first, then what the visitor has, then
    /// favourites, and for a purchase what can be bought now.
    ///
    /// - Parameter most: the largest number of rows.
    package func rows(_ scope: CoinScope, matching text: SearchText, most: Int, _ visit: Visit) async throws -> [TemplateValue] {
        let held = try await held(scope, visit)
        let known = try await coins(scope)
        let offered = known.filter { coin in
            (!scope.isOfHeld || held[coin.id] != nil) && text.matches(names(coin, visit.words))
        }
        let favourites = Set(try await favourites(visit.caller).all().map(\.id))
        let fresh = scope == .practice(.buy) ? try await fresh(offered) : []
        let ranked = offered.map { coin in
            let (rank, isHeld, isFavourite) = (rank(coin, text, visit.words), held[coin.id] != nil, favourites.contains(coin.id))
            // Of names with the same word, the shorter one has less beside it: Bitcoin before Bitcoin Cash.
            let length = text.isEmpty ? 0 : coin.id.description.count
            let isFresh = fresh.contains(coin.id)
            return (coin, (rank, isHeld ? 0 : 1, isFavourite ? 0 : 1, isFresh ? 0 : 1, length, coin.ticker.description))
        }
        let first = ranked.sorted { $0.1 < $1.1 }.prefix(most).map(\.0)
        let amounts = Amounts(visit)
        return try await market.listed(first, periodDays: 1).map { listed in
            let coin = listed.asset
            var values = price(listed, scope, visit)
            values["coin"] = CoinView.of(coin, visit.words)
            values["href"] = .text(scope.href(coin))
            values["value"] = .text(Self.name(coin, among: known))
            values["held"] = held[coin.id].map { amounts.quantity($0, of: coin.id) } ?? false
            return .group(values)
        }
    }

    /// The last close. Where coins are traded an old one has its age, because nothing can be traded at it.
    private func price(_ coin: ListedAsset, _ scope: CoinScope, _ visit: Visit) -> Values {
        guard let statistics = coin.statistics else { return ["price": false, "old": false] }
        let age = scope.isOfPractice ? AgeView.days(of: statistics.day, on: market.today) : nil
        return [
            "price": .text("\(visit.format.price(statistics.price)) \(Currency.usd.code)"),
            "old": .optional(age.map { visit.words("markets.row-age", n: $0) }),
        ]
    }

    /// The name by which forms and addresses give a coin: its ticker, or its id if several coins have the ticker.
    package static func name(_ coin: Asset, among all: [Asset]) -> String {
        all.count { $0.ticker == coin.ticker } > 1 ? "\(coin.id)" : "\(coin.ticker)"
    }

    /// The coins of a scope, by ticker.
    package func coins(_ scope: CoinScope) async throws -> [Asset] {
        switch scope {
        case .all: return try await market.store.assets().sortedByTicker
        case .wallet:
            let stored = try await market.store.assets()
            let known = Set(stored.map(\.id))
            // A wallet may hold any currency, whether anything of it is stored or not.
            let others = CurrencyTable.rows.filter { !known.contains($0.asset) }.compactMap { CurrencyTable.asset(named: $0.code) }
            return stored.sortedByTicker + others.sortedByTicker
        case .priced: return try await market.assetsWithCloses().filter { $0.id != .usd }.sortedByTicker
        case .practice:
            return try await market.store.assets().filter { Currency($0.id) == nil }.sortedByTicker
        }
    }

    /// The visitor's quantities above zero.
    ///
    /// - Throws: `PortfolioError.noSuchWallet`, also for another owner's.
    private func held(_ scope: CoinScope, _ visit: Visit) async throws -> [AssetID: Quantity] {
        let portfolio = portfolios(visit.caller)
        let quantities: [AssetID: Quantity]
        switch scope {
        case .practice: quantities = try await trading.accounts.state(of: visit.caller.owner).balances.mapValues(\.free)
        case .wallet(let id):
            let wallet = try await portfolio.wallets.named(id)
            quantities = try await portfolio.valuations.holdings(of: WalletGroup(wallet)).quantities
        case .all, .priced:
            quantities = try await portfolio.valuations.holdings(of: portfolio.wallets.group(nil)).quantities
        }
        return quantities.filter { $0.value > .zero }
    }

    /// The coins that can be traded at their current price.
    private func fresh(_ coins: [Asset]) async throws -> Set<AssetID> {
        Set(try await trading.accounts.newestPrices(of: Set(coins.map(\.id))).filter(\.value.isFresh).keys)
    }

    private func names(_ coin: Asset, _ words: Words) -> [String] {
        ["\(coin.ticker)", "\(coin.id)", coin.name, CoinView.name(coin, words)]
    }

    /// 0 for a coin that the text names whole, 3 for one in whose names it is somewhere.
    private func rank(_ coin: Asset, _ text: SearchText, _ words: Words) -> Int {
        guard text.words.count == 1, let word = text.words.first else { return 0 }
        let names = names(coin, words).map { $0.lowercased() }
        if names[0] == word || names[1] == word { return 0 }
        return names[0].hasPrefix(word) ? 1 : names.contains { $0.hasPrefix(word) } ? 2 : 3
    }
}
