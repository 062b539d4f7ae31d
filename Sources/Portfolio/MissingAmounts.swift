import Ledger
import Market

/// What wallets lack for the new rows of a file, if the rows are recorded in a given order.
struct MissingAmounts {
    /// What a wallet lacks directly before an entry that takes it.
    struct Shortage: Equatable {
        let wallet: WalletID
        /// A coin or a currency.
        let asset: AssetID
        let amount: Quantity
    }

    /// The least amounts of cash whose deposit suffices at every moment, by the position of the entry that needs each.
    private(set) var deposits: [Int: Shortage] = [:]
    /// The sum of ``deposits`` in US dollars; other currencies count with their amounts, because only orders of the same rows are compared.
    private(set) var cash = Quantity.zero
    /// The least amounts of coins that are missing, by the position of the entry that needs them.
    private(set) var coins: [Int: Shortage] = [:]
    /// What programs lose by rounding, by the position of the entry that takes so much more than there is.
    private(set) var remainders: [Int: Shortage] = [:]
    /// The largest part of an amount that is lost by rounding, as a divisor.
    private static let remainderDivisor: Int128 = 100_000_000
    /// Whether a holding of coins would fall below zero.
    private(set) var lacksCoins = false

    /// Creates the missing amounts of entries: one walk in order of time for each holding that they change.
    ///
    /// - Parameters:
    ///   - entries: in the order in which they are recorded, which ascends by time.
    ///   - onlyCash: whether coins are not looked at.
    ///   - toleratesRemainders: whether ``remainders`` are told apart, for files of other programs.
    /// - Throws: `DecimalError.overflow`.
    /// - Complexity: O(n) for n entries and recorded transactions after the first new entry, and a query for each entry.
    init(_ entries: [ImportDraft.Entry], _ recorded: RecordedState, onlyCash: Bool, toleratesRemainders: Bool) throws {
        for (holding, changes) in try Self.newChanges(of: entries, recorded, onlyCash: onlyCash) {
            guard let history = try recorded.history(of: holding, from: changes[0].time) else { continue }
            let lacking = try Self.lacking(history, changes)
            let taken = Dictionary(uniqueKeysWithValues: lacking.isEmpty ? [] : changes.map { ($0.position, $0.amount.magnitude) })
            for (position, amount) in lacking {
                let shortage = Shortage(wallet: holding.wallet, asset: holding.asset, amount: amount)
                if toleratesRemainders, amount.units <= (taken[position] ?? .zero).units / Self.remainderDivisor {
                    remainders[position] = shortage
                } else if Currency(holding.asset) == nil {
                    (coins[position], lacksCoins) = (shortage, true)
                } else {
                    deposits[position] = shortage
                    cash = try cash.adding(amount)
                }
            }
        }
    }

    /// Whether the rows can be recorded as they are.
    var isNothing: Bool { !lacksCoins && deposits.isEmpty }

    /// Orders of the same rows compare by what makes them refused, then by the deposits.
    func rank(_ depositsMissingCash: Bool) -> (refused: Int, deposited: Quantity) {
        depositsMissingCash ? (lacksCoins ? 1 : 0, cash) : (isNothing ? 0 : 1, .zero)
    }

    typealias Change = (position: Int, time: Int, amount: Quantity)

    /// Returns the changes of each holding by new entries, without changes of zero. An entry is not new if its key was recorded
    /// before, even if it was taken back, or if an earlier entry has it.
    private static func newChanges(
        of entries: [ImportDraft.Entry], _ recorded: RecordedState, onlyCash: Bool
    ) throws -> [ProvisionalBalances.Holding: [Change]] {
        var changes: [ProvisionalBalances.Holding: [Change]] = [:]
        var keys: Set<String> = []
        for (position, entry) in entries.enumerated() {
            let transaction = entry.transaction
            let postings = transaction.postings.filter { $0.account.role == .holding && (!onlyCash || Currency($0.asset) != nil) }
            guard !postings.isEmpty, keys.insert(transaction.key).inserted, try !recorded.isRecorded(key: transaction.key) else {
                continue
            }
            let holdings = Set(postings.map { ProvisionalBalances.Holding(wallet: $0.account.wallet, asset: $0.asset) })
            for holding in holdings {
                let amount = -transaction.taken(holding.asset, from: holding.wallet)
                if amount != .zero { changes[holding, default: []].append((position, transaction.time, amount)) }
            }
        }
        return changes
    }

    /// Returns the least amounts to add directly before new changes, so that the balance is never negative. At a shortage, the last
    /// new change that takes something at or before it gets the missing amount. At the same time, recorded changes come first.
    ///
    /// - Parameter new: in order of time.
    /// - Returns: the amounts by position; none for a shortage that no new change precedes.
    static func lacking(_ history: HoldingHistory, _ new: [Change]) throws(DecimalError) -> [Int: Quantity] {
        var (lacking, balance, last): ([Int: Quantity], Quantity, Int?) = ([:], history.before, nil)
        func apply(_ amount: Quantity) throws(DecimalError) {
            balance = try balance.adding(amount)
            guard balance < .zero, let last else { return }
            lacking[last] = try (lacking[last] ?? .zero).subtracting(balance)
            balance = .zero
        }
        var recorded = history.changes[...]
        for change in new {
            while let next = recorded.first, next.time <= change.time {
                try apply(next.amount)
                recorded.removeFirst()
            }
            if change.amount < .zero { last = change.position }
            try apply(change.amount)
        }
        for next in recorded { try apply(next.amount) }
        return lacking
    }
}
