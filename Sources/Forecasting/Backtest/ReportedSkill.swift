extension Skill {
    /// Creates the skill of a model from a backtest.
    ///
    /// - Parameters:
    ///   - report: not empty.
    ///   - model: an index into the lineup's models' entrants.
    ///   - period: the name of the scored days.
    package init(_ report: BacktestReport, _ lineup: Lineup, model: Int, period: String) {
        let cutoffs = report.cutoffs
        let best = report.best(of: Array(lineup.baselines))
        let garch = lineup.garch
        self.init(
            period: period, firstCutoff: cutoffs[0], lastCutoff: cutoffs[cutoffs.count - 1],
            origins: report.cases.count - report.seenCount, coins: report.coins.count, bestBaseline: report.entrants[best],
            groups: report.groups.indices.map { Group(report, model, group: $0, best: best, garch: garch) },
            logScoreMinusGARCH: garch.flatMap { report.logScoreDifference(entrant: model, to: $0) })
    }

    /// Whether there were enough cutoffs for intervals; without intervals the figures prove nothing.
    package var hasIntervals: Bool { groups.allSatisfy(\.crpsToNaive.hasInterval) }
}

extension Skill.Group {
    fileprivate init(_ report: BacktestReport, _ model: Int, group: Int, best: Int, garch: Int?) {
        func crps(_ other: Int) -> Estimate { report.ratio(.crps, entrant: model, to: other, group: group) }
        let coverage = report.coverage(entrant: model, group: group)
        self.init(
            steps: report.groups[group].steps, pointErrorToNaive: report.ratio(.pointError, entrant: model, group: group),
            crpsToNaive: crps(0), crpsToBestBaseline: crps(best), crpsToGARCH: crps(garch ?? best), coverage50: coverage[0],
            coverage80: coverage[1], coverage95: coverage[2], shareOfCeiling: report.shareOfCeiling(entrant: model, group: group))
    }
}
