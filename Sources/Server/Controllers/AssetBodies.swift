import JSONText
import Market
import MarketData
import Records

/// The bodies of requests about assets.
extension AssetSchemas {
    static let entry = Schema.object([
        .init("ticker", .ticker),
        .optional("id", .assetID, "The asset's id (default: the known asset's id, otherwise the ticker in lower case)."),
        .optional("name", .kept(1...100)),
        .optional(
            "providers", .object(Provider.allCases.map { .optional($0.rawValue, .kept(1...100)) }),
            "The asset's id at each provider."),
        .optional("supply", .number(above: 0, maximum: 1e300), "Coins in circulation."), .optional("first_trade", .day),
        .optional("last_trade", .day),
    ])

    /// Returns the entry in a body that was checked against the schema.
    static func entry(_ body: JSONValue) throws(Problem) -> AssetEntry {
        let body = BodyObject(body)
        var entry = AssetEntry(ticker: try body.read("ticker", .text))
        (entry.id, entry.name) = (try body.optional("id", .text), try body.optional("name", .text))
        entry.supply = try body.optional("supply", .number)
        let providers = body.object("providers")
        for provider in Provider.allCases { entry.providerIDs[provider] = try providers.optional(provider.rawValue, .text) }
        (entry.firstTrade, entry.lastTrade) = (try body.optional("first_trade", .day), try body.optional("last_trade", .day))
        return entry
    }
}
