import GRDB
import Ledger
import Market
import Portfolio

extension Database: JournalRepository {
    /// Records transactions, all or none, as `JournalRepository` has it. They are judged together: a transaction may spend what a later
    /// one of the same call brings, if that happened before.
    ///
    /// A transaction that was recorded before is compared and left alone before anything else is looked at: to repeat a call whose
    /// confirmation was lost does no harm.
    ///
    /// - Throws: the errors of `JournalRepository`; `DecimalError.overflow` where a balance would become too large; ``StorageError``.
    package func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { connection in
            try JournalAppend.record(transactions, of: owner, recordedAt: recordedAt, expecting: expected, in: connection)
        }
    }

    /// Finds wallets by their names, makes those that are missing where that is asked, and records transactions of them: all or nothing.
    ///
    /// - Throws: as ``append(_:of:recordedAt:expecting:)``, and what `transactions` throws.
    package func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { connection in
            var wallets: [String: WalletID] = [:]
            for name in names.sorted() {
                if let wallet = try Wallet.named(name, of: owner, in: connection) {
                    wallets[name] = wallet.id
                } else if makesMissing {
                    wallets[name] = try Wallet.make(
                        named: name, of: owner, costBasis: .fifo, allowsNegative: false, createdAt: recordedAt, in: connection
                    ).id
                }
            }
            let recorded = { (key: String) throws -> Transaction? in
                try RecordedTransaction.fetch(key: key, of: owner, in: connection)?.transaction
            }
            return try JournalAppend.record(
                transactions(wallets, recorded), of: owner, recordedAt: recordedAt, expecting: [:], in: connection)
        }
    }

    /// What a wallet holds now, assets of which it holds nothing left out.
    package func balances(of wallet: WalletID) async throws -> [AssetID: Quantity] {
        try await read { try wallet.balances(in: $0) }
    }

    /// What a wallet held when only the transactions with lower numbers were recorded. Reads all of its postings.
    package func balances(of wallet: WalletID, before transaction: TransactionID) async throws -> [AssetID: Quantity] {
        try await read { connection in
            let rows = try Row.fetchCursor(
                connection.cachedStatement(
                    sql: """
                        SELECT slug, amount FROM accounts
                        JOIN assets ON assets.id = asset JOIN postings ON account = accounts.id
                        WHERE wallet = ? AND role = 'holding' AND transaction_id < ?
                        """),
                arguments: [wallet.number, transaction.number])
            var balances: [AssetID: Quantity] = [:]
            while let row = try rows.next() {
                let (id, amount) = try (AssetID(stored: row.decode(atIndex: 0)), Quantity(stored: row.decode(atIndex: 1)))
                balances[id] = try (balances[id] ?? .zero).adding(amount)
            }
            return balances.filter { $0.value != .zero }
        }
    }

    /// The number of the last transaction recorded that changes a wallet; nil when there is none.
    package func lastTransaction(of wallet: WalletID) async throws -> TransactionID? {
        try await read { try wallet.lastTransaction(in: $0) }
    }

    /// One transaction of an owner.
    package func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction? {
        try await read { connection in
            guard let record = try RecordedTransaction.fetch([id], upTo: nil, in: connection).first,
                try String.fetchOne(connection, sql: "SELECT owner FROM transactions WHERE id = ?", arguments: [id.number])
                    == owner
            else { return nil }
            return record
        }
    }

    /// The transaction that an owner recorded under a key.
    package func transaction(key: String, of owner: String) async throws -> RecordedTransaction? {
        try await read { try RecordedTransaction.fetch(key: key, of: owner, in: $0) }
    }

    /// A page of transactions in the order and within the limits of `query`. With ``JournalQuery/upTo`` a correction with a higher number
    /// counts as not recorded.
    package func transactions(_ query: JournalQuery) async throws -> [RecordedTransaction] {
        try await read { connection in
            try RecordedTransaction.fetch(JournalPage.ids(query, in: connection), upTo: query.upTo, in: connection)
        }
    }

    /// The wallet and all wallets whose lots may have reached it by transfers, directly or through others. Transfers that were taken
    /// back count, too: a wallet too many does no harm.
    package func walletsFeeding(_ wallet: WalletID) async throws -> Set<WalletID> {
        try await read { connection in
            let numbers = try Int64.fetchAll(
                connection.cachedStatement(
                    sql: """
                        WITH RECURSIVE feeding (wallet) AS (
                            VALUES (?) UNION SELECT from_wallet FROM transfers JOIN feeding ON to_wallet = feeding.wallet)
                        SELECT wallet FROM feeding
                        """),
                arguments: [wallet.number])
            return Set(numbers.map { WalletID($0) })
        }
    }
}

extension FixedDecimal {
    /// A stored number.
    init(stored text: String) throws {
        guard let value = FixedDecimal(text) else { throw Damage(detail: "\(text) is no amount") }
        self = value
    }
}

extension WalletID {
    func balances(in connection: Connection) throws -> [AssetID: Quantity] {
        let rows = try Row.fetchAll(
            connection.cachedStatement(
                sql: """
                    SELECT slug, balance FROM accounts JOIN assets ON assets.id = asset
                    WHERE wallet = ? AND role = 'holding' AND balance <> '0'
                    """),
            arguments: [number])
        return try rows.reduce(into: [:]) { values, row in
            let (id, value) = try (AssetID(stored: row.decode(atIndex: 0)), Quantity(stored: row.decode(atIndex: 1)))
            values[id] = value
        }
    }

    func lastTransaction(in connection: Connection) throws -> TransactionID? {
        try Int64.fetchOne(
            connection.cachedStatement(sql: "SELECT max(last_transaction) FROM accounts WHERE wallet = ?"), arguments: [number]
        ).map(TransactionID.init)
    }
}
