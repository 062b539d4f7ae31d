import Market

/// Where a portfolio's data is kept.
package struct Repositories: Sendable {
    /// Assets.
    package let assets: any AssetRepository
    /// Their candles and quotes.
    package let candles: any CandleRepository
    /// Which of them a person marked.
    package let favourites: any FavouriteRepository
    /// Wallets.
    package let wallets: any WalletRepository
    /// What happened in them.
    package let journal: any JournalRepository

    /// Repositories of one store.
    package init(
        assets: any AssetRepository, candles: any CandleRepository, favourites: any FavouriteRepository,
        wallets: any WalletRepository, journal: any JournalRepository
    ) {
        (self.assets, self.candles, self.favourites) = (assets, candles, favourites)
        (self.wallets, self.journal) = (wallets, journal)
    }
}
