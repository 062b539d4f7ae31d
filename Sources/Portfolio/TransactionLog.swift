import Ledger
import Market
import Synchronization

/// A recorded transaction as people read it.
public struct LoggedTransaction: Equatable, Sendable {
    /// Its number.
    public let id: TransactionID
    /// When it was recorded: seconds since 1970-01-01 UTC.
    public let recordedAt: Int
    /// The correction that took it back.
    public let correctedBy: TransactionID?
    /// The transaction that it takes back.
    public let corrects: TransactionID?
    /// What happened.
    public let row: TransactionRow
}

extension LoggedTransaction {
    /// Where it stands in a wallet's history.
    public var position: JournalQuery.Position { JournalQuery.Position(time: row.time, id: id) }

    fileprivate init(_ record: RecordedTransaction, _ wallets: [WalletID: Wallet]) {
        self.init(
            id: record.id, recordedAt: record.recordedAt, correctedBy: record.correctedBy,
            corrects: record.transaction.corrects, row: TransactionRow(record.transaction, wallets))
    }
}

/// Which transactions of a wallet to list; all where nothing is said.
public struct TransactionFilter: Equatable, Sendable {
    /// Only those that change the holding of it.
    public var asset: AssetID?
    /// Only those of that kind.
    public var kind: Transaction.Kind?
    /// Only those of that day and later ones.
    public var since: Day?
    /// Only those up to the end of that day.
    public var until: Day?

    /// A filter.
    public init(asset: AssetID? = nil, kind: Transaction.Kind? = nil, since: Day? = nil, until: Day? = nil) {
        (self.asset, self.kind, self.since, self.until) = (asset, kind, since, until)
    }
}

extension Portfolio {
    /// A page of a wallet's transactions, the newest first.
    ///
    /// - Parameters:
    ///   - filter: which of them.
    ///   - after: only what comes after it in that order; nil for the first page.
    ///   - limit: at most so many.
    public func history(
        of wallet: Wallet, _ filter: TransactionFilter = TransactionFilter(), after: JournalQuery.Position? = nil, limit: Int
    ) async throws -> [LoggedTransaction] {
        try check(wallet)
        let query = JournalQuery(
            wallets: [wallet.id], asset: filter.asset, kind: filter.kind, order: .newestFirst, after: after,
            since: filter.since.map { $0.daysSince1970 * 86_400 }, before: filter.until.map { ($0 + 1).daysSince1970 * 86_400 },
            limit: limit)
        let wallets = try await walletsByID()
        return try await repositories.journal.transactions(query).map { LoggedTransaction($0, wallets) }
    }

