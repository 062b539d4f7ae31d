import Market
import Platform
import Store

/// The embedded simulated markets, stored so that a new server has data to show.
package enum SampleMarkets {
    /// The name of the source of their closes.
    package static let source = "sample"

    /// The name of the source of practice prices, which a server simulates up to the current minute.
    package static let practiceSource = "simulated"

    /// Whether this installation has them.
    package static var isInstalled: Bool { Locations.sampleFolder != nil }

    /// Whether all markets have closes.
    package static func isStored(in store: Store) async throws -> Bool {
        guard let folder = Locations.sampleFolder else { return false }
        let stored = try await store.coverage()
        return try names(in: folder).compactMap { Asset(unknown: Files.stem(of: $0)) }.allSatisfy { stored[$0.id] != nil }
    }

    private static func names(in folder: String) throws -> [String] { try Files.names(in: folder).filter { $0.hasSuffix(".csv") } }

    /// Stores the markets that are not stored yet.
    ///
    /// - Parameter progress: called before each market and at the end, with the number of stored markets and of all; it may throw to stop.
    /// - Returns: the number of closes added.
    package static func store(
        in store: Store, now: Int, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> Int {
        guard let folder = Locations.sampleFolder else { return 0 }
        let names = try names(in: folder)
        var added = 0
        for (index, name) in names.enumerated() {
            try progress(index, names.count)
            guard let asset = try await asset(Files.stem(of: name), in: store) else { continue }
            let file = try PriceFile(try Files.read("\(folder)/\(name)"), name: name)
            let candles = file.candles(endedBefore: Day(secondsSince1970: now)).candles
            added += try await store.store(candles, of: asset.id, source: source, retrievedAt: now, replaces: false).added
        }
        try progress(names.count, names.count)
        return added
    }

    /// Returns a market's stored asset, added if there is none. Operators may have set its name and providers, which it keeps.
    private static func asset(_ name: String, in store: Store) async throws -> Asset? {
        guard let unknown = Asset(unknown: name) else { return nil }
        var asset = try await store.asset(unknown.id) ?? unknown
        guard asset.name == unknown.name else { return asset }
        asset.name = SimulatedMarket.sampleName(asset.ticker)
        try await store.save(asset)
        return asset
    }
}
