import Glibc
import Ledger

/// How a strategy's lead over ``Strategy/hold`` compares with the leads that luck alone gives.
///
/// The daily differences between the two log-returns, from the starting cash on, add up to the logarithm of the ratio of the final
/// values. Without their mean, which is what skill would be, they are resampled with ``StationaryBootstrap``: nine of ten such sums
/// lie in the range that luck alone gives.
package struct PaperLuck: Equatable, Sendable {
    /// What the lead over ``Strategy/hold`` proves.
    package enum Verdict: String, CaseIterable, Sendable {
        /// Both strategies ended with the same value.
        case same
        /// There are too few days to say anything.
        case tooShort = "too_short"
        /// The lead is larger than nine of ten leads that luck gives.
        case beats
        /// The lead, or the lag, is within what luck gives.
        case within
        /// The lag is larger than nine of ten lags that luck gives.
        case worse
    }

    /// The final value as a multiple of that of ``Strategy/hold``, minus 1.
    package let lead: Double
    /// The lowest and the highest lead of the middle 90 % that luck alone gives; nil if there are too few days.
    package let range: ClosedRange<Double>?
    package let verdict: Verdict

    /// The share of resamples in ``range``.
    package static let level = 0.9
    /// Three blocks of the bootstrap. With fewer days, the range that luck gives cannot be estimated.
    package static let leastDays = 60

    /// - Parameters:
    ///   - values: of a strategy, one a day; the cash before the first.
    ///   - hold: the same of ``Strategy/hold``.
    ///   - stream: one of the bootstrap's independent sequences.
    package init(_ values: [FixedDecimal], hold: [FixedDecimal], _ bootstrap: StationaryBootstrap, stream: UInt64) {
        let differences = Self.differences(values, hold)
        let sum = differences.reduce(0, +)
        lead = expm1(sum)
        guard differences.contains(where: { $0 != 0 }) else {
            (range, verdict) = (nil, .same)
            return
        }
        guard differences.count >= Self.leastDays else {
            (range, verdict) = (nil, .tooShort)
            return
        }
        let mean = sum / Double(differences.count)
        let sums = bootstrap.sums(of: differences.map { $0 - mean }, stream: stream)
        let low = expm1(StationaryBootstrap.percentile((1 - Self.level) / 2, of: sums))
        let high = expm1(StationaryBootstrap.percentile((1 + Self.level) / 2, of: sums))
        range = low...max(low, high)
        verdict = lead > high ? .beats : lead < low ? .worse : .within
    }

    private static func differences(_ values: [FixedDecimal], _ hold: [FixedDecimal]) -> [Double] {
        // A value that rounds to 0 has no logarithm.
        func logarithms(_ values: [FixedDecimal]) -> [Double] { values.map { log(max($0.doubleValue, 1e-18)) } }
        let leads = zip(logarithms(values), logarithms(hold)).map { $0 - $1 }
        return zip(leads.dropFirst(), leads).map { $0 - $1 }
    }
}
