import Forecasting
import Forecasts
import JSONText
import Market
import MarketData
import Records
import Testing

/// Writers and their schemas: the output has the declared form and no undeclared member. Documents of wallets and
/// of the diary are compared with their schemas in every answer of the server's tests.
@Suite struct SchemaAgreementTests {
    private static let asset: Asset = {
        var asset = Asset(id: AssetID("coin")!, ticker: Ticker("COIN")!, name: "Coin")
        asset.providerIDs[.kraken] = "COINUSD"
        return asset
    }()

    private static func object(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
        var writer = JSONWriter()
        writer.object(write)
        return try JSONValue(parsing: writer.bytes)
    }

    private static func forecast(_ random: inout SeededGenerator) throws -> JSONValue {
        let forecasts = (0..<1 + random.index(below: 3)).map { _ in
            let sample = Samples.forecast(&random, hasDistribution: random.index(below: 3) > 0)
            return Forecast(
                ticker: sample.ticker, cutoff: sample.cutoff, lastClose: sample.lastClose, modelName: sample.modelName,
                modelSHA256: String(repeating: "0a", count: 32), points: sample.points, distribution: sample.distribution)
        }
        let origin = ClosesOrigin(source: "file:\"a\"", retrievedAt: 1_740_000_000, ageDays: 3)
        let origins = Dictionary(forecasts.map { ($0.ticker, origin) }) { first, _ in first }
        return try JSONValue(parsing: ForecastDocuments.document(forecasts, Samples.plan([0.1, 0.5], seed: 7), origins))
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func forecastsHaveTheDeclaredForm(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try ForecastDocuments.answer.check(Self.forecast(&random), at: "seed \(seed)")
    }

    /// The comparison finds every member that is missing on either side.
    @Test func aMemberThatOneOfTheTwoLacksIsFound() throws {
        var random = SeededGenerator(seed: 1)
        let members = try #require(Self.forecast(&random).members)
        for index in members.indices {
            var fewer = members
            let name = fewer.remove(at: index).key
            let fault = #expect(throws: SchemaFault.self) { try ForecastDocuments.answer.check(.object(fewer), at: "") }
            guard case .missing("/\(name)", _) = fault else {
                Issue.record("\(name): \(String(describing: fault))")
                continue
            }
        }
        let more = JSONValue.object(members + [.init(key: "more", value: .null)])
        #expect(throws: SchemaFault.unknownMember("more", field: "/more", accepted: "forecasts, skill")) {
            try ForecastDocuments.answer.check(more, at: "")
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func candlesHaveTheDeclaredForm(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let history = MarketHistoryTests.history(&random).0
        try MarketDocuments.history.schema.check(Self.object { MarketDocuments.history.write(history, &$0) }, at: "seed \(seed)")
        for row in history.rows {
            try MarketDocuments.candle.check(Self.object { MarketHistory.write(row, &$0) }, at: "seed \(seed)")
        }
    }

    /// The columns of a CSV in the OpenAPI document are its header.
    @Test func theCSVHasTheDeclaredColumns() throws {
        var random = SeededGenerator(seed: 1)
        let csv = MarketHistoryTests.history(&random).0.csv
        #expect(cells(csv).first == MarketHistory.columns)
        #expect(throws: Never.self) { try MarketDocuments.csv.check(.string(csv), at: "") }
        for wrong in ["", "date\n", csv.replacing("volume,source", with: "source,volume")] {
            #expect(throws: SchemaFault.self) { try MarketDocuments.csv.check(.string(wrong), at: "") }
        }
    }

    @Test func whatIsKnownOfAssetsHasTheDeclaredForm() throws {
        let coverage = CandleCoverage(
            first: Day(daysSince1970: 19_000), last: Day(daysSince1970: 19_010), count: 9, retrievedAt: 1_740_000_000)
        try MarketDocuments.asset.schema.check(Self.object { MarketDocuments.asset.write(Self.asset, &$0) }, at: "asset")
        try MarketDocuments.listed.schema.check(
            Self.object { MarketDocuments.listed.write(ListedAsset(asset: Self.asset, statistics: nil), &$0) }, at: "listed")
        try MarketDocuments.stored.schema.check(
            Self.object { MarketDocuments.stored.write(StoredRange(asset: Self.asset, coverage: coverage), &$0) }, at: "stored")
        try MarketDocuments.faults.schema.check(
            Self.object { MarketDocuments.faults.write((Self.asset, []), &$0) }, at: "faults")
    }
}
