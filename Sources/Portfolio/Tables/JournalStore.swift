import GRDB
import Ledger
import Market
import Store

extension Store {
    /// Records transactions, all or none. They are checked together: a transaction may spend what a later one of the same call
    /// brings in, if that has an earlier time. A transaction that was already recorded is compared and skipped before any other
    /// check, so that repeating a call whose confirmation was lost is harmless.
    ///
    /// - Parameters:
    ///   - transactions: checked (``Transaction/check()``), of wallets of one owner.
    ///   - owner: the owner; keys are unique among an owner's transactions.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - expected: the value that ``lastTransaction(of:)`` of these wallets must still have; empty to record in any case.
    ///   - isRehearsal: whether to undo everything at the end. Results and errors are the same as for recording.
    /// - Returns: a result for each transaction, in the order given. A transaction whose key was recorded before with the same
    ///   content is not recorded again.
    /// - Throws: ``PortfolioError/insufficient(wallet:asset:have:need:time:recorded:)``, ``PortfolioError/keyInUse(key:)`` for
    ///   different content under a recorded key, ``PortfolioError/alreadyCorrected(_:)``,
    ///   ``PortfolioError/noSuchTransaction(_:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``AssetError/notStored(_:)``,
    ///   ``PortfolioError/changedMeanwhile``; `QuotaExceeded`; `DecimalError.overflow` if a balance would become too large.
    package func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool = false
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { [quotaChecks] connection in
            try JournalAppend.record(
                transactions, of: owner, recordedAt: recordedAt, expecting: expected, quotaChecks, in: connection)
        }
    }

    /// Finds wallets by name, creates missing ones if requested, and records transactions of them: all or nothing.
    ///
    /// - Parameters:
    ///   - names: checked names, in any case.
    ///   - makesMissing: whether to create a wallet for a name that no wallet of the owner has: first in, first out, and no
    ///     holding below zero.
    ///   - recordedAt: seconds since 1970-01-01 UTC.
    ///   - isRehearsal: whether to undo everything at the end, including created wallets.
    ///   - transactions: returns the transactions to record, given the wallets by the requested names and what is recorded. It is
    ///     called once; if it throws, everything is undone.
    ///   - replace: called once with the results, to replace what is recorded; if it throws, everything is undone.
    /// - Returns: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    /// - Throws: as ``append(_:of:recordedAt:expecting:isRehearsal:)``.
    package func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], RecordedState) throws -> [Transaction],
        replace: @escaping @Sendable ([AppendResult], JournalReplacing) throws -> Void
    ) async throws -> [AppendResult] {
        try await write(isRehearsal: isRehearsal) { [quotaChecks] connection in
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
            let recorded = try RecordedState(of: owner, in: connection)
            let results = try JournalAppend.record(
                transactions(wallets, recorded), of: owner, recordedAt: recordedAt, expecting: [:], quotaChecks, in: connection)
            try replace(
                results, JournalReplacing(owner: owner, recordedAt: recordedAt, quotas: quotaChecks, connection: connection))
            return results
        }
    }

    /// Returns the current holdings of a wallet, without assets of which it holds nothing.
    package func balances(of wallet: WalletID) async throws -> [AssetID: Quantity] {
        try await lookUp { try wallet.balances(in: $0) }
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
    package func lastTransaction(of wallet: WalletID) async throws -> TransactionID? { try await lastTransaction(of: [wallet]) }

    /// Returns the number of the last recorded transaction that changes any of these wallets; nil if there is none.
    package func lastTransaction(of wallets: Set<WalletID>) async throws -> TransactionID? {
        try await read(rows: wallets.count) { connection in
            try wallets.compactMap { try $0.lastTransaction(in: connection) }.max()
        }
    }

    /// Returns a transaction of an owner; nil if there is none.
    package func transaction(_ id: TransactionID, of owner: String) async throws -> RecordedTransaction? {
        try await read { connection in
            guard let record = try RecordedTransaction.fetch([id], upTo: nil, in: connection).first,
                try String.fetchOne(connection, sql: "SELECT owner FROM transactions WHERE id = ?", arguments: [id.number])
                    == owner, try !record.isSimulated(in: connection)
            else { return nil }
            return record
        }
    }

    /// Returns the transaction that an owner recorded under a key; nil if there is none.
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
        try await read(rows: query.mostRows) { connection in
            try RecordedTransaction.fetch(JournalPage.ids(query, in: connection), upTo: query.upTo, in: connection)
        }
    }

    /// Returns the wallets, all others whose lots may have reached them by transfers, directly or indirectly, and the newest number of
    /// their transactions, from one state of the journal: all transfers up to that number are known. Corrected transfers are included:
    /// an extra wallet is harmless.
    package func walletsFeeding(_ wallets: Set<WalletID>) async throws -> (wallets: Set<WalletID>, newest: TransactionID?) {
        try await read { connection in
            var feeding = wallets
            let sources = try connection.cachedStatement(
                sql: """
                    WITH RECURSIVE feeding (wallet) AS (
                        VALUES (?) UNION SELECT from_wallet FROM transfers JOIN feeding ON to_wallet = feeding.wallet)
                    SELECT wallet FROM feeding
                    """)
            for wallet in wallets {
                feeding.formUnion(try Int64.fetchAll(sources, arguments: [wallet.number]).map { WalletID($0) })
            }
            return (feeding, try feeding.compactMap { try $0.lastTransaction(in: connection) }.max())
        }
    }
}

extension RecordedTransaction {
    /// Whether it belongs to a simulated account, whose transactions only trading sees and makes.
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
    package func balances(in connection: Connection) throws -> [AssetID: Quantity] {
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
