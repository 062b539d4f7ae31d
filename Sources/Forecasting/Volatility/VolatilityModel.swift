import Glibc
import LSTMEngine
import Market

/// A pooled linear model of log volatility: the scale of each step's log-return is a linear function of a few features of the context,
/// and its distribution has one shape a step. Nothing is fitted to the coin, and no path is drawn.
///
/// The features are those of heterogeneous autoregressive models (Corsi 2009, doi:10.1093/jjfinec/nbp001), from ranges where candles
/// are whole and from closes elsewhere.
package struct VolatilityModel: Sendable {
    /// The coefficients of a variant.
    private struct Fit {
        /// The intercept, then a weight for each feature, shape `[knots, 1 + features]`.
        let weights: [Double]
        let shape: QuantileShape
    }

    private let form: VolatilityForm
    private let fits: [VolatilityVariant: Fit]
    /// The factor of a day's variance, by the days since 1970-01-01 modulo 7; Thursday first.
    private let variances: [Double]
    /// For each step: the knot before it, and the share of the knot after it. Between knots, log scales are linear in the logarithm of
    /// the step.
    private let places: [(knot: Int, share: Double)]

    /// Reads the tensors of ``VolatilityForm/tensors``.
    ///
    /// - Parameters:
    ///   - bytes: a whole safetensors file.
    ///   - sha256: its expected hash; nil skips that check.
    ///   - file: the file's name in errors.
    init(_ form: VolatilityForm, _ bytes: [UInt8], sha256: String?, file: String) throws(WeightsError) {
        let tensors = try Tensors(safetensors: bytes, expected: form.tensors, sha256: sha256, file: file)
        self.form = form
        fits = Dictionary(
            uniqueKeysWithValues: form.variants.map { variant in
                let shape = QuantileShape(levels: form.levels, values: tensors[VolatilityForm.shape(variant)].map { Double($0) })
                return (variant, Fit(weights: tensors[VolatilityForm.weights(variant)].map { Double($0) }, shape: shape))
            })
        let monday = tensors[VolatilityForm.weekday].map { exp(min(max(Double($0), -Self.greatestWeekday), Self.greatestWeekday)) }
        variances = (0..<7).map { monday[($0 + 3) % 7] }
        places = (1...form.horizon).map { step in
            let knot = min(form.knots.lastIndex { $0 <= step }!, form.knots.count - 2)
            let (low, high) = (log(Double(form.knots[knot])), log(Double(form.knots[knot + 1])))
            return (knot, (log(Double(step)) - low) / (high - low))
        }
    }

    /// The largest logarithm of a scale relative to the context's, so that exponentials stay finite for any weights.
    private static let greatestChange = 100.0
    /// The largest logarithm of a weekday's factor.
    private static let greatestWeekday = 10.0

    /// Returns the distribution of the closes after a context.
    ///
    /// - Parameters:
    ///   - context: as many days as the model reads.
    ///   - days: at most the horizon.
    package func distribution(after context: PriceHistory, days: Int) -> VolatilityDistribution {
        let variant = variant(for: context)
        let fit = fits[variant]!
        let first = context.firstDay.daysSince1970
        let features = VolatilityFeatures(
            variant, of: context, deviations: (1..<context.count).map { deviation(first + $0, context) }, averages: form.averages)
        var units = [Double](repeating: 0, count: days)
        if features.scale > 0 {
            let changes = logChanges(fit, features.values)
            var variance = 0.0
            for index in 0..<days {
                variance += context.isDated ? variances[Self.weekday(first + context.count + index)] : 1
                let (knot, share) = places[index]
                let change = changes[knot] + share * (changes[knot + 1] - changes[knot])
                units[index] = features.scale * exp(change) * variance.squareRoot()
            }
        }
        return VolatilityDistribution(lastClose: context.lastClose, units: units, shape: fit.shape, variant: variant)
    }

    private func logChanges(_ fit: Fit, _ features: [Double]) -> [Double] {
        let width = features.count + 1
        return form.knots.indices.map { knot in
            let row = knot * width
            let sum = features.indices.reduce(fit.weights[row]) { $0 + fit.weights[row + 1 + $1] * features[$1] }
            return min(max(sum, -Self.greatestChange), Self.greatestChange)
        }
    }

    // MARK: Weekdays

    private static func weekday(_ day: Int) -> Int { ((day % 7) + 7) % 7 }

    /// The factor of the size of a day's return.
    private func deviation(_ day: Int, _ context: PriceHistory) -> Double {
        context.isDated ? variances[Self.weekday(day)].squareRoot() : 1
    }

    // MARK: Variants

    /// Returns the best variant that the context allows: one missing, flat or impossible candle makes ranges unusable.
    private func variant(for context: PriceHistory) -> VolatilityVariant {
        guard fits[.ohlc] != nil || fits[.ohlcv] != nil, !context.details.isEmpty, context.hasRanges else { return .closes }
        if fits[.ohlcv] != nil, context.hasVolume(days: form.averages.volumeDays) { return .ohlcv }
        return fits[.ohlc] != nil ? .ohlc : .closes
    }
}

extension PriceHistory {
    /// Whether every day has a possible candle, and a range.
    fileprivate var hasRanges: Bool {
        closes.indices.allSatisfy { place in
            guard let high = details[place].high, let low = details[place].low, details[place].open != nil else { return false }
            return high > low && candle(place).fault == nil
        }
    }

    /// Whether each of the newest days has a volume.
    fileprivate func hasVolume(days: Int) -> Bool {
        details.suffix(days).allSatisfy { day in day.volume.map { $0 > 0 && $0.isFinite } ?? false }
    }
}
