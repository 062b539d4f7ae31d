import Ledger
import Market

/// Recognises recorded transactions of another program's file although a later export of it differs in seconds or rounded digits.
///
/// A row with the key of a recorded transaction is that one, if what it moves is nearly the same. A row with a new key is one that
/// was recorded under a key of no other row, at nearly the same time: programs without ids of their own change times and digits. A
/// withdrawal or deposit may also be recorded as a side of a matched transfer that came from an export, which does not have its key.
struct NearTransactions {
    /// Programs round times to seconds, up or down.
    private static let seconds = 2
    /// The most transactions of other amounts with which a row is compared.
    private static let mostCompared = 1000

    /// What transactions must have in common.
    private struct Place: Hashable {
        let kind: Transaction.Kind
        let account: Account
        let asset: AssetID
    }

    private struct Moment: Hashable {
        let wallet: WalletID
        let time: Int
    }

    /// The keys of the file.
    private let keys: Set<String>
    /// The keys of what was recognised. Both sides of a transfer have its key.
    private var taken: [Transaction.Kind: Set<String>] = [:]
    /// What is recorded in a wallet near the time of its last row, in order of amount: many rows may share a second.
    private var candidates: [WalletID: (time: Int, transactions: [Place: [Transaction]])] = [:]
    /// The sides of matched transfers of other journals by their wallet and time; nil before they are read.
    private var sides: [Moment: [Transaction]]?
    /// What is recorded in the place of the swaps of a trade, by the key of its first part.
    private var trades: [String: Transaction?] = [:]

    init(_ rows: some Sequence<TransactionRow>) { keys = Set(rows.flatMap { [$0.key] + $0.parts.map(\.key) }) }

    /// Returns the recorded transaction that a row's transaction is; nil for a new one.
    ///
    /// - Parameter parts: see ``TransactionRow/parts``. If they are recorded and differ, the transaction gets the key of one of them, so
    ///   that it is refused like any other that differs from what is recorded under its key.
    mutating func known(_ transaction: Transaction, _ parts: [TransactionRow.Part], _ recorded: RecordedState) throws
        -> Transaction?
    {
        if let known = try known(transaction, isShare: parts.count > 2, recorded) { return known }
        guard let first = parts.first, try !recorded.isRecorded(key: transaction.key) else { return nil }
        if let trade = trades[first.key] { return trade }
        var found: Transaction?
        for part in parts {
            let one = part.transaction(like: transaction)
            if let same = try known(one, isShare: false, recorded) {
                found = found ?? same
            } else if try recorded.isRecorded(key: part.key) {
                return transaction.renamed(part.key)
            }
        }
        trades.updateValue(found, forKey: first.key)
        return found
    }

    /// - Parameter isShare: whether one side of a swap is a share by closes, which change: the other side decides then.
    private mutating func known(_ transaction: Transaction, isShare: Bool, _ recorded: RecordedState) throws -> Transaction? {
        if let same = try recorded.transaction(key: transaction.key) {
            return Self.isNear(same, transaction, isShare: isShare) ? same : nil
        }
        let wallet = Self.main(transaction).account.wallet
        if candidates[wallet]?.time != transaction.time {
            candidates[wallet] = (transaction.time, try unknown(near: transaction, in: wallet, recorded))
        }
        for place in Self.places(transaction) {
            guard let found = candidates[wallet]?.transactions[place],
                let index = Self.nearest(transaction, isShare: isShare, in: found)
            else {
                continue
            }
            taken[found[index].kind, default: []].insert(found[index].key)
            candidates[wallet]?.transactions[place]?.remove(at: index)
            // For a side of a transfer, this is the whole transfer.
            return try recorded.transaction(key: found[index].key)
        }
        return nil
    }

    /// Returns what is recorded at nearly the time of a row under keys that the file does not have.
    private mutating func unknown(
        near transaction: Transaction, in wallet: WalletID, _ recorded: RecordedState
    ) throws -> [Place: [Transaction]] {
        let times = Self.times(near: transaction)
        let start = transaction.key.prefix { $0 != " " } + " "
        // Earlier versions read such files by their columns, and knew rows by their content.
        var found = try recorded.transactions(of: wallet, in: times, keyStarts: [String(start), "row "])
        found += try sides(in: wallet, times, recorded)
        found.removeAll { keys.contains($0.key) || taken[$0.kind]?.contains($0.key) == true }
        return Dictionary(grouping: found) { Self.place($0) }.mapValues {
            $0.sorted { Self.main($0).amount < Self.main($1).amount }
        }
    }

    /// The times at which what is recorded may be the same.
    static func times(near transaction: Transaction) -> ClosedRange<Int> {
        (transaction.time - seconds)...(transaction.time + seconds)
    }

