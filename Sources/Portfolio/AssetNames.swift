import Market

/// How people name assets. Tickers and ids share one namespace: no id may be another asset's ticker, in any case, and USD and the coins of
/// ``KnownAssets/all`` keep their names.
///
/// Stores of version 0.1.0 may hold names that clash. They open as before, a clashing name is refused instead of guessed, and
/// `closecast doctor` lists the clashes.
extension Portfolio {
    /// The asset that a ticker or an id names, in any case.
    ///
    /// 1. A name of a known coin, or of US dollars, means that asset, whatever else has the name.
    /// 2. A ticker of one asset means it, and an id that is nobody's ticker means its asset.
    /// 3. Of several assets with one ticker, the one whose id is exactly `text` is meant.
    ///
    /// - Throws: ``PortfolioError/unknownAsset(_:near:)``; ``PortfolioError/ambiguousTicker(_:ids:)`` where several assets have the ticker;
    ///   ``PortfolioError/clashingName(_:id:tickers:)`` where one asset has it as its id and others as their ticker.
    package func asset(_ text: String) async throws -> Asset {
        if let id = KnownAssets.id(named: text), let known = try await repositories.assets.asset(id) { return known }
        let sameTicker = try await assets(ticker: text)
        guard let id = AssetID(anyCase: text), let sameID = try await repositories.assets.asset(id) else {
            guard sameTicker.count < 2 else { throw PortfolioError.ambiguousTicker(text, ids: sameTicker.map(\.id)) }
            guard let asset = sameTicker.first else { throw try await unknown(text) }
            return asset
        }
        guard sameTicker.contains(where: { $0.id != id }) else { return sameID }
        guard sameTicker.contains(where: { $0.id == id }) else {
            throw PortfolioError.clashingName(text, id: sameID, tickers: sameTicker.map(\.id))
        }
        guard text == id.description else { throw PortfolioError.ambiguousTicker(text, ids: sameTicker.map(\.id)) }
        return sameID
    }

    /// The error for a text that names no asset. Assets are the same for all owners, so any of them may be suggested.
    private func unknown(_ text: String) async throws -> PortfolioError {
        .unknownAsset(text, near: NearName.ofAsset(text, among: try await repositories.assets.assets()))
    }

    private func assets(ticker text: String) async throws -> [Asset] {
        guard let ticker = Ticker(text) else { return [] }
        return try await repositories.assets.assets(ticker: ticker)
    }

    /// Refuses a new asset, or a new ticker of a stored one, whose names would clash with another asset's.
    ///
    /// - Throws: ``AssetEntryError/reserved(_:for:)``, ``AssetEntryError/idTaken(_:by:)``, ``AssetEntryError/tickerTaken(_:by:)``.
    func checkNames(of asset: Asset) async throws {
        for name in [asset.ticker.description, asset.id.description] {
            if let known = KnownAssets.id(named: name), known != asset.id { throw AssetEntryError.reserved(name, for: known) }
        }
        if let known = KnownAssets.all.first(where: { $0.id == asset.id }), known.ticker != asset.ticker {
            throw AssetEntryError.known(asset.id)
        }
        let sameAsID = try await assets(ticker: asset.id.description)
        if asset.ticker.description.asciiLowercased != asset.id.description,
            let other = sameAsID.first(where: { $0.id != asset.id })
        {
            throw AssetEntryError.idTaken(asset.id, by: other.ticker)
        }
        guard let id = AssetID(anyCase: asset.ticker.description), id != asset.id,
            let other = try await repositories.assets.asset(id), other.ticker != asset.ticker
        else { return }
        throw AssetEntryError.tickerTaken(asset.ticker, by: other)
    }
}
