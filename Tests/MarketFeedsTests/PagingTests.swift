import Foundation
import LoopbackServer
import Market
import MarketFeeds
import Synchronization
import Testing

/// Long histories from servers that limit the days per request, as the providers do.
@Suite(.serialized) struct PagingTests {
    private static let listed = Scene.day("2017-08-17")
    private static let today = Scene.day("2024-03-01")
    private static let yesterday = today - 1

    /// A day's close, different for each.
    private static func close(_ day: Day) -> Double { 100 + Double(day.daysSince1970) / 8 }
    private static func start(_ day: Day) -> Int { day.daysSince1970 * 86_400 }
    private static func days(_ first: Day, _ last: Day) -> [Day] {
        first > last ? [] : (0...last - first).map { first + $0 }
    }

    private func fetch(
        _ scene: Scene, from first: Day, through last: Day = today, deadlineSeconds: Double = 60,
        progress: (@Sendable (Int) -> Void)? = nil, change: (inout FeedSettings) -> Void = { _ in },
        _ answer: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Reply
    ) async throws -> (FeedAnswer, [LoopbackServer.Request]) {
        let server = LoopbackServer(answer)
        defer { server.stop() }
        var settings = Scene.settings(server.address)
        change(&settings)
        let answer = try await scene.feed(settings).candles(
            of: scene.id, from: first, through: last, deadlineSeconds: deadlineSeconds, progress: progress)
        return (answer, server.requests)
    }

    private func expectAll(_ answer: FeedAnswer, from first: Day) {
        #expect(answer.candles.map(\.day) == Self.days(first, Self.yesterday))
        #expect(answer.candles.allSatisfy { $0.close == Self.close($0.day) })
        #expect(answer.gaps.isEmpty && !answer.isPartial)
    }

    @Sendable private static func binance(_ request: LoopbackServer.Request, _ number: Int) -> LoopbackServer.Reply {
        let (from, to) = (Int(request.query["startTime"]!)!, Int(request.query["endTime"]!)!)
        let days = days(listed, today).filter { start($0) * 1000 >= from && start($0) * 1000 <= to }.prefix(
            min(1000, Int(request.query["limit"]!)!))
        return .json(
            "[" + days.map { "[\(start($0) * 1000),\"1\",\"9999\",\"1\",\"\(close($0))\",\"1\",0,\"1\"]" }.joined(separator: ",")
                + "]")
    }

    @Test func binanceIsQueriedInPagesOfAThousandDays() async throws {
        let seen = Mutex<[Int]>([])
        let (answer, requests) = try await fetch(
            .binance, from: Scene.day("2009-01-01"), progress: { count in seen.withLock { $0.append(count) } }, Self.binance)
        expectAll(answer, from: Self.listed)
        #expect(requests.count == 4)
        #expect(seen.withLock { $0 } == [1000, 2000, answer.candles.count])
        #expect(requests.allSatisfy { $0.query["symbol"] == "BTCUSDT" && $0.query["interval"] == "1d" })
    }

    @Test func aPageThatFailsLeavesTheNewerDays() async throws {
        let (answer, requests) = try await fetch(.binance, from: Self.listed) { request, number in
            number < 2 ? Self.binance(request, number) : .json("{\"code\":-1,\"msg\":\"down\"}", status: 503)
        }
        #expect(answer.candles.map(\.day) == Self.days(Self.yesterday - 1999, Self.yesterday))
        #expect(answer.isPartial && answer.cutShortBy?.reason == .unavailable(status: 503, message: "down"))
        #expect(requests.count == 5)
    }

    @Sendable private static func coinbase(_ request: LoopbackServer.Request, _ number: Int) -> LoopbackServer.Reply {
        let (first, last) = (Day(iso: request.query["start"]!.prefix(10))!, Day(iso: request.query["end"]!.prefix(10))!)
        guard last - first < 300 else {
            return .json("{\"message\":\"granularity too small for the requested time range\"}", status: 400)
        }
        // One candle before the start, as the documentation warns; none from 2021-01-19 to 2023-07-13.
        let days = days(first - 1, min(last, today)).filter {
            $0 >= listed && ($0 < Scene.day("2021-01-19") || $0 > Scene.day("2023-07-13"))
        }
        return .json("[" + days.reversed().map { "[\(start($0)),1,9999,2,\(close($0)),1]" }.joined(separator: ",") + "]")
    }

