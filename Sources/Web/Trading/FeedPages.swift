import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import Server
import Trading

/// The followed coins in the person's order, the preferred coin first.
struct FeedPages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: FeedOperations
    let outlooks: CoinOutlooks

    static let path = "/trading/feed"
    /// The maximum length of the feed.
    private static let most = 100

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { visit in .page(try await page(visit, FormErrors())) }
        pages.post(Self.path, .scope(.write), change)
    }

    // MARK: The page

    private func page(_ visit: Visit, _ errors: FormErrors, typed: Fields? = nil) async throws -> Page {
        let words = visit.words
        let feed = try await feed(visit)
        let (order, preferred, shown) = (feed.chosen, feed.preferred, feed.shown)
        let assets = try await market.store.assets(ids: Set(shown))
        let coins = shown.compactMap { assets[$0] }
        let listed = try await market.listed(coins, periodDays: 30)
        let rows = MarketRows(outlooks: outlooks, today: market.today).rows(of: listed, favourites: [])
        let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.asset.id, $0) })
        let movable = coins.filter { $0.id != preferred }
        let cash = Set(Currency.allCases.map(\.asset))
        let known = try await market.store.assets().filter { !cash.contains($0.id) && !shown.contains($0.id) }
        let field = FieldView("asset", .coin, words("wallet.coin"), hint: words("send.choose-hint"))
        return Page(
            "feed", title: words("feed.title"), place: .practice,
            [
                "heading": .text(words("feed.title")), "isEmpty": .flag(coins.isEmpty),
                "order": .text(Self.text(order)), "coinField": field.values(errors, typed: typed),
                "generalError": .optional(errors.general),
                "rows": .list(
                    coins.map { coin in
                        row(coin, byID[coin.id], isPreferred: coin.id == preferred, movable, words)
                    }),
                "knownCoins": CoinView.known(known, words),
                "hasPreferred": .flag(preferred != nil),
            ]
        ).with(errors)
    }

    private func row(
        _ coin: Asset, _ row: MarketRow?, isPreferred: Bool, _ movable: [Asset], _ words: Words
    ) -> TemplateValue {
        let ticker = "\(coin.ticker)"
        var values: Values = [
            "coin": CoinView.of(coin, words), "isPreferred": .flag(isPreferred), "price": .text(Conventions.dash),
            "day1": ChangeView.of(nil, words), "sparkline": .html(""), "old": false, "note": .optional(words("feed.no-closes")),
            "isFirst": .flag(movable.first?.id == coin.id), "isLast": .flag(movable.last?.id == coin.id),
            "upLabel": .text(words("feed.up", ["coin": ticker])), "downLabel": .text(words("feed.down", ["coin": ticker])),
            "removeLabel": .text(words("feed.remove", ["coin": ticker])),
        ]
        if let row, case .group(let market) = row.values(words) {
            for name in ["price", "day1", "sparkline", "old"] { values[name] = market[name] }
            values["note"] = false
        }
        return .group(values)
    }

    /// Returns the ids, separated by commas.
    private static func text(_ order: [AssetID]) -> String { order.map(\.description).joined(separator: ",") }

    private func feed(_ visit: Visit) async throws -> CoinFeed {
        try await trading.accounts.feed(of: visit.caller.owner, preferring: visit.preferences.preferredCoin)
    }

    // MARK: Changes

    /// Each form contains the order that its page showed: sent twice, it takes effect once, and it undoes no change made meanwhile.
    private func change(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let words = visit.words
        let feed = try await feed(visit)
        let seen = fields["order"].split(separator: ",").compactMap { AssetID(String($0)) }
        var target = seen
        let done: String
        if fields.has("add") {
            guard !fields["asset"].isEmpty else {
                return .page(try await page(visit, FormErrors(words("wallet.error.missing"), to: "asset")))
            }
            do {
                let coin = try await market.directory.asset(fields["asset"])
                guard !Currency.allCases.map(\.asset).contains(coin.id) else { throw TradingError.notACoin(coin.ticker) }
                if !target.contains(coin.id) { target.append(coin.id) }
            } catch {
                return .page(try await page(visit, try FormErrors(ofCoin: error, words), typed: fields))
            }
            guard target.count <= Self.most else {
                let errors = FormErrors(words("feed.full", n: Self.most), to: "asset")
                return .page(try await page(visit, errors, typed: fields))
            }
            done = "feed-added"
        } else {
            (target, done) = Self.moved(seen, fields, preferred: feed.preferred)
        }
        if target != feed.chosen {
            guard feed.chosen == seen else {
                return .page(try await page(visit, FormErrors(words("feed.changed"), to: nil)).with(.conflict))
            }
            _ = try await visit.perform(operations.change, ["assets": Self.text(target)], key: fields.key)
        }
        return .redirect("\(Self.path)?done=\(done)")
    }

    /// Returns the order after a button was pressed, and the key of the message.
    ///
    /// - Parameter preferred: always stands first; others move past it.
    static func moved(_ order: [AssetID], _ fields: Fields, preferred: AssetID?) -> (order: [AssetID], done: String) {
        var order = order
        if let id = AssetID(fields["remove"]) {
            order.removeAll { $0 == id }
            return (order, "feed-removed")
        }
        let places = order.indices.filter { order[$0] != preferred }
        for (field, step) in [("up", -1), ("down", 1)] {
            guard let id = AssetID(fields[field]), let place = places.firstIndex(where: { order[$0] == id }),
                places.indices.contains(place + step)
            else { continue }
            order.swapAt(places[place], places[place + step])
        }
        return (order, "feed-moved")
    }
}

extension FormErrors {
    /// The error of a field that names no coin.
    ///
    /// - Throws: `error`, if it is another one.
    init(ofCoin error: any Error, _ words: Words) throws {
        switch error {
        case let error as AssetError: self.init(Self.sentence(error.problem, words), to: "asset")
        case TradingError.notACoin(let ticker): self.init(words("pay.refused.not-a-coin", ["coin": "\(ticker)"]), to: "asset")
        default: throw error
        }
    }
}
