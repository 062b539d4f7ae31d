import Ledger
import Records

extension RowOrder: FieldChoice {}

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

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, "The wallet for rows that name none, by its id or name.")
        create = try field("create", \.create, nil, "Create wallets that do not exist.", default: false)
        rowOrder = try field(
            "row_order", \.rowOrder, RowOrder.schema,
            "Row order of the file, used for rows with the same time. Default: detected from the times.")
        depositsMissingCash = try field(
            "deposit_missing_cash", \.depositsMissingCash, nil,
            "Also record deposits of the cash that the wallets lack for the rows.", default: false)
    }
}
