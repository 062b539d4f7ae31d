import Ledger
import Market

/// A withdrawal and a deposit that are probably one transfer between the owner's wallets.
package struct MatchedTransfer: Equatable, Sendable {
    /// The names of the wallets.
    package let from, to: String
    /// Their ids, as in ``TransactionRow/walletID``.
    let fromID, toID: String?
    package let asset: AssetID
    package let sent, arrived: Quantity
    package let sentAt, arrivedAt: Int
    /// The numbers of the transactions, where they are recorded.
    let withdrawal, deposit: TransactionID?

    /// What the transfer cost on the way.
    package var fee: Quantity { sent - arrived }

    /// What identifies the withdrawal or the deposit among the rows of a file.
    struct Side: Hashable {
        let id: TransactionID?
        let kind: Transaction.Kind
        let wallet: String
        let asset: AssetID
        let quantity: Quantity
        let time: Int
    }

    var sides: [Side] {
        [
            Side(id: withdrawal, kind: .withdrawal, wallet: from, asset: asset, quantity: sent, time: sentAt),
            Side(id: deposit, kind: .deposit, wallet: to, asset: asset, quantity: arrived, time: arrivedAt),
        ]
    }

    /// How it is shown in a preview.
    var row: TransactionRow {
        var row = TransactionRow(
            key: "", time: sentAt, kind: .transfer, wallet: from, asset: asset, quantity: arrived, fee: fee == .zero ? nil : fee,
            target: to, note: Self.note)
        (row.walletID, row.targetID) = (fromID, toID)
        return row
    }

    fileprivate static let note = "matched transfer"
    fileprivate static let keyStart = "transfer of #"

    /// The key under which it is recorded. The time of arrival is known by nothing else then.
    fileprivate static func key(_ withdrawal: TransactionID, _ deposit: TransactionID, arrivedAt: Int) -> String {
        "\(keyStart)\(withdrawal) to #\(deposit) at \(arrivedAt)"
    }

    /// Returns the withdrawal's number and the time of arrival; nil for other keys.
    fileprivate static func parts(ofKey key: String) -> (withdrawal: TransactionID, arrivedAt: Int)? {
        let words = key.dropFirst(keyStart.count).split(separator: " ")
        guard key.hasPrefix(keyStart), words.count == 5, let number = Int64(words[0]), let time = Int(words[4]),
            Transaction.times.contains(time)
        else { return nil }
        return (TransactionID(number), time)
    }
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
    static let longestSeconds = 86_400
    /// The largest part of an amount that a fee takes, as a divisor: 5 %.
    private static let smallestFeeDivisor = 20

    /// The most deposits that a withdrawal is compared with, those of the nearest times.
    private static let mostCompared = 500

    /// Returns the transfers of which the file has at least one side, each transaction at most once. Among several fits, the nearest amount
    /// and then the nearest time counts.
    ///
    /// - Complexity: O(n log n) for n candidates, and at most ``mostCompared`` comparisons for each withdrawal.
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
        // Within the import and after it, the order is the same.
        return found.enumerated().sorted { ($0.element.sentAt, $0.offset) < ($1.element.sentAt, $1.offset) }.map(\.element)
    }

    /// - Parameter deposits: in order of time.
    private static func best(for withdrawal: Candidate, among deposits: [Candidate], _ taken: Set<Int>) -> Int? {
        let time = withdrawal.row.time
        func apart(_ index: Int) -> Int { deposits.indices.contains(index) ? abs(deposits[index].row.time - time) : .max }
        var later = firstIndex(in: deposits, from: time)
        var earlier = later - 1
        var best: (index: Int, lost: Quantity, apart: Int)?
        for _ in 0..<mostCompared {
            let index = apart(earlier) <= apart(later) ? earlier : later
            guard apart(index) <= longestSeconds else { break }
            if index == later { later += 1 } else { earlier -= 1 }
            guard !taken.contains(index), let lost = lost(withdrawal, deposits[index]) else { continue }
            if best.map({ (lost, apart(index)) < ($0.lost, $0.apart) }) ?? true { best = (index, lost, apart(index)) }
        }
        return best?.index
    }

    /// The position of the first deposit at or after a time.
    private static func firstIndex(in deposits: [Candidate], from time: Int) -> Int {
        var (low, high) = (0, deposits.count)
        while low < high {
            let middle = (low + high) / 2
            if deposits[middle].row.time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What is lost on the way if a withdrawal and a deposit are one transfer; nil if they are not.
    private static func lost(_ withdrawal: Candidate, _ deposit: Candidate) -> Quantity? {
        guard withdrawal.isOfFile || deposit.isOfFile, deposit.row.wallet != withdrawal.row.wallet,
            deposit.row.quantity <= withdrawal.row.quantity
        else { return nil }
        let lost = withdrawal.row.quantity - deposit.row.quantity
        return lost.units <= withdrawal.row.quantity.units / Int128(smallestFeeDivisor) ? lost : nil
    }

    private static func transfer(_ withdrawal: Candidate, _ deposit: Candidate) -> MatchedTransfer {
        MatchedTransfer(
            from: withdrawal.row.wallet, to: deposit.row.wallet, fromID: withdrawal.row.walletID, toID: deposit.row.walletID,
            asset: withdrawal.row.asset, sent: withdrawal.row.quantity,
            arrived: deposit.row.quantity, sentAt: withdrawal.row.time, arrivedAt: deposit.row.time, withdrawal: withdrawal.id,
            deposit: deposit.id)
    }
}

extension MatchedTransfers {
    /// Returns the transfers among the rows of an import and what was recorded before. Rows that were recorded before count too, so that the
    /// transfers can be chosen when the same file is imported again.
    ///
    /// - Parameters:
    ///   - rows: those of the file, each with its result.
    ///   - hasNumbers: whether the numbers of new rows mean something, not as after a preview.
    ///   - recorded: see ``TransactionImporter/recordedMoves(near:)``.
    ///   - labelled: what is recorded without a label, but has one in the file: gifts, payments and losses are no transfers.
    static func find(
        _ rows: [TransactionRow], _ results: [AppendResult], hasNumbers: Bool,
        _ recorded: [(id: TransactionID, row: TransactionRow)], labelled: Set<TransactionID>
    ) -> [MatchedTransfer] {
        let recorded = recorded.filter { !labelled.contains($0.id) }
        let moved = zip(rows, results).filter { row, _ in row.isMovedCoin }
        let known = Set(moved.filter { !$1.isNew }.map(\.1.id))
        let new = moved.filter { $1.isNew }.map { row, result in
            Candidate(row: row, id: hasNumbers ? result.id : nil, isOfFile: true)
        }
        return find(new + recorded.map { Candidate(row: $0.row, id: $0.id, isOfFile: known.contains($0.id)) })
    }
}

extension TransactionImporter {
    /// Returns the recorded deposits and withdrawals of coins that can be one transfer with rows of a file. They are read before the rows
    /// are recorded, so that an error comes before.
    func recordedMoves(near rows: [TransactionRow]) async throws -> [(id: TransactionID, row: TransactionRow)] {
        let times = rows.filter(\.isMovedCoin).map(\.time)
        guard let first = times.min(), let last = times.max() else { return [] }
        let known = try await wallets.byID()
        var moves: [(id: TransactionID, row: TransactionRow)] = []
        for kind in [Transaction.Kind.deposit, .withdrawal] {
            var query = JournalQuery(
                wallets: Set(known.keys), kind: kind, leavesOutCorrected: true, since: first - MatchedTransfers.longestSeconds,
                before: last + MatchedTransfers.longestSeconds + 1)
            while true {
                let page = try await journal.store.transactions(query)
                moves += page.map { (id: $0.id, row: TransactionRow($0.transaction, known)) }.filter(\.row.isMovedCoin)
                guard page.count == query.limit, let end = page.last else { break }
                query.after = JournalQuery.Position(end)
            }
        }
        return moves
    }
}

extension MatchedTransfer.Side {
    /// - Parameter id: the number of the row's transaction; nil in a preview.
    init(_ row: TransactionRow, _ id: TransactionID?) {
        self.init(id: id, kind: row.kind, wallet: row.wallet, asset: row.asset, quantity: row.quantity, time: row.time)
    }
}

extension TransactionRow {
    /// Whether coins, not cash, came in or left, and not as a gift, a payment or a loss.
    fileprivate var isMovedCoin: Bool { (kind == .deposit || kind == .withdrawal) && label == nil && Currency(asset) == nil }
}

extension MatchedTransfer {
    /// Records the transfer in the place of its withdrawal and deposit, so that the coins keep their cost and age.
    ///
    /// - Returns: whether it was recorded: not if the coins were spent before they were sent, as clocks that differ may say.
    func record(_ journal: JournalReplacing) throws -> Bool {
        guard let withdrawal, let deposit else { return false }
        let key = Self.key(withdrawal, deposit, arrivedAt: arrivedAt)
        return try journal.replace([withdrawal, deposit], key: key) { sides in
            let wallets = sides.map { TransactionRow.mainPosting($0).account.wallet }
            return try .transfer(
                key: key, time: sentAt, from: wallets[0], to: wallets[1], asset: asset, quantity: arrived, fee: fee, note: Self.note
            )
        }
    }
}

extension RecordedState {
    /// Returns the withdrawals and deposits, each with the key of its transfer, for which transfers stand that were matched in another
    /// journal and came here in an export. Those of transfers that were matched here are recorded themselves.
    func sidesOfImportedTransfers() throws -> [Transaction] {
        try transactions(keyStart: MatchedTransfer.keyStart).flatMap { transfer -> [Transaction] in
            guard transfer.kind == .transfer, let (withdrawal, arrivedAt) = MatchedTransfer.parts(ofKey: transfer.key),
                try !isRecorded(key: Replacements.correctionKey(withdrawal, by: transfer.key))
            else { return [] }
            return transfer.sides(arrivedAt: arrivedAt)
        }
    }

    /// Returns the withdrawal in whose place, and in that of its deposit, another journal recorded a transfer, if both are recorded here,
    /// be it that they were taken back; nil for other transactions.
    ///
    /// - Parameter others: the keys of transactions that are others; those found are added.
    func withdrawal(ofImported transfer: Transaction, _ others: inout Set<String>) throws -> Transaction? {
        guard transfer.kind == .transfer, let (_, arrivedAt) = MatchedTransfer.parts(ofKey: transfer.key),
            try !isRecorded(key: transfer.key)
        else { return nil }
        var found: [Transaction] = []
        for side in transfer.sides(arrivedAt: arrivedAt) {
            let wallet = TransactionRow.mainPosting(side).account.wallet
            let near = try transactions(of: wallet, in: NearTransactions.times(near: side), keyStarts: [""])
            guard let same = near.first(where: { !others.contains($0.key) && NearTransactions.isNear($0, side, isShare: false) })
            else { return nil }
            found.append(same)
        }
        others.formUnion(found.map(\.key))
        return found.first { $0.kind == .withdrawal }
    }
}

extension Transaction {
    /// The withdrawal and the deposit for which a transfer stands, each with its key.
    fileprivate func sides(arrivedAt: Int) -> [Transaction] {
        let asset = TransactionRow.mainPosting(self).asset
        return wallets.map { wallet in
            // What leaves contains the fee.
            let change = -taken(asset, from: wallet)
            let (kind, time) = change > .zero ? (Transaction.Kind.deposit, arrivedAt) : (.withdrawal, self.time)
            return Transaction(key: key, kind: kind, time: time, postings: [Posting(Account(wallet, .holding), asset, change)])
        }
    }
}
