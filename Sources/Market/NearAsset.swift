import Text

extension NearName {
    /// Suggests an asset for a text that names none. Returns its ticker, or its id if several assets share the ticker.
    ///
    /// A full asset name such as `Bitcoin` matches that asset. Otherwise tickers, ids and names are searched, in this order.
    package static func ofAsset(_ text: String, among assets: [Asset]) -> String? {
        func label(_ asset: Asset) -> String {
            assets.count { $0.ticker == asset.ticker } > 1 ? asset.id.description : asset.ticker.description
        }
        let typed = text.lowercased()
        if let named = assets.first(where: { $0.name.lowercased() == typed || $0.id.description == typed }) { return label(named) }
        let spellings: [(Asset) -> String] = [{ $0.ticker.description }, { $0.id.description }, { $0.name }]
        for spelling in spellings {
            guard let near = of(text, among: assets.map(spelling)) else { continue }
            return assets.first { spelling($0) == near }.map(label)
        }
        return nil
    }
}
