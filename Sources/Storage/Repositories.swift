import Portfolio

extension Database {
    /// This database in the roles that `Repositories` bundles.
    package var repositories: Repositories {
        Repositories(assets: self, candles: self, favourites: self, wallets: self, journal: self)
    }
}
