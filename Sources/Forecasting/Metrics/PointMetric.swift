/// Errors of point forecasts, compared with the actual closes; one value for each forecast day.
///
/// Hyndman and Koehler 2006, doi:10.1016/j.ijforecast.2006.03.001; Makridakis, Spiliotis and Assimakopoulos 2020 (M4),
/// doi:10.1016/j.ijforecast.2019.04.014.
package enum PointMetric {
    /// Returns |y - ŷ| of each step, in quote currency per coin.
    ///
    /// - Parameters:
    ///   - points: ŷ, shape `[days]`.
    ///   - actuals: y, shape `[days]`.
    package static func absoluteErrors(_ points: [Double], _ actuals: [Double]) -> [Double] {
        precondition(points.count == actuals.count && !points.isEmpty, "points and actuals must have the same days")
        return zip(points, actuals).map { abs($0 - $1) }
    }

    /// Returns the mean absolute scaled error: mean |y - ŷ| / mean |c_t - c_{t-1}| over the context's closes c. Without unit.
    ///
    /// - Returns: nil for a constant context, which has no scale.
    package static func mase(_ points: [Double], _ actuals: [Double], context: ArraySlice<Double>) -> Double? {
        ratio(mean(absoluteErrors(points, actuals)), mean(absoluteChanges(context)))
    }

    /// Returns the root mean squared scaled error: √(mean (y - ŷ)² / mean (c_t - c_{t-1})²) over the context's closes c.
    /// Without unit.
    ///
    /// Makridakis, Spiliotis and Assimakopoulos 2022 (M5), doi:10.1016/j.ijforecast.2021.11.013.
    ///
    /// - Returns: nil for a constant context, which has no scale.
    package static func rmsse(_ points: [Double], _ actuals: [Double], context: ArraySlice<Double>) -> Double? {
        ratio(rootMeanSquare(absoluteErrors(points, actuals)), rootMeanSquare(absoluteChanges(context)))
    }

    /// Returns the symmetric mean absolute percentage error in M4's form, mean 2 |y - ŷ| / (|y| + |ŷ|).
    ///
    /// - Returns: a ratio from 0 to 2, not a percentage. Multiply by 100 for M4's figure. Some libraries omit the factor 2.
    package static func smape(_ points: [Double], _ actuals: [Double]) -> Double {
        let errors = absoluteErrors(points, actuals)
        // If both are 0, there is no error.
        return mean(errors.indices.map { errors[$0] > 0 ? 2 * errors[$0] / (abs(points[$0]) + abs(actuals[$0])) : 0 })
    }

    private static func absoluteChanges(_ context: ArraySlice<Double>) -> [Double] {
        precondition(context.count >= 2, "a scale takes at least 2 closes, not \(context.count)")
        return zip(context.dropFirst(), context).map { abs($0 - $1) }
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    /// Divides by the largest value first, so that squares of large prices stay finite.
    private static func rootMeanSquare(_ values: [Double]) -> Double {
        guard let largest = values.max(), largest > 0 else { return 0 }
        return largest * mean(values.map { ($0 / largest) * ($0 / largest) }).squareRoot()
    }

    private static func ratio(_ error: Double, _ scale: Double) -> Double? { scale > 0 ? error / scale : nil }
}
