import Ledger
import Records

extension RowOrder: FieldChoice {}
extension Transaction.Label: FieldChoice {}

/// A transaction in a path.
package struct TransactionReference: Record {
    package let transaction: Int

    package init(_ field: inout Fields<Self>) throws {
        transaction = try field("transaction", \.transaction, .transactionID, "The number of a transaction.")
    }

    package var id: TransactionID { TransactionID(Int64(transaction)) }
}

/// Transactions to take back.
package struct TransactionNumbers: Record {
    package static let schemaName: String? = "Corrections"

    package let transactions: [Int]

    package init(_ field: inout Fields<Self>) throws {
        transactions = try field("transactions", \.transactions, .array(.transactionID, count: 1...1000))
    }

    package var ids: [TransactionID] { transactions.map { TransactionID(Int64($0)) } }
}

/// How a file of transactions is recorded.
package struct ImportInput: Record {
    package let wallet: String?
    package let create: Bool
    package let rowOrder: RowOrder?
    /// Whether deposits of the cash that wallets lack for the rows are recorded too.
    package let depositsMissingCash: Bool
    /// The form of another program's file; nil to find it by its columns.
    package let form: String?
    /// A form as JSON.
    package let map: String?
    /// Whether rows that cannot be read are left out.
    package let leavesOutUnreadable: Bool
    /// Whether matched transfers are recorded as transfers.
    package let matchesTransfers: Bool

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, "The wallet for rows that name none, by its id or name.")
        create = try field("create", \.create, nil, "Create wallets that do not exist.", default: false)
        rowOrder = try field(
            "row_order", \.rowOrder, RowOrder.schema,
            "Row order of the file, used for rows with the same time. Default: detected from the times.")
        depositsMissingCash = try field(
            "deposit_missing_cash", \.depositsMissingCash, nil,
            "Also record deposits of the cash that the wallets lack for the rows.", default: false)
        form = try field("form", \.form, .text(1...64), "The form of another program's file. Default: found by its columns.")
        map = try field("map", \.map, .text(2...8000), "A form as JSON, for a file that no form reads.")
        leavesOutUnreadable = try field(
            "leave_out_unreadable", \.leavesOutUnreadable, nil,
            "Leave rows out that cannot be read, instead of refusing the file.", default: false)
        matchesTransfers = try field(
            "match_transfers", \.matchesTransfers, nil,
            "Record withdrawals that arrived in another wallet as transfers, in the place of both.", default: false)
    }

    /// How the file is read.
    ///
    /// - Throws: ``FormChoiceError``.
    package var reading: ReadingOptions {
        get throws {
            try ReadingOptions(
                form: form, map: map.map { map in { Array(map.utf8) } }, wallet: wallet, order: rowOrder,
                leavesOutUnreadable: leavesOutUnreadable)
        }
    }
}
