import Forecasting
import JSONText
import Market
import Text

/// A backtest report as JSON.
enum BacktestJSON {
    static func document(_ report: BacktestReport, _ lineup: Lineup) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("plan")
            plan(report, &writer)
            writer.key("methods")
            writer.array { writer in
                // Without a case that counts there are no figures, but the cases are still listed.
                for entrant in report.isEmpty ? [] : Array(report.entrants.indices) { method(entrant, report, lineup, &writer) }
            }
            writer.key("forecasts")
            writer.array { writer in
                for (method, entry) in report.forecasts { forecast(entry, method, report, &writer) }
            }
        }
        writer.newline()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns one JSON line per forecast: the quantile of its distribution at which each step's close fell.
    static func transforms(_ report: BacktestReport) -> String {
        var writer = JSONWriter()
        for (method, entry) in report.forecasts {
            writer.object { writer in
                identity(entry, method, &writer)
                writer.key("transforms")
                writer.array { writer in
                    for level in entry.transforms { writer.number(PriceText.rounded(level, digits: 6)) }
                }
            }
            writer.newline()
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func plan(_ report: BacktestReport, _ writer: inout JSONWriter) {
        writer.object { writer in
            let cutoffs = report.cutoffs
            for (key, day) in [("first_cutoff", cutoffs.first), ("last_cutoff", cutoffs.last)] {
                writer.key(key)
                if let day { writer.string(day.description) } else { writer.null() }
            }
            let counts = [
                ("origins", cutoffs.count), ("every", report.plan.every), ("context", report.plan.contextLength),
                ("horizon", report.plan.horizon), ("paths", report.plan.sampling.paths), ("not_counted", report.seenCount),
            ]
            for (key, count) in counts {
                writer.key(key)
                writer.integer(count)
            }
            writer.key("coins")
            writer.array { writer in for coin in report.coins { writer.string(coin.description) } }
        }
    }

    private static func method(_ entrant: Int, _ report: BacktestReport, _ lineup: Lineup, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("name")
            writer.string(report.entrants[entrant])
            writer.key("kind")
            writer.string(entrant == report.ceiling ? "ceiling" : lineup.models.contains(entrant) ? "model" : "baseline")
            if let score = report.logScore(entrant: entrant) {
                writer.key("log_score")
                writer.number(score)
            }
            if let garch = lineup.garch,
                let difference = report.logScoreDifference(entrant: entrant, to: garch)
            {
                writer.key("log_score_minus_garch")
                estimate(difference, &writer)
            }
            writer.key("groups")
            writer.array { writer in
                for place in report.groups.indices { group(place, entrant, nil, report, lineup, &writer) }
            }
            writer.key("coins")
            writer.object { writer in
                for coin in report.coins {
                    writer.key(coin.description)
                    writer.array { writer in
                        for place in report.groups.indices { group(place, entrant, coin, report, lineup, &writer) }
                    }
                }
            }
        }
    }

    private static func group(
        _ place: Int, _ entrant: Int, _ coin: Ticker?, _ report: BacktestReport, _ lineup: Lineup, _ writer: inout JSONWriter
    ) {
        let steps = report.groups[place].steps
        writer.object { writer in
            writer.key("steps")
            writer.array { writer in
                writer.integer(steps.lowerBound)
                writer.integer(steps.upperBound)
            }
            for loss in Loss.allCases {
                writer.key(loss.name)
                writer.number(report.value(loss, entrant: entrant, group: place, coin: coin))
                writer.key("\(loss.name)_to_naive")
                estimate(report.ratio(loss, entrant: entrant, group: place, coin: coin), &writer)
            }
            // Only for all coins together: this is what a model's `skill` holds, and intervals of a single coin would be of
            // little use.
            if coin == nil { toOthers(place, entrant, report, lineup, &writer) }
            let shares = [
                ("coverage", report.coverage(entrant: entrant, group: place, coin: coin)),
                ("width", report.width(entrant: entrant, group: place, coin: coin)),
                ("tenths", report.tenths(entrant: entrant, group: place, coin: coin)),
            ]
            for (key, values) in shares {
                writer.key(key)
                writer.array { writer in for value in values { writer.number(value) } }
            }
        }
    }

    private static func toOthers(
        _ place: Int, _ entrant: Int, _ report: BacktestReport, _ lineup: Lineup, _ writer: inout JSONWriter
    ) {
        let best = report.best(of: Array(lineup.baselines))
        writer.key("best_baseline")
        writer.string(report.entrants[best])
        writer.key("crps_to_best_baseline")
        estimate(report.ratio(.crps, entrant: entrant, to: best, group: place), &writer)
        if let garch = lineup.garch {
            writer.key("crps_to_garch")
            estimate(report.ratio(.crps, entrant: entrant, to: garch, group: place), &writer)
        }
        if let garch = lineup.garch, let ratio = report.touchRatio(entrant: entrant, to: garch, group: place) {
            writer.key("touch_loss_to_garch")
            estimate(ratio, &writer)
        }
        if let share = report.shareOfCeiling(entrant: entrant, group: place) {
            writer.key("share_of_ceiling")
            estimate(share, &writer)
        }
    }

    private static func forecast(_ entry: BacktestCase, _ method: String, _ report: BacktestReport, _ writer: inout JSONWriter) {
        writer.object { writer in
            identity(entry, method, &writer)
            // In the coin's quote currency, whereas the figures of a method can be compared across coins.
            writer.key("mean_crps")
            writer.object { writer in
                for (group, scores) in zip(report.groups, entry.groups) {
                    writer.key(group.name)
                    writer.number(scores.mean(.crps))
                }
            }
            writer.key("mean_absolute_error")
            writer.object { writer in
                for (group, scores) in zip(report.groups, entry.groups) {
                    writer.key(group.name)
                    writer.number(scores.mean(.pointError))
                }
            }
        }
    }

    private static func identity(_ entry: BacktestCase, _ method: String, _ writer: inout JSONWriter) {
        writer.key("ticker")
        writer.string(entry.ticker.description)
        writer.key("cutoff")
        writer.string(entry.cutoff.description)
        writer.key("method")
        writer.string(method)
        writer.member("seen_in_training", entry.hasSeen)
    }

    private static func estimate(_ estimate: Estimate, _ writer: inout JSONWriter) {
        writer.array { writer in for value in [estimate.value, estimate.low, estimate.high] { writer.number(value) } }
    }
}

