import Ledger
import Market

/// All disposals that realized a gain or loss: sales, fees and income.
///
/// Without a year, the gains of its rows add up to the realized gain in the ``GainsReport`` of the same wallets, day and cost
/// basis.
package struct RealizedReport: Sendable {
    /// A lot or part of a lot that was sold or paid as a fee; or income, in cash or at market value.
    package struct Row: Equatable, Sendable {
        /// The disposal, with its cost and proceeds.
        package let disposal: Disposal
        /// Its asset.
        package let asset: Asset
        /// The wallet of the disposal.
        package let wallet: Wallet
        /// The index among the rows of its transaction.
        package let part: Int

        /// The day of the disposal, UTC.
        package var day: Day { Day(secondsSince1970: disposal.time) }
        /// The day of the acquisition, UTC; nil for cash, for income, and for coins that were owed.
        package var acquiredDay: Day? { disposal.acquiredAt.map { Day(secondsSince1970: $0) } }
        /// The number of days between the two; nil if the acquisition's day is unknown.
        package var heldDays: Int? { acquiredDay.map { day - $0 } }
    }

    /// The sums of a calendar year, UTC.
    package struct Year: Equatable, Sendable {
        /// The year.
        package let year: Int
        /// The sums of its rows.
        package let sums: RealizedGains.Sums
    }

    /// The wallets of the report.
    package let wallets: WalletGroup
    /// Which lots are disposed of first; nil for wallets with different rules.
    package let costBasis: CostBasis?
    /// The year of the report; nil for all.
    package let year: Int?
    /// The rows, in order of disposal.
    package let rows: [Row]
    /// The years that have rows, oldest first.
    package let years: [Year]
    /// The sums of all rows.
    package let total: RealizedGains.Sums
    /// The currency of all figures.
    package let currency: Currency
}

extension Portfolio {
    /// Returns the realized gains of wallets together, one row per disposal.
    ///
    /// - Parameters:
    ///   - group: the wallets.
    ///   - year: only disposals in this calendar year, UTC; nil for all years.
    ///   - day: only transactions up to the end of this day; nil for all.
    ///   - costBasis: which lots each wallet disposes of first, for comparison; nil for each wallet's own rule.
    /// - Throws: ``PortfolioError/futureDay(_:today:)``.
    /// - Complexity: the journal is read once; memory grows with the rows.
    package func realizedGains(
        of group: WalletGroup, year: Int? = nil, through day: Day? = nil, costBasis: CostBasis? = nil,
        in currency: Currency = .usd
    ) async throws -> RealizedReport {
        try check(group)
        try checkReportDay(day)
        let lots = try await lots(
            of: group, before: day, costBasis: costBasis, keepsDisposals: true, conversion: try await conversion(to: currency))
        let chosen = lots.disposals.filter {
            $0.isRealized && (year == nil || Day(secondsSince1970: $0.time).civil.year == year)
        }
        let assets = try await assets(chosen.map(\.asset))
        let wallets = Dictionary(uniqueKeysWithValues: group.wallets.map { ($0.id, $0) })
        var rows: [RealizedReport.Row] = []
        var (years, total) = ([Int: RealizedGains.Sums](), RealizedGains.Sums(currency))
        for disposal in chosen {
            let part = rows.last.map { $0.disposal.transaction == disposal.transaction ? $0.part + 1 : 0 } ?? 0
            let row = RealizedReport.Row(
                disposal: disposal, asset: assets[disposal.asset]!, wallet: wallets[disposal.wallet]!, part: part)
            rows.append(row)
            try years[row.day.civil.year, default: RealizedGains.Sums(currency)].add(disposal)
            try total.add(disposal)
        }
        return RealizedReport(
            wallets: group, costBasis: lots.costBasis, year: year, rows: rows,
            years: years.sorted { $0.key < $1.key }.map { RealizedReport.Year(year: $0.key, sums: $0.value) }, total: total,
            currency: currency)
    }
}
