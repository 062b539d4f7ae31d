import Ledger
import Market
import Portfolio
import Text

/// A tax report as text for the terminal.
struct TaxText {
    let report: TaxReport

    var notes: [String] {
        var notes = RateText.notes(report.olderRates, report.currency)
        if let own = report.countryCurrency {
            notes.append("the figures are in \(report.currency.code); the country counts in \(own.code): --currency \(own.code)")
        }
        if let first = report.daysWithoutRate.first {
            let more = report.daysWithoutRate.count - 1
            notes.append(
                "no rate of \(report.currency.code) on \(first)\(more > 0 ? " and \(more.counted("more day"))" : "")"
                    + ", so what was paid or received then is missing, and so are totals; get rates: \(CurrencyTable.ratesCommand(report.currency.code))"
            )
        }
        if !report.withoutCost.isEmpty {
            notes.append(
                "the cost of \(report.withoutCost.joined(separator: ", ")) is incomplete, so these gains and totals are missing")
        }
        if let first = report.income.first(where: \.income.isFree) {
            notes.append(
                "\(report.freeIncome.counted("income")) of coins without a value: not counted as income, and the coins cost zero; "
                    + Self.remedy(first))
        }
        if report.wholeDays > 0 {
            notes.append(
                "\(report.wholeDays.counted("disposal")) at midnight UTC, as without a time, counted on that day and not on the day of "
                    + report.zone.name)
        }
        if report.isUnfinished { notes.append("the tax year has not ended") }
        return notes
    }

    /// In this order, the coins are there all the time, also if they were spent since.
    private static func remedy(_ part: TaxReport.Income) -> String {
        let (income, name) = (part.income, PortfolioError.word(part.wallet.name))
        let time = CalendarZone.isWholeDay(income.time) ? "\(Day(secondsSince1970: income.time))" : MomentText.iso(income.time)
        return
            "to count the first, record it at market value: closecast wallet income \(name) \(part.asset.ticker) \(income.quantity) "
            + "--at-market --date \(time)\(income.label.map { " --label \($0.rawValue)" } ?? ""), and take the old one back: "
            + "closecast wallet correct \(income.transaction)"
    }

    /// The rules, a line for each disposal with the totals, the income, and the sources.
    var table: String { head + disposals + income + rules }

    private var head: String {
        let days = "\(report.days.lowerBound) to \(report.days.upperBound - 1)"
        let lots = report.rules.isPerWallet ? "each wallet has its own lots" : "all wallets together"
        return "Tax year \(report.year), \(report.rules.name): \(days), days of \(report.zone.name)\n\n"
            + "method \(report.method.rawValue): \(Self.rule(of: report.method)); \(lots); \(report.currency.code)\n\n"
    }

    private static func rule(of method: MatchingMethod) -> String {
        switch method {
        case .fifo: "the oldest coins leave first"
        case .lifo: "the newest coins leave first"
        case .hifo: "the coins of the highest cost leave first"
        case .average: "each coin costs the average, days of the oldest"
        case .shares: "same day, then the 30 days after, then the pool"
        }
    }

    private var disposals: String {
        let rows = report.rows
        guard !rows.isEmpty else { return "  no disposals\n" }
        let sums = sums
        func column(_ name: String, isText: Bool = false, _ cell: (TaxReport.Row) -> String) -> TextColumn {
            TextColumn(name, rows.map(cell) + sums.map { _ in "" }, isText: isText)
        }
        func money(_ name: String, _ cell: (TaxReport.Row) -> Money?, _ sum: (TaxReport.Sums) -> Money?) -> TextColumn {
            TextColumn(name, rows.map { MoneyText.rounded(cell($0)) } + sums.map { MoneyText.rounded(sum($0.sums)) })
        }
        var columns = [
            TextColumn("sold", rows.map { "\($0.day)" } + sums.map(\.name), isText: true),
            column("what", isText: true) { $0.disposal.kind.rawValue },
            column("quantity") { "\($0.disposal.quantity) \($0.asset.ticker)" },
            column("acquired") { $0.acquiredDay?.description ?? "-" },
            column("held for") { $0.heldDays?.counted("day") ?? "-" },
            column("matched by", isText: true) { $0.match.rule.rawValue },
            money("proceeds", \.disposal.proceeds, \.proceeds.total), money("cost", \.disposal.cost, \.cost.total),
            money("gain", \.disposal.gain, \.gain.total),
            TextColumn(
                "fee", rows.map { $0.match.fee.map(MoneyText.rounded) ?? "-" } + sums.map { MoneyText.rounded($0.sums.fees.total) }),
        ]
        if report.rules.holding != nil { columns.insert(column("term", isText: true) { $0.term?.rawValue ?? "-" }, at: 5) }
        if report.wallets.wallets.count > 1 { columns.insert(column("wallet", isText: true) { $0.wallet.name }, at: 1) }
        return TextColumn.table(columns, indent: "  ")
    }

    private var sums: [(name: String, sums: TaxReport.Sums)] {
        TaxReport.Term.allCases.compactMap { term in report.terms[term].map { (term.rawValue, $0) } } + [("total", report.total)]
    }

    private var income: String {
        guard !report.income.isEmpty else { return "" }
        let rows = report.income
        let sums = report.incomeSums
        let none = sums.map { _ in "" } + [""]
        var columns = [
            TextColumn("income", rows.map { "\($0.day)" } + sums.map { $0.label?.rawValue ?? "other" } + ["total"], isText: true),
            TextColumn("quantity", rows.map { "\($0.income.quantity) \($0.asset.ticker)" } + none),
            TextColumn(
                "value",
                rows.map { value($0.income) } + (sums.map(\.value) + [report.incomeTotal]).map { MoneyText.rounded($0.total) }),
        ]
        if !sums.isEmpty {
            columns.insert(TextColumn("label", rows.map { $0.income.label?.rawValue ?? "-" } + none, isText: true), at: 1)
        }
        if report.wallets.wallets.count > 1 {
            columns.insert(TextColumn("wallet", rows.map(\.wallet.name) + none, isText: true), at: 1)
        }
        return "\n" + TextColumn.table(columns, indent: "  ")
    }

    private func value(_ income: CoinIncome) -> String { income.isFree ? "-" : MoneyText.rounded(income.value) }

    private var rules: String {
        let sources = report.rules.sources.map { source in
            "  \(source.title) (\(source.date))\(source.isOriginal ? "" : ", read in descriptions only")\n"
        }
        return "\n\(Self.wrapped(TaxDocuments.disclaimer))\n\(Self.wrapped(report.rules.note))"
            + (sources.isEmpty ? "" : "\nSources\n" + sources.joined())
    }

    /// Breaks a text into lines of at most 100 characters.
    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].count + word.count >= 100 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
