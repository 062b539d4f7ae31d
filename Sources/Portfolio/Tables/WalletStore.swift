import GRDB
import Ledger
import Store

extension Store {
    /// Returns an owner's wallets, ordered by name without regard to case.
    package func wallets(of owner: String) async throws -> [Wallet] {
        try await lookUp { connection in
            try connection.cachedStatement(
                sql: """
                    SELECT \(Wallet.columns) FROM wallets
                    WHERE owner = ? AND kind = 'recorded' AND deleted_at IS NULL ORDER BY name_key, id
                    """
            ).storedRows([owner]).map(Wallet.init)
        }
    }

    /// Returns the owner's wallet with this ``Wallet/publicID``, else with exactly this name, else with a name of the same
    /// ``WalletName/key(_:)``; nil if there is none.
    package func wallet(named text: String, of owner: String) async throws -> Wallet? {
        try await lookUp { try Wallet.named(text, of: owner, in: $0) }
    }

    /// Returns wallets by their ids, of every kind and owner, without deleted ones, ordered by id.
    package func wallets(ids: Set<WalletID>) async throws -> [Wallet] {
        try await read(rows: ids.count) { connection in
            let statement = try connection.cachedStatement(
                sql: "SELECT \(Wallet.columns) FROM wallets WHERE id = ? AND deleted_at IS NULL")
            return try ids.sorted().compactMap { try statement.storedRow([$0.number]).map(Wallet.init) }
        }
    }

    /// Returns the rules by which wallets dispose of their lots, including deleted wallets.
    package func rules(of wallets: Set<WalletID>) async throws -> [WalletID: Inventory.Rules] {
        try await read(rows: wallets.count) { connection in
            var rules: [WalletID: Inventory.Rules] = [:]
            let statement = try connection.cachedStatement(sql: "SELECT \(Wallet.columns) FROM wallets WHERE id = ?")
            for id in wallets {
                guard let row = try statement.storedRow([id.number]) else { continue }
                let wallet = try Wallet(row)
                rules[id] = Inventory.Rules(costBasis: wallet.costBasis, allowsNegative: wallet.allowsNegative)
            }
            return rules
        }
    }

    /// Creates a wallet with a new ``Wallet/publicID``. The name is stored in its composed form.
    ///
    /// - Throws: ``PortfolioError/walletExists(name:)``, `PortfolioError.tooManyWallets`.
    package func createWallet(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) async throws -> Wallet {
        try await write { connection in
            try Wallet.make(
                named: name, of: owner, costBasis: costBasis, allowsNegative: allowsNegative, createdAt: createdAt, in: connection)
        }
    }

