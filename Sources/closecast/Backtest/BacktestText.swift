import Forecasting
import Market
import Text

/// A backtest report as text for the terminal.
struct BacktestText {
    private let report: BacktestReport
    private let lineup: Lineup

    init(_ report: BacktestReport, _ lineup: Lineup) {
        (self.report, self.lineup) = (report, lineup)
    }

    var text: String {
        var parts = [title, ratios(.pointError, "point error / naive"), ratios(.crps, "CRPS / naive"), bands, losses]
        if report.coins.count > 1 { parts.append(coins) }
        parts += [calibration, logScores, touches, ceilingShares, ceilingNote, verdicts]
        if !report.ratio(.crps, entrant: 0, group: allSteps).hasInterval {
            let (coins, cutoffs) = (report.coins.count.counted("coin"), report.cutoffs.count.counted("cutoff"))
            parts.append("no intervals: \(coins) and \(cutoffs) are too few for them\n")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    var plot: String { [title, bars, histograms, ceilingNote, verdicts].filter { !$0.isEmpty }.joined(separator: "\n") }

    private var allSteps: Int { report.groups.count - 1 }
    private var places: Range<Int> { report.entrants.indices }

    private var title: String {
        let (coins, cutoffs) = (report.coins, report.cutoffs)
        let names = coins.count > 8 ? "\(coins.count) coins" : coins.map(\.description).joined(separator: " ")
        let period = "\(cutoffs.count.counted("cutoff")) from \(cutoffs.first!) to \(cutoffs.last!)"
        let spacing = report.plan.every == 1 ? "every day" : "every \(report.plan.every) days"
        return "\(names), \(period), \(spacing); \(report.plan.horizon.counted("day")) ahead, "
            + "\(report.plan.sampling.paths.counted("sample path"))\n"
    }

    // MARK: Tables

    private func ratios(_ loss: Loss, _ name: String) -> String {
        let others = places.dropFirst()
        var columns = [TextColumn(name, others.map { report.entrants[$0] }, isText: true)]
        for (group, steps) in report.groups.enumerated() {
            columns.append(
                TextColumn("days \(steps.name)", others.map { Self.text(report.ratio(loss, entrant: $0, group: group)) }))
        }
        return TextColumn.table(columns)
    }

    private var bands: String {
        let shares = places.map { report.coverage(entrant: $0, group: allSteps) }
        let widths = places.map { report.width(entrant: $0, group: allSteps) }
        var columns = [TextColumn("closes in the band", report.entrants, isText: true)]
        for (index, coverage) in BacktestCase.coverages.enumerated() {
            columns.append(TextColumn("\(Self.percent(coverage)) band", shares.map { Self.percent($0[index], decimals: 1) }))
            columns.append(TextColumn("width", widths.map { Self.percent($0[index]) }, minimum: 5))
        }
        return TextColumn.table(columns)
    }

    private var losses: String {
        let names = ["point error", "MASE", "RMSSE", "sMAPE", "wQL", "CRPS"]
        var columns = [TextColumn("losses, all days", report.entrants, isText: true)]
        for (loss, name) in zip(Loss.allCases, names) {
            columns.append(
                TextColumn(name, places.map { PriceText.fixed(report.value(loss, entrant: $0, group: allSteps), decimals: 4) }))
        }
        return TextColumn.table(columns)
    }

    private var coins: String {
        var columns = [TextColumn("CRPS / naive by coin", report.coins.map(\.description), isText: true)]
        for entrant in places.dropFirst() {
            columns.append(
                TextColumn(
                    report.entrants[entrant],
                    report.coins.map { Self.number(report.ratio(.crps, entrant: entrant, group: allSteps, coin: $0).value) }))
        }
        return TextColumn.table(columns)
    }

    private var calibration: String {
        let tenths = places.map { report.tenths(entrant: $0, group: allSteps) }
        var columns = [TextColumn("% of closes in each tenth", report.entrants, isText: true)]
        for tenth in 0..<10 {
            columns.append(TextColumn("\(tenth + 1)", tenths.map { PriceText.fixed($0[tenth] * 100, decimals: 1) }, minimum: 4))
        }
        return TextColumn.table(columns)
    }

    private var logScores: String {
        let scored = places.filter { report.logScore(entrant: $0) != nil }
        guard !scored.isEmpty else { return "" }
        var columns = [
            TextColumn("one-step log score, nats", scored.map { report.entrants[$0] }, isText: true),
            TextColumn("mean", scored.map { Self.signed(report.logScore(entrant: $0)!) }),
        ]
        if let garch = lineup.garch {
            columns.append(
                TextColumn(
                    "minus garch",
                    scored.map { entrant in
                        let difference = report.logScoreDifference(entrant: entrant, to: garch)!
                        guard difference.hasInterval else { return Self.signed(difference.value) }
                        return "\(Self.signed(difference.value)) [\(Self.signed(difference.low)), \(Self.signed(difference.high))]"
                    }))
        }
        return TextColumn.table(columns)
    }

    /// The loss of the probabilities that a price is reached, of methods that have paths.
    private var touches: String {
        guard let garch = lineup.garch else { return "" }
        let rows = places.map { entrant in
            report.groups.indices.compactMap { report.touchRatio(entrant: entrant, to: garch, group: $0) }
        }
        let scored = places.filter { !rows[$0].isEmpty }
        guard !scored.isEmpty else { return "" }
        var columns = [TextColumn("price reached, loss / garch", scored.map { report.entrants[$0] }, isText: true)]
        // The last group ends on the same day as the one before it.
        for (group, steps) in report.groups.enumerated().dropLast() {
            columns.append(TextColumn("within \(steps.steps.upperBound) days", scored.map { Self.text(rows[$0][group]) }))
        }
        return TextColumn.table(columns)
    }

    /// The share of the ceiling's gain over the naive forecast that each method reaches.
    private var ceilingShares: String {
        guard let ceiling = report.ceiling else { return "" }
        let methods = places.dropFirst().filter { $0 != ceiling }
        var columns = [TextColumn("share of the ceiling", methods.map { report.entrants[$0] }, isText: true)]
        for (group, steps) in report.groups.enumerated() {
            let shares = methods.map { report.shareOfCeiling(entrant: $0, group: group).map(Self.percents) ?? "none" }
            columns.append(TextColumn("days \(steps.name)", shares))
        }
        return TextColumn.table(columns)
    }

    private var ceilingNote: String {
        guard report.ceiling != nil else { return "" }
        return "ceiling: not a forecast; it knows the volatility of each coming day from the closes on both sides of it\n"
    }

    /// The conclusions that the measured figures support, one sentence per model.
    private var verdicts: String {
        lineup.models.map { model in
            let point = report.ratio(.pointError, entrant: model, group: allSteps)
            let crps = report.ratio(.crps, entrant: model, group: allSteps)
            let parts = report.groups.indices.dropLast().map { group in
                (report.groups[group].steps, report.ratio(.crps, entrant: model, group: group))
            }
            let sentence = Verdict.sentence(point: point, crps: lineup.hasBands(model) ? crps : nil, parts: parts)
            return "\(report.entrants[model]): \(sentence)\n"
        }.joined()
    }

    // MARK: Bars

    private var bars: String {
        var text = ""
        for (group, steps) in report.groups.enumerated() {
            text += "CRPS / naive from 0.8 to 1.2, days \(steps.name)\n"
            for entrant in places.dropFirst() {
                let ratio = report.ratio(.crps, entrant: entrant, group: group)
                text += "  \(name(entrant)) \(bar(ratio)) \(Self.text(ratio))\n"
            }
        }
        return text
    }

    private var histograms: String {
        var text = "closes in each tenth of their distribution, all days; 10 % each would be calibrated\n"
        for entrant in places {
            let tenths = report.tenths(entrant: entrant, group: allSteps)
            let blocks = tenths.map { share in String(Self.eighths[min(8, Int((share * 40).rounded()))]) }
            text += "  \(name(entrant)) \(blocks.joined())  \(tenths.map { Self.percent($0) }.joined(separator: " "))\n"
        }
        return text
    }

    /// Block characters for shares from 0 to 20 % and more.
    private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private func name(_ entrant: Int) -> String {
        let width = report.entrants.map(\.count).max()!
        return report.entrants[entrant] + String(repeating: " ", count: width - report.entrants[entrant].count)
    }

    /// Returns a ratio drawn on a scale from 0.8 to 1.2: the interval as a line (with an angle where it continues beyond the
    /// scale), the estimate as a dot, and the naive forecast's 1 as a bar.
    private func bar(_ estimate: Estimate) -> String {
        let width = 41
        func place(_ ratio: Double) -> Int {
            min(width - 1, max(0, Int((min(max(ratio, 0), 2) - 0.8) / 0.4 * Double(width - 1) + 0.5)))
        }
        var cells = Array(repeating: Character("·"), count: width)
        if estimate.hasInterval {
            for column in place(estimate.low)...place(estimate.high) { cells[column] = "─" }
            if estimate.low < 0.8 { cells[0] = "‹" }
            if estimate.high > 1.2 { cells[width - 1] = "›" }
        }
        cells[place(1)] = "│"
        cells[place(estimate.value)] = "●"
        return String(cells)
    }

    // MARK: Figures

    private static func number(_ value: Double) -> String { PriceText.fixed(value, decimals: 3) }

    private static func text(_ estimate: Estimate) -> String {
        guard estimate.hasInterval else { return number(estimate.value) }
        return "\(number(estimate.value)) [\(number(estimate.low)), \(number(estimate.high))]"
    }

    private static func percents(_ estimate: Estimate) -> String {
        guard estimate.hasInterval else { return percent(estimate.value) }
        return "\(percent(estimate.value)) [\(percent(estimate.low)), \(percent(estimate.high))]"
    }

    private static func percent(_ share: Double, decimals: Int = 0) -> String {
        PriceText.fixed(share * 100, decimals: decimals) + " %"
    }

    private static func signed(_ value: Double) -> String { (value < 0 ? "-" : "+") + PriceText.fixed(abs(value), decimals: 4) }
}

/// A table column: left-aligned for text, otherwise right-aligned.
struct TextColumn {
    private let name: String
    private let cells: [String]
    private let isText: Bool
    let width: Int

    init(_ name: String, _ cells: [String], isText: Bool = false, minimum: Int = 8) {
        (self.name, self.cells, self.isText) = (name, cells, isText)
        width = max(minimum, name.count, cells.map(\.count).max() ?? 0)
    }

    /// Returns the columns side by side as lines of text, each starting with `indent`. All columns must have the same number of
    /// cells.
    static func table(_ columns: [TextColumn], indent: String = "") -> String {
        (-1..<columns[0].cells.count).map { row in
            var line = (indent + columns.map { $0.text(row) }.joined(separator: "  "))[...]
            // Trailing blanks would only make a full line wrap.
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Returns the text of a row, padded to the column's width; row -1 is the header.
    private func text(_ row: Int) -> String {
        let text = row < 0 ? name : cells[row]
        let blanks = String(repeating: " ", count: width - text.count)
        return isText ? text + blanks : blanks + text
    }
}
