import Ledger
import Market

/// A withdrawal and a deposit that are probably one transfer between the owner's wallets.
package struct MatchedTransfer: Equatable, Sendable {
    /// The names of the wallets.
    package let from, to: String
    package let asset: AssetID
    package let sent, arrived: Quantity
    package let sentAt, arrivedAt: Int
    /// The numbers of the transactions, where they are recorded.
    let withdrawal, deposit: TransactionID?

    /// What the transfer cost on the way.
    package var fee: Quantity { sent - arrived }
}

/// Finds transfers among withdrawals and deposits: the same coin, the amount less a fee, another wallet, within a day.
struct MatchedTransfers {
    /// A withdrawal or deposit of coins.
    struct Candidate {
        let row: TransactionRow
        let id: TransactionID?
        /// Whether the imported file has it.
        let isOfFile: Bool
    }

    /// The longest time between leaving and arriving, in seconds; clocks and blocks differ, so it may also arrive earlier.
    private static let longestSeconds = 86_400
    /// The largest part of an amount that a fee takes, as a divisor: 5 %.
    private static let smallestFeeDivisor = 20

    /// Returns the transfers of which the file has at least one side, each transaction at most once. Among several fits, the nearest amount
    /// and then the nearest time counts.
    static func find(_ candidates: [Candidate]) -> [MatchedTransfer] {
        var found: [MatchedTransfer] = []
        for coins in Dictionary(grouping: candidates, by: \.row.asset).sorted(by: { $0.key < $1.key }).map(\.value) {
            let deposits = coins.filter { $0.row.kind == .deposit }.sorted { $0.row.time < $1.row.time }
            var taken: Set<Int> = []
            for withdrawal in coins.filter({ $0.row.kind == .withdrawal }).sorted(by: { $0.row.time < $1.row.time }) {
                guard let index = best(for: withdrawal, among: deposits, taken) else { continue }
                taken.insert(index)
                found.append(transfer(withdrawal, deposits[index]))
            }
        }
        return found.sorted { ($0.sentAt, $0.from) < ($1.sentAt, $1.from) }
    }

    private static func best(for withdrawal: Candidate, among deposits: [Candidate], _ taken: Set<Int>) -> Int? {
        let times = (withdrawal.row.time - longestSeconds)...(withdrawal.row.time + longestSeconds)
        // The deposits are sorted by time; of thousands, few are within a day.
        var low = 0
        var high = deposits.count
        while low < high {
            let middle = (low + high) / 2
            if deposits[middle].row.time < times.lowerBound { low = middle + 1 } else { high = middle }
        }
        var best: (index: Int, lost: Quantity, apart: Int)?
        for index in low..<deposits.count {
            let deposit = deposits[index]
            guard deposit.row.time <= times.upperBound else { break }
            guard !taken.contains(index), withdrawal.isOfFile || deposit.isOfFile, deposit.row.wallet != withdrawal.row.wallet,
                deposit.row.quantity <= withdrawal.row.quantity
            else { continue }
            let lost = withdrawal.row.quantity - deposit.row.quantity
            guard lost.units <= withdrawal.row.quantity.units / Int128(smallestFeeDivisor) else { continue }
            let apart = abs(deposit.row.time - withdrawal.row.time)
            if let best, (best.lost, best.apart) <= (lost, apart) { continue }
            best = (index, lost, apart)
        }
        return best?.index
    }

    private static func transfer(_ withdrawal: Candidate, _ deposit: Candidate) -> MatchedTransfer {
        MatchedTransfer(
            from: withdrawal.row.wallet, to: deposit.row.wallet, asset: withdrawal.row.asset, sent: withdrawal.row.quantity,
            arrived: deposit.row.quantity, sentAt: withdrawal.row.time, arrivedAt: deposit.row.time, withdrawal: withdrawal.id,
            deposit: deposit.id)
    }
}

extension TransactionImporter {
    /// Returns the transfers among the rows of an import and what is recorded. Rows that were recorded before count too, so that the
    /// transfers can be chosen when the same file is imported again.
    func transfers(_ report: ImportReport) async throws -> [MatchedTransfer] {
        let moved = zip(report.rows, report.results).filter { row, _ in row.isMovedCoin }
        guard let first = moved.map(\.0.time).min(), let last = moved.map(\.0.time).max() else { return [] }
        let ofFile = Set(moved.filter { !$1.isNew || !report.isPreview }.map(\.1.id))
        var candidates = moved.filter { $1.isNew && report.isPreview }.map { row, _ in
            MatchedTransfers.Candidate(row: row, id: nil, isOfFile: true)
        }
        let day = 86_400
        let known = try await wallets.byID()
        for kind in [Transaction.Kind.deposit, .withdrawal] {
            var query = JournalQuery(
                wallets: Set(known.keys), kind: kind, leavesOutCorrected: true, since: first - day, before: last + day + 1)
            while true {
                let page = try await journal.store.transactions(query)
                candidates += page.map {
                    .init(row: TransactionRow($0.transaction, known), id: $0.id, isOfFile: ofFile.contains($0.id))
                }.filter(\.row.isMovedCoin)
                guard page.count == query.limit, let end = page.last else { break }
                query.after = JournalQuery.Position(end)
            }
        }
        return MatchedTransfers.find(candidates)
    }
}

extension TransactionRow {
    /// Whether coins, not cash, came in or left.
    fileprivate var isMovedCoin: Bool { (kind == .deposit || kind == .withdrawal) && Currency(asset) == nil }
}

extension Portfolio {
    /// Records matched transfers: each takes the place of its withdrawal and deposit, so that the coins keep their cost and age.
    ///
    /// - Returns: the number of transfers.
    /// - Throws: whatever ``Orders/perform(_:replacing:key:)`` throws; transfers before the refused one stay recorded.
    @discardableResult package func record(_ transfers: [MatchedTransfer]) async throws -> Int {
        var count = 0
        for transfer in transfers {
            guard let withdrawal = transfer.withdrawal, let deposit = transfer.deposit,
                let from = try await wallets.find(transfer.from),
                let to = try await wallets.find(transfer.to)
            else { continue }
            let asset = try await market.directory.asset(transfer.asset.description)
            let order = Order(
                wallet: from, asset: asset, action: .transfer(transfer.arrived, to: to, fee: transfer.fee), time: transfer.sentAt,
                isTimeGiven: true, note: "matched transfer")
            _ = try await orders.perform(
                [order], replacing: [withdrawal, deposit], key: "transfer of #\(withdrawal) to #\(deposit)")
            count += 1
        }
        return count
    }
}
