import Ledger
import Market
import Synchronization

/// The order of rows in a file.
package enum RowOrder: String, CaseIterable, Sendable {
    /// Rows of the same moment happened from top to bottom.
    case oldestFirst = "oldest-first"
    /// Rows of the same moment happened from bottom to top.
    case newestFirst = "newest-first"

    /// Detects the order from the direction of most steps between rows; nil if there is none, because all rows have the same time
    /// or the steps are balanced.
    init?(times: [Int]) {
        let steps = zip(times, times.dropFirst())
        let (later, earlier) = (steps.count { $0 < $1 }, steps.count { $0 > $1 })
        guard later != earlier else { return nil }
        self = later > earlier ? .oldestFirst : .newestFirst
    }
}

/// Options for recording the rows of a file.
package struct ImportOptions: Equatable, Sendable {
    /// Whether wallets that are named in rows and do not exist are created.
    package var makesWallets: Bool
    /// The order of the rows; nil to detect it from their times.
    package var order: RowOrder?
    /// Whether nothing is recorded; the report and the errors are the same as for recording.
    package var isPreview: Bool

    /// Creates options.
    package init(makesWallets: Bool = false, order: RowOrder? = nil, isPreview: Bool = false) {
        (self.makesWallets, self.order, self.isPreview) = (makesWallets, order, isPreview)
    }
}

/// The result of an import, or of its preview.
package struct ImportReport: Sendable {
    /// A holding before and after.
    package struct Effect: Equatable, Sendable {
        /// The wallet's name.
        package let wallet: String
        /// Its ``Wallet/publicID``; nil for a deleted wallet, and for one that a preview would create.
        package let walletID: String?
        /// The asset.
        package let asset: Asset
        /// The quantity before.
        package let before: Quantity
        /// The quantity afterwards.
        package let after: Quantity
    }

    /// A close that gave rows their value.
    package struct Price: Equatable, Sendable {
        /// The asset.
        package let asset: Asset
        /// The close.
        package let close: PriceOfDay
    }

    /// A deposit of coins without a known cost, whose gains will be missing.
    package struct UnknownCost: Equatable, Sendable {
        /// Its line in the file.
        package let line: Int
        /// The asset.
        package let asset: Asset
    }

    /// Whether nothing was recorded.
    package let isPreview: Bool
    /// A result for each row, in order of time. In a preview, the numbers of new rows are meaningless.
    package let results: [AppendResult]
    /// The rows in the same order, with looked-up values.
    package let rows: [TransactionRow]
    /// The order in which rows of the same moment were taken from the file.
    package let order: RowOrder
    /// Whether new rows share a moment, so that ``order`` mattered.
    package let hasSharedMoments: Bool
    /// The holdings changed by new rows, in the order of the first change.
    package let effects: [Effect]
    /// The closes used by new rows, ordered by asset and day.
    package let prices: [Price]
    /// New rows without a known cost, ordered by line.
    package let unknownCosts: [UnknownCost]
}

extension Portfolio {
    /// Records rows of a file, all or none. Rows that were recorded before are skipped, so that importing the same file again
    /// changes nothing; a row without a key is recognised by its content and the number of equal rows before it.
    ///
    /// Rows count in order of time, whatever their order in the file; for rows of the same moment see ``RowOrder``. A row of
    /// coins without a value takes the same close as an order on its day.
    ///
    /// - Parameters:
    ///   - rows: each with its line, in the order of the file.
    ///   - file: the file's name in errors.
    ///   - tell: returns the message for an error in a row.
    /// - Throws: ``ImportError`` with the line of every error, or whatever
    ///   ``JournalRepository/append(_:of:recordedAt:expecting:isRehearsal:)`` throws.
    package func importTransactions(
        _ rows: [(line: Int, row: TransactionRow)], file: String, options: ImportOptions = ImportOptions(),
        tell: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) async throws -> ImportReport {
        let faults = ImportFaults(file: file, tell: tell)
        try await checkRows(rows, makesWallets: options.makesWallets, faults)
        let imported = try await priced(rows)
        let order = options.order ?? RowOrder(times: rows.map(\.row.time))
        do {
            return try await record(imported, order ?? .oldestFirst, options, faults)
        } catch let error as ImportShortage {
            // If the times do not determine the order, upper rows may need what only a row below adds; then try the reverse order.
            guard order == nil else { throw error.reason }
            do { return try await record(imported, .newestFirst, options, faults) } catch is ImportShortage { throw error.reason }
        }
    }

    private func checkRows(
        _ rows: [(line: Int, row: TransactionRow)], makesWallets: Bool, _ faults: ImportFaults
    ) async throws {
        var problems: [ImportError.Fault] = []
        let names = Set(rows.flatMap { [$0.row.wallet, $0.row.target].compactMap(\.self) })
        let bad = try await badNames(makesWallets ? names : [])
        for (line, row) in rows {
            do throws(PortfolioError) {
                try checkTime(row.time)
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
                if try await walletRepository.wallet(named: name, of: owner) == nil { bad[name] = error }
            }
        }
        return bad
    }

    /// Returns rows with the closes used by rows without a value.
    private func priced(_ rows: [(line: Int, row: TransactionRow)]) async throws -> [ImportedRow] {
        struct Key: Hashable {
            let asset: AssetID
            let day: Day
        }
        var prices: [Key: PriceOfDay?] = [:]
        var imported: [ImportedRow] = []
        for (line, row) in rows {
            guard row.looksUpValue else {
                imported.append(ImportedRow(line: line, row: row, price: nil))
                continue
            }
            let key = Key(asset: row.asset, day: Day(secondsSince1970: row.time))
            if prices[key] == nil { prices[key] = .some(try await marketPrice(of: row.asset, at: row.time)) }
            imported.append(ImportedRow(line: line, row: row, price: prices[key]!))
        }
        return imported
    }

