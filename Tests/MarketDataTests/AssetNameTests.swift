import Market
import MarketData
import Portfolio
import PortfolioWorld
import Testing

/// How assets are named, in new stores and in those of version 0.1.0 whose names clash.
@Suite struct AssetNameTests {
    private let world: PortfolioWorld.World
    private let portfolio: Portfolio

    init() throws {
        world = try PortfolioWorld.World()
        portfolio = world.portfolio("ann")
    }

    private func asset(_ id: String, _ ticker: String) -> Asset {
        Asset(id: AssetID(id)!, ticker: Ticker(ticker)!, name: "\(id) \(ticker)")
    }

    private func entry(_ ticker: String, _ id: String? = nil) -> AssetEntry {
        var entry = AssetEntry(ticker: ticker)
        entry.id = id
        return entry
    }

    @Test func theNamesOfKnownCoinsMeanThemWhateverAnOldStoreHolds() async throws {
        for clash in [asset("xrp", "EVIL"), asset("usd-two", "USD"), asset("btc-two", "BTC"), asset("evil-two", "BITCOIN")] {
            try await world.database.save(clash)
        }
        for known in KnownAssets.all {
            for name in ["\(known.id)", "\(known.ticker)", "\(known.ticker)".lowercased(), "\(known.id)".uppercased()] {
                #expect(try await portfolio.market.directory.asset(name).id == known.id, "\(name)")
            }
        }
        #expect(try await portfolio.market.directory.asset("EVIL").id.description == "xrp")
        #expect(try await portfolio.market.directory.asset("btc-two").ticker.description == "BTC")
    }

    @Test func aNameThatIsOneAssetsIdAndAnothersTickerIsRefused() async throws {
        let (kaspa, evil) = (asset("kaspa", "KAS"), asset("evil", "KASPA"))
        try await world.database.save(kaspa)
        #expect(try await portfolio.market.directory.asset("Kaspa") == kaspa)
        try await world.database.save(evil)
        for name in ["kaspa", "KASPA"] {
            await #expect(throws: AssetError.clashingName(name, id: kaspa, tickers: [evil.id])) {
                try await portfolio.market.directory.asset(name)
            }
        }
        #expect(try await portfolio.market.directory.asset("kas") == kaspa)
        #expect(try await portfolio.market.directory.asset("evil") == evil)
    }

    @Test func ofTwoAssetsWithOneTickerEachHasAName() async throws {
        let (first, second) = (
            try await portfolio.market.directory.add(entry("ONE")).asset,
            try await portfolio.market.directory.add(entry("ONE", "one-other")).asset
        )
        #expect(try await portfolio.market.directory.asset("one") == first)
        #expect(try await portfolio.market.directory.asset("one-other") == second)
        await #expect(throws: AssetError.ambiguousTicker("ONE", ids: [first.id, second.id])) {
            try await portfolio.market.directory.asset("ONE")
        }
        let stock = AssetError.unknown("AAPL").description
        #expect(stock.hasSuffix("closecast asset add AAPL, and its closes: closecast history import AAPL.csv"), "\(stock)")
        await #expect(throws: AssetError.unknown("nothing")) { try await portfolio.market.directory.asset("nothing") }
    }

    @Test(arguments: [
        ("EVIL", "xrp"), ("EVIL", "btc"), ("USD", "usd-two"), ("BTC", "btc-two"), ("BITCOIN", "evil"), ("BITCOIN", nil),
        ("ripple", nil),
        ("EVIL", "bitcoin"), ("USD", nil), ("EVIL", "usd"),
    ])
    func namesOfKnownAssetsCannotBeTaken(ticker: String, id: String?) async throws {
        let before = try await world.database.assets()
        await #expect(throws: AssetEntryError.self) { _ = try await portfolio.market.directory.add(entry(ticker, id)) }
        #expect(try await world.database.assets() == before)
    }

    @Test func anIdIsNeverAnothersTickerNorATickerAnothersId() async throws {
        _ = try await portfolio.market.directory.add(entry("SOL", "solana"))
        await #expect(throws: AssetEntryError.idTaken(AssetID("sol")!, by: Ticker("SOL")!)) {
            _ = try await portfolio.market.directory.add(entry("EVIL", "sol"))
        }
        await #expect(throws: AssetEntryError.tickerTaken(Ticker("SOLANA")!, by: asset("solana", "SOL").named("SOL"))) {
            _ = try await portfolio.market.directory.add(entry("solana", "evil"))
        }
        _ = try await portfolio.market.directory.add(entry("EVIL"))
        // Nor by another ticker for a stored asset.
        await #expect(throws: AssetEntryError.self) { _ = try await portfolio.market.directory.add(entry("SOLANA", "evil")) }
        #expect(try await portfolio.market.directory.asset("sol").id.description == "solana")
    }
}

extension Asset {
    fileprivate func named(_ name: String) -> Asset {
        var asset = self
        asset.name = name
        return asset
    }
}
