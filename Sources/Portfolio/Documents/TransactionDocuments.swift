import Ledger
import Market
import Platform
import Records

/// What an order or corrections recorded, or would record.
package struct ShownReceipt: Sendable {
    fileprivate let isPreview: Bool
    fileprivate let recorded: Int
    fileprivate let entries: [TransactionDocuments.Entry]
    fileprivate let effects: [PreparedOrder.Effect]
    fileprivate let prices: [TransactionDocuments.Price]
    fileprivate let unknownCosts: [Asset]

    /// - Parameter results: the result of each transaction; empty for a preview, whose transactions have no numbers yet.
    package init(_ prepared: PreparedOrder, _ results: [AppendResult], isPreview: Bool) {
        (self.isPreview, recorded) = (isPreview, results.count)
        entries = prepared.rows.enumerated().map { index, row in
            (id: index < results.count ? results[index].id : nil, row: row, logged: nil)
        }
        (effects, unknownCosts) = (prepared.effects, prepared.unknownCosts)
        prices = prepared.prices.sorted { $0.key < $1.key }.map { (asset: $0.key, close: $0.value) }
    }

    package init(_ receipt: CorrectionReceipt) {
        (isPreview, recorded) = (false, receipt.corrections.count)
        entries = receipt.corrections.map { (id: $0.id, row: $0.row, logged: $0) }
        (effects, prices, unknownCosts) = (receipt.effects, [], [])
    }
}

extension ImportReport {
    /// The largest number of elements in each list of the document.
    fileprivate static let longestList = 1000

    fileprivate var firstNew: [TransactionDocuments.Entry] {
        newRows.prefix(Self.longestList).map { (id: $0.id, row: $0.row, logged: nil) }
    }
}

