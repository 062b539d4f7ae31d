import Foundation
import Market
import MarketFeeds
import Testing

/// Prices within the day, and other details from providers.
@Suite(.serialized) struct QuoteAndDetailTests {
    private static let hours = (0..<4).map { Scene.now - 3 * 3600 + $0 * 3600 }

    private static func body(_ provider: Provider) -> String {
        func rows(_ row: (Int, Int) -> String) -> String { hours.enumerated().map { row($1, $0) }.joined(separator: ",") }
        switch provider {
        case .binance: return "[" + rows { "[\($0 * 1000),\"1\",\"9\",\"1\",\"\(10 + $1)\",\"1\",0,\"1\"]" } + "]"
        case .kraken:
            return "{\"error\":[],\"result\":{\"X\":[" + rows { "[\($0),\"1\",\"9\",\"1\",\"\(10 + $1)\",\"1\",\"1\",1]" } + "]}}"
        case .coinbase: return "[" + rows { "[\($0),1,9,1,\(10 + $1),1]" } + "]"
        default: return "{\"prices\":[" + rows { "[\($0 * 1000),\(10 + $1)]" } + "]}"
        }
    }

    @Test(arguments: [Provider.binance, .kraken, .coinbase]) func anHoursPriceIsThatAtItsEnd(provider: Provider) async throws {
        let scene = Scene.scene(provider)
        let feed = scene.feed { _ in HTTPAnswer(status: 200, body: Array(Self.body(provider).utf8)) }
        let quotes = try await feed.hourlyQuotes(of: scene.id, since: Scene.now - 3600)
        // The hour that began this second has the newest price.
        #expect(quotes == [Quote(time: Scene.now - 3600, price: 11), Quote(time: Scene.now, price: 13)])
    }

    @Test func coinGeckosPointsAreMoments() async throws {
        let feed = Scene.coinGecko.feed { url in
            #expect(url.query!.contains("days=2"))
            return HTTPAnswer(status: 200, body: Array(Self.body(.coingecko).utf8))
        }
        let quotes = try await feed.hourlyQuotes(of: "bitcoin", since: Scene.now - 3600)
        #expect(quotes == [Quote(time: Scene.now - 3600, price: 12), Quote(time: Scene.now, price: 13)])
    }

    @Test(arguments: [Provider.binance, .kraken, .coinbase, .coingecko]) func oldQuotesAreIgnored(provider: Provider) async {
        let scene = Scene.scene(provider)
        let feed = scene.feed { _ in HTTPAnswer(status: 200, body: Array(Self.body(provider).utf8)) }
        let error = await #expect(throws: FeedError.self) { _ = try await feed.hourlyQuotes(of: scene.id, since: Scene.now + 1) }
        #expect(error?.reason == .noData)
    }

    @Test(arguments: [Provider.coinmetrics, .cryptocompare, .coinapi, .messari, .frankfurter]) func othersHaveNoQuotes(
        provider: Provider
    ) async {
        let scene = Scene.scene(provider)
        let feed = scene.feed { _ in HTTPAnswer(status: 500) }
        let error = await #expect(throws: FeedError.self) { _ = try await feed.hourlyQuotes(of: scene.id, since: 0) }
        #expect(error?.reason == .unsupported)
    }

    @Test func coinGeckoGivesNameAndSupply() async throws {
        let body = "[{\"id\":\"bitcoin\",\"symbol\":\"btc\",\"name\":\"Bitcoin\",\"circulating_supply\":20030493.0,\"roi\":null}]"
        let feed = Scene.coinGecko.feed { _ in HTTPAnswer(status: 200, body: Array(body.utf8)) }
        #expect(try await feed.details(of: "bitcoin") == AssetDetails(name: "Bitcoin", supply: 20_030_493))
        let error = await #expect(throws: FeedError.self) { _ = try await feed.details(of: "ether") }
        #expect(error?.reason == .unknownAsset("ether"))
    }

    @Test(arguments: ["BITSTAMP_SPOT_BTC_USD", "BTC"]) func coinAPIAlsoGivesTheDaysOfTrade(id: String) async throws {
        let body = """
            [{"asset_id":"BTC","name":"Bitcoin","type_is_crypto":1,"data_trade_start":"2010-07-17","supply_current":19000000.5,
            "data_trade_end":"2024-02-29T23:59:59.1234567Z"}]
            """
        let feed = Scene.coinAPI.feed { url in
            #expect(url.query == "filter_asset_id=BTC")
            return HTTPAnswer(status: 200, body: Array(body.utf8))
        }
        let details = AssetDetails(
            name: "Bitcoin", supply: 19_000_000.5, firstTrade: Scene.day("2010-07-17"), lastTrade: Scene.day("2024-02-29"))
        #expect(try await feed.details(of: id) == details)
    }

    @Test(arguments: [Provider.binance, .kraken, .coinmetrics, .coinbase, .cryptocompare, .messari, .frankfurter])
    func othersTellNothing(provider: Provider) async {
        let feed = Scene.scene(provider).feed { _ in HTTPAnswer(status: 500) }
        let error = await #expect(throws: FeedError.self) { _ = try await feed.details(of: "x") }
        #expect(error?.reason == .unsupported)
    }
}
