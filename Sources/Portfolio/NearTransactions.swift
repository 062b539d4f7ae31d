import Ledger
import Market

/// Recognises recorded transactions of another program's file although a later export of it differs in seconds or rounded digits.
///
/// A row with the key of a recorded transaction is that one, if what it moves is nearly the same. A row with a new key is one that
/// was recorded under a key of no other row, at nearly the same time: programs without ids of their own change times and digits.
struct NearTransactions {
    /// Programs round times to seconds, up or down.
    private static let seconds = 2
    /// The most recorded transactions that a row is compared with.
    private static let mostCompared = 1000

    /// The keys of the file.
    private let keys: Set<String>
    private var taken: Set<String> = []
    /// What is recorded in a wallet near the time of the last row: many rows may share a second.
    private var candidates: [WalletID: (time: Int, transactions: [Transaction])] = [:]

    init(keys: Set<String>) { self.keys = keys }

    /// Returns the recorded transaction that a row's transaction is; nil for a new one.
    mutating func known(_ transaction: Transaction, _ recorded: RecordedState) throws -> Transaction? {
        if let same = try recorded.transaction(key: transaction.key) {
            return Self.isNear(same, transaction) ? same : nil
        }
        let near = try candidates(for: transaction, recorded).prefix(Self.mostCompared).first { Self.isNear($0, transaction) }
        guard let near else { return nil }
        taken.insert(near.key)
        let wallet = Self.main(transaction).account.wallet
        candidates[wallet]?.transactions.removeAll { $0.key == near.key }
        return near
    }

    /// Returns what is recorded at nearly the time of a row under keys that the file does not have.
    private mutating func candidates(for transaction: Transaction, _ recorded: RecordedState) throws -> [Transaction] {
        let (wallet, time) = (Self.main(transaction).account.wallet, transaction.time)
        if let known = candidates[wallet], known.time == time { return known.transactions }
        let times = (time - Self.seconds)...(time + Self.seconds)
        let start = transaction.key.prefix { $0 != " " } + " "
        // Earlier versions read such files by their columns, and knew rows by their content.
        let found = try recorded.transactions(of: wallet, in: times, keyStarts: [String(start), "row "]).filter {
            !keys.contains($0.key) && !taken.contains($0.key)
        }
        candidates[wallet] = (time, found)
        return found
    }

    /// Whether two transactions move nearly the same. What they were worth may come from closes, which change.
    private static func isNear(_ one: Transaction, _ other: Transaction) -> Bool {
        guard one.kind == other.kind, one.kind != .correction, abs(one.time - other.time) <= seconds else { return false }
        let (first, second) = (main(one), main(other))
        return first.account == second.account && first.asset == second.asset && isNear(first.amount, second.amount)
    }

    private static func main(_ transaction: Transaction) -> Posting { TransactionRow.mainPosting(transaction) }

    /// Whether one amount is the other one in fewer digits, at least four of them.
    static func isNear(_ one: FixedDecimal, _ other: FixedDecimal) -> Bool {
        guard one != other else { return true }
        guard (one < .zero) == (other < .zero) else { return false }
        // Of four digits, the last one is at most a thousandth.
        guard let difference = try? one.subtracting(other).magnitude,
            difference.units <= max(one.magnitude, other.magnitude).units / 1000
        else { return false }
        let texts = [one.magnitude.description, other.magnitude.description].map { $0.split(separator: ".") }
        let places = texts.map { $0.count == 2 ? $0[1].count : 0 }
        let shorter = places[0] <= places[1] ? 0 : 1
        let digits = texts[shorter].joined().drop { $0 == "0" }.count
        return digits >= 4 && difference.units < Int128(FixedDecimal.powersOfTen[FixedDecimal.places - places[shorter]])
    }
}
