import Ledger
import Market
import Synchronization

/// Records the rows of files in an owner's journal.
package struct TransactionImporter: Sendable {
    let wallets: OwnedWallets
    let journal: Journal
    let prices: ClosePrices

    init(_ wallets: OwnedWallets, _ journal: Journal, _ prices: ClosePrices) {
        (self.wallets, self.journal, self.prices) = (wallets, journal, prices)
    }

    /// Records rows of a file, all or none. Rows that were recorded before are skipped, so that importing the same file again
    /// changes nothing; a row without a key is recognised by its content and the number of equal rows before it.
    ///
    /// Rows are recorded in order of time, whatever their order in the file; for rows of the same moment see ``RowOrder``. If the times
    /// do not determine the order, it is that of the file, or the reverse if a row needs what only a row below it adds. For a row of
    /// coins without a value, the same close is used as for an order on its day. Deposits of missing cash
    /// (``ImportOptions/depositsMissingCash``) are the least that the rows need.
    ///
    /// - Parameters:
    ///   - rows: each with its line, in the order of the file.
    ///   - file: the file's name in errors.
    ///   - tell: returns the message for an error in a row.
    /// - Throws: ``ImportError`` with the line of every error, or whatever
    ///   ``Store/append(_:of:recordedAt:expecting:isRehearsal:)`` throws.
    package func record(
        _ rows: [(line: Int, row: TransactionRow)], file: String, options: ImportOptions = ImportOptions(),
        tell: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) async throws -> ImportReport {
        try await record(prepare(rows, file: file, options: options, tell: tell))
    }

    /// Records what was read of a file. See ``record(_:file:options:tell:)``.
    package func record(
        _ read: ReadTransactions, file: String, options: ImportOptions = ImportOptions(),
        tell: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) async throws -> ImportReport {
        try await record(prepare(read, file: file, options: options, tell: tell))
    }

    /// Checks what was read of a file. See ``record(_:file:options:tell:)``.
    package func prepare(
        _ read: ReadTransactions, file: String, options: ImportOptions, tell: @escaping @Sendable (any Error) -> String
    ) async throws -> PreparedImport {
        var options = options
        // Rows of other programs are in order already, because an event may have several.
        if read.source != nil { options.order = .oldestFirst }
        var prepared = try await prepare(
            read.rows, file: file, options: options, isList: read.source?.isList ?? false, tell: tell)
        (prepared.source, prepared.unknownCoins) = (read.source, read.unknownCoins)
        return prepared
    }

    /// Checks rows and looks up their closes, without writing anything. See ``record(_:file:options:tell:)``.
    package func prepare(
        _ rows: [(line: Int, row: TransactionRow)], file: String, options: ImportOptions, isList: Bool = false,
        tell: @escaping @Sendable (any Error) -> String
    ) async throws -> PreparedImport {
        let faults = ImportFaults(file: file, isList: isList, tell: tell)
        try await checkRows(rows, makesWallets: options.makesWallets, faults)
        let order = options.order ?? RowOrder(times: rows.map(\.row.time))
        return PreparedImport(
            rows: try await priced(rows, isPreview: options.isPreview), orders: order.map { [$0] } ?? [.oldestFirst, .newestFirst],
            options: options,
            faults: faults)
    }

    private func checkRows(
        _ rows: [(line: Int, row: TransactionRow)], makesWallets: Bool, _ faults: ImportFaults
    ) async throws {
        var problems: [ImportError.Fault] = []
        let names = Set(rows.flatMap { [$0.row.wallet, $0.row.target].compactMap(\.self) })
        let bad = try await badNames(makesWallets ? names : [])
        for (line, row) in rows {
            do throws(PortfolioError) {
                try wallets.checkTime(row.time)
                for case let name? in [row.wallet, row.target] { if let error = bad[name] { throw error } }
            } catch {
                problems.append(faults.problem(line, error))
            }
        }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
    }

    /// Returns why wallets of these names cannot be created, without names of existing wallets.
    private func badNames(_ names: Set<String>) async throws -> [String: PortfolioError] {
        var bad: [String: PortfolioError] = [:]
        for name in names {
            do throws(PortfolioError) {
                _ = try WalletName.checked(name)
            } catch {
                if try await wallets.find(name) == nil { bad[name] = error }
            }
        }
        return bad
    }

    /// Returns rows with the closes used by rows without a value.
    ///
    /// - Parameter isPreview: whether income at a market value that is unknown is shown (``TransactionRow/valueError``), which is otherwise
    ///   refused.
    private func priced(_ rows: [(line: Int, row: TransactionRow)], isPreview: Bool) async throws -> [ImportedRow] {
        struct Key: Hashable {
            let asset: AssetID
            let day: Day
        }
        var known: [Key: PriceOfDay?] = [:]
        func price(of asset: AssetID, _ row: TransactionRow) async throws -> PriceOfDay? {
            let key = Key(asset: asset, day: Day(secondsSince1970: row.time))
            if known[key] == nil { known[key] = .some(try await prices.marketPrice(of: asset, at: row.time)) }
            return known[key]!
        }
        var imported: [ImportedRow] = []
        for (line, row) in rows {
            guard row.looksUpValue else {
                imported.append(ImportedRow(line: line, row: row, price: nil))
                continue
            }
            var (row, found) = (row, try await price(of: row.asset, row))
            var isPricedByReceived = false
            if row.kind == .swap, found == nil, let received = row.received?.asset {
                (found, isPricedByReceived) = (try await price(of: received, row), true)
            }
            if isPreview, row.isAtMarketValue, row.asset != .usd, found == nil {
                let ticker = try await prices.assets([row.asset])[row.asset]?.ticker.description
                row.valueError = .noValue([ticker ?? row.asset.description], since: prices.neededDay(at: row.time))
            }
            imported.append(ImportedRow(line: line, row: row, price: found, isPricedByReceived: isPricedByReceived))
        }
        return imported
    }

    package func record(_ prepared: PreparedImport) async throws -> ImportReport {
        let unknown = prepared.unknownCoins
        guard unknown.isEmpty || prepared.options.isPreview else {
            throw ImportError(faults: unknown, canLeaveOut: prepared.source != nil)
        }
        do {
            var report = try await recordRows(prepared)
            report.unknownCoins = unknown
            return report
        } catch let error as ImportError where !unknown.isEmpty {
            // Other coins may be missing because of the rows of these.
            throw ImportError(faults: unknown + error.faults, canLeaveOut: error.canLeaveOut)
        }
    }

    private func recordRows(_ prepared: PreparedImport) async throws -> ImportReport {
        let (rows, options, faults) = (prepared.rows, prepared.options, prepared.faults)
        let names = Set(rows.flatMap { [$0.row.wallet] + ($0.row.target.map { [$0] } ?? []) })
        var deleted: [String: WalletID] = [:]
        let live = Set(try await wallets.all().map(\.id))
        for name in names {
            // A number never names an existing wallet, because the file may come from another store.
            if let id = try await deletedWallet(name), !live.contains(id) { deleted[name] = id }
        }
        let moves = try await recordedMoves(near: rows.map(\.row))
        let known = try await wallets.byID()
        let tickers = try await prepared.source == nil ? [:] : prices.assets(rows.map(\.row.asset)).mapValues(\.ticker)
        let source = prepared.source.map { ImportDraft.Source(tickers: tickers, wallets: Set(known.keys), file: $0) }
        let refused = Mutex<Set<Int>>([])
        // Wallets created here are removed again after an error or a preview.
        let draft = Mutex(ImportDraft())
        do {
            let results = try await journal.store.append(
                toWalletsNamed: names, of: wallets.owner, makesMissing: options.makesWallets, recordedAt: wallets.now(),
                isRehearsal: options.isPreview
            ) { [deleted] named, recorded in
                let read = try ImportDraft(
                    rows, in: named.merging(deleted) { live, _ in live }, recorded: recorded, faults.problem)
                let unknown = faults.problems(try read.withoutValue(recorded))
                let made: ImportDraft
                do {
                    made = try read.prepared(
                        prepared.orders, recorded, depositsMissingCash: options.depositsMissingCash, source: source,
                        faults.problem)
                } catch let error as ImportError {
                    throw ImportError(faults: error.faults + unknown)
                }
                guard unknown.isEmpty || options.isPreview else { throw ImportError(faults: unknown, canLeaveOut: true) }
                draft.withLock { $0 = made }
                // The report needs their sums: changes that are too large for it are refused before anything is recorded.
                _ = try made.changes(of: made.entries)
                return made.entries.map(\.transaction)
            } replace: { results, journal in
                guard options.matchesTransfers else { return }
                let made = draft.withLock { $0 }
                let transfers = MatchedTransfers.find(
                    made.rows(known), results, hasNumbers: true, moves, labelled: made.labelled(results))
                for (place, transfer) in transfers.enumerated() where try !transfer.record(journal) {
                    refused.withLock { _ = $0.insert(place) }
                }
            }
            let made = draft.withLock { $0 }
            var report = try await report(made, results, isPreview: options.isPreview)
            report.source = prepared.source
            let transfers = MatchedTransfers.find(
                report.rows, results, hasNumbers: !options.isPreview, moves, labelled: made.labelled(results))
            report.match(transfers, recorded: options.matchesTransfers, refused: refused.withLock { $0 })
            return report
        } catch let error as PortfolioError {
            let keysAreOurs = prepared.source.map { $0.form != TransactionForm.columnsID } ?? false
            throw try await explained(error, rows, draft.withLock { $0 }, faults, keysAreOurs: keysAreOurs)
        }
    }

    /// Returns the journal's error, with the lines in the file if they are known.
    private func explained(
        _ error: PortfolioError, _ rows: [ImportedRow], _ draft: ImportDraft, _ faults: ImportFaults, keysAreOurs: Bool
    ) async throws -> any Error {
        switch error {
        case .keyInUse(let key):
            guard let entry = draft.entries.last(where: { $0.transaction.key == key }) else { return error }
            let place = keysAreOurs ? try await recordedElsewhere(entry.transaction) : nil
            return ImportError(faults: [faults.problem(entry.row.line, place ?? error)])
        case .noSuchWallet(let number, _):
            // Another owner's wallet is refused with the same error as one that does not exist.
            let name = "#\(number)"
            let named = rows.filter { $0.row.wallet == name || $0.row.target == name }
            guard !named.isEmpty else { return error }
            return ImportError(faults: named.map { faults.problem($0.line, PortfolioError.noSuchWallet(name)) })
        case .insufficient(let wallet, let asset, _, let need, let time, nil):
            let error = try await journal.named(error, draft.names)
            let entry = draft.entries.last { $0.transaction.time == time && $0.transaction.taken(asset, from: wallet) == need }
            guard let entry else { return error }
            return ImportError(faults: [faults.problem(entry.row.line, error)])
        case .insufficient(let wallet, let asset, _, _, let time, .some):
            let error = try await journal.named(error, draft.names)
            guard let entry = try await lastNew(draft, taking: asset, from: wallet, before: time) else { return error }
            return ImportError(faults: [faults.problem(entry.row.line, error)])
        default: return try await journal.named(error, draft.names)
        }
    }

    /// Returns in which other wallet a transaction is recorded under the key of this one; nil if it is the same wallet.
    private func recordedElsewhere(_ transaction: Transaction) async throws -> PortfolioError? {
        guard let recorded = try await journal.record(key: transaction.key)?.transaction else { return nil }
        let id = TransactionRow.mainPosting(recorded).account.wallet
        guard id != TransactionRow.mainPosting(transaction).account.wallet else { return nil }
        if let wallet = try await wallets.byID()[id] { return .recordedIn(wallet: wallet.name) }
        guard let wallet = try await wallets.allDeleted(most: .max).first(where: { $0.wallet.id == id })?.wallet else { return nil }
        let isClear = try await wallets.deleted(wallet.name)?.id == id
        return .recordedInDeleted(wallet: wallet.name, id: isClear ? wallet.name : wallet.publicID)
    }

    /// Returns the last row that takes an asset from a wallet before a time and was not recorded before.
    private func lastNew(
        _ draft: ImportDraft, taking asset: AssetID, from wallet: WalletID, before time: Int
    ) async throws -> ImportDraft.Entry? {
        for entry in draft.entries.reversed()
        where entry.transaction.time < time && entry.transaction.taken(asset, from: wallet) > .zero {
            if try await journal.record(key: entry.transaction.key) == nil { return entry }
        }
        return nil
    }

    /// Returns the deleted wallet that an export names by number, `#3`: its recorded rows are recognised, and new ones are refused.
    private func deletedWallet(_ name: String) async throws -> WalletID? {
        guard name.first == "#", let number = Int64(name.dropFirst()) else { return nil }
        let id = WalletID(number)
        return try await wallets.store.rules(of: [id]).keys.first
    }

    private func report(
        _ draft: ImportDraft, _ results: [AppendResult], isPreview: Bool
    ) async throws -> ImportReport {
        let new = zip(draft.entries, results).filter { $1.isNew }.map { $0.0 }
        let known = try await wallets.byID()
        let changes = try draft.changes(of: new)
        let assets = try await prices.assets(Set(changes.map { $0.holding.asset }).union(new.map(\.row.priced.asset)))
        var effects: [ImportReport.Effect] = []
        var now: [WalletID: [AssetID: Quantity]] = [:]
        for (holding, change) in changes {
            // A wallet that only the preview created is now empty again.
            if now[holding.wallet] == nil { now[holding.wallet] = try await journal.store.balances(of: holding.wallet) }
            let balance = now[holding.wallet]![holding.asset] ?? .zero
            effects.append(
                ImportReport.Effect(
                    wallet: known[holding.wallet]?.name ?? draft.names[holding.wallet] ?? "#\(holding.wallet)",
                    walletID: known[holding.wallet]?.publicID, asset: assets[holding.asset]!,
                    before: isPreview ? balance : try balance.subtracting(change),
                    after: isPreview ? try balance.adding(change) : balance))
        }
        var used: [ImportReport.Price] = []
        let priced = draft.entries.indices.filter { results[$0].isNew && draft.entries[$0].row.price != nil }
            .map { (index: $0, row: draft.entries[$0].row) }
            .sorted { ($0.row.priced.asset, $0.row.price!.day) < ($1.row.priced.asset, $1.row.price!.day) }
        for (index, row) in priced {
            let price = ImportReport.Price(asset: assets[row.priced.asset]!, close: row.price!)
            if used.last.map({ ($0.asset, $0.close) != (price.asset, price.close) }) ?? true { used.append(price) }
            used[used.count - 1].rows.append(index)
        }
        let unknown = draft.entries.enumerated().filter { index, entry in
            results[index].isNew && entry.row.row.kind == .deposit && entry.row.row.asset != .usd && entry.transaction.value == nil
        }
        return ImportReport(
            isPreview: isPreview, results: results,
            rows: draft.rows(known),
            deposits: draft.entries.filter { $0.isDeposit && !$0.isRemainder }.map { deposit($0, known, draft) },
            remainders: draft.entries.filter(\.isRemainder).map { deposit($0, known, draft) }, deposited: draft.deposited,
            unvalued: draft.unvalued.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, order: draft.order,
            hasSharedMoments: hasSharedMoments(new.filter { !$0.isDeposit }), effects: effects, prices: used,
            unknownCosts: unknown.map { unknownCost($1, row: $0, assets[$1.row.row.asset]!) }.sorted {
                $0.line < $1.line
            },
            unknownValues: ImportReport.UnknownValue.all(new))
    }

    private func unknownCost(_ entry: ImportDraft.Entry, row: Int, _ asset: Asset) -> ImportReport.UnknownCost {
        let close = ReadingError.noValue([asset.ticker.description], since: prices.neededDay(at: entry.transaction.time))
        return .init(line: entry.row.line, row: row, asset: asset, lack: entry.row.row.missingRate ?? close)
    }

    private func hasSharedMoments(_ entries: [ImportDraft.Entry]) -> Bool {
        zip(entries, entries.dropFirst()).contains { $0.transaction.time == $1.transaction.time }
    }

    private func deposit(_ entry: ImportDraft.Entry, _ known: [WalletID: Wallet], _ draft: ImportDraft) -> ImportReport.Deposit {
        let row = TransactionRow(entry.transaction, known, names: draft.names)
        return ImportReport.Deposit(
            wallet: row.wallet, walletID: row.walletID, line: entry.row.line, time: row.time, asset: row.asset,
            amount: row.quantity, value: row.asset == .usd ? .usd(row.quantity) : row.value)
    }
}

/// Rows that are checked and can be recorded.
package struct PreparedImport: Sendable {
    fileprivate let rows: [ImportedRow]
    /// The order of rows of the same moment; several if the times do not determine it, the preferred one first.
    fileprivate let orders: [RowOrder]
    fileprivate let options: ImportOptions
    fileprivate let faults: ImportFaults
    /// How the file of another program was read.
    fileprivate var source: ReadTransactions.Source?
    /// See ``ReadTransactions/unknownCoins``.
    fileprivate var unknownCoins: [ImportError.Fault] = []
}

/// Adds file and line to errors.
fileprivate struct ImportFaults: Sendable {
    let file: String
    let isList: Bool
    let tell: @Sendable (any Error) -> String

    func problem(_ line: Int, _ error: any Error) -> ImportError.Fault {
        .init(file: file, line: line, message: tell(error), error: error, isActivity: isList)
    }

    /// Each reason once, with its rows.
    func problems(_ errors: [(line: Int, error: ReadingError)]) -> [ImportError.Fault] {
        var problems = FormProblems()
        for (line, error) in errors { problems.add(error, line) }
        return problems.faults(file: file, isList: isList, tell)
    }
}
