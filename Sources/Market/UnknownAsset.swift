extension Asset {
    /// Creates an asset of which only the ticker is known. Nil if `name` is not a valid ticker.
    package init?(unknown name: String) {
        guard let ticker = Ticker(name),
            let id = AssetID(String(ticker.description.lowercased().map { $0 == "." || $0 == "_" ? "-" : $0 }))
        else { return nil }
        self.init(id: id, ticker: ticker, name: ticker.description)
    }
}
