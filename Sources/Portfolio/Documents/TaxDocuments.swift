import JSONText
import Ledger
import Market
import Records
import Text

extension TaxCountry: FieldChoice {}
extension MatchingMethod: FieldChoice {}

/// The parameters of a tax report.
package struct TaxInput: Record {
    /// The form of the answer.
    package enum Format: String, FieldChoice {
        case json, csv
    }

    package let year: Int
    package let country: TaxCountry
    package let method: MatchingMethod?
    package let wallet: String?
    package let timeZone: String?
    package let currency: Currency?
    package let format: Format

    package init(_ field: inout Fields<Self>) throws {
        year = try field("year", \.year, TaxDocuments.years, "The year in which the tax year begins.")
        country = try field("country", \.country, nil, "The country whose rules are applied.", default: .generic)
        method = try field(
            "method", \.method, MatchingMethod.schema, "How disposals are matched (default: the usual one of the country).")
        wallet = try field(
            "wallet", \.wallet, .anyWalletName,
            "List only what left or came into this wallet, by its id or name; all wallets are matched in any case.")
        timeZone = try field(
            "time_zone", \.timeZone, .text(1...64), "The IANA name of the time zone of days and years (default: the account's).")
        currency = try field(
            "currency", \.currency, Currency.schema, "The currency of all figures (default: the country's).")
        format = try field("format", \.format, nil, "JSON, or CSV of the disposals and the income.", default: .json)
    }

    /// - Parameter zone: the zone that ``timeZone`` names, or the account's.
    package func question(_ zone: CalendarZone) -> TaxQuestion {
        var question = TaxQuestion(year: year)
        (question.country, question.method, question.wallet) = (country, method, wallet)
        (question.zone, question.currency) = (zone, currency)
        return question
    }
}

