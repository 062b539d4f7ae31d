import Market
import Store
import Text

/// Finds, adds and removes assets by ticker or id.
///
/// Tickers and ids share one namespace: no id may be another asset's ticker, in any case, and USD and the coins of
/// ``KnownAssets/all`` keep their names. Stores of version 0.1.0 may contain names that clash. They still open; a clashing name
/// is an error instead of a guess, and `closecast doctor` lists the clashes.
package struct AssetDirectory: Sendable {
    private let store: Store

    /// Creates the directory of a store's assets.
    package init(_ store: Store) { self.store = store }

    /// Returns the asset with a ticker or an id, in any case.
    ///
    /// 1. A name of a known coin, or of US dollars, always means that asset.
    /// 2. A ticker that one asset has means that asset; an id that is no asset's ticker means the asset with the id.
    /// 3. If several assets share the ticker, the name means the one whose id is exactly `text`, in lower case.
    /// 4. A coin takes the name of a currency. Otherwise the code of a currency means that currency, whether anything of it is stored or not.
    ///
    /// - Throws: ``AssetError/unknown(_:near:)``; ``AssetError/ambiguousTicker(_:ids:)`` if several assets have the ticker and
    ///   `text` is not exactly the id of one; ``AssetError/clashingName(_:id:tickers:)`` if one asset has the name as its id and
    ///   others have it as their ticker.
    package func asset(_ text: String) async throws -> Asset {
        if let asset = try await store.lookUp({ try Asset.named(text, in: $0) }) { return asset }
        throw AssetError.unknown(text, near: NearName.ofAsset(text, among: try await store.assets()))
    }

    /// Returns the assets with these tickers or ids, each once, in the order given.
    ///
    /// - Throws: whatever ``asset(_:)`` throws for the first name that no asset has.
    package func assets(named names: [String]) async throws -> [Asset] {
        var found: [Asset] = []
        for name in names {
            let asset = try await asset(name)
            if !found.contains(asset) { found.append(asset) }
        }
        return found
    }

    private func named(_ text: String) async throws -> [Asset] {
        guard let ticker = Ticker(text) else { return [] }
        return try await store.assets(ticker: ticker)
    }

    /// Checks that the names of a new asset, or the new ticker of a stored one, do not clash with another asset's.
    ///
    /// - Throws: ``AssetEntryError/reserved(_:for:)``, ``AssetEntryError/idTaken(_:by:)``, ``AssetEntryError/tickerTaken(_:by:)``.
    private func checkNames(of asset: Asset) async throws {
        for name in [asset.ticker.description, asset.id.description] {
            if let known = KnownAssets.id(named: name), known != asset.id { throw AssetEntryError.reserved(name, for: known) }
        }
        let currency = CurrencyTable.asset(named: asset.id.description).flatMap { $0.id == asset.id ? $0 : nil }
        if let known = KnownAssets.all.first(where: { $0.id == asset.id }) ?? currency, known.ticker != asset.ticker {
            throw AssetEntryError.known(asset.id)
        }
        let sameAsID = try await named(asset.id.description)
        if asset.ticker.description.asciiLowercased != asset.id.description,
            let other = sameAsID.first(where: { $0.id != asset.id })
        {
            throw AssetEntryError.idTaken(asset.id, by: other.ticker)
        }
        guard let id = AssetID(anyCase: asset.ticker.description), id != asset.id,
            let other = try await store.asset(id), other.ticker != asset.ticker
        else { return }
        throw AssetEntryError.tickerTaken(asset.ticker, by: other)
    }

    // MARK: Changes

    /// Adds an asset, or adds details to a known one.
    ///
    /// - Returns: the asset as it is now stored, and whether it is new.
    /// - Throws: ``AssetEntryError``, ``AssetError/ambiguousTicker(_:ids:)``.
    package func add(_ entry: AssetEntry) async throws -> (asset: Asset, isNew: Bool) {
        let texts = [entry.name].compactMap(\.self) + entry.providerIDs.values
        if let text = texts.first(where: { HiddenCharacter.first(in: $0) != nil }) {
            throw AssetEntryError.badText(text)
        }
        let (known, isNew) = try await asset(for: entry)
        var asset = known
        asset.name = entry.name ?? asset.name
        asset.providerIDs.merge(entry.providerIDs) { $1 }
        asset.supply = entry.supply ?? asset.supply
        asset.firstTrade = entry.firstTrade ?? asset.firstTrade
        asset.lastTrade = entry.lastTrade ?? asset.lastTrade
        try await store.save(asset)
        return (asset, isNew)
    }

    /// Returns the asset that ``add(_:)`` would add or change, without storing it.
    ///
    /// - Throws: whatever ``add(_:)`` throws.
    package func asset(for entry: AssetEntry) async throws -> (asset: Asset, isNew: Bool) {
        guard let new = Asset(unknown: entry.ticker) else { throw AssetEntryError.noTicker(entry.ticker) }
        guard let text = entry.id else {
            if let id = KnownAssets.id(named: new.ticker.description), let known = try await store.asset(id) {
                guard known.id != .usd else { throw AssetEntryError.cash }
                guard known.ticker == new.ticker else { throw AssetEntryError.reserved(entry.ticker, for: id) }
                return (known, false)
            }
            let found = try await store.assets(ticker: new.ticker)
            guard found.count < 2 else { throw AssetError.ambiguousTicker(entry.ticker, ids: found.map(\.id)) }
            // The id may already belong to another ticker.
            if found.isEmpty, let other = try await store.asset(new.id) {
                throw AssetEntryError.idTaken(other.id, by: other.ticker)
            }
            if found.isEmpty, CurrencyTable.index(of: new.ticker.description) != nil { throw AssetEntryError.currency(new.ticker) }
            if found.isEmpty { try await checkNames(of: new) }
            return (found.first ?? new, found.isEmpty)
        }
        guard let id = AssetID(text) else { throw AssetEntryError.noID(text) }
        guard id != .usd else { throw AssetEntryError.cash }
        let known = try await store.asset(id)
        var asset = known ?? Asset(id: id, ticker: new.ticker, name: new.name)
        asset.ticker = new.ticker
        // An asset from an older store may be changed even if its names clash.
        if known?.ticker != asset.ticker { try await checkNames(of: asset) }
        return (asset, known == nil)
    }

    /// Removes an asset without stored closes, transactions or forecasts, together with every owner's favourite marks.
    ///
    /// - Throws: ``AssetEntryError``.
    package func remove(_ asset: Asset) async throws {
        guard !KnownAssets.all.contains(where: { $0.id == asset.id }) else { throw AssetEntryError.known(asset.id) }
        guard try await store.remove(asset.id) else { throw AssetEntryError.inUse(asset.id) }
    }
}
