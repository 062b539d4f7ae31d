import APIKit
import HTMLTemplates
import PageKit
import Portfolio
import Trading

/// The search in coins, pages and the visitor's own wallets and transactions. A field that asks for a coin takes its suggestions
/// from the same page: `/search?for=buy`.
struct SearchPages: Sendable {
    let coins: CoinFinder
    let transactions: TransactionFinder

    /// The largest number of results of each kind.
    private static let most = 8

    func add(to pages: inout PageList) {
        pages.get(Page.Place.search.path, .scope(.read)) { visit in .page(try await page(visit)) }
    }

    private func page(_ visit: Visit) async throws -> Page {
        let (words, typed) = (visit.words, visit.fields["q"])
        let scope = visit.query("for").flatMap { CoinScope($0) }
        guard scope != nil || visit.query("for") == nil else { throw Problem.notFound("there is no such list of coins") }
        let text = SearchText(typed)
        let groups = if let text { try await groups(scope, text, visit) } else { [Group]() }
        var errors = FormErrors()
        if text == nil { errors.add(words("search.too-long", n: SearchText.longest), to: "q") }
        let shown = groups.filter { $0.count > 0 }
        let count = shown.map(\.count).reduce(0, +)
        let says = typed.isEmpty ? "" : count == 0 ? words("search.none", ["text": typed]) : words("search.count", n: count)
        var field = FieldView(
            "q", .text, words(scope == nil ? "search.field" : "wallet.coin"), hint: scope == nil ? hint(visit) : nil,
            value: typed)
        field.maximumLength = SearchText.longest
        return Page(
            "search", title: words("nav.search"), place: .search,
            [
                "htmlClass": Amounts(visit).pageClass, "field": field.values(errors), "scope": .optional(scope?.text),
                "groups": .list(shown.map { $0.values(words) }), "count": .text(text == nil ? "" : says),
            ]
        ).with(errors)
    }

    private func hint(_ visit: Visit) -> String {
        let most = visit.format.price(Double(SearchedWord<HistoryEntry.Kind>.mostRead), decimals: 0)
        return visit.words("search.hint", ["most": most])
    }

    /// Results of one kind.
    private struct Group {
        let name: String
        var coins: [TemplateValue] = []
        var others: [TemplateValue] = []
        var most = SearchPages.most

        var count: Int { min(coins.count + others.count, most) }

        func values(_ words: Words) -> TemplateValue {
            let title = words(name == "movements" ? "trade.home.title" : "search.\(name)")
            return [
                "name": .text(name), "title": .text(title), "coins": .list(Array(coins.prefix(most))),
                "others": .list(Array(others.prefix(most))),
                "more": .optional(coins.count + others.count > most ? words("search.first", n: most) : nil),
            ]
        }
    }

    /// - Parameter scope: only these coins; nil for everything.
    private func groups(_ scope: CoinScope?, _ text: SearchText, _ visit: Visit) async throws -> [Group] {
        // One more than is shown says that there are more.
        let most = Self.most + 1
        if let scope {
            return [Group(name: "coins", coins: try await coins.rows(scope, matching: text, most: most, visit))]
        }
        let pages = Group(name: "pages", others: pages(text, visit), most: .max)
        // Nothing typed: where one can go.
        guard !text.isEmpty else { return [pages] }
        return [
            Group(name: "coins", coins: try await coins.rows(.all, matching: text, most: most, visit)), pages,
            Group(name: "wallets", others: try await transactions.wallets(text, visit)),
            Group(name: "transactions", others: try await transactions.transactions(text, most: most, visit)),
            Group(name: "movements", others: try await transactions.movements(text, most: most, visit)),
        ]
    }

    /// The places that the visitor's menu shows, and the pages of their account.
    private func pages(_ text: SearchText, _ visit: Visit) -> [TemplateValue] {
        let places = visit.places.filter { place in
            place != .search && place.isShown(to: visit) && text.matches([place.label(visit.words)] + place.names)
        }
        let found = visit.places.filter { $0.isShown(to: visit) }.flatMap { place in
            place.parts.filter { text.matches([visit.words($0.titleKey), visit.words($0.wordsKey)]) }.map { part in
                FoundRow.values(title: visit.words(part.titleKey), href: part.path, icon: place.icon)
            }
        }
        let parts = visit.person == nil ? [] : AccountFrame.Part.allCases.filter { $0 != .profile }
        let account = parts.map { (label: visit.words("account.menu.\($0.key)"), href: $0.rawValue) }.filter {
            text.matches([$0.label, $0.href])
        }
        return places.map { FoundRow.values(title: $0.label(visit.words), href: $0.path, icon: $0.icon) }
            + (text.isEmpty ? [] : found)
            + (text.isEmpty ? [] : account).map { FoundRow.values(title: $0.label, href: $0.href, icon: "user") }
    }
}
