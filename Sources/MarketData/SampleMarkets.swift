import Market
import Platform
import Store

/// The embedded simulated markets, stored so that a new server has data to show.
package enum SampleMarkets {
    /// The name of the source of their closes.
    package static let source = "sample"

    /// Whether this installation has them.
    package static var isInstalled: Bool { Locations.sampleFolder != nil }

    /// Stores the markets that are not stored yet.
    ///
    /// - Parameter progress: called before each market, with the number of stored markets and of all; it may throw to stop.
    /// - Returns: the number of closes added.
    package static func store(
        in store: Store, now: Int, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> Int {
        guard let folder = Locations.sampleFolder else { return 0 }
        let names = try Files.names(in: folder).filter { $0.hasSuffix(".csv") }
        var added = 0
        for (index, name) in names.enumerated() {
            try progress(index, names.count)
            guard var asset = Asset(unknown: Files.stem(of: name)) else { continue }
            asset.name = SimulatedMarket.sampleName(asset.ticker)
            try await store.save(asset)
            let file = try PriceFile(try Files.read("\(folder)/\(name)"), name: name)
            let candles = file.candles(endedBefore: Day(secondsSince1970: now)).candles
            added += try await store.store(candles, of: asset.id, source: source, retrievedAt: now, replaces: false).added
        }
        return added
    }
}
