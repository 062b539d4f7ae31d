import ArgumentParser
import Market
import PaperTrading

/// The first day of a paper match on the command line.
enum PaperStartDay: Equatable {
    case day(Day)
    case today

    static func argument(_ text: String) throws -> PaperStartDay {
        if text == "today" { return .today }
        guard let day = Day(iso: text) else {
            throw ValidationError("\"\(text)\" is not a day; expected one such as 2025-02-20, or today")
        }
        return .day(day)
    }

    /// - Parameter today: the first day that has not ended.
    func day(today: Day) -> Day {
        switch self {
        case .day(let day): day
        case .today: today
        }
    }
}

/// The definition of a paper match without its coins and its first day.
struct PaperOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The last day (default: the newest close).", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(
        help: ArgumentHelp("Simulated US dollars of each strategy (default: 10000).", valueName: "amount"),
        transform: DecimalArgument.argument)
    var cash = DecimalArgument(PaperMatch.standardCash)

    @Option(help: ArgumentHelp("The fee as a share of each trade, up to 10%.", valueName: "percent"))
    var fee = ShareArgument(PaperMatch.standardFeeRate)

    @Option(help: ArgumentHelp("Of hold, rebalance, follow; hold always takes part.", valueName: "name,…"))
    var strategies = StrategyList(Strategy.allCases)

    @Option(help: ArgumentHelp("follow holds coins whose chance to rise is above it.", valueName: "percent"))
    var threshold = ShareArgument(PaperMatch.standardThreshold)

    @Option(help: ArgumentHelp("The same seed draws the same sample paths and resamples.", valueName: "n"))
    var seed: UInt64 = 1

    /// Returns the match that the options define.
    ///
    /// - Parameter today: the first day that has not ended; no match starts after it.
    /// - Throws: a ``Failure`` that names the option.
    func match(_ coins: [AssetID], from start: Day, today: Day) throws(Failure) -> PaperMatch {
        do throws(PaperMatchError) {
            guard start <= today else { throw PaperMatchError.startInFuture(start, today: today) }
            return try PaperMatch(
                coins: coins, start: start, end: until, cash: cash.value, feeRate: fee.value, strategies: strategies.values,
                threshold: threshold.value, seed: seed)
        } catch {
            let option = [.coins: "", .start: "--since: ", .end: "--until: "][error.field] ?? "--\(error.field.rawValue): "
            throw Failure("\(option)\(error)", .usage)
        }
    }

    /// Refuses wrong options before the coins are known.
    func check(from start: Day, today: Day) throws(Failure) { _ = try match([AssetID("coin")!], from: start, today: today) }
}