    /// Changes a wallet: everything in `change`, or nothing.
    ///
    /// - Parameter expected: the version that the wallet must still have; nil to change it in any case.
    /// - Throws: ``PortfolioError/walletExists(name:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    package func changeWallet(_ id: WalletID, _ change: WalletChange, expecting expected: WalletVersion?) async throws -> Wallet {
        try await write { connection in
            let wallet = try Wallet.existing(id, as: expected, in: connection)
            if let name = change.name, name != wallet.name || Array(name.utf8) != Array(wallet.name.utf8) {
                let key = WalletName.key(name)
                if let other = try Wallet.having(key: key, of: wallet.owner, in: connection), other.id != id {
                    throw PortfolioError.walletExists(name: other.name)
                }
                try connection.execute(
                    sql: "UPDATE wallets SET name = ?, name_key = ? WHERE id = ?", arguments: [name, key, id.number])
            }
            try connection.execute(
                sql: "UPDATE wallets SET cost_basis = ? WHERE id = ?",
                arguments: [(change.costBasis ?? wallet.costBasis).rawValue, id.number])
            return try Wallet.existing(id, in: connection)
        }
    }

    /// Removes a wallet from the lists and frees its name.
    ///
    /// - Parameters:
    ///   - withHoldings: whether to delete the wallet even if it holds something.
    ///   - time: seconds since 1970-01-01 UTC.
    ///   - expected: the version that the wallet must still have; nil to delete it in any case.
    /// - Throws: ``PortfolioError/notEmpty(name:holdings:)``, ``PortfolioError/noSuchWallet(_:near:)``, ``PortfolioError/changedMeanwhile``.
    package func deleteWallet(_ id: WalletID, withHoldings: Bool, at time: Int, expecting expected: WalletVersion?) async throws {
        try await write { connection in
            let wallet = try Wallet.existing(id, as: expected, in: connection)
            let holdings = withHoldings ? 0 : try id.balances(in: connection).count
            guard holdings == 0 else { throw PortfolioError.notEmpty(name: wallet.name, holdings: holdings) }
            try connection.execute(sql: "UPDATE wallets SET deleted_at = ? WHERE id = ?", arguments: [time, id.number])
        }
    }

    /// Removes a wallet in which nothing was ever recorded; does nothing to another one.
    package func discardUnusedWallet(_ id: WalletID) async throws {
        try await write { connection in
            try connection.execute(
                sql: "DELETE FROM wallets WHERE id = ? AND NOT EXISTS (SELECT 1 FROM accounts WHERE wallet = wallets.id)",
                arguments: [id.number])
        }
    }

    /// Returns the owner's deleted wallet with this ``Wallet/publicID``, else the one with a name of the same
    /// ``WalletName/key(_:)`` that was deleted last; nil if there is none.
    package func deletedWallet(named text: String, of owner: String) async throws -> Wallet? {
        try await read { try Wallet.deleted(text, of: owner, in: $0) }
    }

    /// Returns the owner's wallets that were deleted last, the last one first, with the time in seconds since 1970-01-01 UTC.
    package func deletedWallets(of owner: String, most count: Int) async throws -> [(wallet: Wallet, deletedAt: Int)] {
        try await read { connection in
            try connection.cachedStatement(
                sql: """
                    SELECT \(Wallet.columns), deleted_at FROM wallets
                    WHERE owner = ? AND kind = 'recorded' AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, id DESC LIMIT ?
                    """
            ).storedRows([owner, count]).map { (try Wallet($0), try $0.decode(atIndex: 8)) }
        }
    }

    /// Returns a deleted wallet to the lists, with its name.
    ///
    /// - Parameter text: as in ``deletedWallet(named:of:)``.
    /// - Throws: ``PortfolioError/noDeletedWallet(_:)``, ``PortfolioError/notDeleted(name:)``, ``PortfolioError/nameTaken(name:)``,
    ///   ``PortfolioError/tooManyWallets(maximum:)``.
    package func restoreWallet(named text: String, of owner: String) async throws -> Wallet {
        try await write { connection in
            guard let wallet = try Wallet.deleted(text, of: owner, in: connection) else {
                guard let other = try Wallet.named(text, of: owner, in: connection) else {
                    throw PortfolioError.noDeletedWallet(text)
                }
                throw PortfolioError.notDeleted(name: other.name)
            }
            if let other = try wallet.successor(in: connection) { throw PortfolioError.nameTaken(name: other.name) }
            try Wallet.requireRoom(of: owner, in: connection)
            try connection.execute(sql: "UPDATE wallets SET deleted_at = NULL WHERE id = ?", arguments: [wallet.id.number])
            return wallet
        }
    }
}

extension Wallet {
    static let columns = "id, owner, name, cost_basis, allows_negative, created_at, public_id, kind"

    /// Returns the owner's wallet with this public id, else with exactly this name, else with the same name key.
    static func named(_ text: String, of owner: String, in connection: Connection) throws -> Wallet? {
        // SQLite would search for the text before U+0000.
        guard !text.utf8.contains(0) else { return nil }
        if let wallet = try first("public_id = ?", text, of: owner, in: connection) { return wallet }
        // If an older version accepted two names that now have the same key, one of them may still have its old key.
        if let wallet = try first("name = ?", text, of: owner, in: connection) { return wallet }
        return try having(key: WalletName.key(text), of: owner, in: connection)
    }

    /// Returns the owner's wallet with a name key.
    static func having(key: String, of owner: String, in connection: Connection) throws -> Wallet? {
        try first("name_key = ?", key, of: owner, in: connection)
    }

    /// Returns the owner's deleted wallet with this public id, else the last deleted one with the same name key.
    fileprivate static func deleted(_ text: String, of owner: String, in connection: Connection) throws -> Wallet? {
        // SQLite would search for the text before U+0000.
        guard !text.utf8.contains(0) else { return nil }
        let sql = """
            SELECT \(columns) FROM wallets
            WHERE owner = ? AND (public_id = ? OR name_key = ?) AND kind = 'recorded' AND deleted_at IS NOT NULL
            ORDER BY public_id = ? DESC, deleted_at DESC, id DESC LIMIT 1
            """
        return try connection.cachedStatement(sql: sql).storedRow([owner, text, WalletName.key(text), text]).map(Wallet.init)
    }

    /// Returns the wallet that took a deleted one's name, as the index of names compares them.
    fileprivate func successor(in connection: Connection) throws -> Wallet? {
        try Self.first(
            "name_key = (SELECT name_key FROM wallets AS old WHERE old.public_id = ?)", publicID, of: owner, in: connection)
    }

