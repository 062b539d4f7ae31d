import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import PageKit

/// The ways to add coins and prices: files, providers, the sample. Markets without prices shows them too.
struct PriceAddForm: Sendable {
    let market: MarketData
    let fetch: PriceFetch

    /// The state after a form was sent.
    struct State: Sendable {
        /// The coin of a single file.
        var coin = ""
        /// The coins to fetch.
        var names = ""
        var replaces = false
        var choices = FileChoices()
        var errors = FormErrors()
    }

    static let path = PagePaths.prices
    /// The maximum number of coins to fetch.
    static let mostNames = 50
    /// The maximum length of their names together, in UTF-16 units, which browsers count.
    static let mostCharacters = 1000

    /// The values of `price-add.mustache`.
    func values(_ words: Words, _ state: State = State()) async throws -> TemplateValue {
        var coin = FieldView("coin", .text, words("prices.coin"), hint: words("prices.coin-hint"), value: state.coin)
        coin.maximumLength = 100
        var names = FieldView("names", .text, words("prices.fetch.names"), hint: words("prices.fetch.hint"), value: state.names)
        (names.maximumLength, names.placeholder) = (Self.mostCharacters, "BTC, ETH")
        return [
            "coinField": coin.values(state.errors), "replaces": .flag(state.replaces),
            "fileError": .optional(state.errors.byField["file"]), "fields": state.choices.values(words, hasVolume: true),
            "canFetch": .flag(fetch.isPossible), "namesField": names.values(state.errors),
            "hasSample": .flag(try await SampleMarkets.areOffered(in: market)),
        ]
    }
}
