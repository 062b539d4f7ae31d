import APIKit
import HTMLTemplates
import Languages
import Market
import MarketData
import PageKit
import Trading
import TradingWeb

/// The reader's favourite coins in their own order, and the star that marks a coin as one, on any page.
package struct FavouritesPages: Sendable {
    let market: MarketData
    let operations: FavouritesOperations
    let order: FavouriteOrderOperations
    let favourites: OrderedFavourites
    let outlooks: CoinOutlooks
    let coins: CoinFinder

    func add(to pages: inout PageList) {
        let path = Page.Place.favourites.path
        pages.get(path, .scope(.read), isKept: true) { visit in .page(try await page(visit, FormErrors())) }
        pages.post(path, .scope(.write), mark)
        pages.post("\(path)/order", .scope(.write), move)
    }

    // MARK: The list

    private func page(_ visit: Visit, _ errors: FormErrors, typed: Fields? = nil) async throws -> Page {
        let words = visit.words
        let (coins, preferred) = try await favourites.coins(of: visit)
        let rows = MarketRows(outlooks: outlooks, today: market.today).rows(
            of: try await market.listed(coins, periodDays: 30), favourites: Set(coins.map(\.id)))
        let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.asset.id, $0) })
        let summary = MarketSummary(rows, today: market.today, words)
        let movable = Self.movable(coins.map(\.id), preferred: preferred)
        var picker = try await CoinPicker(.all, self.coins, words, besides: Set(coins.map(\.id)))
        picker.sendsForm = true
        let field = FieldView("add", .coin(picker), words("compare.add-label"), hint: words("trade.choose.hint"), isRequired: true)
        var values: Values = [
            "rows": .list(coins.map { row($0, byID[$0.id], isPreferred: $0.id == preferred, movable, words) }),
            "isEmpty": .flag(coins.isEmpty), "order": .text(Self.text(coins.map(\.id))), "error": .optional(errors.general),
            "compare": .optional(compare(rows)), "added": field.values(errors, typed: typed),
            "undo": try await undo(visit, coins),
        ]
        values.merge(summary.values) { own, _ in own }
        return Page("favourites", title: words("favourites.title"), place: .favourites, values)
    }

    /// A favourite without closes has dashes.
    private func row(
        _ coin: Asset, _ row: MarketRow?, isPreferred: Bool, _ movable: [AssetID], _ words: Words
    ) -> TemplateValue {
        let ticker = "\(coin.ticker)"
        let own: Values = [
            "isPreferred": .flag(isPreferred), "isMovable": .flag(movable.contains(coin.id)),
            "isFirst": .flag(movable.first == coin.id), "isLast": .flag(movable.last == coin.id),
            "upLabel": .text(words("favourites.up", ["coin": ticker])),
            "downLabel": .text(words("favourites.down", ["coin": ticker])),
        ]
        guard let row, case .group(let values) = row.values(words) else {
            let missing: Values = [
                "coin": CoinView.of(coin, words), "price": .text(Conventions.dash), "day1": ChangeView.of(nil, words),
                "sparkline": .html(""), "old": false, "note": .text(words("favourites.no-closes")),
                "starLabel": .text(words("star.remove", ["coin": ticker])),
            ]
            return .group(missing.merging(own) { $1 })
        }
        return .group(values.merging(own) { $1 }.merging(["note": false]) { $1 })
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
        if fields.has("add") {
            do {
                try await visit.perform(operations.mark, ["asset": market.directory.asset(fields["add"]).id.description])
            } catch let error as AssetError {
                let errors = FormErrors(FormErrors.sentence(error.problem, visit.words), to: "add")
                return .page(try await page(visit, errors, typed: fields).with(errors))
            }
        }
        if !removed.isEmpty {
            _ = try await visit.perform(operations.removeSeveral, ["assets": removed.joined(separator: ",")])
        }
        let next = LocalPath.checked(fields["next"]) ?? Page.Place.markets.path
        // On other pages the same star adds the coin again; here its row is gone.
        guard next == Page.Place.favourites.path, let coin = removed.last else { return .redirect(next) }
        return .redirect("\(next)?removed=\(URLForm.encoded(coin))")
    }

    /// The notice after a favourite was removed; none if it is one again.
    private func undo(_ visit: Visit, _ favourites: [Asset]) async throws -> TemplateValue {
        guard let id = visit.query("removed").flatMap({ AssetID($0) }), !favourites.contains(where: { $0.id == id }),
            let coin = try await market.store.asset(id)
        else { return false }
        let (words, path) = (visit.words, Page.Place.favourites.path)
        return UndoNotice.values(
            words("script.star.removed", ["coin": "\(coin.ticker)"]), label: words("script.undo"), action: path,
            ["add": "\(id)", "next": path])
    }

    // MARK: Order

    /// The form contains the order that its page showed: sent twice, it takes effect once, and it undoes no change made meanwhile.
    private func move(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (coins, preferred) = try await favourites.coins(of: visit)
        let (shown, current) = (fields["order"].split(separator: ",").compactMap { AssetID(String($0)) }, coins.map(\.id))
        let target = Self.moved(shown, fields, preferred: preferred)
        if target != current {
            guard shown == current else {
                let errors = FormErrors(visit.words("favourites.changed"), to: nil)
                return .page(try await page(visit, errors).with(.conflict))
            }
            let text = Self.text(Array(target.prefix(FavouriteOrderInput.mostAssets)))
            _ = try await visit.perform(order.change, ["assets": text], key: fields.key)
        }
        return .redirect("\(Page.Place.favourites.path)?done=favourites-moved")
    }

    /// Returns the ids, separated by commas.
    private static func text(_ order: [AssetID]) -> String { order.map(\.description).joined(separator: ",") }

    /// The favourites that can be moved: the preferred coin always stands first, and the order of later ones is not stored.
    private static func movable(_ order: [AssetID], preferred: AssetID?) -> [AssetID] {
        order.prefix(FavouriteOrderInput.mostAssets).filter { $0 != preferred }
    }

    /// Returns the order after a button was pressed.
    ///
    /// - Parameter preferred: always stands first; others move past it.
    private static func moved(_ order: [AssetID], _ fields: Fields, preferred: AssetID?) -> [AssetID] {
        var order = order
        let movable = Set(movable(order, preferred: preferred))
        let places = order.indices.filter { movable.contains(order[$0]) }
        for (field, step) in [("up", -1), ("down", 1)] {
            guard let id = AssetID(fields[field]), let place = places.firstIndex(where: { order[$0] == id }),
                places.indices.contains(place + step)
            else { continue }
            order.swapAt(places[place], places[place + step])
        }
        return order
    }
}
