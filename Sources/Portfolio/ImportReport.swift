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
    /// Whether deposits of the cash that wallets lack for the rows are recorded too: before each row that takes cash, the least that
    /// it and what follows need.
    package var depositsMissingCash: Bool
    /// Whether matched transfers take the place of their withdrawals and deposits, also in a preview.
    package var matchesTransfers: Bool

    /// Creates options.
    package init(
        makesWallets: Bool = false, order: RowOrder? = nil, isPreview: Bool = false, depositsMissingCash: Bool = false,
        matchesTransfers: Bool = false
    ) {
        (self.makesWallets, self.order, self.isPreview) = (makesWallets, order, isPreview)
        (self.depositsMissingCash, self.matchesTransfers) = (depositsMissingCash, matchesTransfers)
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
        /// The positions of the rows in ``ImportReport/rows``.
        var rows: [Int] = []
    }

    /// A deposit of coins without a known cost, whose gains will be missing.
    package struct UnknownCost: Equatable, Sendable {
        /// Its line in the file.
        package let line: Int
        /// Its position in ``ImportReport/rows``.
        package let row: Int
        package let asset: Asset
        /// The close or rate by which the cost would be known.
        package let lack: ReadingError
    }

    /// Closes or rates that are missing for the value of new rows.
    package struct UnknownValue: Sendable {
        /// Says which coins, of which any may do, and the first day that is needed.
        package fileprivate(set) var error: ReadingError
        /// The days of the rows, ascending.
        package fileprivate(set) var days: [Day] = []
        /// Their lines in the file.
        package fileprivate(set) var lines: [Int] = []
    }

    /// A deposit of cash that a wallet lacks for a row.
    package struct Deposit: Equatable, Sendable {
        /// The wallet's name.
        package let wallet: String
        /// Its ``Wallet/publicID``; nil for a wallet that a preview would create.
        package let walletID: String?
        /// The line of the row in the file.
        package let line: Int
        /// The time of the row and the deposit, in seconds since 1970-01-01 UTC.
        package let time: Int
        /// The currency.
        package let asset: AssetID
        package let amount: Quantity
        /// In US dollars; nil for another currency if the row that needs it states no value.
        package let value: Money?
    }

    /// Whether nothing was recorded.
    package let isPreview: Bool
    /// A result for each row and each deposit of missing cash, in order of time. In a preview, the numbers of new ones are
    /// meaningless.
    package let results: [AppendResult]
    /// The rows and deposits in the same order, with looked-up values.
    package let rows: [TransactionRow]
    /// The deposits of missing cash, in order of time; all are new.
    package let deposits: [Deposit]
    /// Deposits of what another program lost by rounding: rows take so much more than the file brings. All are new.
    package let remainders: [Deposit]
    /// The sum of ``deposits`` in US dollars; other currencies at the rates of the rows that need them.
    package let deposited: Quantity
    /// The sums of ``deposits`` of other currencies whose value is not known, which ``deposited`` lacks.
    package let unvalued: [(asset: AssetID, amount: Quantity)]
    /// The order in which rows of the same moment were taken from the file.
    package let order: RowOrder
    /// Whether new rows share a moment, so that ``order`` mattered.
    package let hasSharedMoments: Bool
    /// The holdings changed by new rows, in the order of the first change.
    package let effects: [Effect]
    /// The closes used by new rows, ordered by asset and day.
    package var prices: [Price]
    /// New rows without a known cost, ordered by line.
    package var unknownCosts: [UnknownCost]
    /// Why the values of new rows are unknown; such rows are only in a preview, because an import refuses them.
    package let unknownValues: [UnknownValue]
    /// How a file of another program was read; nil for one with our columns.
    package var source: ReadTransactions.Source?
    /// The coins that are not known, whose rows are missing; only in a preview, because an import is refused.
    package var unknownCoins: [ImportError.Fault] = []
    /// Withdrawals and deposits, at least one of them of the file, that are probably transfers between the owner's wallets.
    package var transfers: [MatchedTransfer] = []
    /// Whether the transfers take the place of their withdrawals and deposits.
    package var matchesTransfers = false
    /// The transfers that then cannot take that place, because what arrived was spent before it was sent.
    package var unmatchedTransfers: [MatchedTransfer] = []

    /// The number of new transactions: rows, deposits and remainders.
    package var newCount: Int { results.count(where: \.isNew) }
    /// The number of rows that were not recorded before.
    package var newRowCount: Int { newCount - deposits.count - remainders.count }
    /// The number of rows that were recorded before.
    package var knownCount: Int { results.count - newCount }
}