/// The documents of transactions, and of what records them. Amounts are strings, exact to 18 decimal places.
package enum TransactionDocuments {
    /// A transaction in a receipt; without an id in a preview.
    fileprivate typealias Entry = (id: TransactionID?, row: TransactionRow, logged: LoggedTransaction?)
    fileprivate typealias Price = (asset: AssetID, close: PriceOfDay)

    /// A recorded transaction.
    package static let transaction = Document<LoggedTransaction>(
        "Transaction",
        members: [.field("id", .transactionID) { Int($0.id.number) }]
            + shownRow.of { (logged: LoggedTransaction) in logged.row } + ends)

    private static let ends: [Document<LoggedTransaction>.Member] =
        [.moment("recorded_at") { $0.recordedAt }] + corrections.of { (logged: LoggedTransaction) in logged }

    package static let list = Document<ArraySlice<LoggedTransaction>>(
        nil, .list("transactions", 0...1_000_000, of: transaction) { $0 })

    // MARK: Members

    /// Members of a transaction in orders and files.
    static let row: [Document<TransactionRow>.Member] = [
        .field("key", .text(0...200)) { $0.key }, .moment("time") { $0.time }, .choice("kind") { $0.kind },
        .field("wallet", .anyWalletName) { $0.wallet }, .text("asset", .text(1...64)) { $0.asset },
        .amount("quantity") { $0.quantity },
        .optional("cash", .amount, "Paid or received in USD, fee not included.") { $0.cash?.amount },
        .optional("fee", .amount) { $0.fee }, .optional("to", .anyWalletName, "Where a transfer went.") { $0.target },
        .optional("value", .amount, "In USD: what a deposit cost, or a withdrawal, an income or a swap was worth.") {
            $0.value?.amount
        },
        .optional("note", .text(0...2000)) { $0.note.isEmpty ? nil : $0.note },
        .optional("at_market", .boolean, "Whether income counts at its value, which becomes the coins' cost.") {
            $0.isAtMarketValue ? true : nil
        },
        .optional("to_asset", .text(1...64), "What a swap or a split puts in the place of the asset; maybe the same in a split.") {
            $0.received?.asset.description
        },
        .optional("to_quantity", .amount, "How much of it.") { $0.received?.quantity },
        .optional("label", nil, "What income was for, or why coins came in or left without a trade.") { $0.label },
    ]

    /// The members of a row, and its wallets.
    private static let shownRow: [Document<TransactionRow>.Member] =
        row + [
            .field("wallet_id", .walletID, "Null if the wallet was deleted.") { $0.walletID },
            .optional("to_id", .nullable(.walletID), "The receiving wallet of a transfer.") { row -> String?? in
                row.target.map { _ in row.targetID }
            },
        ]

    private static let corrections: [Document<LoggedTransaction?>.Member] = [
        .optional("corrects", .transactionID, "The transaction that this one reverses.") { $0?.corrects.map { Int($0.number) } },
        .optional("corrected_by", .transactionID, "The correction that reverses it.") {
            $0?.correctedBy.map { Int($0.number) }
        },
    ]

    private static let entry: [Document<Entry>.Member] =
        [.field("id", .transactionID, "Null in a preview.") { $0.id.map { Int($0.number) } }]
        + shownRow.of { (entry: Entry) in entry.row }

    private static let change = Document<(asset: Asset, before: Quantity, after: Quantity)>(
        nil, .text("asset", .text(1...64)) { $0.asset.id }, .amount("before") { $0.before }, .amount("after") { $0.after })

    private static let price = Document<Price>(
        nil, .text("asset", .text(1...64)) { $0.asset }, .field("day") { $0.close.day },
        .amount("price") { $0.close.price.amount }, .field("source", .text(0...1000)) { $0.close.source })

    private static let count = Schema.integer(0...10_000_000)
    private static let unknownNote = "Coins received at an unknown cost: their gains will be missing."

    private static func preview<Report>(_ isPreview: @escaping @Sendable (Report) -> Bool) -> Document<Report>.Member {
        .field("preview", nil, "Whether this is a preview: nothing was recorded.", isPreview)
    }

    private static func recorded<Report>(_ recorded: @escaping @Sendable (Report) -> Int) -> Document<Report>.Member {
        .field("recorded", count, "How many transactions were recorded.", recorded)
    }

    // MARK: Receipts

    /// The answer to every request that records transactions.
    package static let receipt = Document<ShownReceipt>(
        "Receipt", preview { $0.isPreview }, recorded { $0.recorded },
        .list(
            "transactions", 0...1000, of: loggedEntry,
            "What was recorded, or would be; empty if the wallet already has these holdings."
        ) { $0.entries },
        .list("effects", 0...2000, of: effect) { $0.effects },
        .list("prices", 0...1000, of: price, "Stored closes that were looked up.") { $0.prices },
        .values("unknown_costs", ReportDocuments.assetIDs, unknownNote) { $0.unknownCosts.map(\.id.description) })

    private static let loggedEntry = Document<Entry>(
        members: entry + [.optional("recorded_at") { $0.logged.map { Moment(seconds: $0.recordedAt) } }]
            + corrections.of { (entry: Entry) in entry.logged })

    private static let effect = Document<PreparedOrder.Effect>(
        members: ReportDocuments.wallet.members.of { (effect: PreparedOrder.Effect) in effect.wallet }
            + change.members.of { (effect: PreparedOrder.Effect) in (effect.asset, effect.before, effect.after) })

    /// The answer to an import: as ``receipt``, with the first rows if there are many, and how the file was read.
    package static let importReceipt = Document<ImportReport>(
        "ImportReceipt", preview { $0.isPreview }, recorded { $0.isPreview ? 0 : $0.newCount },
        .field("new", count, "Rows that were not recorded before.") { $0.newRowCount },
        .field("known", count, "Rows that were recorded before.") { $0.knownCount },
        .choice(
            "row_order", "Rows of the same moment were read from the top of the file down, or from the bottom up."
        ) { $0.order },
        .list(
            "transactions", 0...1000, of: Document<Entry>(members: entry + [valueUnknown]),
            "The first 1000 new ones, in order of time, deposits of missing cash included. In a preview with match_transfers, transfers are "
                + "in the place of their withdrawals and deposits."
        ) { $0.firstNew },
        .field("deposit_count", count, "How many deposits of missing cash the import adds.") { $0.deposits.count },
        .amount("deposited", "The sum of those deposits in USD, without those whose value is not known.") { $0.deposited },
        .list("deposits", 0...1000, of: deposit, "The first 1000 of those deposits, in order of time.") {
            $0.deposits.prefix(ImportReport.longestList)
        },
        .list("effects", 0...1000, of: importEffect) { $0.effects.prefix(ImportReport.longestList) },
        .list("prices", 0...1000, of: price, "Stored closes used for rows without a value.") { report in
            report.prices.prefix(ImportReport.longestList).map { (asset: $0.asset.id, close: $0.close) }
        },
        .values("unknown_costs", ReportDocuments.assetIDs, unknownNote) { report in
            Set(report.unknownCosts.map(\.asset.id)).sorted().map(\.description)
        },
        .values(
            "unknown_cost_lines", .array(.integer(0...100_000_000), count: 0...1000),
            "The lines of those deposits in the file."
        ) { $0.unknownCosts.prefix(ImportReport.longestList).map(\.line) },
        .optional("form", .text(1...64), "The form as which a file of another program was read.") { $0.source?.form },
        .list("left_out", 0...1000, of: leftOut, "Rows of such a file that are not recorded, by reason.") {
            $0.source?.leftOut.prefix(ImportReport.longestList) ?? []
        },
        .list(
            "unknown_coins", 0...1000, of: unknownCoin,
            "Only in a preview: names of coins that are not known, whose rows it lacks. The import is refused."
        ) { $0.unknownCoins.prefix(ImportReport.longestList) },
        .list(
            "unknown_values", 0...1000, of: unknownValue,
            "Only in a preview: closes or rates that the values of trades and income need. The import is refused without them."
        ) { $0.unknownValues.prefix(ImportReport.longestList) },
        .list("transfers", 0...1000, of: matchedTransfer, "Withdrawals that probably arrived as a deposit in another wallet.") {
            $0.transfers.prefix(ImportReport.longestList)
        })

    private static let lines = Schema.array(.integer(0...100_000_000), count: 0...1000)

    private static let leftOut = Document<LeftOutRows>(
        nil, .text("why", .text(0...1000)) { $0.why }, .field("count", count) { $0.lines.count },
        .values("lines", lines, "The first 1000.") { Array($0.lines.prefix(ImportReport.longestList)) })

    private static let valueUnknown: Document<Entry>.Member = .optional(
        "value_unknown", .text(1...1000), "Only in a preview: what the value of this trade or income needs. The import refuses it."
    ) { entry in entry.row.valueError.map { "no \($0.lack) on \(Day(secondsSince1970: entry.row.time))" } }

    private static let unknownValue = Document<ImportReport.UnknownValue>(
        nil,
        .values("coins", .array(.text(0...200), count: 1...100), "The coins or the currency; closes of one of them may do.") {
            Array($0.error.unpricedCoins.prefix(100))
        },
        .values("days", .array(.day, count: 1...1000), "The days of the rows; the first 1000.") {
            Array($0.days.prefix(ImportReport.longestList))
        }, .values("lines", lines, "The first 1000.") { Array($0.lines.prefix(ImportReport.longestList)) })

    private static let unknownCoin = Document<ImportError.Fault>(
        nil, .field("line", .integer(0...100_000_000), "The first of its rows.") { $0.line },
        .field("detail", .text(1...1000), "The name, and what to do.") { $0.message.cut(to: 1000) })

    private static let matchedTransfer = Document<MatchedTransfer>(
        nil, .field("from", .anyWalletName) { $0.from }, .field("to", .anyWalletName) { $0.to },
        .text("asset", .text(1...64)) { $0.asset }, .amount("sent") { $0.sent }, .amount("arrived") { $0.arrived },
        .moment("sent_at") { $0.sentAt }, .moment("arrived_at") { $0.arrivedAt })

    private static let deposit = Document<ImportReport.Deposit>(
        nil, .field("wallet_id", .walletID, "Null in a preview that would create the wallet.") { $0.walletID },
        .field("wallet", .anyWalletName) { $0.wallet },
        .field("line", .integer(0...100_000_000), "The line of the row that lacks the cash.") { $0.line },
        .moment("time") { $0.time }, .text("asset", .text(1...64), "The currency.") { $0.asset }, .amount("quantity") { $0.amount },
        .optional("value", .amount, "In USD; absent if it is not known.") { $0.value?.amount })

    private static let importEffect = Document<ImportReport.Effect>(
        members: [
            .field("wallet_id", .walletID, "Null in a preview that would create the wallet.") { $0.walletID },
            .field("wallet", .anyWalletName) { $0.wallet },
        ] + change.members.of { (effect: ImportReport.Effect) in (effect.asset, effect.before, effect.after) })
}
