import Ledger
import Market
import Records

extension Strategy: FieldChoice {}

/// A match to start.
package struct NewPaperMatch: Record {
    package static let schemaName: String? = "NewPaperMatch"

    package let coins: [String]
    package let start: Day
    package let end: Day?
    package let cash, fee: FixedDecimal
    package let strategies: [Strategy]
    package let threshold: FixedDecimal
    package let seed: Int

    package init(_ field: inout Fields<Self>) throws {
        coins = try field("coins", \.coins, .array(.assetName, count: 1...PaperMatch.mostCoins), "Tickers or ids, each once.")
        start = try field("start", \.start, nil, "The first day of trading: a past day with stored closes, or today.")
        end = try field("end", \.end, nil, "The last day; null or missing if the match continues as closes arrive.", default: nil)
        cash = try field(
            "cash", \.cash, PaperMatchDocuments.amount, "US dollars that each strategy starts with (default: 10000).",
            default: PaperMatch.standardCash)
        fee = try field(
            "fee", \.fee, PaperMatchDocuments.amount, "The fee as a share of each trade, at most 0.1 (default: 0.001).",
            default: PaperMatch.standardFeeRate)
        strategies = try field(
            "strategies", \.strategies, PaperMatchDocuments.strategies,
            "The strategies (default: all). hold always takes part: the others are compared with it.", default: Strategy.allCases)
        threshold = try field(
            "threshold", \.threshold, PaperMatchDocuments.amount,
            "follow holds coins whose chance to rise is above it, at least 0 and below 1 (default: 0.5).",
            default: PaperMatch.standardThreshold)
        seed = try field("seed", \.seed, nil, "For the forecasts' sample paths and the bootstrap (default: 1).", default: 1)
    }
}

/// A match in a path.
package struct PaperMatchReference: Record {
    package let match: String

    package init(_ field: inout Fields<Self>) throws {
        match = try field("match", \.match, PaperMatchDocuments.id, "The id of a paper match.")
    }
}
