import Ledger
import Market
import Portfolio
import Text

/// Realized gains as text for the terminal.
struct RealizedText {
    let report: RealizedReport

    var notes: [String] {
        let unknown = Set(report.rows.filter { $0.disposal.gain == nil }.map { "\($0.asset.ticker)" }).sorted()
        var notes = RateText.notes(report.olderRates, report.currency)
        if !unknown.isEmpty {
            notes.append("the cost of \(unknown.joined(separator: ", ")) is incomplete, so gains and totals are missing")
        }
        if report.wholeDays > 0 {
            notes.append(
                "\(report.wholeDays.counted("disposal")) at midnight UTC, as without a time, counted on that day and not on the day of "
                    + report.zone.name)
        }
        return notes + yearsEnd
    }

    /// The first disposal whose year differs elsewhere, and the option that decides.
    private var yearsEnd: [String] {
        guard let first = report.atYearsEnd.first else { return [] }
        let isBehind = first.dayElsewhere < Day(secondsSince1970: first.time)
        let more = report.atYearsEnd.count > 1 ? "; so do \((report.atYearsEnd.count - 1).counted("more disposal"))" : ""
        return [
            "the disposal at \(MomentText.short(first.time)) UTC counts for \(Day(secondsSince1970: first.time).civil.year)\(more); in time zones "
                + "\(isBehind ? "behind" : "ahead of") UTC it was on \(first.dayElsewhere). Count the year elsewhere: "
                + "--time-zone \(isBehind ? "America/New_York" : "Europe/Berlin")"
        ]
    }

    /// One line per disposal, then one per year, then the total.
    var table: String {
        let period = report.year.map { " in \($0)" } ?? ""
        let zone = report.zone == .utc ? "" : "; days of \(report.zone.name)"
        guard !report.rows.isEmpty else { return "\(report.wallets.name): no realized gains\(period)\n" }
        let basis = report.costBasis.map { "cost basis \($0.rawValue)" } ?? "cost basis of each wallet"
        return "\(report.wallets.name)  realized gains\(period)\n\n\(basis); \(report.currency.code)\(zone)\n\n" + lines
    }

    private var lines: String {
        let rows = report.rows
        let years = report.years.count > 1 ? report.years : []
        let sums = years.map(\.sums) + [report.total]
        func column(_ name: String, isText: Bool = false, _ cell: (RealizedReport.Row) -> String) -> TextColumn {
            TextColumn(name, rows.map(cell) + sums.map { _ in "" }, isText: isText)
        }
        func money(_ name: String, _ cell: (Disposal) -> Money?, _ sum: (RealizedGains.Sums) -> Money?) -> TextColumn {
            TextColumn(name, rows.map { MoneyText.rounded(cell($0.disposal)) } + sums.map { MoneyText.rounded(sum($0)) })
        }
        var columns = [
            TextColumn("sold", rows.map { "\($0.day)" } + years.map { "\($0.year)" } + ["total"], isText: true),
            column("what", isText: true) { $0.disposal.kind.rawValue },
            column("quantity") { "\($0.disposal.quantity) \($0.asset.ticker)" },
            column("acquired") { $0.acquiredDay?.description ?? "-" },
            column("held for") { $0.heldDays?.counted("day") ?? "-" },
            money("proceeds", \.proceeds, \.proceeds.total), money("cost", \.cost, \.cost.total),
            money("gain", \.gain, \.gain.total),
        ]
        if report.wallets.wallets.count > 1 { columns.insert(column("wallet", isText: true) { $0.wallet.name }, at: 1) }
        return TextColumn.table(columns, indent: "  ")
    }
}
