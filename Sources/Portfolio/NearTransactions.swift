import Ledger
import Market

/// Recognises recorded transactions of another program's file although a later export of it differs in seconds or rounded digits.
///
/// A row with the key of a recorded transaction is that one, if what it moves is nearly the same. A row with a new key is one that
/// was recorded under a key of no other row, at nearly the same time: programs without ids of their own change times and digits.
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

    /// The keys of the file.
    private let keys: Set<String>
    private var taken: Set<String> = []
    /// What is recorded in a wallet near the time of its last row, in order of amount: many rows may share a second.
    private var candidates: [WalletID: (time: Int, transactions: [Place: [Transaction]])] = [:]

    init(keys: Set<String>) { self.keys = keys }

    /// Returns the recorded transaction that a row's transaction is; nil for a new one.
    mutating func known(_ transaction: Transaction, _ recorded: RecordedState) throws -> Transaction? {
        if let same = try recorded.transaction(key: transaction.key) {
            return Self.isNear(same, transaction) ? same : nil
        }
        let wallet = Self.main(transaction).account.wallet
        if candidates[wallet]?.time != transaction.time {
            candidates[wallet] = (transaction.time, try unknown(near: transaction, in: wallet, recorded))
        }
        for place in Self.places(transaction) {
            guard let found = candidates[wallet]?.transactions[place], let index = Self.nearest(transaction, in: found) else {
                continue
            }
            taken.insert(found[index].key)
            candidates[wallet]?.transactions[place]?.remove(at: index)
            return found[index]
        }
        return nil
    }

    /// Returns what is recorded at nearly the time of a row under keys that the file does not have.
    private func unknown(
        near transaction: Transaction, in wallet: WalletID, _ recorded: RecordedState
    ) throws -> [Place: [Transaction]] {
        let times = (transaction.time - Self.seconds)...(transaction.time + Self.seconds)
        let start = transaction.key.prefix { $0 != " " } + " "
        // Earlier versions read such files by their columns, and knew rows by their content.
        let found = try recorded.transactions(of: wallet, in: times, keyStarts: [String(start), "row "]).filter {
            !keys.contains($0.key) && !taken.contains($0.key)
        }
        return Dictionary(grouping: found) { Self.place($0) }.mapValues {
            $0.sorted { Self.main($0).amount < Self.main($1).amount }
        }
    }

    /// The position of the nearest transaction that moves nearly the same; among equal amounts the first.
    private static func nearest(_ transaction: Transaction, in sorted: [Transaction]) -> Int? {
        let amount = main(transaction).amount
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if main(sorted[middle]).amount < amount { low = middle + 1 } else { high = middle }
        }
        func isCandidate(_ index: Int) -> Bool { sorted.indices.contains(index) && isClose(main(sorted[index]).amount, amount) }
        let above = (low..<sorted.count).prefix(mostCompared).prefix(while: isCandidate)
        let below = (0..<low).reversed().prefix(mostCompared).prefix(while: isCandidate)
        return above.first { isNear(sorted[$0], transaction) } ?? below.first { isNear(sorted[$0], transaction) }
    }

    /// Whether two transactions move nearly the same. What they were worth may come from closes, which change.
    ///
    /// - Parameter one: the recorded one.
    private static func isNear(_ one: Transaction, _ other: Transaction) -> Bool {
        guard isSameKind(one, other), one.kind != .correction, abs(one.time - other.time) <= seconds else { return false }
        let (first, second) = (main(one), main(other))
        return first.account == second.account && first.asset == second.asset && isNear(first.amount, second.amount)
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
