import Forecasting
import HTTPEdge
import JSONText
import Market
import ServerWorld
import Services
import Testing

/// Forecasts of closes that the caller sends.
@Suite(.serialized) struct SentForecastTests {
    @Test func oneSeriesGetsWhatItsAssetWouldGet() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            for settings in [#""model":"daily-close","levels":[50,95]"#, #""paths":100,"seed":7,"days":20"#] {
                let sent = try await server.post(
                    "/v1/forecasts", json: "{\"id\":\"x\",\"closes\":\(jsonCloses(history)),\"last\":\"\(yesterday)\",\(settings)}")
                #expect(sent.status == 200, "\(sent.text)")
                let query = settings.contains("paths") ? "paths=100&seed=7&days=20" : "model=daily-close&levels=50,95"
                let stored = try await server.get("/v1/assets/BTC/forecast?\(query)").json
                let (one, other) = (sent.json["forecasts"]?.array?[0], stored["forecasts"]?.array?[0])
                #expect(one?["id"]?.string == "x" && one?["cutoff"] == other?["cutoff"])
                #expect(one?["values"] != nil && one?["values"] == other?["values"])
                #expect(sent.json["skill"] == stored["skill"])
            }
        }
    }

    @Test func pointForecastsHaveOnlyPoints() async throws {
        try await ServerUnderTest.run { server async throws in
            let body = "{\"closes\":\(jsonCloses(simulatedHistory(0, days: 500))),\"model\":\"daily-close\",\"levels\":[]}"
            let forecast = try await server.post("/v1/forecasts", json: body).json["forecasts"]?.array?[0]
            let values = forecast?["values"]?.array ?? []
            #expect(values.count == 96 && values.allSatisfy { $0.members?.map(\.key) == ["day", "point"] })
            #expect(forecast?["cutoff"] == nil && forecast?["id"] == nil)
        }
    }

    @Test func theFastModelReadsCandlesAndRedrawsPathsWithinALimit() async throws {
        try await ServerUnderTest.run { server async throws in
            let closes = simulatedHistory(0, days: 500).closes
            func column(_ name: String, _ factor: Double) -> String {
                "\"\(name)\":[\(closes.map { "\(factor * $0)" }.joined(separator: ","))]"
            }
            let candles = [column("closes", 1), column("open", 1), column("high", 1.03), column("low", 0.96)].joined(separator: ",")
            let asked = "\"model\":\"daily-volatility\",\"touch\":\(1.1 * closes[499]),\"paths\":10000"
            let one = try await server.post("/v1/forecasts", json: "{\(candles),\(asked)}")
            let forecast = one.json["forecasts"]?.array?[0]
            #expect(one.status == 200 && forecast?["read"]?.string == "ohlc", "\(one.text.prefix(300))")
            #expect((forecast?["paths"]?.integer, forecast?["seed"]?.integer) == (10_000, 1))
            let touched = (forecast?["values"]?.array ?? []).compactMap { $0["probability_touch"]?.number }
            #expect(touched.count == 96 && touched == touched.sorted() && touched[95] > 0)
            let many = try await server.post(
                "/v1/forecasts",
                json: "{\"series\":[\(Array(repeating: "{\(candles)}", count: 20).joined(separator: ","))],\(asked)}")
            #expect(many.status == 422 && many.json["detail"]?.string?.contains("520") == true, "\(many.text.prefix(300))")
            let empty = Array(repeating: "{}", count: 1001).joined(separator: ",")
            let tooMany = try await server.post("/v1/forecasts", json: "{\"series\":[\(empty)]}")
            #expect(tooMany.status == 422 && tooMany.json["field"]?.string == "/series", "\(tooMany.text)")
            let plain = try await server.post("/v1/forecasts", json: "{\(candles),\"model\":\"daily-volatility\"}")
            #expect(plain.json["forecasts"]?.array?[0]["paths"] == nil)
            let long = "\"open\":[\(Array(repeating: "1", count: 100_001).joined(separator: ","))]"
            let refused = try await server.post("/v1/forecasts", json: "{\(column("closes", 1)),\(long)}")
            #expect(refused.status == 422 || refused.status == 400)
            #expect(refused.json["field"]?.string == "/open", "\(refused.text)")
        }
    }

    @Test func manySeriesAreAnsweredInTheirOrderEachForItself() async throws {
        try await ServerUnderTest.run { server async throws in
            let good = (0..<3).map { "{\"id\":\($0),\"closes\":\(jsonCloses(simulatedHistory($0, days: 500)))}" }
            let bad = [
                #"{"id":"short","closes":[1,2,3]}"#, #"{"id":"none"}"#, #"{"id":"zero","closes":[1,0]}"#,
                #"{"id":"jump","closes":[1,50]}"#,
            ]
            let series = [good[0], bad[0], good[1], bad[1], bad[2], bad[3], good[2]].joined(separator: ",")
            let answer = try await server.post("/v1/forecasts", json: "{\"model\":\"daily-close\",\"series\":[\(series)]}")
            #expect(answer.status == 200, "\(answer.text)")
            let forecasts = answer.json["forecasts"]?.array ?? []
            #expect(
                forecasts.map { $0["error"]?["code"]?.string }
                    == [nil, "history-too-short", nil, "no-closes", "bad-close", "jump", nil])
            #expect(forecasts[2]["id"]?.integer == 1 && forecasts[4]["id"]?.string == "zero")
            let alone = try await server.post(
                "/v1/forecasts", json: "{\"model\":\"daily-close\",\"closes\":\(jsonCloses(simulatedHistory(1, days: 500)))}")
            #expect(alone.json["forecasts"]?.array?[0]["values"] == forecasts[2]["values"], "neighbours change nothing")
            let none = try await server.post("/v1/forecasts", json: "{\"series\":[\(bad[0])]}")
            #expect(none.json["forecasts"]?.array?[0]["error"] != nil)
        }
    }

    @Test func aBadBodyIsRefusedWithItsPlace() async throws {
        let cases: [(String, Int, String)] = [
            ("{}", 400, "/closes"), (#"{"closes":[]}"#, 422, "/closes"), (#"{"closes":"x"}"#, 422, "/closes"),
            (#"{"closes":[1,"x"]}"#, 422, "/closes"), (#"{"closes":[1,1e999]}"#, 400, "/closes"),
            (#"{"closes":[1,-1]}"#, 422, "/closes"),
            (#"{"closes":[1,2]}"#, 422, "/closes"), (#"{"closes":[1,2],"last":"2025-02-30"}"#, 422, "/last"),
            (#"{"closes":[1,2],"id":true}"#, 422, "/id"), (#"{"closes":[1,2],"days":0}"#, 422, "/days"),
            (#"{"closes":[1,2],"levels":[101]}"#, 422, "/levels/0"), (#"{"closes":[1,2],"nix":1}"#, 400, "/nix"),
            (#"{"series":[]}"#, 422, "/series"), (#"{"series":[{"closes":[1],"nix":2}]}"#, 400, "/series/0/nix"),
            (#"{"series":[{"closes":{}}]}"#, 422, "/series/0/closes"), (#"{"series":[{"closes":[1]}],"id":1}"#, 422, "/series"),
            (#"{"closes":[1,2],"closes":[1]}"#, 400, "/closes"), ("", 400, "body"), ("[]", 422, "body"),
            ("{\"closes\":[1,2", 400, "/closes"),
            (#"{"closes":[1,2]} x"#, 400, "body"), (#"{"closes":[1,2],"model":"nix"}"#, 404, "model"),
        ]
        try await ServerUnderTest.run { server async throws in
            for (body, status, field) in cases {
                let answer = try await server.post("/v1/forecasts", json: body)
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(body): \(answer.text)")
            }
        }
    }

    /// Whichever bytes are changed, the answer is a forecast or a problem.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func anyBytesAreAnswered(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let text = Array(
            #"{"id":"x","closes":[1,2.5,3e2,4],"last":"2025-02-28","days":5,"levels":[50],"series":[{"closes":[1]}]}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0...random.index(below: 4) {
                let place = random.index(below: bytes.count)
                switch random.index(below: 3) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("[]{}\",:019.eE-".utf8)[random.index(below: 14)], at: place)
                }
            }
            let problem = bytes.withUnsafeBufferPointer { bytes -> Problem? in
                do throws(Problem) {
                    _ = try ForecastsFromCloses(bytes)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(problem.map { $0.status.code < 500 } ?? true, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