    private mutating func sides(
        in wallet: WalletID, _ times: ClosedRange<Int>, _ recorded: RecordedState
    ) throws -> [Transaction] {
        let known =
            try sides
            ?? Dictionary(grouping: recorded.sidesOfImportedTransfers()) {
                Moment(wallet: Self.main($0).account.wallet, time: $0.time)
            }
        sides = known
        return times.flatMap { known[Moment(wallet: wallet, time: $0)] ?? [] }
    }

    /// The position of the nearest transaction that moves nearly the same; among equal amounts the first.
    private static func nearest(_ transaction: Transaction, isShare: Bool, in sorted: [Transaction]) -> Int? {
        guard !isShare else { return sorted.prefix(mostCompared).firstIndex { isNear($0, transaction, isShare: true) } }
        let amount = main(transaction).amount
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if main(sorted[middle]).amount < amount { low = middle + 1 } else { high = middle }
        }
        func isCandidate(_ index: Int) -> Bool { sorted.indices.contains(index) && isClose(main(sorted[index]).amount, amount) }
        let above = (low..<sorted.count).prefix(mostCompared).prefix(while: isCandidate)
        let below = (0..<low).reversed().prefix(mostCompared).prefix(while: isCandidate)
        func isSame(_ index: Int) -> Bool { isNear(sorted[index], transaction, isShare: false) }
        return above.first(where: isSame) ?? below.first(where: isSame)
    }

    /// Whether two transactions move nearly the same. What they were worth may come from closes, which change.
    ///
    /// - Parameter one: the recorded one.
    static func isNear(_ one: Transaction, _ other: Transaction, isShare: Bool) -> Bool {
        guard isSameKind(one, other), one.kind != .correction, abs(one.time - other.time) <= seconds else { return false }
        let (first, second) = (main(one), main(other))
        guard first.account == second.account, first.asset == second.asset else { return false }
        let isNearlySame = isNear(first.amount, second.amount)
        guard let one = one.received, let other = other.received else { return isNearlySame }
        guard one.asset == other.asset else { return false }
        let bringsNearlySame = isNear(one.amount, other.amount)
        return isShare ? isNearlySame || bringsNearlySame : isNearlySame && bringsNearlySame
    }

    /// Before labels existed, a gift received was recorded as income.
    private static func isSameKind(_ recorded: Transaction, _ transaction: Transaction) -> Bool {
        recorded.kind == transaction.kind || recorded.kind == .income && recorded.label == nil && isGiftReceived(transaction)
    }

    private static func isGiftReceived(_ transaction: Transaction) -> Bool {
        transaction.kind == .deposit && transaction.label == .gift
    }

    private static func place(_ transaction: Transaction, kind: Transaction.Kind? = nil) -> Place {
        let main = main(transaction)
        return Place(kind: kind ?? transaction.kind, account: main.account, asset: main.asset)
    }

    /// The places at which a row's transaction may be recorded.
    private static func places(_ transaction: Transaction) -> [Place] {
        [place(transaction)] + (isGiftReceived(transaction) ? [place(transaction, kind: .income)] : [])
    }

    private static func main(_ transaction: Transaction) -> Posting { TransactionRow.mainPosting(transaction) }

    /// Whether one amount is the other one in fewer digits, at least four of them.
    static func isNear(_ one: FixedDecimal, _ other: FixedDecimal) -> Bool {
        guard one != other else { return true }
        guard (one < .zero) == (other < .zero) else { return false }
        guard isClose(one, other), let difference = try? one.subtracting(other).magnitude else { return false }
        let texts = [one.magnitude.description, other.magnitude.description].map { $0.split(separator: ".") }
        let places = texts.map { $0.count == 2 ? $0[1].count : 0 }
        let shorter = places[0] <= places[1] ? 0 : 1
        let digits = texts[shorter].joined().drop { $0 == "0" }.count
        return digits >= 4 && difference.units < Int128(FixedDecimal.powersOfTen[FixedDecimal.places - places[shorter]])
    }

    /// Whether two amounts differ by at most a thousandth: of four digits, the last one.
    private static func isClose(_ one: FixedDecimal, _ other: FixedDecimal) -> Bool {
        guard let difference = try? one.subtracting(other).magnitude else { return false }
        return difference.units <= max(one.magnitude, other.magnitude).units / 1000
    }
}

extension TransactionRow.Part {
    /// Returns what is compared of the part with recorded transactions.
    fileprivate func transaction(like swap: Transaction) -> Transaction {
        let account = TransactionRow.mainPosting(swap).account
        return Transaction(
            key: key, kind: kind, time: swap.time, postings: [Posting(account, asset, kind == .sell ? -quantity : quantity)])
    }
}

extension Transaction {
    /// What a swap or a split brings.
    fileprivate var received: Posting? {
        guard kind == .swap || kind == .split else { return nil }
        return postings.first { $0.account.role == .holding && $0.amount > .zero }
    }

    fileprivate func renamed(_ key: String) -> Transaction {
        Transaction(key: key, kind: kind, time: time, postings: postings, value: value, note: note)
    }
}
