import Ledger
import Market
import MarketData
import Portfolio
import Testing

@Suite(.serialized) struct AssetRepositoryTests {
    private static let full = Asset(
        id: AssetID("my-coin")!, ticker: Ticker("BTC")!, name: "My coin", quoteCurrency: "EUR",
        providerIDs: [.kraken: "MYEUR", .coingecko: "my-coin"], firstTrade: Day(daysSince1970: 19_000),
        lastTrade: Day(daysSince1970: 20_000), supply: 1e6, iconName: "my")

    @Test(arguments: EitherStore.allCases) func aNewStoreKnowsTheKnownAssets(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            #expect(try await repositories.assets() == KnownAssets.all.sorted { $0.id < $1.id })
        }
    }

    @Test(arguments: EitherStore.allCases) func aSavedAssetComesBackWhole(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            try await repositories.save(Self.full)
            #expect(try await repositories.asset(Self.full.id) == Self.full)
            #expect(try await repositories.assets(ticker: Ticker("BTC")!).map(\.id) == [.bitcoin, Self.full.id])
            var less = Self.full
            (less.providerIDs, less.supply, less.lastTrade, less.name) = ([.binance: "MY"], nil, nil, "Other")
            try await repositories.save(less)
            #expect(try await repositories.asset(less.id) == less)
            #expect(try await repositories.asset(.nowhere) == nil)
        }
    }

    @Test(arguments: EitherStore.allCases) func favouritesAreInOrderOfNames(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            try await repositories.save(Self.full)
            try await repositories.addFavourites([Self.full.id, .bitcoin, .bitcoin], of: "ann")
            try await repositories.addFavourites([.bitcoin], of: "ann")
            try await repositories.addFavourites([Self.full.id], of: "bob")
            #expect(try await repositories.favourites(of: "ann").map(\.id) == [.bitcoin, Self.full.id])
            #expect(try await repositories.removeFavourites([.bitcoin, .nowhere, .usd], of: "ann") == [.bitcoin])
            #expect(try await repositories.favourites(of: "ann").map(\.id) == [Self.full.id])
            #expect(try await repositories.favourites(of: "bob").map(\.id) == [Self.full.id])
        }
    }

    @Test(arguments: EitherStore.allCases) func anUnknownFavouriteMarksNothing(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await repositories.addFavourites([.bitcoin, .nowhere], of: "ann")
            }
            #expect(try await repositories.favourites(of: "ann").isEmpty)
        }
    }

    @Test(arguments: EitherStore.allCases) func anAssetIsRemovedOnlyWhileNothingIsStoredOfIt(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let asset = Asset(id: AssetID("odd")!, ticker: Ticker("ODD")!, name: "Odd", providerIDs: [.binance: "ODDUSDT"])
            try await repositories.save(asset)
            try await repositories.addFavourites([asset.id], of: "ann")
            let candle = Candle(day: Day(daysSince1970: 1), close: 1)
            _ = try await repositories.store([candle], of: asset.id, source: "file:x", retrievedAt: 1, replaces: false)
            #expect(try await !repositories.remove(asset.id))
            #expect(try await repositories.asset(asset.id) == asset)
            _ = try await repositories.removeCandles(of: asset.id)
            #expect(try await repositories.remove(asset.id))
            #expect(try await repositories.asset(asset.id) == nil)
            #expect(try await repositories.favourites(of: "ann").isEmpty)
        }
    }
}
