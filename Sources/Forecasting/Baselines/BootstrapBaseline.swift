import Market

/// Paths of daily log-returns, drawn with replacement from the context's demeaned returns.
///
/// Returns are demeaned because a mean of 500 days, extrapolated over 96, adds more error than information. There is no
/// density: the draws are discrete. Efron 1979, doi:10.1214/aos/1176344552.
package struct BootstrapBaseline: ForecastMethod {
    package let name = Baseline.bootstrap.rawValue

    package init() {}

    package func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        let returns = LogReturns(context.closes[...])
        let mean = returns.mean
        let demeaned = returns.values.map { $0 - mean }
        var random = SeededGenerator(seed: seed)
        let drawn = (0..<paths * days).map { _ in demeaned[random.index(below: demeaned.count)] }
        return MethodForecast(medianOf: SamplePaths(logReturns: drawn, count: paths, after: returns.lastClose))
    }

    package func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? { nil }
}
