import JSONText
import Ledger
import Market
import Records

/// The documents of realized gains, one row per disposal. Amounts are strings, exact to 18 decimal places.
package enum RealizedDocuments {
    /// The report without its rows, which come in pages.
    package static let report = ReportDocument<RealizedReport>(
        name, { $0.wallets },
        [
            .field("currency") { $0.currency },
            .field("cost_basis", nil, "Null for wallets with different ones.") { $0.costBasis },
            .field("year", years) { $0.year },
            .field("time_zone", .text(1...64), "The time zone of days and years.") { $0.zone.name },
            ReportDocuments.olderRates { $0.olderRates },
            .object("total", sums, "The totals of all rows, on every page.") { $0.total },
            .list("years", 0...10_000, of: year, "By calendar year.") { $0.years },
        ])

    private static let name = "RealizedGains"
    private static let years = Schema.integer(1970...9999)

    private static let year = Document<RealizedReport.Year>(
        members: [.field("year", years) { $0.year }] + sums.members.of { (year: RealizedReport.Year) in year.sums })

    private static let sums = Document<RealizedGains.Sums>(
        nil, .amount("proceeds", "Null if a rate is missing.", orNull: { $0.proceeds.total?.amount }),
        .amount("cost", orNull: { $0.cost.total?.amount }), .amount("gain", orNull: { $0.gain.total?.amount }))

    /// - Parameter page: returns the member `data` with rows of a schema, and the members that follow it.
    package static func schema(_ isPortfolio: Bool, page: (Schema) -> [Schema.Member]) -> Schema {
        let members = report.of(isPortfolio).members.map(\.schema)
        return .named(isPortfolio ? "Portfolio\(name)" : name, .object(members + page(rowInSchema.schema)))
    }

    /// All rows in one object, and a line break.
    package static func json(_ report: RealizedReport) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                Self.report.write(report, &writer)
                writer.member("data", report.rows) { row.write($0, &$1) }
                writer.member("next_cursor", nil as String?)
            }
        }
    }

    // MARK: Rows

    package static let row = Document<RealizedReport.Row>(members: [transaction] + wallet + disposal)
    /// The members of a row in another order than in answers.
    private static let rowInSchema = Document<RealizedReport.Row>(members: wallet + [transaction] + disposal)

    private static let transaction: Document<RealizedReport.Row>.Member = .field("transaction", .transactionID) {
        Int($0.disposal.transaction.number)
    }
    private static let wallet: [Document<RealizedReport.Row>.Member] = ReportDocuments.wallet.members.of { $0.wallet }

    private static let disposal: [Document<RealizedReport.Row>.Member] = [
        .field("kind", .choice(["sale", "swap", "fee", "loss", "income"])) { $0.disposal.kind.rawValue },
        .text("asset", .text(1...64)) { $0.asset.id }, .text("ticker", .text(1...20)) { $0.asset.ticker },
        .amount("quantity") { $0.disposal.quantity }, .moment("acquired_at", "Null for cash.", orNull: { $0.disposal.acquiredAt }),
        .field("acquired_by", .transactionID, "The transaction that acquired it.") { $0.disposal.origin.map { Int($0.number) } },
        .moment("disposed_at") { $0.disposal.time },
        .field("acquired_on", nil, "In the time zone; midnight UTC is a day without a time, and stays that day.") {
            $0.acquiredDay
        },
        .field("disposed_on", nil, "Likewise.") { $0.day }, .field("held_days", nil, "Days between the two.") { $0.heldDays },
        .amount("proceeds", orNull: { $0.disposal.proceeds?.amount }),
        .amount("cost", "Null if it is unknown.", orNull: { $0.disposal.cost?.amount }),
        .amount("gain", orNull: { $0.disposal.gain?.amount }),
    ]

    // MARK: CSV

    package static let csvSchema = Schema.csv(line.csvColumns, length: 0...1_000_000_000)

    /// A header, and a line per disposal. Amounts have all decimal places; unknown values are empty.
    package static func csv(_ report: RealizedReport) -> String { line.csvHeader + report.rows.map(line.csvLine).joined() }

    private static let line = Document<RealizedReport.Row>(members: row.members + renamed).columns(
        "disposed", "kind", "wallet", "asset", "ticker", "quantity", "acquired", "held_days", "proceeds", "cost", "gain",
        "transaction", "acquired_by", "disposed_on", "acquired_on")

    private static let renamed: [Document<RealizedReport.Row>.Member] = [
        .moment("disposed") { $0.disposal.time }, .moment("acquired", orNull: { $0.disposal.acquiredAt }),
    ]
}
