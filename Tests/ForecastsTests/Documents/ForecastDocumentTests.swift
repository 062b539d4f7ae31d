import Forecasting
import Forecasts
import JSONText
import Market
import MarketData
import Testing

/// A forecast as JSON and CSV, read back.
@Suite struct ForecastDocumentTests {
    private static let quantiles = [0.025, 0.1, 0.5, 0.9]

    @Test(arguments: 0..<100 as Range<UInt64>) func theJSONHasEveryNumberOfTheForecast(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let forecasts = (0..<1 + random.index(below: 3)).map { _ in
            Samples.forecast(&random, hasDistribution: random.index(below: 3) > 0)
        }
        let origin = ClosesOrigin(source: "file:\"a\"", retrievedAt: 1_740_000_000, ageDays: 3)
        let bytes = ForecastDocuments.document(forecasts, Samples.plan(Self.quantiles), [forecasts[0].ticker: origin])
        #expect(bytes.last == 0x0A && bytes.count { $0 == 0x0A } == 1, "seed \(seed)")
        let document = try JSONValue(parsing: bytes)
        #expect(document["skill"] == .array([]) && document["forecasts"]?.array?.count == forecasts.count)
        for (forecast, value) in zip(forecasts, document["forecasts"]?.array ?? []) {
            #expect(value["ticker"]?.string == forecast.ticker.description && value["model"]?.string == forecast.modelName)
            #expect(
                value["cutoff"]?.string == forecast.cutoff.description && isSame(value["last_close"]?.number, forecast.lastClose))
            #expect(value["horizon"]?.integer == forecast.horizon && value["paths"]?.integer == forecast.paths?.count)
            #expect((value["closes"] != nil) == (forecast.ticker == forecasts[0].ticker))
            let values = try #require(value["values"]?.array)
            #expect(values.count == forecast.horizon)
            for (step, value) in zip(1..., values) {
                #expect(value["day"]?.integer == step && value["date"]?.string == forecast.day(step).description)
                #expect(isSame(value["point"]?.number, forecast.points[step - 1]), "seed \(seed), step \(step)")
                let members = value["quantiles"]?.members
                #expect(members?.map(\.key) == (forecast.distribution == nil ? nil : ["0.025", "0.1", "0.5", "0.9"]))
                for (member, quantile) in zip(members ?? [], Self.quantiles) {
                    let expected = try #require(forecast.distribution).quantile(quantile, step: step)
                    #expect(isSame(member.value.number, expected), "seed \(seed), step \(step), \(member.key)")
                }
            }
        }
        #expect(document["forecasts"]?.array?[0]["closes"]?["retrieved_at"]?.string == "2025-02-19T21:20:00Z")
        #expect(document["forecasts"]?.array?[0]["closes"]?["source"]?.string == "file:\"a\"")
    }

    @Test func aSeedOf64BitsKeepsItsDigits() {
        var random = SeededGenerator(seed: 1)
        let text = String(decoding: ForecastDocuments.document([Samples.forecast(&random)], Samples.plan([])), as: UTF8.self)
        #expect(text.contains("\"seed\":18446744073709551615,"))
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func theCSVHasTheNumbersOfTheJSON(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let forecast = Samples.forecast(&random)
        let plan = Samples.plan(Self.quantiles)
        let lines = cells(ForecastCSV.document([forecast, forecast], plan))
        #expect(lines.first == ["ticker", "date", "day", "point", "q0.025", "q0.1", "q0.5", "q0.9"])
        #expect(lines.count == 1 + 2 * forecast.horizon)
        let value = try JSONValue(parsing: ForecastDocuments.document([forecast], plan))["forecasts"]?.array?[0]
        let values = try #require(value?["values"]?.array)
        for (line, value) in zip(lines.dropFirst(), values + values) {
            #expect(line[0] == forecast.ticker.description && line[1] == value["date"]?.string)
            #expect(Int(line[2]) == value["day"]?.integer && Double(line[3]) == value["point"]?.number, "seed \(seed)")
            #expect(line[4...].map { Double($0) } == (value["quantiles"]?.members ?? []).map(\.value.number), "seed \(seed)")
        }
    }
}
