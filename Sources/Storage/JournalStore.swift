import GRDB
import Ledger
import Market
import Portfolio

extension Store: JournalRepository {
    /// Records transactions, all or none; see `JournalRepository`. They are checked together: a transaction may spend what a
    /// later one of the same call brings in, if that has an earlier time.
    ///
    /// A transaction that was already recorded is compared and skipped before any other check, so that repeating a call whose
    /// confirmation was lost is harmless.
    ///
    /// - Throws: the errors of `JournalRepository`; `QuotaExceeded`; `DecimalError.overflow` if a balance would become too large;
    ///   ``StorageError``.
    package func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { [quotas] connection in
            try JournalAppend.record(
                transactions, of: owner, recordedAt: recordedAt, expecting: expected, quotas, in: connection)
        }
    }

    /// Finds wallets by name, creates missing ones if requested, and records transactions in them: all or nothing.
    ///
    /// - Throws: the errors of ``append(_:of:recordedAt:expecting:isRehearsal:)``, and those of `transactions`.
    package func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { [quotas] connection in
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
                transactions(wallets, recorded), of: owner, recordedAt: recordedAt, expecting: [:], quotas, in: connection)
        }
    }

    /// Returns a wallet's nonzero balances.
    package func balances(of wallet: WalletID) async throws -> [AssetID: Quantity] {
        try await read { try wallet.balances(in: $0) }
    }

    /// Returns a wallet's nonzero balances before a transaction was recorded, from transactions with lower numbers only. Reads
    /// all of its postings.
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

    /// Returns the number of the last recorded transaction that changes a wallet, or nil if there is none.
    package func lastTransaction(of wallet: WalletID) async throws -> TransactionID? {
        try await read { try wallet.lastTransaction(in: $0) }
    }

    /// Returns an owner's transaction.
    package func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction? {
        try await read { connection in
            guard let record = try RecordedTransaction.fetch([id], upTo: nil, in: connection).first,
                try String.fetchOne(connection, sql: "SELECT owner FROM transactions WHERE id = ?", arguments: [id.number])
                    == owner, try !record.isSimulated(in: connection)
            else { return nil }
            return record
        }
    }

    /// Returns the transaction that an owner recorded under a key.
    package func transaction(key: String, of owner: String) async throws -> RecordedTransaction? {
        try await read { connection in
            guard let record = try RecordedTransaction.fetch(key: key, of: owner, in: connection),
                try !record.isSimulated(in: connection)
            else { return nil }
            return record
        }
    }

    /// Returns a page of transactions, in the order and within the limits of `query`. With `JournalQuery.upTo`, corrections
    /// with higher numbers count as not recorded.
    package func transactions(_ query: JournalQuery) async throws -> [RecordedTransaction] {
        try await read { connection in
            try RecordedTransaction.fetch(JournalPage.ids(query, in: connection), upTo: query.upTo, in: connection)
        }
    }

    /// Returns the wallet, and all wallets whose lots may have reached it by transfers, directly or indirectly. Corrected
    /// transfers are included: an extra wallet is harmless.
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
    /// Parses a stored number.
    init(stored text: String) throws {
        guard let value = FixedDecimal(text) else { throw Damage(detail: "\(text) is not an amount") }
        self = value
    }
}

extension RecordedTransaction {
    /// Whether it belongs to a simulated account, whose transactions are only seen and made by trading.
    fileprivate func isSimulated(in connection: Connection) throws -> Bool {
        try Bool.fetchOne(
            connection.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM wallet_transactions JOIN wallets ON wallets.id = wallet
                        WHERE wallet = ? AND time = ? AND transaction_id = ? AND kind <> 'recorded')
                    """),
            arguments: [transaction.postings[0].account.wallet.number, transaction.time, id.number]) ?? false
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