    private func record(
        _ rows: [ImportedRow], _ order: RowOrder, _ options: ImportOptions, _ faults: ImportFaults
    ) async throws -> ImportReport {
        let names = Set(rows.flatMap { [$0.row.wallet] + ($0.row.target.map { [$0] } ?? []) })
        var deleted: [String: WalletID] = [:]
        let live = Set(try await wallets().map(\.id))
        for name in names {
            // A number never names an existing wallet, because the file may come from another store.
            if let id = try await deletedWallet(name), !live.contains(id) { deleted[name] = id }
        }
        // Wallets created here are removed again after an error or a preview.
        let draft = Mutex(ImportDraft())
        do {
            let results = try await journal.append(
                toWalletsNamed: names, of: owner, makesMissing: options.makesWallets, recordedAt: now(),
                isRehearsal: options.isPreview
            ) { [deleted] wallets, recorded in
                let made = try ImportDraft(
                    rows, in: wallets.merging(deleted) { named, _ in named }, order, recorded: recorded,
                    faults.problem)
                draft.withLock { $0 = made }
                return made.entries.map(\.transaction)
            }
            return try await report(draft.withLock { $0 }, results, order, isPreview: options.isPreview)
        } catch let error as PortfolioError {
            throw try await explained(error, rows, draft.withLock { $0 }, faults)
        }
    }

    /// Returns the journal's error, with the lines in the file if they are known.
    private func explained(
        _ error: PortfolioError, _ rows: [ImportedRow], _ draft: ImportDraft, _ faults: ImportFaults
    ) async throws -> any Error {
        switch error {
        case .keyInUse(let key):
            guard let row = rows.last(where: { $0.row.key == key }) else { return error }
            return ImportError(faults: [faults.problem(row.line, error)])
        case .noSuchWallet(let number, _):
            // Another owner's wallet is refused with the same error as one that does not exist.
            let name = "#\(number)"
            let named = rows.filter { $0.row.wallet == name || $0.row.target == name }
            guard !named.isEmpty else { return error }
            return ImportError(faults: named.map { faults.problem($0.line, PortfolioError.noSuchWallet(name)) })
        case .insufficient(let wallet, let asset, _, let need, let time, nil):
            let error = try await named(error, draft.names)
            let entry = draft.entries.last { $0.transaction.time == time && $0.transaction.taken(asset, from: wallet) == need }
            guard let entry else { return ImportShortage(reason: error) }
            return ImportShortage(reason: ImportError(faults: [faults.problem(entry.row.line, error)]))
        default: return try await named(error, draft.names)
        }
    }

    /// Returns the deleted wallet that an export names by number, `#3`: its recorded rows are recognised, new ones are refused.
    private func deletedWallet(_ name: String) async throws -> WalletID? {
        guard name.first == "#", let number = Int64(name.dropFirst()) else { return nil }
        let id = WalletID(number)
        return try await walletRepository.rules(of: [id]).keys.first
    }

    private func report(
        _ draft: ImportDraft, _ results: [AppendResult], _ order: RowOrder, isPreview: Bool
    ) async throws -> ImportReport {
        let new = zip(draft.entries, results).filter { $1.isNew }.map { $0.0 }
        let wallets = try await walletsByID()
        let changes = draft.changes(of: new)
        let assets = try await assets(Set(changes.map { $0.holding.asset }).union(new.map(\.row.row.asset)))
        var effects: [ImportReport.Effect] = []
        var now: [WalletID: [AssetID: Quantity]] = [:]
        for (holding, change) in changes {
            // A wallet that only the preview created is now empty again.
            if now[holding.wallet] == nil { now[holding.wallet] = try await journal.balances(of: holding.wallet) }
            let balance = now[holding.wallet]![holding.asset] ?? .zero
            effects.append(
                ImportReport.Effect(
                    wallet: wallets[holding.wallet]?.name ?? draft.names[holding.wallet] ?? "#\(holding.wallet)",
                    walletID: wallets[holding.wallet]?.publicID, asset: assets[holding.asset]!,
                    before: isPreview ? balance : try balance.subtracting(change),
                    after: isPreview ? try balance.adding(change) : balance))
        }
        var prices: [ImportReport.Price] = []
        let priced = new.filter { $0.row.price != nil }.sorted {
            ($0.row.row.asset, $0.row.price!.day) < ($1.row.row.asset, $1.row.price!.day)
        }
        for entry in priced {
            let price = ImportReport.Price(asset: assets[entry.row.row.asset]!, close: entry.row.price!)
            if prices.last != price { prices.append(price) }
        }
        let unknown = new.filter { $0.row.row.kind == .deposit && $0.row.row.asset != .usd && $0.transaction.value == nil }
        return ImportReport(
            isPreview: isPreview, results: results,
            rows: draft.entries.map { TransactionRow($0.transaction, wallets, names: draft.names) }, order: order,
            hasSharedMoments: zip(new, new.dropFirst()).contains { $0.transaction.time == $1.transaction.time }, effects: effects,
            prices: prices,
            unknownCosts: unknown.map { .init(line: $0.row.line, asset: assets[$0.row.row.asset]!) }.sorted { $0.line < $1.line })
    }
}

/// Rows take more than is available; the caller may try another order.
private struct ImportShortage: Error {
    let reason: any Error
}

/// Adds file and line to errors.
private struct ImportFaults: Sendable {
    let file: String
    let tell: @Sendable (any Error) -> String

    func problem(_ line: Int, _ error: any Error) -> ImportError.Fault { .init(file: file, line: line, message: tell(error)) }
}
