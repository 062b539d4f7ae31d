import HTMLTemplates
import Market

/// How every form asks for a coin: a field for its ticker, name or id with suggestions. A script shows them with icon, name, price and
/// what the reader has (``CoinFinder``); without scripts, the browser suggests tickers and names.
package struct CoinPicker: Sendable {
    let scope: CoinScope
    /// Whether the field takes several coins, separated by commas.
    package var isSeveral = false
    /// The id of the list on the page that follows what is typed; nil for suggestions below the field.
    var list: String?
    /// Whether the choice of a coin sends the form.
    package var sendsForm = false
    /// Tickers and names without scripts.
    private let suggested: [TemplateValue]

    /// A page has no room for more.
    private static let mostSuggested = 200

    /// - Parameter others: coins that are not suggested, such as those that were already chosen.
    package init(_ scope: CoinScope, _ finder: CoinFinder, _ words: Words, besides others: Set<AssetID> = []) async throws {
        self.scope = scope
        let known = try await finder.coins(scope)
        suggested = known.filter { !others.contains($0.id) }.prefix(Self.mostSuggested).map { coin in
            ["value": .text(CoinFinder.name(coin, among: known)), "name": .text(CoinView.name(coin, words))]
        }
    }

    package var isEmpty: Bool { suggested.isEmpty }

    /// The values for the template `form-field`.
    var values: TemplateValue {
        [
            "address": .text(scope.path), "isSeveral": .flag(isSeveral), "sendsForm": .flag(sendsForm),
            "list": .optional(list), "known": .list(suggested),
        ]
    }
}
