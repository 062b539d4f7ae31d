import Market

/// Why a name does not identify one stored asset.
package enum AssetError: Error, Equatable, Sendable {
    /// Neither a ticker nor an id of a stored asset. `near` is an asset with a similar name, or with this text as its full name.
    case unknown(String, near: String? = nil)
    /// Several stored assets have the ticker.
    case ambiguousTicker(String, ids: [AssetID])
    /// One stored asset has the name as its id, others have it as their ticker; only stores of version 0.1.0 hold such assets.
    case clashingName(String, id: Asset, tickers: [AssetID])
    /// No stored asset has the id.
    case notStored(AssetID)
}

extension AssetError: CustomStringConvertible {
    /// A sentence with the names and what to do.
    package var description: String {
        switch self {
        case .unknown(let text, let near?):
            "\(text) is not a known asset; did you mean \(near)? (closecast asset list)"
        // Which providers know a ticker is not known here: AAPL is no coin.
        case .unknown(let text, nil):
            "\(text) is not a known asset; see closecast asset list"
                + (Ticker(text) == nil
                    ? ""
                    : ", or add it: closecast asset add \(Ticker(text)!), and its closes: closecast history import \(Ticker(text)!).csv")
        case .ambiguousTicker(let text, let ids):
            "\(text) is the ticker of \(ids.map(\.description).joined(separator: " and ")); name one of these ids instead"
        case .clashingName(let text, let asset, let ids):
            "\(text) is the id of \(asset.ticker) and the ticker of \(ids.map(\.description).joined(separator: " and ")); name the first "
                + "by its ticker, \(asset.ticker), or the other by its id"
        case .notStored(let id): "no asset has the id \(id); see closecast asset list"
        }
    }
}
