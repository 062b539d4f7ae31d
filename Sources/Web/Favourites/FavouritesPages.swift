import HTMLTemplates
import Languages
import Market
import MarketData
import Server

/// The reader's favourite coins, and the star that marks a coin as one, on any page.
struct FavouritesPages: Sendable {
    let market: MarketData
    let operations: FavouritesOperations
    let outlooks: CoinOutlooks

    private static let path = "/favourites"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read), isKept: true) { visit in .page(try await page(visit)) }
        pages.post(Self.path, .scope(.write), mark)
    }

    // MARK: The list

    /// - Parameter error: the error of the form below the list.
    private func page(_ visit: Visit, error: String? = nil) async throws -> Page {
        let words = visit.words
        let favourites = try await visit.perform(operations.list)
        let listed = try await market.listed(favourites, periodDays: 30)
        let rows = MarketRows(outlooks: outlooks, today: market.today).rows(of: listed, favourites: Set(favourites.map(\.id)))
        let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.asset.id, $0) })
        let summary = MarketSummary(rows, today: market.today, words)
        var values: Values = [
            "rows": .list(favourites.map { Self.values(of: $0, byID[$0.id], words) }), "isEmpty": .flag(favourites.isEmpty),
            "error": .optional(error),
            "compare": .optional(compare(rows)),
        ]
        values.merge(summary.values) { own, _ in own }
        return Page("favourites", title: words("favourites.title"), place: .favourites, values)
    }

    /// A favourite without closes has dashes.
    private static func values(of coin: Asset, _ row: MarketRow?, _ words: Words) -> TemplateValue {
        let choose: TemplateValue = .text(words("favourites.choose", ["coin": "\(coin.ticker)"]))
        guard let row, case .group(var values) = row.values(words) else {
            let none = ChangeView.of(nil, words)
            return [
                "coin": CoinView.of(coin, words), "price": .text(Conventions.dash), "day1": none, "day7": none, "day30": none,
                "sparkline": .html(""), "old": false,
                "outlook": false, "choose": choose, "note": .text(words("favourites.no-closes")),
            ]
        }
        values["choose"] = choose
        values["note"] = .flag(false)
        return .group(values)
    }

    /// The address that compares up to five of them.
    private func compare(_ rows: [MarketRow]) -> String? {
        guard rows.count >= 2 else { return nil }
        let names = rows.prefix(CompareChoice.most).map { row in
            URLForm.encoded(rows.count { $0.asset.ticker == row.asset.ticker } > 1 ? "\(row.asset.id)" : "\(row.asset.ticker)")
        }
        return "\(CompareChoice.path)?coins=\(names.joined(separator: ","))"
    }

    // MARK: Marks

    private func mark(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let removed = fields.all("remove")
        if fields.has("selected"), removed.isEmpty {
            return .page(try await page(visit, error: visit.words("favourites.none-chosen")).with(.unprocessableContent))
        }
        if fields.has("add") { try await visit.perform(operations.mark, ["asset": fields["add"]]) }
        if !removed.isEmpty {
            _ = try await visit.perform(operations.removeSeveral, ["assets": removed.joined(separator: ",")])
        }
        return .redirect(LocalPath.checked(fields["next"]) ?? Page.Place.markets.path)
    }
}