    /// One transaction of the owner.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    public func transaction(_ id: TransactionID) async throws -> LoggedTransaction {
        guard let record = try await repositories.journal.transaction(id, of: owner) else {
            throw PortfolioError.noSuchTransaction(id)
        }
        return LoggedTransaction(record, try await walletsByID())
    }

    /// Visits all transactions of wallets that count, oldest first, each once.
    ///
    /// Those of deleted wallets that fed them come along, under a name made of the wallet's number (`#3`): without them the rows could
    /// not be imported, since what a transfer brings has to come from somewhere.
    public func export(_ wallets: [Wallet], _ visit: (TransactionRow) throws -> Void) async throws {
        try await exportPages(wallets) { try $0.forEach(visit) }
    }

    /// The same, some thousand at a time: each page waits until the one before it was taken.
    public func exportPages(_ wallets: [Wallet], _ visit: ([TransactionRow]) async throws -> Void) async throws {
        let known = try await walletsByID()
        var exported = Set(wallets.map(\.id))
        for wallet in wallets {
            try check(wallet)
            exported.formUnion(try await repositories.journal.walletsFeeding(wallet.id).filter { known[$0] == nil })
        }
        try await pages(of: exported, upTo: newestTransaction(of: exported), before: nil) { page in
            try await visit(page.map { TransactionRow($0.transaction, known) })
        }
    }

    /// Records rows of a file, all or none. Rows that were recorded before are passed over, so that the same file again changes
    /// nothing; a row without a key is known again by its content, and by how many equal ones stand before it.
    ///
    /// - Parameters:
    ///   - rows: each with its line, in any order.
    ///   - file: what errors call it.
    ///   - makesWallets: whether wallets that the rows name and that are not there are made with them.
    ///   - tell: says what is wrong with a row.
    /// - Returns: a result for each row, in order of time.
    /// - Throws: ``ImportError`` with the line of everything that is wrong, or what
    ///   ``JournalRepository/append(_:of:recordedAt:expecting:)`` throws.
    public func importTransactions(
        _ rows: [(line: Int, row: TransactionRow)], file: String, makesWallets: Bool = false,
        tell: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) async throws -> [AppendResult] {
        @Sendable func fault(_ line: Int, _ error: any Error) -> ImportError.Problem {
            .init(file: file, line: line, message: tell(error))
        }
        let names = Set(rows.flatMap { [$0.row.wallet] + ($0.row.target.map { [$0] } ?? []) })
        if makesWallets {
            let bad = try await badNames(names)
            let faults = rows.compactMap { line, row in
                [row.wallet, row.target].compactMap { $0.flatMap { bad[$0] } }.first.map { fault(line, $0) }
            }
            guard faults.isEmpty else { throw ImportError(problems: faults) }
        }
        var deleted: [String: WalletID] = [:]
        let live = Set(try await wallets().map(\.id))
        for name in names {
            // The number of a wallet that is there is nobody's name: it may be another store's.
            if let id = try await deletedWallet(name), !live.contains(id) { deleted[name] = id }
        }
        // Wallets that are made here are gone again when an error is told.
        let made = Mutex<[WalletID: String]>([:])
        do {
            return try await repositories.journal.append(
                toWalletsNamed: names, of: owner, makesMissing: makesWallets, recordedAt: now()
            ) { [deleted] wallets in
                made.withLock { made in wallets.forEach { made[$1] = $0 } }
                return try Self.transactions(of: rows, in: wallets.merging(deleted) { named, _ in named }, fault)
            }
        } catch let error as PortfolioError {
            switch error {
            case .keyInUse(let key):
                guard let (line, _) = rows.last(where: { $0.row.key == key }) else { throw error }
                throw ImportError(problems: [fault(line, error)])
            case .noSuchWallet(let number, _):
                // A number that names another owner's wallet is told like one that names none.
                let name = "#\(number)"
                let named = rows.filter { $0.row.wallet == name || $0.row.target == name }
                guard !named.isEmpty else { throw error }
                throw ImportError(problems: named.map { fault($0.line, PortfolioError.noSuchWallet(name)) })
            default: throw try await named(error, made.withLock { $0 })
            }
        }
    }

    /// The transactions of a file's rows, in the order in which they are to be recorded.
    private static func transactions(
        of rows: [(line: Int, row: TransactionRow)], in wallets: [String: WalletID],
        _ fault: (Int, any Error) -> ImportError.Problem
    ) throws -> [Transaction] {
        var transactions: [Transaction] = []
        var faults: [ImportError.Problem] = []
        var equal: [String: Int] = [:]
        for (line, row) in rows {
            do {
                transactions.append(try row.transaction(in: wallets, &equal))
            } catch {
                faults.append(fault(line, error))
            }
        }
        guard faults.isEmpty else { throw ImportError(problems: faults) }
        return ordered(transactions)
    }

    /// In order of time: what comes in before what goes out, whatever order the file has. Those of one moment stand as in the file, or
    /// the other way round where the newest stand first in it.
    private static func ordered(_ transactions: [Transaction]) -> [Transaction] {
        guard let first = transactions.first, let last = transactions.last else { return [] }
        let sign = first.time > last.time ? -1 : 1
        let order = transactions.indices.sorted { (transactions[$0].time, sign * $0) < (transactions[$1].time, sign * $1) }
        return order.map { transactions[$0] }
    }

    /// Why no wallets of these names can be made; those that are there need not be made.
    private func badNames(_ names: Set<String>) async throws -> [String: PortfolioError] {
        var bad: [String: PortfolioError] = [:]
        for name in names {
            do throws(PortfolioError) {
                _ = try WalletName.checked(name)
            } catch {
                if try await repositories.wallets.wallet(named: name, of: owner) == nil { bad[name] = error }
            }
        }
        return bad
    }

    /// The deleted wallet that an export names by its number, `#3`: its rows are known again, new ones are refused.
    private func deletedWallet(_ name: String) async throws -> WalletID? {
        guard name.first == "#", let number = Int64(name.dropFirst()) else { return nil }
        let id = WalletID(number)
        return try await repositories.wallets.rules(of: [id]).keys.first
    }

    private func walletsByID() async throws -> [WalletID: Wallet] {
        Dictionary(uniqueKeysWithValues: try await wallets().map { ($0.id, $0) })
    }
}