    @Test func coinbaseIsQueriedInPagesOf300DaysAcrossASuspension() async throws {
        let (answer, requests) = try await fetch(.coinbase, from: Self.listed, Self.coinbase)
        #expect(answer.candles.first?.day == Self.listed && answer.candles.last?.day == Self.yesterday)
        #expect(answer.gaps == [Scene.day("2021-01-19")...Scene.day("2023-07-13")])
        #expect(requests.count == (Self.yesterday - Self.listed) / 300 + 1)
        #expect(requests[0].query["end"] == "2024-02-29T00:00:00Z" && requests[0].query["granularity"] == "86400")
    }

    @Test func krakenGivesWhatItHas() async throws {
        let (answer, requests) = try await fetch(.kraken, from: Self.listed) { _, _ in
            let days = Self.days(Self.today - 719, Self.today)
            let rows = days.map { "[\(Self.start($0)),\"1\",\"9999\",\"1\",\"\(Self.close($0))\",\"1\",\"1\",1]" }.joined(
                separator: ",")
            return .json("{\"error\":[],\"result\":{\"last\":\(Self.start(Self.yesterday)),\"XXBTZUSD\":[\(rows)]}}")
        }
        expectAll(answer, from: Self.today - 719)
        #expect(!answer.covers(from: Self.listed, through: Self.yesterday))
        #expect(requests.count == 1 && requests[0].query["since"] == "\(Self.start(Self.listed) - 1)")
    }

    private static func coinMetrics(_ request: LoopbackServer.Request, metric: String, next: String?) -> LoopbackServer.Reply {
        let first = request.query["next"].map { Scene.day($0) } ?? Scene.day(request.query["start_time"]!)
        let last = min(first + 999, Scene.day("2024-02-29") + (metric == "PriceUSD" ? 0 : 1))
        // A reference rate is the close of the day before.
        let lag = metric == "PriceUSD" ? 0 : 1
        let rows = days(first, last).map {
            "{\"asset\":\"btc\",\"time\":\"\($0)T00:00:00.000000000Z\",\"\(metric)\":\"\(close($0 - lag))\"}"
        }.joined(separator: ",")
        let more = next.flatMap {
            last - first == 999 ? ",\"next_page_url\":\"\($0)/timeseries/asset-metrics?next=\(last + 1)\"" : nil
        }
        return .json("{\"data\":[\(rows)]\(more ?? "")}")
    }

    @Test func coinMetricsPagesAreFollowed() async throws {
        let (answer, requests) = try await fetch(.coinMetrics, from: Self.listed) { request, _ in
            Self.coinMetrics(request, metric: "PriceUSD", next: "http://\(request.headers["host"]!)")
        }
        expectAll(answer, from: Self.listed)
        #expect(requests.count == 3)
    }

    @Test(arguments: ["http://localhost:1", "http://127.0.0.1:1", "ftp://127.0.0.1"])
    func coinMetricsPagesOnAnotherHostAreNotFollowed(host: String) async throws {
        // The first page is kept; later ones are missing, which is reported.
        let (answer, requests) = try await fetch(.coinMetrics, from: Self.listed) { request, _ in
            Self.coinMetrics(request, metric: "PriceUSD", next: host)
        }
        #expect(answer.candles.map(\.day) == Self.days(Self.listed, Self.listed + 999))
        #expect(answer.cutShortBy?.reason == .redirected(host: host))
        #expect(requests.count == 1)
    }

    @Test(arguments: [200, 400, 403]) func coinMetricsReferenceRatesAreTheDayBefore(status: Int) async throws {
        let (answer, requests) = try await fetch(.coinMetrics, from: Self.yesterday - 99) { request, _ in
            guard request.query["metrics"] == "ReferenceRateUSD" else {
                return status == 200
                    ? .json("{\"data\":[{\"asset\":\"btc\",\"time\":\"2024-02-27T00:00:00.000000000Z\",\"PriceUSD\":null}]}")
                    : .json("{\"error\":{\"type\":\"bad_parameter\",\"message\":\"no such metric\"}}", status: status)
            }
            return Self.coinMetrics(request, metric: "ReferenceRateUSD", next: nil)
        }
        expectAll(answer, from: Self.yesterday - 99)
        #expect(requests.count == 2 && requests[1].query["end_time"] == "2024-03-01")
    }

