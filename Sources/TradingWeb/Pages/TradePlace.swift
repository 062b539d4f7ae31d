import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// The coin that a page trades, with the caller's simulated account and the current price.
package final class TradePlace: Sendable {
    let trading: Trading
    let coin: Asset
    let state: TradingAccounts.State
    /// The prices of the coin and of the euro, in US dollars.
    let prices: [AssetID: KnownPrice]
    let write: TradingWords

    var words: Words { write.words }
    var rules: TradingRules { trading.parts.rules }
    var ticker: String { "\(coin.ticker)" }
    /// The address of the coin's trading page.
    var path: String { Self.path(coin) }

    package static func path(_ coin: Asset) -> String { PagePaths.trade("\(coin.ticker)") }

    /// Finds the coin in the path of a visit.
    ///
    /// - Throws: an `AssetError` for an unknown coin, a `Problem` for cash.
    init(_ visit: Visit, _ trading: Trading, _ market: MarketData) async throws {
        self.trading = trading
        coin = try await market.directory.asset(visit.path("asset"))
        guard Currency(coin.id) == nil else {
            throw Problem.notFound("\(coin.ticker) is cash; choose a coin to trade")
        }
        state = try await trading.accounts.state(of: visit.caller.owner)
        prices = try await trading.accounts.newestPrices(of: [coin.id, Currency.eur.asset])
        write = TradingWords(visit, trading)
    }

    /// The available quantity of an asset.
    func free(_ asset: AssetID) -> Quantity { state.balances[asset]?.free ?? .zero }

    /// The current price of the coin in a currency; nil if one of the prices it needs is missing.
    func price(in currency: Currency) -> FixedDecimal? {
        guard let dollars = prices[coin.id]?.stored.dollars else { return nil }
        guard currency != .usd else { return dollars }
        guard let rate = prices[currency.asset]?.stored.dollars, rate > .zero else { return nil }
        return try? dollars.divided(by: rate)
    }

    // MARK: Values that pages share

    /// The current price, its source, and whether it can be traded at.
    func priceValues(in currency: Currency) -> Values {
        let known = prices[coin.id]
        return [
            "price": .optional(price(in: currency).map { write.price($0, currency) }),
            "priceSource": .optional(known.map { write.source($0.stored.source, $0.stored.time) }),
            "stale": .optional(stale(in: currency)),
        ]
    }

    /// Why the current price cannot be traded at; nil if it can.
    private func stale(in currency: Currency) -> String? {
        let needed = [coin.id] + (currency == .usd ? [] : [currency.asset])
        let (hours, minutes) = ("\(rules.largestCloseAgeHours)", "\(rules.largestQuoteAgeMinutes)")
        for asset in needed {
            let name = asset == coin.id ? ticker : currency.code
            guard let price = prices[asset] else { return words("trade.no-price", ["coin": name]) }
            guard price.isFresh else {
                return words(
                    "trade.stale",
                    ["coin": name, "moment": write.moment(price.stored.time), "hours": hours, "minutes": minutes])
            }
        }
        return nil
    }

    /// The account's available quantities of the coin and of cash; without cash, that of the given currency.
    func balances(orNoneOf currency: Currency) -> TemplateValue {
        let cash = [Currency.eur, .usd].filter { free($0.asset) > .zero }
        let shown = cash.isEmpty ? [currency] : cash
        let texts = [write.coins(free(coin.id), ticker)] + shown.map { write.cash(free($0.asset), $0) }
        return .list(texts.map { write.amounts.view($0) })
    }

    // MARK: Too little

    /// The key of the message that too little is available.
    static func shortageKey(_ side: TradeSide) -> String {
        side == .buy ? "trade.refused.not-enough" : "trade.refused.not-enough-coins"
    }

    /// The message that a sale exceeds the available coins; nil if it does not, or if its amount is in cash.
    func shortage(of form: TradeForm) -> String? {
        guard form.side == .sell, form.unit.isCoin, let typed = write.format.decimal(typed: form["amount"]),
            let need = FixedDecimal(typed), free(coin.id) < need
        else { return nil }
        func text(_ amount: Quantity) -> String { write.veiled(write.coins(amount, ticker)) }
        return words(Self.shortageKey(.sell), ["have": text(free(coin.id)), "need": text(need)])
    }

    /// Ways to get more: cash from a deposit, or coins from other people, if there are any.
    func shortageRemedy(_ side: TradeSide) -> TemplateValue {
        if side == .buy { return ["href": "/trading/deposit", "label": .text(words("trade.action.deposit"))] }
        guard trading.parts.identity != nil else { return false }
        return ["href": .text(SendPages.path(.receive, coin)), "label": .text(words("send.receive-link"))]
    }
}
