import Market
import Records

/// Refreshes an asset's closes within a number of seconds.
package typealias AssetRefresh = @Sendable (_ asset: Asset, _ deadlineSeconds: Double) async -> RefreshedCloses

/// The result of refreshing an asset's closes.
package struct RefreshedCloses: Sendable {
    /// The last stored day afterwards.
    package let newest: Day?
    package let added: Int
    /// The number of stored closes that providers have revised.
    package let differing: Int
    let providers: [String]
    /// Why no closes arrived; never contains an API key.
    package let failure: String?

    package init(newest: Day?, added: Int, differing: Int, providers: [String], failure: String?) {
        (self.newest, self.added, self.differing) = (newest, added, differing)
        (self.providers, self.failure) = (providers, failure)
    }
}

/// The closes of an asset after a refresh.
package struct RefreshedAsset: Record {
    let id: String
    let ticker: String
    let last: Day?
    let added: Int
    let differing: Int
    let providers: [String]

    package init(_ asset: Asset, _ closes: RefreshedCloses) {
        (id, ticker, last) = ("\(asset.id)", "\(asset.ticker)", closes.newest)
        (added, differing, providers) = (closes.added, closes.differing, closes.providers)
    }

    package init(_ field: inout Fields<RefreshedAsset>) throws {
        id = try field("id", \.id, .assetID)
        ticker = try field("ticker", \.ticker, .ticker)
        last = try field("last", \.last, nil, "The last stored day.")
        added = try field("added", \.added, .integer(0...100_000))
        differing = try field(
            "differing", \.differing, .integer(0...100_000), "Stored closes that differ from the providers' current ones.")
        providers = try field(
            "providers", \.providers, .array(.text(1...30), count: 0...20),
            "The providers that answered; empty if no close was missing.")
    }
}