    @Test func cryptoCompareIsQueriedBackwards() async throws {
        let (answer, requests) = try await fetch(.cryptoCompare, from: Scene.day("2010-01-01")) { request, _ in
            let last = Day(secondsSince1970: Int(request.query["toTs"]!)!)
            let rows = Self.days(last - Int(request.query["limit"]!)!, last).map {
                "{\"time\":\(Self.start($0)),\"close\":\($0 < Self.listed ? 0 : Self.close($0)),\"volumeto\":1}"
            }
            return .json("{\"Response\":\"Success\",\"Data\":[\(rows.joined(separator: ","))]}")
        }
        expectAll(answer, from: Self.listed)
        #expect(requests.count == 3)
        #expect(requests.allSatisfy { $0.headers["authorization"] == "Apikey \(Scene.key)" && Int($0.query["limit"]!)! <= 2000 })
    }

    @Test func coinAPIIsQueriedOnceForExactlyTheDays() async throws {
        let (answer, requests) = try await fetch(.coinAPI, from: Self.listed) { request, _ in
            let first = Day(iso: request.query["time_start"]!.prefix(10))!
            let rows = Self.days(first, first + Int(request.query["limit"]!)! - 1).map {
                "{\"time_period_start\":\"\($0)T00:00:00.0000000Z\",\"price_close\":\(Self.close($0))}"
            }
            return .json("[\(rows.joined(separator: ","))]")
        }
        expectAll(answer, from: Self.listed)
        #expect(requests.count == 1 && requests[0].headers["x-coinapi-key"] == Scene.key)
        #expect(requests[0].query["time_end"] == "2024-03-01T00:00:00")
    }

    @Test func messariIsQueriedInPagesOfTwoThousandDays() async throws {
        let (answer, requests) = try await fetch(.messari, from: Self.listed - 4000) { request, _ in
            let days = Self.days(Scene.day(request.query["start"]!), Scene.day(request.query["end"]!)).filter { $0 >= Self.listed }
            let rows = days.map { "[\(Self.close($0)),\(Self.start($0) * 1000)]" }.joined(separator: ",")
            let values = days.isEmpty ? "null" : "[\(rows)]"
            return .json("{\"data\":{\"parameters\":{\"columns\":[\"close\",\"timestamp\"]},\"values\":\(values)}}")
        }
        expectAll(answer, from: Self.listed)
        #expect(requests.count == 3 && requests[0].headers["x-messari-api-key"] == Scene.key)
    }

    @Test func coinGeckoReportsThatItShowsOneYearWithoutAPaidKey() async throws {
        @Sendable func serve(_ request: LoopbackServer.Request, _ number: Int) -> LoopbackServer.Reply {
            let days = Int(request.query["days"]!)!
            let points = Self.days(Self.today - days + 1, Self.today).map { "[\(Self.start($0) * 1000),\(Self.close($0 - 1))]" }
            return .json("{\"prices\":[\(points.joined(separator: ","))],\"total_volumes\":[]}")
        }
        let (demo, requests) = try await fetch(.coinGecko, from: Self.listed, serve)
        #expect(demo.candles.map(\.day) == Self.days(Self.today - 365, Self.yesterday))
        #expect(demo.cutShortBy?.reason == .outsideOfRange(oldest: Self.today - 365))
        #expect(requests.map { $0.query["days"] } == ["365"] && requests[0].headers["x-cg-demo-api-key"] == Scene.key)

        let (pro, more) = try await fetch(.coinGecko, from: Self.listed, change: { $0.coinGeckoPlan = .pro }, serve)
        expectAll(pro, from: Self.listed)
        #expect(more[0].headers["x-cg-pro-api-key"] == Scene.key && more[0].headers["x-cg-demo-api-key"] == nil)

        await #expect(throws: FeedError.self) {
            _ = try await fetch(.coinGecko, from: Self.listed, through: Self.today - 400, serve)
        }
    }

    @Test func requestsKeepTheirDistance() async throws {
        let server = LoopbackServer(Self.binance)
        defer { server.stop() }
        var settings = Scene.settings(server.address)
        settings[.binance].requestsPerSecond = 0.5
        let time = FakeTime(now: Scene.now)
        let feed = Scene.binance.feed(settings, time)
        _ = try await feed.candles(of: "BTCUSDT", from: Self.listed, through: Self.today)
        #expect(time.sleeps == [2, 2])
        // No time for the queue: no request is sent, and the answer ends there.
        let partial = try await feed.candles(
            of: "BTCUSDT", from: Self.listed, through: Self.today, deadlineSeconds: 3, progress: nil)
        #expect(partial.candles.count == 1000 && partial.cutShortBy?.reason == .rateLimited(retryAfterSeconds: 2))
        #expect(server.requests.count == 4)
    }
}
