import JSONText
import Ledger
import Market
import Records

/// The document of a report on one wallet, which it names, and on several together, which it lists.
package struct ReportDocument<Report>: Sendable {
    private let one, several: Document<Report>
    private let group: @Sendable (Report) -> WalletGroup

    /// - Parameters:
    ///   - one: the name of the schema of reports on one wallet; nil for `name`.
    ///   - wallet: how the one wallet is named.
    package init(
        _ name: String, one: String? = nil, _ group: @escaping @Sendable (Report) -> WalletGroup,
        wallet: Document<Wallet> = ReportDocuments.wallet, _ members: [Document<Report>.Member]
    ) {
        self.group = group
        self.one = Document(one ?? name, members: wallet.members.of { group($0).wallets[0] } + members)
        let wallets = Document<Report>.Member.list("wallets", 0...100_000, of: ReportDocuments.wallet) { group($0).wallets }
        several = Document("Portfolio\(name)", members: [wallets] + members)
    }

    package func of(_ isPortfolio: Bool) -> Document<Report> { isPortfolio ? several : one }

    /// Writes the members of the report.
    package func write(_ report: Report, _ writer: inout JSONWriter) { of(group(report).isGroup).write(report, &writer) }

    /// One object and a line break.
    package func jsonLine(_ report: Report) -> String { of(group(report).isGroup).jsonLine(report) }
}

/// Parts of several documents of reports.
package enum ReportDocuments {
    static let assetIDs = Schema.array(.text(1...64), count: 0...100_000)

    /// The members with which a document names a wallet: its id and its current name.
    package static let wallet = Document<Wallet>(
        nil, .field("wallet_id", .walletID, "Stays the same when the wallet is renamed.") { $0.publicID },
        .field("wallet", .anyWalletName, "Its name.") { $0.name })

    /// The members that say how a report's day relates to the transactions.
    package static let timing = Document<ReportTiming>(
        nil, .field("first_transaction", nil, "Null without transactions.") { $0.firstDay },
        .object(
            "later_transactions", later, "Transactions after the day of the closes; null if there are none.", orNull: { $0.later }))

    private static let later = Document<LaterTransactions>(
        "LaterTransactions", .field("count", .integer(1...Schema.largestInteger)) { $0.count },
        .field("first", nil, "The day of the first one.") { $0.first }, .field("last", nil, "The day of the last one.") { $0.last },
        .field("included", nil, "Whether the figures include them, at the closes of the report's day.") { $0.areIncluded },
        .values(
            "transactions", .array(.transactionID, count: 0...LaterTransactions.mostListed), "The first of them."
        ) { $0.transactions.map { Int($0.number) } })

    /// The days whose figures were converted by the rate of an earlier day.
    static func olderRates<Report>(
        _ rates: @escaping @Sendable (Report) -> [OlderRate]
    ) -> Document<Report>.Member {
        .list(
            "older_rates", 0...100_000, of: olderRate,
            "Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used.", rates)
    }

    private static let olderRate = Document<OlderRate>(
        nil, .field("day") { $0.day }, .field("rate_day", nil, "The day whose rate is used.") { $0.rateDay })
}
