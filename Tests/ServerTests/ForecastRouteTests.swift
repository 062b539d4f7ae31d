import Forecasting
import Forecasts
import JSONText
import Market
import Portfolio
import ServerWorld
import Services
import Storage
import Testing

/// Forecasts of stored assets.
@Suite(.serialized) struct ForecastRouteTests {
    private static let fast = "model=daily-close&levels="

    @Test func aForecastIsTheModelsAndHasTheAgeOfItsCloses() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let answer = try await server.get("/v1/assets/BTC/forecast?model=daily-close&levels=80&days=30")
            #expect(answer.status == 200, "\(answer.text)")
            let forecast = answer.json["forecasts"]?.array?.first ?? .null
            #expect(forecast["ticker"]?.string == "BTC" && forecast["cutoff"]?.string == "\(yesterday)")
            #expect(forecast["closes"]?["source"]?.string == "test" && forecast["closes"]?["age_days"]?.integer == 1)
            let forecaster = try Forecaster(ModelFolder("\(ServerUnderTest.models)/daily-close"))
            let expected = try forecaster.forecast([history], days: 30, threads: 1)[0].get()
            let points = forecast["values"]?.array?.compactMap { $0["point"]?.number } ?? []
            #expect(points.count == 30)
            #expect(zip(points, expected.points).allSatisfy { abs($0 - $1) < 1e-6 * $1 })
            #expect(forecast["values"]?.array?.first?["quantiles"]?.members?.map(\.key) == ["0.1", "0.9"])
            #expect(answer.json["skill"]?.array?.isEmpty == false)
        }
    }

    @Test func quantilesAndQuestionsAreAnswered() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let path = "/v1/assets/BTC/forecast?paths=50&days=5&seed=3&quantiles=0.2,0.7"
            let price = history.lastClose
            let values =
                try await server.get("\(path)&above=\(price)&below=\(price)&touch=\(price * 1.01)").json["forecasts"]?.array?[0][
                    "values"]?
                .array ?? []
            #expect(values.count == 5)
            for value in values {
                #expect(value["quantiles"]?.members?.map(\.key) == ["0.2", "0.7"])
                let (above, below) = (value["probability_above"]?.number ?? -1, value["probability_below"]?.number ?? -1)
                #expect((0...1).contains(above) && abs(above + below - 1) < 0.03)
                #expect(value["probability_touch"]?.number != nil)
            }
        }
    }

    @Test func invalidForecastRequestsNameTheField() async throws {
        let cases: [(String, Int, String)] = [
            ("days=0", 422, "days"), ("days=97", 422, "days"), ("levels=100", 422, "levels/0"), ("levels=80,0.8", 422, "levels/1"),
            ("levels=50&quantiles=0.5", 422, "quantiles"),
            ("model=daily-close&paths=10", 422, "paths"), ("model=daily-close&touch=5", 422, "touch"), ("model=nix", 404, "model"),
            ("version=99", 404, "version"), ("paths=10001", 422, "paths"), ("above=-1", 422, "above"), ("nix=1", 400, "nix"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            for (query, status, field) in cases {
                let answer = try await server.get("/v1/assets/BTC/forecast?\(query)")
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(query): \(answer.text)")
            }
        }
    }

    @Test func closesThatDoNotSufficeAreExplained() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/v1/assets/BTC/forecast").json["code"]?.string == "no-closes")
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 100))
            let short = try await server.get("/v1/assets/BTC/forecast")
            #expect(short.status == 422 && short.json["detail"]?.string?.contains("100") == true, "\(short.text)")
            let gap = simulatedHistory(1)
            try await server.storeCloses(of: "ethereum", gap)
            try await server.database.execute("DELETE FROM candles WHERE day = \((yesterday - 100).daysSince1970)")
            let answer = try await server.get("/v1/assets/ETH/forecast")
            #expect(answer.status == 422 && answer.json["code"]?.string == "unusable-closes", "\(answer.text)")
            #expect(answer.json["detail"]?.string?.contains("--") == false, "no remedy of the command line")
        }
    }

    @Test func aLevelBelowOnePercentIsRefusedEverywhereWithTheRemedy() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let body = #"{"closes":[1],"levels":[0.8]}"#
            let lines = ["Content-Type": "application/x-ndjson"]
            for answer in [
                try await server.get("/v1/assets/BTC/forecast?levels=0.8"),
                try await server.get("/v1/wallets/Main/forecast?levels=0.8"),
                try await server.post("/v1/forecasts", json: body),
                try await server.send("POST", "/v1/jobs?levels=0.8", body: #"{"id":1,"closes":[1]}"#, headers: lines),
            ] {
                #expect(answer.status == 422, "\(answer.text)")
                #expect(
                    answer.json["detail"]?.string?.contains(
                        "0.8 is less than 1 %; levels are percentages: for 80 % write 80") == true, "\(answer.text)")
            }
        }
    }

    // MARK: The cache

    @Test func aHundredAtOnceAreComputedAndKeptOnce() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for index in 0..<100 {
                    group.addTask {
                        try await server.get("/v1/assets/\(index % 2 == 0 ? "BTC" : "bitcoin")/forecast?model=daily-close").body
                    }
                }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(bodies.count == 1)
            let counts = server.parts.forecastCache.counts
            #expect(counts.misses == 1 && counts.answers == 1)
            #expect(try await server.database.entryCounts() == [AssetID("bitcoin")!: 1])
        }
    }

    @Test func anAnswerIsKeptUntilTheClosesTheDayOrTheQuestionChange() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = simulatedHistory(0)
            try await server.storeCloses(
                of: "bitcoin",
                PriceHistory(
                    ticker: history.ticker, firstDay: history.firstDay, closes: Array(history.closes.dropLast())))
            let path = "/v1/assets/BTC/forecast?\(Self.fast)"
            let cache = server.parts.forecastCache
            let first = try await server.get(path)
            #expect(first.json["forecasts"]?.array?[0]["closes"]?["age_days"]?.integer == 2)
            #expect(try await server.get(path).body == first.body)
            #expect(cache.counts.misses == 1 && cache.counts.hits == 1)
            // Another process stores a close.
            let other = try Store(server.database.path)
            _ = try await other.store(
                [Candle(day: yesterday, close: history.lastClose)], of: AssetID("bitcoin")!, source: "other", retrievedAt: 5,
                replaces: false)
            try other.close()
            server.clock.advance(by: 1)
            let second = try await server.get(path)
            #expect(
                second.json["forecasts"]?.array?[0]["cutoff"]?.string == "\(yesterday)"
                    && second.header("ETag") != first.header("ETag"))
            #expect(cache.counts.misses == 2)
            // Data stored by this server is visible at once.
            _ = try await server.put(
                "/v1/assets/BTC/history?replace=true", csv: "date,close\n\(yesterday),\(history.lastClose * 1.01)\n")
            #expect(try await server.get(path).body != second.body)
            #expect(cache.counts.misses == 3)
            // Other stored data changes no answer.
            _ = try await server.send("PUT", "/v1/favourites/BTC")
            server.clock.advance(by: 1)
            _ = try await server.get(path)
            #expect(cache.counts.misses == 3)
            server.clock.advance(by: 86_400)
            #expect(try await server.get(path).json["forecasts"]?.array?[0]["closes"]?["age_days"]?.integer == 2)
            #expect(cache.counts.misses == 4)
            let tag = try #require(try await server.get(path).header("ETag"))
            #expect(try await server.get(path, headers: ["If-None-Match": tag]).status == 304)
        }
    }

    /// The answers to 60 requests do not fit into the cache: old ones are evicted, and the newest are kept.
    @Test func theCacheIsBounded() async throws {
        let room = 64 << 10
        try await ServerUnderTest.run(cacheBytes: room) { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let cache = server.parts.forecastCache
            let path = { (days: Int) in "/v1/assets/BTC/forecast?\(Self.fast)&days=\(days)" }
            var needed = 0
            for days in 1...60 {
                needed += try await server.get(path(days)).body.count
                #expect(cache.counts.bytes <= room)
            }
            #expect(needed > room && cache.counts.bytes > room / 2 && cache.counts.answers < 60, "\(needed) \(cache.counts)")
            let (hits, misses) = (cache.counts.hits, cache.counts.misses)
            #expect(misses == 60)
            _ = try await server.get(path(60))
            #expect(cache.counts.hits == hits + 1 && cache.counts.misses == misses)
            _ = try await server.get(path(1))
            #expect(cache.counts.misses == misses + 1)
        }
    }

    // MARK: The diary and the models

    /// The command line accepts seeds of 64 bits, and writes to the same diary.
    @Test func theDiaryHasSeedsOf64Bits() async throws {
        try await ServerUnderTest.run { server async throws in
            let quantiles = (0..<DiaryNumbers.levels.count).map { Float($0) / 100 }
            let numbers = try #require(DiaryNumbers(points: [0], quantiles: quantiles, naiveQuantiles: quantiles))
            let entry = DiaryEntry(
                asset: AssetID("bitcoin")!, cutoff: yesterday, issuedAt: server.clock.now,
                model: .init(name: "m", sha256: String(repeating: "a", count: 64)), inputSHA256: String(repeating: "b", count: 64),
                settings: .init(days: 1, paths: 1000, seed: .max), lastClose: 84_000, numbers: numbers)
            _ = try await server.database.append(entry)
            let answer = try await server.get("/v1/assets/BTC/diary?values=true")
            #expect(answer.text.contains(#""seed":18446744073709551615,"#), "\(answer.text)")
        }
    }

    @Test func theDiaryListsForecastsWithTheirScores() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = simulatedHistory(0, days: 610, through: yesterday + 10)
            for missing in [12, 11, 10] {
                let known = Array(history.closes.dropLast(missing))
                try await server.storeCloses(
                    of: "bitcoin", PriceHistory(ticker: history.ticker, firstDay: history.firstDay, closes: known))
                // Each is the newest of its day; days beyond the horizon of the answer are kept too.
                server.clock.advance(by: missing == 12 ? -2 * 86_400 : 86_400)
                _ = try await server.get("/v1/assets/BTC/forecast?model=daily-close&days=5")
            }
            let waiting = try await server.get("/v1/assets/BTC/diary").json
            #expect(waiting["data"]?.array?.compactMap { $0["horizon"]?.integer } == [96, 96, 96])
            #expect(waiting["data"]?.array?.first?["progress"]?.string == "waiting")
            try await server.storeCloses(of: "bitcoin", history)
            server.clock.advance(by: 10 * 86_400)
            let page = try await server.get("/v1/assets/BTC/diary?limit=2&values=true").json
            let entries = page["data"]?.array ?? []
            #expect(entries.count == 2 && entries[0]["values"]?.array?.count == 96)
            #expect(entries.allSatisfy { $0["days_scored"]?.integer ?? 0 >= 5 && $0["point_error"]?.number != nil })
            #expect(page["models"]?.array?.first?["entries"]?.integer == 3)
            let next = try #require(page["next_cursor"]?.string)
            let rest = try await server.get("/v1/assets/BTC/diary?limit=2&cursor=\(next)").json
            #expect(rest["data"]?.array?.compactMap { $0["horizon"]?.integer } == [96] && rest["next_cursor"] == .null)
            #expect(try await server.get("/v1/assets/ETH/diary").json["data"] == .array([]))
        }
    }

    /// The diary is permanent and shared by all owners, so a read-only token adds at most one entry per model and day.
    @Test func theDiaryCannotBeFilledByReaders() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 600, through: yesterday))
            func headers(_ owner: String) async throws -> [String: String] {
                ["Authorization": "Bearer \(try await server.token(owner: owner, scope: .read))"]
            }
            let (mallory, ann) = (try await headers("mallory"), try await headers("ann"))
            let path = "/v1/assets/BTC/forecast?model=daily-close"
            for seed in 1...120 {
                let own = try await server.get("/v1/assets/BTC/forecast?days=1&paths=1&seed=\(seed)", headers: mallory)
                #expect(own.status == 200, "\(own.text)")
            }
            for days in 1...96 {
                #expect(try await server.get("\(path)&days=\(days)", headers: mallory).json["forecasts"]?.array?.count == 1)
            }
            #expect(try await server.database.entryCounts() == [AssetID("bitcoin")!: 1])
            let entries = try await server.get("/v1/assets/BTC/diary?limit=500", headers: ann).json["data"]?.array ?? []
            #expect(entries.compactMap { $0["horizon"]?.integer } == [96])
            // A request for 30 days gets the first 30 kept ones.
            func values(_ query: String) async throws -> [JSONValue] {
                let answer = try await server.get("\(path)\(query)", headers: ann)
                return answer.json["forecasts"]?.array?.first?["values"]?.array ?? []
            }
            #expect(try await values("&days=30") == Array(try await values("").prefix(30)))
            #expect(try await server.get("\(path)&days=97", headers: ann).status == 422)
        }
    }

    @Test func theModelsAreListed() async throws {
        try await ServerUnderTest.run { server async throws in
            let models = try await server.get("/v1/models").json["data"]?.array ?? []
            #expect(models.contains { $0["name"]?.string == "daily-close" && $0["draws_paths"] == .boolean(false) })
            #expect(models.first { $0["default"] == .boolean(true) }?["name"]?.string == "daily-average")
            #expect(models.allSatisfy { $0["ready"] == .boolean(true) && $0["horizon"]?.integer == 96 })
            func names(_ property: String) -> [String] {
                models.filter { $0[property] == .boolean(true) }.compactMap { $0["name"]?.string }
            }
            #expect(names("has_paths") == ["daily-average", "daily-close-t", "daily-volatility"])
            #expect(names("reads_candles") == ["daily-average", "daily-volatility"])
        }
    }
}
