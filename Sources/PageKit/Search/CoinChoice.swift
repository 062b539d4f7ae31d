import HTMLTemplates

/// A page that asks for a coin first: a field, and below it the coins that can be chosen, each with a link to what is done with it. The
/// list follows what is typed; without scripts, once the form was sent.
package struct CoinChoice: Sendable {
    let scope: CoinScope
    let title: String
    /// Where the form leads.
    let action: String
    /// A side of a trade, which the form keeps.
    package var side: String?
    /// Said if there is no coin to choose.
    package var nothing: String?
    /// Another way on.
    package var link: (href: String, label: String)?

    private static let most = 12
    private static let list = "coin-choices"

    package init(_ scope: CoinScope, title: String, action: String) {
        (self.scope, self.title, self.action) = (scope, title, action)
    }

    /// - Parameter errors: why what was typed names no coin.
    package func page(_ coins: CoinFinder, _ errors: FormErrors, _ visit: Visit) async throws -> Page {
        let words = visit.words
        var picker = try await CoinPicker(scope, coins, words)
        picker.list = Self.list
        let field = FieldView("asset", .coin(picker), words("wallet.coin"), hint: words("trade.choose.hint"))
        let all = try await coins.rows(scope, matching: .all, most: Self.most, visit)
        let found =
            if let text = SearchText(visit.fields["asset"]), !text.isEmpty {
                try await coins.rows(scope, matching: text, most: Self.most, visit)
            } else { [TemplateValue]() }
        let rows = found.isEmpty ? all : found
        return Page(
            "coin-choice", title: title, place: .practice,
            [
                "htmlClass": Amounts(visit).pageClass, "heading": .text(title), "action": .text(action), "side": .optional(side),
                "coinField": field.values(errors, typed: visit.fields), "coins": .list(rows), "list": .text(Self.list),
                "nothing": .optional(all.isEmpty ? nothing : nil),
                "link": link.map { ["href": .text($0.href), "label": .text($0.label)] } ?? false,
            ]
        ).with(errors)
    }
}