    private static func first(
        _ condition: String, _ text: String, of owner: String, in connection: Connection
    ) throws -> Wallet? {
        let sql = "SELECT \(columns) FROM wallets WHERE owner = ? AND \(condition) AND kind = 'recorded' AND deleted_at IS NULL"
        return try connection.cachedStatement(sql: sql).storedRow([owner, text]).map(Wallet.init)
    }

    /// Creates a wallet.
    static func make(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int, in connection: Connection
    ) throws -> Wallet {
        let (name, key) = (WalletName.composed(name), WalletName.key(name))
        if let other = try having(key: key, of: owner, in: connection) { throw PortfolioError.walletExists(name: other.name) }
        try OwnerRows.ensure(owner, in: connection)
        try requireRoom(of: owner, in: connection)
        return try insert(
            name, key: key, of: owner, costBasis: costBasis, allowsNegative: allowsNegative, .recorded, createdAt: createdAt,
            in: connection)
    }

    /// Creates a wallet that only trading writes to. Its key is in capitals, so it cannot equal the key of a name that a person
    /// gives.
    package static func make(_ kind: Kind, of owner: String, createdAt: Int, in connection: Connection) throws -> Wallet {
        precondition(kind != .recorded, "a recorded wallet has a name that a person gave it")
        let name = kind == .simulated ? "Simulated account" : "Simulated account, held"
        return try insert(
            name, key: kind.rawValue.uppercased(), of: owner, costBasis: .fifo, allowsNegative: false, kind, createdAt: createdAt,
            in: connection)
    }

    private static func insert(
        _ name: String, key: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, _ kind: Kind, createdAt: Int,
        in connection: Connection
    ) throws -> Wallet {
        try connection.execute(
            sql: """
                INSERT INTO wallets (public_id, owner, name, name_key, cost_basis, allows_negative, created_at, kind)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                WalletPublicID.make(), owner, name, key, costBasis.rawValue, allowsNegative, createdAt, kind.rawValue,
            ])
        return try existing(WalletID(connection.lastInsertedRowID), in: connection)
    }

    /// Owners without an account, such as `local`, have no limit: they belong to the administrator.
    fileprivate static func requireRoom(of owner: String, in connection: Connection) throws {
        let sql = """
            SELECT COUNT(*) FROM wallets WHERE owner = ? AND kind = 'recorded' AND deleted_at IS NULL
            AND EXISTS (SELECT 1 FROM people WHERE people.owner = wallets.owner)
            """
        let count = try Int.fetchOne(connection.cachedStatement(sql: sql), arguments: [owner]) ?? 0
        guard count < Wallet.maximumPerAccount else {
            throw PortfolioError.tooManyWallets(maximum: Wallet.maximumPerAccount)
        }
    }

    /// Returns an existing wallet that has not changed since `expected` was read.
    fileprivate static func existing(_ id: WalletID, as expected: WalletVersion?, in connection: Connection) throws -> Wallet {
        let wallet = try existing(id, in: connection)
        if let expected, try expected != WalletVersion(wallet: wallet, lastTransaction: id.lastTransaction(in: connection)) {
            throw PortfolioError.changedMeanwhile
        }
        return wallet
    }

    /// Returns a wallet that is not deleted.
    static func existing(_ id: WalletID, in connection: Connection) throws -> Wallet {
        let sql = "SELECT \(columns) FROM wallets WHERE id = ? AND deleted_at IS NULL"
        let row = try connection.cachedStatement(sql: sql).storedRow([id.number])
        guard let row else { throw PortfolioError.noSuchWallet("\(id)") }
        return try Wallet(row)
    }

    init(_ row: StoredRow) throws {
        let text = try row.decode(String.self, atIndex: 3)
        guard let costBasis = CostBasis(rawValue: text) else { throw Damage(detail: "\(text) is not a cost basis") }
        let kindText = try row.decode(String.self, atIndex: 7)
        guard let kind = Wallet.Kind(rawValue: kindText) else { throw Damage(detail: "\(kindText) is not a kind of wallet") }
        self.init(
            id: WalletID(try row.decode(atIndex: 0)), publicID: try row.decode(atIndex: 6), owner: try row.decode(atIndex: 1),
            name: try row.decode(atIndex: 2),
            costBasis: costBasis, allowsNegative: try row.decode(atIndex: 4), createdAt: try row.decode(atIndex: 5),
            kind: kind)
    }
}
