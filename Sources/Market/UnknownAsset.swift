extension Asset {
    /// An asset of which no more is known than what a person calls it; nil where that is no ticker.
    package init?(unknown name: String) {
        guard let ticker = Ticker(name),
            let id = AssetID(String(ticker.description.lowercased().map { $0 == "." || $0 == "_" ? "-" : $0 }))
        else { return nil }
        self.init(id: id, ticker: ticker, name: ticker.description)
    }
}