extension ImportReport {
    /// Notes the transfers among its rows.
    ///
    /// - Parameters:
    ///   - isRecorded: whether they take the place of their withdrawals and deposits.
    ///   - refused: the positions of those that cannot.
    mutating func match(_ found: [MatchedTransfer], recorded isRecorded: Bool, refused: Set<Int>) {
        transfers = found.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        unmatchedTransfers = found.enumerated().filter { refused.contains($0.offset) }.map(\.element)
        matchesTransfers = isRecorded
        guard isRecorded else { return }
        // What arrives in a transfer keeps its cost.
        let sides = transfersByRow
        unknownCosts.removeAll { sides[$0.row] != nil }
        prices.removeAll { $0.rows.allSatisfy { sides[$0] != nil } }
    }

    /// The new rows, which have no numbers in a preview. In one of an import that records transfers, each is in the place of its
    /// withdrawal and deposit.
    package var newRows: [(id: TransactionID?, row: TransactionRow)] {
        let new = rows.indices.filter { results[$0].isNew }
        guard isPreview, matchesTransfers else { return new.map { (isPreview ? nil : results[$0].id, rows[$0]) } }
        let sides = transfersByRow
        let shown = new.filter { sides[$0] == nil }.map { rows[$0] } + transfers.map(\.row)
        return shown.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map { (nil, $0.element) }
    }

    /// The transfers whose withdrawal or deposit is a new row, by its position in ``rows``.
    package var transfersByRow: [Int: MatchedTransfer] {
        var open = Dictionary(grouping: transfers.flatMap { transfer in transfer.sides.map { ($0, transfer) } }, by: { $0.0 })
        var found: [Int: MatchedTransfer] = [:]
        for index in rows.indices where results[index].isNew {
            let side = MatchedTransfer.Side(rows[index], isPreview ? nil : results[index].id)
            guard let transfer = open[side]?.first?.1 else { continue }
            found[index] = transfer
            open[side]?.removeFirst()
        }
        return found
    }
}

extension ImportReport {
    /// The coins and currencies whose closes and rates are missing, each once with the first day that is needed. Of coins of which one is
    /// enough, one that is needed anyway is chosen.
    package var missingPrices: [(code: String, since: Day)] {
        var missing: [(code: String, since: Day)] = []
        func add(_ code: String, _ day: Day) {
            let place = missing.firstIndex { $0.code == code } ?? missing.count
            if place == missing.count { missing.append((code, day)) }
            missing[place].since = min(missing[place].since, day)
        }
        let errors = unknownCosts.map(\.lack) + unknownValues.map(\.error)
        for error in errors.filter(\.needsAllCoins) + errors.filter({ !$0.needsAllCoins }) {
            guard let day = error.firstDay else { continue }
            let coins = error.unpricedCoins
            let chosen = coins.first { coin in missing.contains { $0.code == coin } } ?? coins.first
            for coin in error.needsAllCoins ? coins : [chosen].compactMap(\.self) { add(coin, day) }
        }
        return missing
    }

    /// The commands that get closes and rates of ``missingPrices``.
    ///
    /// - Parameter error: the value that lacks them; nil for all.
    package func priceCommands(for error: ReadingError? = nil) -> [String] {
        missingPrices.filter { error?.unpricedCoins.contains($0.code) ?? true }.map {
            CurrencyTable.ratesCommand($0.code, since: $0.since)
        }
    }
}

extension ImportReport.UnknownValue {
    /// Returns what is missing for entries, each coin or choice of coins once.
    ///
    /// - Parameter entries: in order of time.
    static func all(_ entries: [ImportDraft.Entry]) -> [Self] {
        var all: [Self] = []
        for entry in entries {
            guard let error = entry.row.row.valueError else { continue }
            let place = all.firstIndex { $0.error.unpricedCoins == error.unpricedCoins } ?? all.count
            if place == all.count { all.append(Self(error: error)) }
            all[place].error = all[place].error.earlier(error)
            let day = Day(secondsSince1970: entry.transaction.time)
            if all[place].days.last != day { all[place].days.append(day) }
            if all[place].lines.last != entry.row.line { all[place].lines.append(entry.row.line) }
        }
        return all
    }
}
