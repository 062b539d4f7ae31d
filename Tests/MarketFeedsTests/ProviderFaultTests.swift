import Foundation
import Market
import MarketFeeds
import Testing

/// Errors in each provider's wording, and their meaning.
@Suite(.serialized) struct ProviderFaultTests {
    struct Fault: Sendable {
        let provider: Provider
        let status: Int
        let body: String
        let problem: FeedError.Reason
    }

    private static let faults: [Fault] = [
        .init(
            provider: .binance, status: 400, body: "{\"code\":-1121,\"msg\":\"Invalid symbol.\"}", problem: .unknownAsset("BTCUSDT")
        ),
        .init(
            provider: .binance, status: 400, body: "{\"code\":-1100,\"msg\":\"Illegal\"}",
            problem: .refused(status: 400, message: "Illegal")),
        .init(provider: .binance, status: 451, body: "{}", problem: .blocked(status: 451)),
        .init(provider: .binance, status: 403, body: "<html>", problem: .blocked(status: 403)),
        .init(provider: .binance, status: 200, body: "{}", problem: .malformed(what: "no array", place: "the answer")),
        .init(
            provider: .kraken, status: 200, body: "{\"error\":[\"EQuery:Unknown asset pair\"]}", problem: .unknownAsset("XBTUSD")),
        .init(
            provider: .kraken, status: 200, body: "{\"error\":[\"EGeneral:Too many requests\"]}",
            problem: .rateLimited(retryAfterSeconds: nil)),
        .init(
            provider: .kraken, status: 200, body: "{\"error\":[\"EAPI:Rate limit exceeded\"]}",
            problem: .rateLimited(retryAfterSeconds: nil)),
        .init(
            provider: .kraken, status: 200, body: "{\"error\":[\"EService:Unavailable\"]}",
            problem: .unavailable(status: 200, message: "EService:Unavailable")),
        .init(
            provider: .kraken, status: 200, body: "{\"error\":[\"EGeneral:Invalid arguments\"]}",
            problem: .refused(status: 200, message: "EGeneral:Invalid arguments")),
        .init(provider: .kraken, status: 200, body: "{\"error\":[],\"result\":{\"XXBTZUSD\":[],\"last\":1}}", problem: .noData),
        .init(
            provider: .coinmetrics, status: 400,
            body: "{\"error\":{\"type\":\"bad_parameter\",\"message\":\"Bad parameter 'assets'. Value 'btc' is not supported.\"}}",
            problem: .unknownAsset("btc")),
        .init(provider: .coinbase, status: 404, body: "{\"message\":\"NotFound\"}", problem: .unknownAsset("BTC-USD")),
        .init(provider: .coinbase, status: 200, body: "[]", problem: .noData),
        .init(
            provider: .coingecko, status: 401,
            body:
                "{\"error\":{\"status\":{\"error_code\":10012,\"error_message\":\"Your request exceeds the allowed time range.\"}}}",
            problem: .outsideOfRange(oldest: nil)),
        .init(
            provider: .coingecko, status: 429, body: "{\"status\":{\"error_code\":429,\"error_message\":\"slow down\"}}",
            problem: .rateLimited(retryAfterSeconds: nil)),
        .init(
            provider: .coingecko, status: 400, body: "{\"status\":{\"error_code\":10010,\"error_message\":\"wrong key\"}}",
            problem: .keyRefused(status: 400)),
        .init(provider: .coingecko, status: 404, body: "{\"error\":\"coin not found\"}", problem: .unknownAsset("bitcoin")),
        .init(
            provider: .coingecko, status: 200, body: "{\"prices\":[[1709208000000,1],[1709211600000,1]],\"total_volumes\":[]}",
            problem: .malformed(what: "no point at 00:00 UTC", place: "\"prices\"")),
        .init(
            provider: .cryptocompare, status: 200,
            body: "{\"Response\":\"Error\",\"Message\":\"You are over your rate limit please upgrade your account!\"}",
            problem: .rateLimited(retryAfterSeconds: nil)),
        .init(
            provider: .cryptocompare, status: 200,
            body: "{\"Response\":\"Error\",\"Message\":\"You need a valid auth key or api key to access this endpoint\"}",
            problem: .keyRefused(status: 200)),
        .init(
            provider: .cryptocompare, status: 200,
            body: "{\"Response\":\"Error\",\"Message\":\"CCCAGG market does not exist for this coin pair (ZZZ-USD)\"}",
            problem: .unknownAsset("BTC")),
        .init(
            provider: .cryptocompare, status: 200, body: "{\"Response\":\"Error\",\"Message\":\"limit is larger than max value.\"}",
            problem: .refused(status: 200, message: "limit is larger than max value.")),
        .init(provider: .coinapi, status: 550, body: "{\"error\":\"no data\"}", problem: .noData),
        .init(provider: .coinapi, status: 403, body: "{\"error\":\"forbidden\"}", problem: .keyRefused(status: 403)),
        .init(
            provider: .coinapi, status: 400, body: "{\"error\":\"Wrong symbol_id\"}",
            problem: .unknownAsset("BITSTAMP_SPOT_BTC_USD")),
        .init(
            provider: .messari, status: 200, body: "{\"status\":{\"error_code\":404,\"error_message\":\"not found\"}}",
            problem: .unknownAsset("bitcoin")),
        .init(
            provider: .messari, status: 200, body: "{\"data\":{\"parameters\":{\"columns\":[]},\"values\":null}}", problem: .noData),
    ]

