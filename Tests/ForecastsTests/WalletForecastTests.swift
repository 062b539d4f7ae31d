import Forecasting
import Forecasts
import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct WalletForecastTests {
    private static let sampling = Sampling(paths: 50, seed: 3)
    private static let count = 520

    let world: World
    let portfolio: Portfolio
    let wallet: Wallet
    let forecaster: Forecaster

    static func forecaster() throws -> Forecaster {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try Forecaster(ModelFolder(root.appending(path: "models/daily-close-t").path))
    }

    init() async throws {
        world = try World(today: day0 + Self.count)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
        forecaster = try Self.forecaster()
        try await world.store(Self.closes(1), of: bitcoin)
        try await world.store(Self.closes(2), of: ethereum)
    }

    private static func closes(_ seed: UInt64, count: Int = count) -> [Double?] {
        var random = SeededGenerator(seed: seed)
        var price = 1000.0
        return (0..<count).map { _ in
            price *= exp(0.03 * random.studentT(degrees: 4))
            return (price * 1e6).rounded() / 1e6
        }
    }

    private func forecast(_ missing: MissingParts = .refused, asOf: Day? = nil) async throws -> IssuedWalletForecast {
        var request = ForecastRequest()
        (request.days, request.asOf) = (10, asOf)
        (request.paths, request.seed) = (Self.sampling.paths, Self.sampling.seed)
        return try await WalletForecasts(portfolio.market).forecast(
            WalletGroup(wallet), of: portfolio, try request.plan(for: forecaster), missing: missing,
            by: ThreadForecaster(forecaster, threads: 1))
    }

    private func hold(_ asset: AssetID, _ quantity: Quantity) async throws {
        try await portfolio.perform(wallet, asset, .deposit(quantity, cost: "1"))
    }

    @Test func oneCoinIsForecastAsItselfTimesItsAmount() async throws {
        try await hold(bitcoin, "0.25")
        let found = try await forecast().forecast
        let asset = try await portfolio.market.directory.asset("BTC")
        let history = try await portfolio.market.histories.history(
            of: asset, .init(need: forecaster.contextLength, today: portfolio.today)
        ).history
        let own = try forecaster.forecast([history], days: 10, sampling: Self.sampling, threads: 1)[0].get()
        for step in 1...10 {
            #expect(abs(found.points[step - 1] / (0.25 * own.points[step - 1]) - 1) < 1e-9)
            for level in [0.05, 0.5, 0.9] {
                let expected = 0.25 * own.distribution!.quantile(level, step: step)
                #expect(abs(found.quantile(level, step: step) / expected - 1) < 1e-9, "step \(step), level \(level)")
            }
        }
        #expect(found.cutoff == day0 + Self.count - 1)
    }

    @Test func cashAddsItself() async throws {
        try await hold(bitcoin, "2")
        try await hold(ethereum, "3")
        let before = try await forecast().forecast
        try await portfolio.perform(wallet, .usd, .deposit("12345.5", cost: nil))
        let after = try await forecast().forecast
        #expect(after.cash == 12345.5)
        for step in 1...10 {
            #expect(abs(after.points[step - 1] - before.points[step - 1] - 12345.5) < 1e-6)
            #expect(abs(after.quantile(0.1, step: step) - before.quantile(0.1, step: step) - 12345.5) < 1e-6)
        }
    }

    @Test func aCoinWithTooLittleHistoryIsRefusedOrLeftOutByName() async throws {
        try await world.store(Self.closes(3, count: 100), of: litecoin, from: day0 + Self.count - 100)
        try await hold(bitcoin, "2")
        let alone = try await forecast().forecast
        try await hold(litecoin, "5")
        let error = await #expect(throws: WalletInputError.self) { try await forecast() }
        guard case .unusableCloses(let ticker, let reason) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(ticker.description == "LTC" && reason.description.contains("100"))
        let found = try await forecast(.leftOut)
        #expect(found.leftOut.map { "\($0.asset.ticker) \($0.quantity)" } == ["LTC 5"])
        #expect(found.leftOut[0].reason.description.contains("100"), "\(found.leftOut[0].reason)")
        #expect(found.forecast.points == alone.points)
    }

    @Test func aCoinWithoutClosesIsRefusedOrLeftOutByName() async throws {
        try await hold(bitcoin, "2")
        try await hold(litecoin, "5")
        await #expect(throws: WalletInputError.self) { try await forecast() }
        #expect(try await forecast(.leftOut).leftOut.map(\.asset.id) == [litecoin])
    }

    @Test func aStaleCoinIsRefusedOrLeftOutByNameUnlessAllAreCutOffThere() async throws {
        try await world.store(Self.closes(3, count: Self.count - 8), of: litecoin)
        try await hold(bitcoin, "2")
        try await hold(litecoin, "5")
        let error = await #expect(throws: WalletForecastError.self) { try await forecast() }
        #expect(error?.description.contains("LTC") == true)
        let found = try await forecast(.leftOut)
        #expect(found.leftOut.map { "\($0.asset.id) \($0.quantity)" } == ["litecoin 5"])
        #expect(found.forecast.cutoff == day0 + Self.count - 1)
        let earlier = try await forecast(asOf: day0 + Self.count - 9)
        #expect(earlier.leftOut.isEmpty && earlier.forecast.parts.count == 2)
        #expect(earlier.forecast.cutoff == day0 + Self.count - 9)
    }

    @Test(arguments: [1, 7]) func closesThatEndAFewDaysEarlierHoldTheForecastBack(days: Int) async throws {
        try await world.store(Self.closes(3, count: Self.count - days), of: litecoin)
        try await hold(bitcoin, "2")
        try await hold(litecoin, "5")
        let found = try await forecast()
        #expect(found.forecast.parts.count == 2)
        #expect(found.forecast.cutoff == day0 + Self.count - 1 - days)
    }

    @Test func ofTwoAssetsWithOneTickerTheStaleOneIsLeftOut() async throws {
        let second = Asset(id: AssetID("a-second")!, ticker: Ticker("BTC")!, name: "Second")
        try await world.database.save(second)
        try await world.store(Self.closes(3, count: Self.count - 8), of: bitcoin)
        _ = try await world.database.removeCandles(of: bitcoin)
        try await world.store(Self.closes(3, count: Self.count - 8), of: bitcoin)
        try await world.store(Self.closes(4), of: second.id)
        try await hold(second.id, "1")
        try await hold(bitcoin, "2")
        #expect(try await forecast(.leftOut).leftOut.map { "\($0.asset.id) \($0.quantity)" } == ["bitcoin 2"])
    }

    @Test func aWalletOfCashAloneHasNothingToForecast() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("5", cost: nil))
        await #expect(throws: WalletInputError.nothingToForecast(wallets: ["w"])) { try await forecast() }
        try await hold(litecoin, "5")
        await #expect(throws: WalletInputError.nothingToForecast(wallets: ["w"])) { try await forecast(.leftOut) }
    }
}
