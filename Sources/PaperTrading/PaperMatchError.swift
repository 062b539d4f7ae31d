import Ledger
import Market

/// Why a paper match cannot be defined.
package enum PaperMatchError: Error, Equatable, Sendable {
    /// No coin, or too many.
    case coinCount(Int)
    /// A coin is named more than once.
    case coinTwice(AssetID)
    /// US dollars are not a coin to trade: they pay for coins.
    case noCoin(AssetID)
    /// The first day is before any coin had a price.
    case startTooEarly(Day)
    /// The first day is after today.
    case startInFuture(Day, today: Day)
    /// The last day is not after the first.
    case endBeforeStart(start: Day, end: Day)
    /// There are too many days between the first and the last.
    case tooLong(days: Int)
    /// The starting cash is too little or too much.
    case cashOutOfRange(FixedDecimal)
    /// The fee is negative or too large.
    case feeOutOfRange(FixedDecimal)
    /// No strategy takes part.
    case noStrategy
    /// The threshold is not a probability.
    case thresholdOutOfRange(FixedDecimal)
    /// JSON cannot represent the seed exactly.
    case seedTooLarge(UInt64)
}

extension PaperMatchError {
    /// The member of a definition that an error is about, as programs name it.
    package enum Field: String, Sendable { case coins, start, end, cash, fee, strategies, threshold, seed }

    package var field: Field {
        switch self {
        case .coinCount, .coinTwice, .noCoin: .coins
        case .startTooEarly, .startInFuture: .start
        case .endBeforeStart, .tooLong: .end
        case .cashOutOfRange: .cash
        case .feeOutOfRange: .fee
        case .noStrategy: .strategies
        case .thresholdOutOfRange: .threshold
        case .seedTooLarge: .seed
        }
    }
}

extension PaperMatchError: CustomStringConvertible {
    /// The rejected value, and what is accepted.
    package var description: String {
        switch self {
        case .coinCount(let count): "a paper match has 1 to \(PaperMatch.mostCoins) coins, not \(count)"
        case .coinTwice(let coin): "\(coin) is named more than once; name each coin once"
        case .noCoin(let asset): "\(asset) is the currency of a paper match and cannot be one of its coins; name coins only"
        case .startTooEarly(let day): "no coin had a price on \(day); start on \(PaperMatch.firstDay) or later"
        case .startInFuture(let day, let today): "\(day) is after today; start on \(today) or earlier"
        case .endBeforeStart(let start, let end): "the last day \(end) is not after the first, \(start); give a later last day"
        case .tooLong(let days): "\(days) days are too many; a paper match has at most \(PaperMatch.mostDays)"
        case .cashOutOfRange(let cash):
            "the starting cash is \(cash) USD; it must be \(PaperMatch.leastCash) to \(PaperMatch.mostCash) USD"
        case .feeOutOfRange(let rate):
            "the fee is \(rate) of what is traded; it must be 0 to \(PaperMatch.largestFeeRate) (0.001 is 0.1 %)"
        case .noStrategy: "no strategy is named; name one or more of \(Strategy.allCases.map(\.rawValue).joined(separator: ", "))"
        case .thresholdOutOfRange(let value): "the threshold is \(value); it must be at least 0 and below 1 (0.5 is 50 %)"
        case .seedTooLarge(let seed): "the seed is \(seed); it must be at most \(PaperMatch.largestSeed)"
        }
    }
}
