import Forecasting
import Glibc
import JSONText
import Market
import Platform
import Testing

/// Results of statsforecast, arch, numpy and scipy for the same closes, written by `scripts/models/golden_baselines.py`.
private struct Golden {
    private static let file: JSONValue? = {
        let path = Files.folder(of: #filePath) + "/Golden/baselines.json"
        return (try? Files.read(path)).flatMap { try? JSONValue(parsing: $0) }
    }()

    static var names: [String] { file?["series"]?.array?.compactMap { $0["name"]?.string } ?? [] }

    let steps: [Int]
    let levels: [Double]
    let simulations: Double
    let distributions: JSONValue
    let series: JSONValue?
    let closes: [Double]

    init(series name: String = "SIM01") throws {
        let file = try #require(Self.file)
        steps = try file.numbers("steps").map { Int($0) }
        levels = try file.numbers("levels")
        simulations = try #require(file["simulations"]?.number)
        distributions = try #require(file["distributions"])
        series = try #require(file["series"]?.array?.first { $0["name"]?.string == name })
        closes = try series?.numbers("closes") ?? []
    }

    subscript(method: String) -> JSONValue {
        get throws { try #require(series?[method]) }
    }

    var returns: [Double] { zip(closes.dropFirst(), closes).map { log($0) - log($1) } }
}

extension JSONValue {
    fileprivate func numbers(_ key: String) throws -> [Double] { try #require(self[key]?.array).compactMap(\.number) }
    fileprivate func rows(_ key: String) throws -> [[Double]] {
        try #require(self[key]?.array).map { $0.array?.compactMap(\.number) ?? [] }
    }
}

private func expectClose(
    _ found: [Double], _ expected: [Double], relative: Double, absolute: Double = 0, _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(found.count == expected.count, "\(comment)", sourceLocation: sourceLocation)
    for (value, other) in zip(found, expected) {
        #expect(abs(value - other) <= absolute + relative * abs(other), "\(comment)", sourceLocation: sourceLocation)
    }
}

@Suite struct BaselineGoldenTests {
    @Test func thereAreThreeSeries() { #expect(Golden.names == ["SIM01", "SIM02", "SIM03"]) }

    // MARK: Exact

    @Test(arguments: Golden.names, [Baseline.naive, .drift])
    func gaussianWalksAreStatsforecasts(name: String, baseline: Baseline) throws {
        let golden = try Golden(series: name)
        let expected = try golden[baseline.rawValue]
        let forecast = baseline.method.forecast(after: golden.closes[...], days: 96, paths: 1, seed: 1)
        let columns = [("mean", 0.5), ("low80", 0.1), ("high80", 0.9), ("low95", 0.025), ("high95", 0.975)]
        for (column, level) in columns {
            let found = golden.steps.map { log(forecast.distribution.quantile(level, step: $0)) }
            expectClose(found, try expected.numbers(column), relative: 0, absolute: 1e-12, "\(name) \(column)")
        }
        let points = golden.steps.map { log(forecast.points[$0 - 1]) }
        expectClose(points, try expected.numbers("mean"), relative: 0, absolute: 1e-12, "\(name) points")
    }

    @Test(arguments: Golden.names) func theFitIsArchs(name: String) throws {
        let golden = try Golden(series: name)
        let expected = try golden["garch"]
        let fit = try #require(GARCHFit(golden.returns))
        let found = [fit.omega, fit.alpha, fit.beta, fit.degrees]
        expectClose(
            found, try ["omega", "alpha", "beta", "degrees"].map { try #require(expected[$0]?.number) }, relative: 1e-5, name)
        #expect(abs(fit.logLikelihood - (try #require(expected["log_likelihood"]?.number))) < 1e-7, "\(name)")
        expectClose(fit.variances(of: golden.returns).dropLast(), try expected.numbers("variances"), relative: 1e-5, name)
    }

    @Test(arguments: Golden.names) func theAnalyticVariancesAreArchs(name: String) throws {
        let golden = try Golden(series: name)
        let fit = try #require(GARCHFit(golden.returns))
        var variances = [fit.variances(of: golden.returns).last!]
        while variances.count < 96 { variances.append(fit.omega + (fit.alpha + fit.beta) * variances.last!) }
        expectClose(variances, try golden["garch"].numbers("forecast_variances"), relative: 1e-5, name)
    }

    @Test(arguments: Golden.names) func theFilterIsArchs(name: String) throws {
        let golden = try Golden(series: name)
        let filter = EWMAFilter(golden.returns, decay: 0.97)
        expectClose(filter.variances, try golden["ewma"].numbers("variances"), relative: 1e-10, name)
    }

    // MARK: Simulated

    /// The share of our paths below their quantile is its level, within four standard errors of both simulations.
    @Test(arguments: Golden.names, [Baseline.bootstrap, .ewma, .garch])
    func pathsAreDistributedAsTheirs(name: String, baseline: Baseline) throws {
        let golden = try Golden(series: name)
        let (count, seed) = (40_000, 7 as UInt64)
        let forecast = baseline.method.forecast(after: golden.closes[...], days: 96, paths: count, seed: seed)
        let expected = try golden[baseline.rawValue].rows("quantiles")
        for (step, quantiles) in zip(golden.steps, expected) {
            for (level, quantile) in zip(golden.levels, quantiles) {
                let found = forecast.distribution.probability(atMost: golden.closes.last! * exp(quantile), step: step)
                let error = (level * (1 - level) * (1 / Double(count) + 1 / golden.simulations)).squareRoot()
                // A discrete distribution's quantile holds a probability of its own: a draw is one of 499 returns.
                let atom = step == 1 && baseline != .garch ? 2.0 / 499 : 0
                #expect(abs(found - level) < 4 * error + atom, "\(name) step \(step) level \(level): \(found)")
            }
        }
    }

    // MARK: Distributions

    @Test func theNormalDistributionIsScipys() throws {
        let golden = try Golden().distributions
        let (levels, values) = (try golden.numbers("levels"), try golden.numbers("values"))
        expectClose(
            levels.map(Normal.quantile), try golden.numbers("normal_quantiles"), relative: 4e-15, absolute: 1e-16, "quantile")
        expectClose(values.map(Normal.cumulative), try golden.numbers("normal_cumulative"), relative: 1e-13, "cumulative")
        expectClose(values.map(Normal.logDensity), try golden.numbers("normal_log_density"), relative: 1e-14, "log density")
    }

    @Test func studentsTDensityIsScipys() throws {
        let golden = try Golden().distributions
        let (values, degrees) = (try golden.numbers("values"), try golden.numbers("degrees"))
        for (degrees, expected) in zip(degrees, try golden.rows("student_t_log_density")) {
            expectClose(values.map { StudentT.logDensity($0, degrees: degrees) }, expected, relative: 1e-12, "\(degrees) degrees")
        }
    }

    /// The share of draws below a quantile of scipy's is its level, within four standard errors.
    @Test func studentsTDrawsAreDistributedAsScipys() throws {
        let golden = try Golden().distributions
        let (degrees, levels) = (try golden.numbers("degrees"), try golden.numbers("draw_levels"))
        var random = SeededGenerator(seed: 3)
        let count = 100_000
        for (degrees, quantiles) in zip(degrees, try golden.rows("student_t_quantiles")) {
            let draws = (0..<count).map { _ in
                StudentT.draw(degrees: degrees, radius: random.uniform(), angle: random.uniform())
            }
            for (level, quantile) in zip(levels, quantiles) {
                let share = Double(draws.count { $0 <= quantile }) / Double(count)
                #expect(abs(share - level) < 4 * (level * (1 - level) / Double(count)).squareRoot(), "\(degrees) degrees, \(level)")
            }
        }
    }
}
