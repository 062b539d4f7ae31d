import Market
import Platform
import Storage

/// The embedded simulated markets, stored so that a new server has data to show.
enum SampleMarkets {
    /// Stores the markets that are not stored yet.
    ///
    /// - Returns: the number of closes added.
    static func store(in store: Store, now: Int) async throws -> Int {
        guard let folder = Locations.sampleFolder else { return 0 }
        var added = 0
        for name in try Files.names(in: folder) where name.hasSuffix(".csv") {
            guard var asset = Asset(unknown: Files.stem(of: name)) else { continue }
            asset.name = SimulatedMarket.sampleName(asset.ticker)
            try await store.save(asset)
            let file = try PriceFile(try Files.read("\(folder)/\(name)"), name: name)
            let candles = file.candles(endedBefore: Day(secondsSince1970: now)).candles
            added += try await store.store(candles, of: asset.id, source: "sample", retrievedAt: now, replaces: false).added
        }
        return added
    }
}
