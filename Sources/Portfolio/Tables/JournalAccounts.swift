import GRDB
import Ledger
import Market
import Store

/// The accounts that an append changes: their balances, and whether a holding was ever negative.
struct JournalAccounts {
    private struct Key: Hashable {
        let account: Account
        let asset: AssetID
    }

    private let connection: Connection
    private var states: [Key: AccountState] = [:]

    init(_ connection: Connection) { self.connection = connection }

    /// Adds a posting of a new transaction to its account's balance.
    ///
    /// - Parameter replayFrom: the time from which a correction, or a transaction in the place of another, changes the past; nil for
    ///   other transactions.
    /// - Returns: the account's number.
    mutating func add(
        _ posting: Posting, allowsNegative: Bool, of id: TransactionID, time: Int, replayFrom: Int?
    ) throws -> Int64 {
        let key = Key(account: posting.account, asset: posting.asset)
        var state = try states[key] ?? load(key, allowsNegative: allowsNegative, time: time, id: id)
        try state.add(posting.amount, of: id, time: time, replayFrom: replayFrom)
        states[key] = state
        return state.number
    }

    /// Stores the balances, or throws for the earliest shortage.
    ///
    /// - Parameter firstNew: the lowest number recorded by this append; nil if it recorded nothing.
    /// - Throws: `PortfolioError.insufficient`.
    mutating func finish(firstNew: TransactionID?) throws {
        let shortages = try states.compactMap { key, state in
            try state.firstShortage(in: connection).map { (key: key, shortage: $0) }
        }
        let first = shortages.min { left, right in
            (left.shortage.time, left.shortage.place, left.shortage.id, left.key.account.wallet, left.key.asset)
                < (right.shortage.time, right.shortage.place, right.shortage.id, right.key.account.wallet, right.key.asset)
        }
        if let (key, shortage) = first {
            throw PortfolioError.insufficient(
                wallet: key.account.wallet, asset: key.asset, have: shortage.have, need: shortage.need, time: shortage.time,
                recorded: firstNew.map { shortage.id < $0 } == true ? shortage.id : nil)
        }
        let update = try connection.cachedStatement(
            sql: "UPDATE accounts SET balance = ?, last_time = ?, last_transaction = ? WHERE id = ?")
        for state in states.values {
            try update.run([state.balance.description, state.lastTime, state.lastTransaction.number, state.number])
        }
    }

    private func load(_ key: Key, allowsNegative: Bool, time: Int, id: TransactionID) throws -> AccountState {
        let isGuarded = key.account.role == .holding && !allowsNegative
        let row = try connection.cachedStatement(
            sql: """
                SELECT id, balance, last_time, last_transaction FROM accounts
                WHERE wallet = ? AND role = ? AND asset = (SELECT id FROM assets WHERE slug = ?)
                """
        ).storedRow([key.account.wallet.number, key.account.role.rawValue, key.asset.description])
        if let row { return try AccountState(row, isGuarded: isGuarded) }
        let asset = try key.asset.number(in: connection)
        try connection.execute(
            sql: """
                INSERT INTO accounts (wallet, role, asset, allows_negative, balance, last_time, last_transaction)
                VALUES (?, ?, ?, ?, '0', ?, ?)
                """,
            arguments: [key.account.wallet.number, key.account.role.rawValue, asset, allowsNegative, time, id.number])
        return AccountState(
            number: connection.lastInsertedRowID, isGuarded: isGuarded, balance: .zero, lastTime: time, lastTransaction: id)
    }
}