/// The documents of tax reports. Amounts are strings, exact to 18 decimal places.
package enum TaxDocuments {
    static let years = Schema.integer(TaxRules.years)

    /// A sentence that goes with every report.
    package static let disclaimer =
        "This is not tax advice. It lists gains and income, not the tax that is due; check it against the rules of your country."

    package static let report = Document<TaxReport>(
        "TaxReport", .choice("country") { $0.country }, .choice("method") { $0.method },
        .field("per_wallet", nil, "Whether each wallet has lots of its own.") { $0.rules.isPerWallet },
        .field("year", years) { $0.year }, .field("first_day") { $0.days.lowerBound },
        .field("last_day") { $0.days.upperBound - 1 },
        .field("unfinished", nil, "Whether the year has not ended.") { $0.isUnfinished },
        .field("time_zone", .text(1...64)) { $0.zone.name }, .field("currency") { $0.currency },
        .field("country_currency", .text(3...3), "The currency in which the country counts.") { $0.rules.currencyCode },
        .field("note", .text(1...2000), "What the rules are, and what they leave open.") { $0.rules.note },
        .field("disclaimer", .text(1...500)) { _ in disclaimer },
        .list("sources", 0...10, of: source) { $0.rules.sources },
        .list("wallets", 0...100_000, of: ReportDocuments.wallet, "The wallets whose disposals are listed.") { $0.wallets.wallets },
        .list("disposals", 0...10_000_000, of: row, "In order of time.") { $0.rows },
        .object("total", sums) { $0.total },
        .object("short", sums, "Those held for up to a year; null if it makes no difference.", orNull: { $0.terms[.short] }),
        .object("long", sums, "Those held for more than a year.", orNull: { $0.terms[.long] }),
        .list("income", 0...10_000_000, of: income) { $0.income },
        .amount(
            "income_total", "Without coins that have no value; null if a rate is missing.", orNull: { $0.incomeTotal.total?.amount }
        ),
        .list("income_by_label", 0...20, of: labelSum, "The income of each label that occurs; what has none is last.") {
            $0.incomeByLabel
        },
        .values("days_without_rate", .array(.day, count: 0...1_000_000), "Figures and totals that need them are null.") {
            $0.daysWithoutRate
        },
        ReportDocuments.olderRates { $0.olderRates })

    private static let source = Document<TaxRules.Source>(
        nil, .field("title", .text(1...300)) { $0.title }, .field("date", .text(4...10)) { $0.date },
        .field("read_in_original", nil, "False: only descriptions of it by others were read.") { $0.isOriginal })

    private static let sums = Document<TaxReport.Sums>(
        nil, .amount("proceeds", "Null if a rate is missing.", orNull: { $0.proceeds.total?.amount }),
        .amount("cost", orNull: { $0.cost.total?.amount }), .amount("gain", orNull: { $0.gain.total?.amount }),
        .amount("fees", "Already subtracted from the proceeds.", orNull: { $0.fees.total?.amount }),
        .field("uncounted", nil, "Rows without a gain, because a cost or a rate is missing.") { $0.uncounted })

    private static let income = Document<TaxReport.Income>(
        members: ReportDocuments.wallet.members.of { (income: TaxReport.Income) in income.wallet } + [
            .field("transaction", .transactionID) { Int($0.income.transaction.number) },
            .field("day", nil, "In the time zone.") { $0.day }, .text("asset", .text(1...64)) { $0.asset.id },
            .text("ticker", .text(1...20)) { $0.asset.ticker }, .amount("quantity") { $0.income.quantity },
            .amount("value", "Null without a value or a rate.", orNull: { $0.income.value?.amount }),
            .field("label", labels, "What it was for; null if that was not recorded.") { $0.income.label },
        ])

    private static let labels = Schema.choice(Transaction.Kind.income.labels.map(\.rawValue))

    private static let labelSum = Document<TaxReport.LabelSum>(
        nil, .field("label", labels, "Null for income without a label.") { $0.label },
        .field("count", .integer(0...10_000_000)) { $0.count },
        .amount("value", "Without coins that have no value; null if a rate is missing.", orNull: { $0.value.total?.amount }))

    // MARK: Disposals

    private static let row = Document<TaxReport.Row>(
        members: ReportDocuments.wallet.members.of { (row: TaxReport.Row) in row.wallet } + disposal)

    private static let disposal: [Document<TaxReport.Row>.Member] = [
        .field("transaction", .transactionID) { Int($0.disposal.transaction.number) },
        .field("kind", .choice(["sale", "swap", "fee", "loss"])) { $0.disposal.kind.rawValue },
        .text("asset", .text(1...64)) { $0.asset.id }, .text("ticker", .text(1...20)) { $0.asset.ticker },
        .amount("quantity") { $0.disposal.quantity },
        .field("acquired_on", nil, "Null for a pool and for coins that were never held.") { $0.acquiredDay },
        .field("disposed_on") { $0.day },
        .field("held_days", .integer(0...4_000_000), "Null also if acquired within 30 days after.") { $0.heldDays },
        .field("term", .choice(TaxReport.Term.allCases.map(\.rawValue)), "Up to a year, or more; null if it makes no difference.") {
            $0.term?.rawValue
        },
        .choice("rule", "How the acquisition was found.") { $0.match.rule },
        .amount("proceeds", orNull: { $0.disposal.proceeds?.amount }),
        .amount("cost", "Null if it is unknown.", orNull: { $0.disposal.cost?.amount }),
        .amount("gain", orNull: { $0.disposal.gain?.amount }),
        .amount("fee", "Already subtracted from the proceeds; null if there was none.", orNull: { $0.match.fee?.amount }),
    ]

    // MARK: CSV

    package static let csvSchema = Schema.csv(columns, length: 0...1_000_000_000)

    /// A header, a line per disposal, and a line of the kind `income` per income, whose value has a column of its own. Amounts have all
    /// decimal places; unknown values are empty.
    package static func csv(_ report: TaxReport) -> String {
        CSVText.line(columns) + report.rows.map { disposalLine.csvLine($0, of: columns) }.joined()
            + report.income.map { incomeLine.csvLine($0, of: columns) }.joined()
    }

    private static let columns = [
        "day", "kind", "label", "wallet", "asset", "ticker", "quantity", "acquired_on", "held_days", "term", "rule", "proceeds",
        "cost", "gain", "fee", "income", "transaction",
    ]

    private static let disposalLine = Document<TaxReport.Row>(members: row.members + [.field("day") { $0.day }])

    private static let incomeLine = Document<TaxReport.Income>(
        members: income.members + [
            .field("kind", .text(6...6)) { _ in "income" }, .amount("income", orNull: { $0.income.value?.amount }),
        ])
}
