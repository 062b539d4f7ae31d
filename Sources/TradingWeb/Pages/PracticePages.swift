import APIKit
import Forecasts
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Services
import Trading

/// Says before a form is filled in what cannot be traded, because its price is not fresh, and offers simulated prices.
package struct PracticePages: Sendable {
    let offer: PracticeOffer
    let version: StoreVersion

    func add(to pages: inout PageList) {
        // All owners share prices, so that only those who may import them may simulate them.
        pages.get(PracticeOffer.path, .scope(.admin)) { visit in .page(try await page(visit, Self.next(visit))) }
        pages.post(PracticeOffer.path, .scope(.admin)) { visit, fields in
            let next = Self.next(visit, fields)
            guard let prices = offer.prices else { return .page(try await page(visit, next)) }
            try await prices.turnOn()
            version.noteChange()
            return .redirect(LocalPath.done(next, "practice-prices"))
        }
    }

    /// The page that the offer was on.
    private static func next(_ visit: Visit, _ fields: Fields? = nil) -> String {
        visit.next(fields) ?? Page.Place.practice.path
    }

    private func page(_ visit: Visit, _ next: String) async throws -> Page {
        let coins = try await offer.prices?.coins() ?? []
        let list = coins.map { "\($0.ticker)" }.joined(separator: ", ")
        return Page(
            "trade-practice", title: visit.words("practice.title"), place: .practice,
            [
                "coins": .optional(coins.isEmpty ? nil : visit.words("practice.coins", ["coins": list])),
                "path": .text(PracticeOffer.path), "next": .text(next),
            ])
    }
}

/// Whether anything can be traded, and the way to prices if not.
package struct PracticeOffer: Sendable {
    let trading: Trading
    let market: MarketData
    /// Nil if this server cannot simulate prices.
    let prices: PracticePrices?

    static let path = "/trading/practice-prices"

    /// The notice that no coin has a price at which it can be traded, or that euros have none; none if both have one.
    ///
    /// - Parameter next: the page to come back to.
    func notices(_ visit: Visit, next: String) async throws -> [TemplateValue] {
        let cash = Set(Currency.ofAccounts.map(\.asset))
        let coins = Set(try await market.store.coverage().keys).subtracting(cash)
        var known = try await trading.accounts.newestPrices(of: coins.union([Currency.eur.asset]))
        let (words, euro) = (visit.words, known.removeValue(forKey: Currency.eur.asset))
        func notice(_ text: String, lead: String? = nil) -> [TemplateValue] {
            [Frame.notice("warn", icon: "clock", words(text), lead: lead, action: action(visit, next: next))]
        }
        guard known.values.contains(where: \.isFresh) else {
            return notice(known.isEmpty ? "practice.no-prices" : "practice.old-prices", lead: words("practice.nothing"))
        }
        return euro?.isFresh == true ? [] : notice("practice.no-euro")
    }

    /// A link to simulated prices, or to other prices; none for people who may not add any.
    func action(_ visit: Visit, next: String) -> TemplateValue { action(visit, next: next, with: prices) }

    /// The same for one coin, which simulated prices may not have.
    func action(_ visit: Visit, next: String, for place: TradePlace) async throws -> TemplateValue {
        let coin = place.coin.id
        let has = try await prices?.coins().contains { $0.id == coin } == true || place.prices[coin]?.isFresh == true
        return action(visit, next: next, with: has ? prices : nil)
    }

    private func action(_ visit: Visit, next: String, with prices: PracticePrices?) -> TemplateValue {
        guard visit.caller.scope.allows(.admin) else { return false }
        let href = prices == nil ? PagePaths.prices : LocalPath.page(Self.path, next: next)
        return ["href": .text(href), "label": .text(visit.words(prices == nil ? "prices.title" : "practice.title"))]
    }
}
