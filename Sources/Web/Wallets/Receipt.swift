import HTMLTemplates
import JSONText
import Languages
import Market
import MarketData
import Portfolio
import Server

/// The server's answer about the effects of orders or of an import, for a page.
struct Receipt: Sendable {
    private let document: JSONValue
    private let market: MarketData
    private let amounts: Amounts

    /// The maximum number of lines in each list; a page with all rows of a long file is useless.
    private static let longestList = 50

    init(_ reply: Reply, _ market: MarketData, _ amounts: Amounts) throws {
        var document = JSONValue.null
        if case .bytes(let bytes) = reply.body { document = try JSONValue(parsing: Array(bytes.readableBytesView)) }
        (self.document, self.market, self.amounts) = (document, market, amounts)
    }

    private var words: Words { amounts.words }

    private func list(_ name: String) -> [JSONValue] {
        guard case .array(let values)? = document[name] else { return [] }
        return values
    }

    /// The ids of the wallets that it changed.
    var walletIDs: Set<String> { Set(list("effects").compactMap { $0["wallet_id"]?.string }) }

    /// The values of `receipt.mustache`.
    func values() async throws -> TemplateValue {
        let (rows, effects) = (list("transactions"), list("effects"))
        let ids = (rows + effects + list("prices")).compactMap { $0["asset"]?.string.flatMap { AssetID($0) } }
        let names = RowNames(try await market.store.assets(ids: Set(ids)))
        return [
            "isNothing": .flag(rows.isEmpty), "effects": .list(effects.prefix(Self.longestList).map { effect($0, names) }),
            "rows": .list(rows.prefix(Self.longestList).map { row($0, names) }),
            "more": .optional(rows.count > Self.longestList ? words("wallet.more-rows", n: rows.count - Self.longestList) : nil),
            "prices": .list(list("prices").prefix(Self.longestList).map { .text(price($0, names)) }),
            "unknownCosts": .optional(list("unknown_costs").isEmpty ? nil : words("wallet.preview.no-cost")),
            "new": .text(words("wallet.preview.new", n: document["new"]?.integer ?? rows.count)),
            "known": .optional(document["known"]?.integer.flatMap { $0 > 0 ? words("wallet.preview.known", n: $0) : nil }),
            "hasEffects": .flag(!effects.isEmpty), "hasPrices": .flag(!list("prices").isEmpty),
        ]
    }

    private func text(_ value: JSONValue, _ name: String) -> String { value[name]?.string ?? "" }

    private func effect(_ value: JSONValue, _ names: RowNames) -> TemplateValue {
        [
            "wallet": .text(text(value, "wallet")), "coin": .text(names.ticker(text(value, "asset"))),
            "before": amounts.view(words.format.amount(text(value, "before"))),
            "after": amounts.view(words.format.amount(text(value, "after"))),
        ]
    }

    private func row(_ value: JSONValue, _ names: RowNames) -> TemplateValue {
        let day = value["time"]?.string.map { String($0.prefix(10)) }.flatMap { Day(iso: $0) }
        return [
            "day": .text(day.map { words.format.date($0, .short) } ?? Conventions.dash),
            "kind": .text(words("wallet.kind.\(text(value, "kind"))")), "wallet": .text(text(value, "wallet")),
            "coin": .text(names.ticker(text(value, "asset"))),
            "quantity": amounts.view(words.format.amount(text(value, "quantity"))),
        ]
    }

    private func price(_ value: JSONValue, _ names: RowNames) -> String {
        words(
            "wallet.preview.price",
            [
                "coin": names.ticker(text(value, "asset")), "price": words.format.amount(text(value, "price")),
                "day": Day(iso: text(value, "day")).map { words.format.date($0, .short) } ?? text(value, "day"),
                "source": text(value, "source"),
            ])
    }
}

/// The names used in rows of transactions.
struct RowNames {
    private let assets: [AssetID: Asset]

    init(_ assets: [AssetID: Asset]) { self.assets = assets }

    /// The ticker of an asset by its id.
    func ticker(_ id: String) -> String { AssetID(id).flatMap { assets[$0] }.map { "\($0.ticker)" } ?? id }
}
