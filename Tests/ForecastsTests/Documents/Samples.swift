import Forecasting
import JSONText
import Market
import Text

/// Random documents' contents, the same for the same seed.
enum Samples {
    /// A forecast whose closes span many orders of magnitude.
    static func forecast(_ random: inout SeededGenerator, hasDistribution: Bool = true) -> Forecast {
        let (horizon, paths) = (1 + random.index(below: 9), 1 + random.index(below: 20))
        func close() -> Double { price(&random) }
        let distribution = hasDistribution ? SamplePaths(closes: (0..<horizon * paths).map { _ in close() }, count: paths) : nil
        return Forecast(
            ticker: Ticker("C-\(random.index(below: 1000))")!, cutoff: Day(daysSince1970: random.index(below: 40_000)),
            lastClose: close(), modelName: "model \"\(random.index(below: 10))\", a\\b\n", modelSHA256: "00ff",
            points: (0..<horizon).map { _ in close() }, distribution: distribution)
    }

    /// From 1e-8 to 1e8.
    static func price(_ random: inout SeededGenerator) -> Double {
        var price = 1e-8 + random.uniform()
        for _ in 0..<random.index(below: 9) { price *= random.index(below: 2) == 0 ? 10 : 0.1 }
        return price
    }

    static func plan(_ quantiles: [Double], seed: UInt64 = .max) -> ForecastPlan {
        ForecastPlan(
            days: 96, options: ForecastOptions(paths: 100, seed: seed), quantiles: RequestedQuantiles(quantiles: quantiles))
    }
}

/// Whether a price reads back within 8 significant digits.
func isSame(_ read: Double?, _ written: Double) -> Bool {
    read.map { abs($0 - written) <= 0.5000001e-7 * written } ?? false
}

/// The cells of a CSV, line by line.
func cells(_ csv: String) -> [[String]] {
    var (text, lines) = (DelimitedText(Array(csv.utf8), keepsQuotedBlanks: true), [[String]]())
    while let line = text.next() { lines.append(line.fields.map { CSVText.text(ofCell: String(decoding: $0, as: UTF8.self)) }) }
    return lines
}