extension BacktestReport {
    /// All forecasts with the names of their methods. The ceiling is not a forecast.
    fileprivate var forecasts: [(method: String, entry: BacktestCase)] {
        cases.flatMap { cases in
            cases.indices.filter { $0 != ceiling }.map { (method: entrants[$0], entry: cases[$0]) }
        }
    }
}

/// A backtest report as CSV: one line per method, group of steps and coin, with `all` for the mean over coins.
enum BacktestCSV {
    static func document(_ report: BacktestReport) -> String {
        var header = ["method", "days", "coin"]
        for loss in Loss.allCases { header += ["", "_to_naive", "_to_naive_low", "_to_naive_high"].map { loss.name + $0 } }
        for share in ["coverage", "width"] { header += BacktestCase.coverages.map { "\(share)_\(Int($0 * 100))" } }
        header += (1...10).map { "tenth_\($0)" } + ["log_score"]
        var text = CSVText.line(header)
        for entrant in report.entrants.indices {
            for group in report.groups.indices {
                for coin in [nil] + report.coins.map(Optional.some) {
                    text += CSVText.line(row(report, entrant, group, coin))
                }
            }
        }
        return text
    }

    private static func row(_ report: BacktestReport, _ entrant: Int, _ group: Int, _ coin: Ticker?) -> [String] {
        var figures: [Double] = []
        for loss in Loss.allCases {
            let ratio = report.ratio(loss, entrant: entrant, group: group, coin: coin)
            figures += [report.value(loss, entrant: entrant, group: group, coin: coin), ratio.value, ratio.low, ratio.high]
        }
        figures += report.coverage(entrant: entrant, group: group, coin: coin)
        figures += report.width(entrant: entrant, group: group, coin: coin)
        figures += report.tenths(entrant: entrant, group: group, coin: coin)
        let names = [report.entrants[entrant], report.groups[group].name, coin?.description ?? "all"]
        // A method without a density has no log score.
        let logScore = report.logScore(entrant: entrant, coin: coin).map { "\(PriceText.rounded($0, digits: 6))" } ?? ""
        return names + figures.map { $0.isNaN ? "" : "\(PriceText.rounded($0, digits: 6))" } + [logScore]
    }
}
