import Market

/// The asset whose closes a price file has, found by the file's name or by the symbol in the file.
package struct FileAsset: Equatable, Sendable {
    /// What the asset was found by, other than the whole name.
    package enum Clue: Equatable, Sendable {
        /// A part of the file's name: `BTC-USD.csv`, `btc_1d.csv` and `Binance_BTCUSDT_d.csv` are files of BTC.
        case partOfName
        /// The coin's symbol in the file.
        case symbol(String)
    }

    package let asset: Asset
    /// Whether the asset is not stored yet.
    package let isNew: Bool
    /// Nil if the name is that of the asset.
    package let clue: Clue?

    private init(_ asset: Asset, isNew: Bool = false, _ clue: Clue? = nil) {
        (self.asset, self.isNew, self.clue) = (asset, isNew, clue)
    }

    /// Finds a known asset, or makes a new one named after its ticker. Nothing is stored.
    ///
    /// - Parameters:
    ///   - name: a ticker or an id as typed, or the file's name without its ending.
    ///   - isTyped: whether a person typed the name, so that it is meant as a whole.
    ///   - symbol: the coin's symbol in the file, used if no asset has the name.
    /// - Returns: nil if no asset has the name, and it cannot be a ticker.
    /// - Throws: ``AssetError`` if the name is ambiguous, ``AssetEntryError`` if a new asset cannot have it.
    package static func named(
        _ name: String, isTyped: Bool, symbol: String?, in market: MarketData
    ) async throws -> FileAsset? {
        do {
            return FileAsset(try await market.directory.asset(name))
        } catch AssetError.unknown {
            guard !isTyped else { return try await new(name, in: market) }
        }
        let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let pairs = words.map { CoinSymbol($0) }.filter { $0.quote != nil }.map(\.base)
        for base in words.prefix(1) + pairs where base != name {
            guard let ticker = Ticker(base), try await !market.store.assets(ticker: ticker).isEmpty else { continue }
            return FileAsset(try await market.directory.asset(base), .partOfName)
        }
        if let symbol, let ticker = CoinSymbol(symbol).ticker,
            let found = try await named(ticker.description, isTyped: false, symbol: nil, in: market)
        {
            return FileAsset(found.asset, isNew: found.isNew, .symbol(symbol))
        }
        return try await new(name, in: market)
    }

    private static func new(_ name: String, in market: MarketData) async throws -> FileAsset? {
        guard Ticker(name) != nil else { return nil }
        let (asset, isNew) = try await market.directory.asset(for: AssetEntry(ticker: name))
        return FileAsset(asset, isNew: isNew)
    }
}