    @Test(arguments: faults) func aProvidersWordsBecomeTheRightProblem(fault: Fault) async throws {
        let scene = Scene.scene(fault.provider)
        let feed = scene.feed { _ in HTTPAnswer(status: fault.status, body: Array(fault.body.utf8)) }
        #expect(await scene.ask(feed).failure?.reason == fault.problem)
    }

    /// Prices that no market has, a time in the wrong unit, two closes of one day.
    @Test(
        arguments: Scene.all,
        [
            ("105.25", "0"), ("105.25", "-1"), ("105.25", "1e999"), ("105.25", "\"x\""), ("105.25", "\"nan\""), ("106.25", "[]"),
        ])
    func aBadCloseIsMalformed(scene: Scene, change: (String, String)) async throws {
        let body = scene.body.replacing(change.0, with: change.1).replacing("\"\"x\"\"", with: "\"x\"")
        let feed = scene.feed { _ in HTTPAnswer(status: 200, body: Array(body.utf8)) }
        let result = await scene.ask(feed)
        // Days without trades are zeros at CryptoCompare: a gap.
        if scene.provider == .cryptocompare, change.1 == "0" {
            #expect(try result.get().candles == Array(scene.candles.dropFirst()))
            return
        }
        let error = try #require(result.failure)
        guard case .malformed = error.reason else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: Scene.all.filter { ![.coingecko, .frankfurter].contains($0.provider) }) func twoClosesOfOneDayAreMalformed(
        scene: Scene
    ) async throws {
        let body = scene.body.replacing("\(Scene.seconds("2024-02-28"))", with: "\(Scene.seconds("2024-02-27"))")
            .replacing("2024-02-28T00", with: "2024-02-27T00")
        let feed = scene.feed { _ in HTTPAnswer(status: 200, body: Array(body.utf8)) }
        let error = try #require(await scene.ask(feed).failure)
        guard case .malformed(_, "the candles of 2024-02-27") = error.reason else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: Scene.all.filter { ![.coingecko, .frankfurter].contains($0.provider) }) func aDayThatBeginsLateIsMalformed(
        scene: Scene
    ) async throws {
        let seconds = Scene.seconds("2024-02-28")
        let body = scene.body.replacing("\(seconds)", with: "\(seconds + 3600)").replacing("2024-02-28T00:", with: "2024-02-28T01:")
        let feed = scene.feed { _ in HTTPAnswer(status: 200, body: Array(body.utf8)) }
        let error = try #require(await scene.ask(feed).failure)
        guard case .malformed("a day that begins at second 3600", _) = error.reason else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func everyProblemNamesProviderRequestAndRemedy() {
        let problems: [FeedError.Reason] = [
            .unknownAsset("x"), .needsKey, .keyRefused(status: 401), .rateLimited(retryAfterSeconds: 9),
            .rateLimited(retryAfterSeconds: nil),
            .unavailable(status: 500, message: ""), .unavailable(status: 500, message: "m"), .blocked(status: 451),
            .timedOut(seconds: 3),
            .connection("cut"), .malformed(what: "w", place: "p"), .tooLarge(limitBytes: 9), .redirected(host: "h"),
            .outsideOfRange(oldest: Scene.first), .outsideOfRange(oldest: nil), .noData, .unsupported,
            .refused(status: 400, message: "m"), .cancelled,
        ]
        let texts = problems.map { "\(FeedError(.kraken, asked: "candles", $0))" }
        #expect(texts.allSatisfy { $0.hasPrefix("kraken, asked for candles: ") && $0.hasSuffix(".") })
        #expect(Set(texts).count == texts.count)
        #expect(texts[3] == "kraken, asked for candles: too many requests. Ask again in 9 seconds.")
    }
}
