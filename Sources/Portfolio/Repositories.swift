import Market

/// Where a portfolio's data is kept.
public struct Repositories: Sendable {
    /// Assets.
    public let assets: any AssetRepository
    /// Their candles and quotes.
    public let candles: any CandleRepository
    /// Which of them a person marked.
    public let favourites: any FavouriteRepository
    /// Wallets.
    public let wallets: any WalletRepository
    /// What happened in them.
    public let journal: any JournalRepository

    /// Repositories of one store.
    public init(
        assets: any AssetRepository, candles: any CandleRepository, favourites: any FavouriteRepository,
        wallets: any WalletRepository, journal: any JournalRepository
    ) {
        (self.assets, self.candles, self.favourites) = (assets, candles, favourites)
        (self.wallets, self.journal) = (wallets, journal)
    }
}
