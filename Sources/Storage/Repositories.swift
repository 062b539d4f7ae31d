import Portfolio

extension Database {
    /// Itself in all five roles.
    package var repositories: Repositories {
        Repositories(assets: self, candles: self, favourites: self, wallets: self, journal: self)
    }
}
