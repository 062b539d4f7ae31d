import Forecasts
import JSONText
import Market
import ServerWorld
import Services
import Testing

@Suite(.serialized) struct WalletForecastRouteTests {
    private static func makeCoins(_ server: ServerUnderTest) async throws {
        try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
        try await server.store(ServerUnderTest.walk(2), of: "ethereum")
        try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
        try server.done(
            await server.post(
                "/v1/wallets/Main/transactions",
                json: """
                    {"kind":"set","holdings":[{"asset":"BTC","quantity":"0.5"},{"asset":"ETH","quantity":"2"},
                    {"asset":"USD","quantity":"100"}]}
                    """))
    }

    @Test func aForecastIsThatOfTheCommandLineToTheByte() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            for (query, words) in [
                ("?days=10&paths=50", ["--days", "10", "--paths", "50"]),
                (
                    "?days=3&paths=50&seed=7&levels=80,95&above=-5&as_of=2025-02-20",
                    ["--days", "3", "--paths", "50", "--seed", "7", "--level", "80,95", "--above", "-5", "--as-of", "2025-02-20"]
                ),
                ("?quantiles=0.1,0.5&days=2&paths=20", ["--quantiles", "0.1,0.5", "--days", "2", "--paths", "20"]),
            ] {
                let printed = try server.commandLine(["wallet", "forecast", "Main", "--offline", "--json"] + words)
                for attempt in ["computed", "from memory"] {
                    let answer = try await server.get("/v1/wallets/Main/forecast\(query)")
                    #expect(answer.text == printed, "\(query) \(attempt)")
                }
            }
        }
    }

    /// The page says the same in four languages: `WalletNotePageTests`.
    @Test func coinsWhoseAccuracyDiffersAreNamed() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            #expect(try await server.get("/v1/wallets/Main/forecast?days=2&paths=20").json["notes"] == nil)
            try await server.store(ServerUnderTest.pegged(3000), of: "ethereum")
            for path in ["/v1/wallets/Main/forecast", "/v1/portfolio/forecast"] {
                let answer = try await server.get(path + "?days=2&paths=20")
                let notes = answer.json["notes"]?.array?.compactMap(\.string)
                #expect(
                    notes?.count == 1 && notes?[0].hasPrefix("ETH: the price keeps returning to its level") == true,
                    "\(answer.text)")
            }
        }
    }

    @Test func whatWalletsHoldIsForecastAhead() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            try await server.store(ServerUnderTest.walk(3), of: "litecoin")
            let (parts, database) = (server.parts, server.database)
            let warmUp = parts.warmUp(wait: { throw CancellationError() }) { try await database.heldAssets() }
            await warmUp.run()
            #expect(parts.models.paths.counts == .init(hits: 0, misses: 2), "nobody holds LTC, and USD needs no forecast")
            let answer = try await server.get("/v1/wallets/Main/forecast")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(parts.models.paths.counts == .init(hits: 2, misses: 2))
            // Unchanged coins are not forecast again.
            await warmUp.run()
            #expect(parts.models.paths.counts == .init(hits: 4, misses: 2))
            try await server.store(ServerUnderTest.walk(4), of: "bitcoin")
            await warmUp.run()
            #expect(parts.models.paths.counts == .init(hits: 5, misses: 3))
        }
    }

    @Test func aNewCloseIsSeenAtOnce() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            let path = "/v1/wallets/Main/forecast?days=2&paths=20&as_of=2025-02-28"
            let first = try await server.get(path)
            #expect(first.status == 200, "\(first.text)")
            var closes = ServerUnderTest.walk(1)
            closes[closes.count - 1] *= 1.01
            try await server.store(closes, of: "bitcoin")
            let second = try await server.get(path)
            #expect(second.json["parts"] != first.json["parts"])
            #expect(second.json["values"] != first.json["values"])
        }
    }

    @Test func aCoinWithoutClosesRefusesTheWholeOrIsLeftOut() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"LTC","quantity":"3","cost":"1"}"#))
            let refused = try await server.get("/v1/wallets/Main/forecast?days=2&paths=20")
            #expect(refused.status == 422)
            #expect(refused.json["code"]?.string == "unusable-closes", "\(refused.text)")
            #expect(refused.json["field"]?.string == "leave_out")
            let without = try await server.get("/v1/wallets/Main/forecast?days=2&paths=20&leave_out=true")
            #expect(without.status == 200, "\(without.text)")
            #expect(without.json["left_out"]?.array?.map { $0["ticker"]?.string } == ["LTC"])
        }
    }

    /// Each row: a query, and the status, code and field of its refusal.
    @Test func anErrorNamesTheProblem() async throws {
        let cases: [(String, Int, String, String)] = [
            ("?days=97", 422, "horizon-out-of-range", "days"), ("?days=0", 422, "invalid-value", "days"),
            ("?paths=0", 422, "invalid-value", "paths"), ("?levels=50&quantiles=0.5", 422, "not-for-this-model", "quantiles"),
            ("?levels=100", 422, "invalid-value", "levels/0"), ("?above=x", 422, "invalid-value", "above"),
            ("?model=nothing", 404, "unknown-model", "model"), ("?touch=x", 422, "invalid-value", "touch"),
            ("?paths=10001", 422, "invalid-value", "paths"), ("?as_of=2023-01-01", 422, "no-close-on-day", "as_of"),
            ("?as_of=1900-01-01&leave_out=true", 422, "no-close-on-day", "as_of"),
            ("?as_of=2230-01-01", 422, "no-close-on-day", "as_of"),
            ("?as_of=2024-01-01", 422, "unusable-closes", "leave_out"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            for (query, status, code, field) in cases {
                let answer = try await server.get("/v1/wallets/Main/forecast\(query)")
                #expect(answer.status == status, "\(query): \(answer.text)")
                #expect(answer.json["code"]?.string == code, "\(query): \(answer.text)")
                #expect(answer.json["field"]?.string == field, "\(query): \(answer.text)")
            }
        }
    }

    @Test func aTotalAnswersWhatAForecastAnswers() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            let now = try #require(try await server.get("/v1/wallets/Main/forecast?days=1&paths=20").json["total_now"]?.number)
            let path = "/v1/wallets/Main/forecast?days=3&paths=200&above=\(now)&below=\(now)&touch=\(now * 1.01)"
            let answer = try await server.get(path)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["below"]?.number == now && answer.json["touch"]?.number == now * 1.01)
            var last = 0.0
            for value in answer.json["values"]?.array ?? [] {
                let (above, below) = (value["probability_above"]?.number ?? -1, value["probability_below"]?.number ?? -1)
                #expect(abs(above + below - 1) < 1e-5, "\(answer.text)")
                let touch = try #require(value["probability_touch"]?.number)
                #expect(touch >= last && touch <= 1)
                last = touch
            }
            #expect(last > 0)
        }
    }

    @Test func aDayWithoutClosesLeadsToOneThatCanBeForecastFrom() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            for (day, remedy) in [("1900-01-01", "2025-02-08"), ("2230-01-01", "2025-02-28")] {
                let refused = try await server.get("/v1/wallets/Main/forecast?days=2&paths=20&as_of=\(day)")
                #expect(refused.json["detail"]?.string?.contains("as_of=\(remedy)") == true, "\(refused.text)")
                #expect(refused.json["accepted"]?.string == "a day from 2023-09-28 to 2025-02-28", "\(refused.text)")
                let accepted = try await server.get("/v1/wallets/Main/forecast?days=2&paths=20&as_of=\(remedy)")
                #expect(accepted.status == 200, "\(accepted.text)")
            }
        }
    }

    @Test func aWalletOfOnlyCashHasNoForecast() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let answer = try await server.get("/v1/wallets/Main/forecast")
            #expect(answer.status == 422)
            #expect(answer.json["code"]?.string == "nothing-to-forecast")
        }
    }

    @Test func requestsOfTheSameWalletAtOnceAreAnsweredAlike() async throws {
        try await ServerUnderTest.run { server async throws in
            try await Self.makeCoins(server)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { try await server.get("/v1/wallets/Main/forecast?days=5&paths=100").text } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
        }
    }
}
