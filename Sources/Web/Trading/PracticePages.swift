import Forecasts
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import Server
import Trading

/// Says before a form is filled in that nothing can be traded, because no price is fresh, and offers simulated prices.
struct PracticePages: Sendable {
    let offer: PracticeOffer
    let version: StoreVersion

    func add(to pages: inout PageList) {
        // All owners share prices, so that only those who may import them may simulate them.
        pages.get(PracticeOffer.path, .scope(.admin)) { visit in .page(try await page(visit)) }
        pages.post(PracticeOffer.path, .scope(.admin)) { visit, _ in
            guard let prices = offer.prices else { return .page(try await page(visit)) }
            try await prices.turnOn()
            version.noteChange()
            return .redirect("\(Page.Place.practice.path)?done=practice-prices")
        }
    }

    private func page(_ visit: Visit) async throws -> Page {
        let coins = try await offer.prices?.coins() ?? []
        let list = coins.map { "\($0.ticker)" }.joined(separator: ", ")
        return Page(
            "trade-practice", title: visit.words("practice.title"), place: .practice,
            [
                "coins": .optional(coins.isEmpty ? nil : visit.words("practice.coins", ["coins": list])),
                "path": .text(PracticeOffer.path),
            ])
    }
}

/// Whether anything can be traded, and the way to prices if not.
struct PracticeOffer: Sendable {
    let trading: Trading
    let market: MarketData
    /// Nil if this server cannot simulate prices.
    let prices: PracticePrices?

    static let path = "/trading/practice-prices"

    /// The notice that no coin has a price at which it can be traded; none if one has.
    func notices(_ visit: Visit) async throws -> [TemplateValue] {
        let cash = Set(Currency.allCases.map(\.asset))
        let coins = Set(try await market.store.coverage().keys).subtracting(cash)
        let known = try await trading.accounts.newestPrices(of: coins)
        guard !known.values.contains(where: \.isFresh) else { return [] }
        let words = visit.words
        let text = words(known.isEmpty ? "practice.no-prices" : "practice.old-prices")
        return [Frame.notice("warn", icon: "clock", text, lead: words("practice.nothing"), action: action(visit))]
    }

    /// A link to simulated prices, or to other prices; none for people who may not add any.
    func action(_ visit: Visit) -> TemplateValue {
        guard visit.caller.scope.allows(.admin) else { return false }
        let href = prices == nil ? PriceAddForm.path : Self.path
        return ["href": .text(href), "label": .text(visit.words(prices == nil ? "prices.title" : "practice.title"))]
    }
}
