import ArgumentParser
import Ledger
import Notices
import People
import Portfolio

extension TaxCountry: ExpressibleByArgument {}
extension MatchingMethod: ExpressibleByArgument {}

struct WalletTax: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tax",
        abstract: "List the disposals and the income of a tax year by the rules of a country.",
        discussion: """
            EXAMPLES
              closecast wallet tax --year 2025 --country de
              closecast wallet tax --year 2025 --country gb
              closecast wallet tax --year 2025 --country us --method hifo
              closecast wallet tax --year 2025 --country it --wallet Main
              closecast wallet tax --year 2025 --method average --csv > tax.csv

            This is not tax advice. It lists gains and income, not the tax that is due. \
            The report names the rules that it applies, and where they are from.

            All wallets are matched together, or each on its own where a country wants that. \
            Each amount is converted at the rate of its own day. What has no rate is named, \
            and missing like the totals that need it.
            """)

    @Option(help: "The year in which the tax year begins.")
    var year: Int

    @Option(help: ArgumentHelp("The country whose rules are applied.", valueName: "it|de|kz|us|gb|generic"))
    var country = TaxCountry.generic

    @Option(
        help: ArgumentHelp(
            "How disposals are matched (default: the usual one of the country).", valueName: "fifo|lifo|hifo|average|shares"))
    var method: MatchingMethod?

    @Option(
        help: ArgumentHelp("List only this wallet; all are matched in any case.", valueName: "wallet"), completion: .wallets)
    var wallet: String?

    @Option(
        help: ArgumentHelp("The time zone of days and years (default: that of the notices, or UTC).", valueName: "Area/City"),
        transform: CalendarZone.argument)
    var timeZone: CalendarZone?

    @Option(
        help: ArgumentHelp("The currency of all figures (default: the country's).", valueName: "code"),
        completion: Currency.completion, transform: Currency.argument)
    var currency: Currency?

    @Flag(help: "Comma-separated values of the disposals and the income, which `kind` tells apart.")
    var csv = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if !TaxRules.years.contains(year) {
            throw ValidationError("--year \(year): expected \(TaxRules.years.lowerBound) to \(TaxRules.years.upperBound)")
        }
        if csv, json { throw ValidationError("--csv and --json: give one of them") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            var question = TaxQuestion(year: year)
            (question.country, question.method, question.wallet, question.currency) = (country, method, wallet, currency)
            question.zone = try await zone(store)
            let text = TaxText(report: try await store.portfolio.tax.report(question))
            text.notes.forEach(Console.note)
            if csv {
                Console.note(TaxDocuments.disclaimer)
                return try Console.write(TaxDocuments.csv(text.report))
            }
            try Console.write(json ? TaxDocuments.report.jsonLine(text.report) : text.table)
        }
    }

    private func zone(_ store: LocalStore) async throws -> CalendarZone {
        if let timeZone { return timeZone }
        return CalendarZone(try await store.file.reading { try $0.calendarZone(of: LocalStore.caller.owner) })
    }
}
