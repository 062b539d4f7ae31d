import Ledger
import Market

/// Every disposal that realized a gain or loss: sales, fees, and income.
///
/// Without a year, the gains of its rows add up to the realized gain of the ``GainsReport`` of the same wallets, day and cost basis.
package struct RealizedReport: Sendable {
    /// A lot, or a part of one, that was sold or paid as a fee; or income, in cash or at market value.
    package struct Row: Equatable, Sendable {
        /// What left, with its cost and proceeds.
        package let disposal: Disposal
        /// Its asset.
        package let asset: Asset
        /// The wallet that it left.
        package let wallet: Wallet
        /// The place among the rows of its transaction, from 0.
        package let part: Int

        /// The day on which it left, in UTC.
        package var day: Day { Day(secondsSince1970: disposal.time) }
        /// The day on which it was acquired, in UTC; nil for cash, for income and for coins that were never there.
        package var acquiredDay: Day? { disposal.acquiredAt.map { Day(secondsSince1970: $0) } }
        /// How many days lie between the two; nil where the first is unknown.
        package var heldDays: Int? { acquiredDay.map { day - $0 } }
    }

    /// The sums of a calendar year in UTC.
    package struct Year: Equatable, Sendable {
        /// The year.
        package let year: Int
        /// Of its rows.
        package let sums: RealizedGains.Sums
    }

    /// What is reported on.
    package let wallets: WalletGroup
    /// Which lots left first; nil for wallets with different rules.
    package let costBasis: CostBasis?
    /// The only year that is reported; nil for all.
    package let year: Int?
    /// In the order in which they left.
    package let rows: [Row]
    /// The years that have rows, oldest first.
    package let years: [Year]
    /// Of all rows. Its currency is that of all figures.
    package let total: RealizedGains.Sums
    /// The currency of all figures.
    package let currency: Currency
}

extension Portfolio {
    /// The realized gains of wallets together, disposal by disposal.
    ///
    /// - Parameters:
    ///   - group: whose.
    ///   - year: only what left in that calendar year, in UTC; nil for all years.
    ///   - day: transactions up to the end of that day; nil for all.
    ///   - costBasis: which lots leave each wallet first, to compare; nil for each wallet's own way.
    ///   - currency: of all figures, each converted at the close of its own day.
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
