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

    @Test func aNewStoreKnowsTheKnownAssets() async throws {
        try await TestStore.with { (store) async throws in
            #expect(try await store.assets() == KnownAssets.all.sorted { $0.id < $1.id })
        }
    }

    @Test func aSavedAssetComesBackWhole() async throws {
        try await TestStore.with { (store) async throws in
            try await store.save(Self.full)
            #expect(try await store.asset(Self.full.id) == Self.full)
            #expect(try await store.assets(ticker: Ticker("BTC")!).map(\.id) == [.bitcoin, Self.full.id])
            var less = Self.full
            (less.providerIDs, less.supply, less.lastTrade, less.name) = ([.binance: "MY"], nil, nil, "Other")
            try await store.save(less)
            #expect(try await store.asset(less.id) == less)
            #expect(try await store.asset(.nowhere) == nil)
        }
    }

    @Test func favouritesAreInOrderOfNames() async throws {
        try await TestStore.with { (store) async throws in
            try await store.save(Self.full)
            try await store.addFavourites([Self.full.id, .bitcoin, .bitcoin], of: "ann")
            try await store.addFavourites([.bitcoin], of: "ann")
            try await store.addFavourites([Self.full.id], of: "bob")
            #expect(try await store.favourites(of: "ann").map(\.id) == [.bitcoin, Self.full.id])
            #expect(try await store.removeFavourites([.bitcoin, .nowhere, .usd], of: "ann") == [.bitcoin])
            #expect(try await store.favourites(of: "ann").map(\.id) == [Self.full.id])
            #expect(try await store.favourites(of: "bob").map(\.id) == [Self.full.id])
        }
    }

    @Test func anUnknownFavouriteMarksNothing() async throws {
        try await TestStore.with { (store) async throws in
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await store.addFavourites([.bitcoin, .nowhere], of: "ann")
            }
            #expect(try await store.favourites(of: "ann").isEmpty)
        }
    }

    @Test func anAssetIsRemovedOnlyWhileNothingIsStoredOfIt() async throws {
        try await TestStore.with { (store) async throws in
            let asset = Asset(id: AssetID("odd")!, ticker: Ticker("ODD")!, name: "Odd", providerIDs: [.binance: "ODDUSDT"])
            try await store.save(asset)
            try await store.addFavourites([asset.id], of: "ann")
            let candle = Candle(day: Day(daysSince1970: 1), close: 1)
            _ = try await store.store([candle], of: asset.id, source: "file:x", retrievedAt: 1, replaces: false)
            #expect(try await !store.remove(asset.id))
            #expect(try await store.asset(asset.id) == asset)
            _ = try await store.removeCandles(of: asset.id)
            #expect(try await store.remove(asset.id))
            #expect(try await store.asset(asset.id) == nil)
            #expect(try await store.favourites(of: "ann").isEmpty)
        }
    }
}
