import Ledger
import Market

/// The order of rows in a file.
package enum RowOrder: String, CaseIterable, Sendable {
    /// Rows of the same moment happened from top to bottom.
    case oldestFirst = "oldest-first"
    /// Rows of the same moment happened from bottom to top.
    case newestFirst = "newest-first"

    /// Detects the order from the direction of most steps between rows; nil if there is none, because all rows have the same time
    /// or the steps are balanced.
    init?(times: [Int]) {
        let steps = zip(times, times.dropFirst())
        let (later, earlier) = (steps.count { $0 < $1 }, steps.count { $0 > $1 })
        guard later != earlier else { return nil }
        self = later > earlier ? .oldestFirst : .newestFirst
    }
}

/// Options for recording the rows of a file.
package struct ImportOptions: Equatable, Sendable {
    /// Whether wallets that are named in rows and do not exist are created.
    package var makesWallets: Bool
    /// The order of the rows; nil to detect it from their times.
    package var order: RowOrder?
    /// Whether nothing is recorded; the report and the errors are the same as for recording.
    package var isPreview: Bool

    /// Creates options.
    package init(makesWallets: Bool = false, order: RowOrder? = nil, isPreview: Bool = false) {
        (self.makesWallets, self.order, self.isPreview) = (makesWallets, order, isPreview)
    }
}

/// The result of an import, or of its preview.
package struct ImportReport: Sendable {
    /// A holding before and after.
    package struct Effect: Equatable, Sendable {
        /// The wallet's name.
        package let wallet: String
        /// Its ``Wallet/publicID``; nil for a deleted wallet, and for one that a preview would create.
        package let walletID: String?
        package let asset: Asset
        /// The quantity before.
        package let before: Quantity
        /// The quantity afterwards.
        package let after: Quantity
    }

    /// A close that gave rows their value.
    package struct Price: Equatable, Sendable {
        package let asset: Asset
        package let close: PriceOfDay
    }

    /// A deposit of coins without a known cost, whose gains will be missing.
    package struct UnknownCost: Equatable, Sendable {
        /// Its line in the file.
        package let line: Int
        package let asset: Asset
    }

    /// Whether nothing was recorded.
    package let isPreview: Bool
    /// A result for each row, in order of time. In a preview, the numbers of new rows are meaningless.
    package let results: [AppendResult]
    /// The rows in the same order, with looked-up values.
    package let rows: [TransactionRow]
    /// The order in which rows of the same moment were taken from the file.
    package let order: RowOrder
    /// Whether new rows share a moment, so that ``order`` mattered.
    package let hasSharedMoments: Bool
    /// The holdings changed by new rows, in the order of the first change.
    package let effects: [Effect]
    /// The closes used by new rows, ordered by asset and day.
    package let prices: [Price]
    /// New rows without a known cost, ordered by line.
    package let unknownCosts: [UnknownCost]
}
