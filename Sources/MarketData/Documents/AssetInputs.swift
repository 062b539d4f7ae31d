import JSONText
import Market
import Records

/// An asset to add, or changes of a known one.
package struct NewAsset: Record {
    package let ticker: String
    package let id, name: String?
    package let providers: ProviderNames?
    package let supply: Double?
    package let firstTrade, lastTrade: Day?

    package init(_ field: inout Fields<Self>) throws {
        ticker = try field("ticker", \.ticker, .ticker)
        id = try field("id", \.id, .assetID, "The asset's id (default: the known asset's id, otherwise the ticker in lower case).")
        name = try field("name", \.name, .kept(1...100))
        providers = try field("providers", \.providers, "The asset's id at each provider.")
        supply = try field("supply", \.supply, .number(above: 0, maximum: 1e300), "Coins in circulation.")
        firstTrade = try field("first_trade", \.firstTrade, .day)
        lastTrade = try field("last_trade", \.lastTrade, .day)
    }

    package var entry: AssetEntry {
        var entry = AssetEntry(ticker: ticker)
        (entry.id, entry.name, entry.providerIDs) = (id, name, providers?.ids ?? [:])
        (entry.supply, entry.firstTrade, entry.lastTrade) = (supply, firstTrade, lastTrade)
        return entry
    }
}

/// The ids of an asset at providers.
package struct ProviderNames: DocumentPart {
    package static let schema = Schema.object(Provider.allCases.map { .optional($0.rawValue, .kept(1...100)) })

    let ids: [Provider: String]

    package init(_ json: JSONValue) {
        let known = Provider.allCases.compactMap { provider in json[provider.rawValue]?.string.map { (provider, $0) } }
        ids = Dictionary(uniqueKeysWithValues: known)
    }

    package func write(_ writer: inout JSONWriter) {
        writer.object { writer in
            for provider in Provider.allCases { if let id = ids[provider] { writer.member(provider.rawValue, id) } }
        }
    }
}