extension TransactionRow {
    /// The transaction of a file's row.
    ///
    /// - Parameters:
    ///   - wallets: those that there are, by the names of the file.
    ///   - equal: how many rows of each content came before it.
    fileprivate func transaction(in wallets: [String: WalletID], _ equal: inout [String: Int]) throws -> Transaction {
        for name in [wallet, target ?? wallet] where wallets[name] == nil { throw PortfolioError.noSuchWallet(name) }
        let (source, target) = (wallets[wallet]!, target.map { wallets[$0]! })
        // It becomes a part of the key, which would be blamed.
        guard !note.utf8.contains(0) else { throw LedgerError.badNote(key: key) }
        guard key.isEmpty else { return try transaction(wallet: source, target: target, key: key) }
        let content = self.content(wallet: source, target: target)
        equal[content, default: 0] += 1
        return try transaction(wallet: source, target: target, key: "\(content) \(equal[content]!)")
    }

    /// All that makes it this row, in one line; where that is too long for a key, its beginning and a checksum of all.
    private func content(wallet: WalletID, target: WalletID?) -> String {
        let numbers = [quantity, cash, fee == .zero ? nil : fee, value].map { $0?.description ?? "-" }.joined(separator: " ")
        let text =
            "row \(time) \(kind.rawValue) \(wallet) \(target?.description ?? "-") \(asset) \(numbers)"
            + (note.isEmpty ? "" : " \(note)")
        guard text.utf8.count > 180 else { return text }  // a key has at most 200 bytes, and a number follows
        // Characters, as ever: a file that was imported before is known again. Where they have too many bytes, bytes.
        let beginning = text.prefix(160)
        let start = beginning.utf8.count <= 180 ? String(beginning) : String(decoding: text.utf8.prefix(160), as: UTF8.self)
        // Two rows of one checksum would be told as two contents under one key, never taken for one.
        let checksum = text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }  // FNV-1a
        return "\(start) \(String(checksum, radix: 16))"
    }
}

/// What is wrong with a file of transactions, line by line.
public struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Problem: Equatable, Sendable {
        /// What the caller called the file.
        public let file: String
        /// From 1.
        public let line: Int
        /// What is wrong, and what is expected.
        public let message: String

        /// A fault.
        public init(file: String, line: Int, message: String) { (self.file, self.line, self.message) = (file, line, message) }
    }

    /// All that is wrong; never empty.
    public let problems: [Problem]

    /// Faults of a file.
    public init(problems: [Problem]) { self.problems = problems }

    /// A line a problem, the first 8 of them.
    public var description: String {
        let lines = problems.prefix(8).map { "\($0.file):\($0.line): \($0.message)" }
        let more = problems.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more; nothing was recorded"] : [])).joined(separator: "\n")
    }
}
