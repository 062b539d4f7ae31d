import Glibc

/// The loss of the probabilities that a price is reached on the way: the Brier score, (probability - outcome)², where the outcome is 1 if
/// any close up to a day reached the price, else 0.
///
/// The prices lie on both sides of the last close, at distances in standard deviations of the naive forecast for that day. So about
/// the same share of them is reached for every coin, cutoff and number of days.
enum TouchLoss {
    /// The distances, in standard deviations.
    private static let distances = [-1.5, -1, -0.5, 0.5, 1, 1.5]

    /// Returns the sum of the losses over the prices.
    ///
    /// - Parameters:
    ///   - context: the closes up to the cutoff.
    ///   - outcomes: the closes after it.
    ///   - steps: the number of days within which the prices are reached or not.
    static func sum(
        _ paths: SamplePaths, context: ArraySlice<Double>, outcomes: ArraySlice<Double>, within steps: Int
    ) -> Double {
        let returns = LogReturns(context)
        let deviation = returns.deviation(about: 0) * Double(steps).squareRoot()
        return distances.reduce(0) { sum, distance in
            let price = returns.lastClose * exp(distance * deviation)
            let came = outcomes.prefix(steps).contains(where: SamplePaths.reaches(price, from: returns.lastClose))
            let probability = paths.probabilities(touching: price, from: returns.lastClose)[steps - 1]
            return sum + (probability - (came ? 1 : 0)) * (probability - (came ? 1 : 0))
        }
    }
}
