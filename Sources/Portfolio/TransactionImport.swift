import Ledger
import Market
import Synchronization

/// In which order the rows of a file stand.
package enum RowOrder: String, CaseIterable, Sendable {
    /// Rows of the same moment happened from the top down.
    case oldestFirst = "oldest-first"
    /// Rows of the same moment happened from the bottom up.
    case newestFirst = "newest-first"

    /// What most steps from one row to the next say; nil if none does, since all rows have one moment or steps are balanced.
    init?(times: [Int]) {
        let steps = zip(times, times.dropFirst())
        let (later, earlier) = (steps.count { $0 < $1 }, steps.count { $0 > $1 })
        guard later != earlier else { return nil }
        self = later > earlier ? .oldestFirst : .newestFirst
    }
}

/// How rows of a file are recorded.
package struct ImportOptions: Equatable, Sendable {
    /// Whether wallets that the rows name and that do not exist are made with them.
    package var makesWallets: Bool
    /// In which order the rows stand; nil to take what their times say.
    package var order: RowOrder?
    /// Whether nothing is recorded: the report, and the errors, are those of recording.
    package var isPreview: Bool

    /// Options.
    package init(makesWallets: Bool = false, order: RowOrder? = nil, isPreview: Bool = false) {
        (self.makesWallets, self.order, self.isPreview) = (makesWallets, order, isPreview)
    }
}

/// What an import recorded, or would record.
package struct ImportReport: Sendable {
    /// A holding before and after.
    package struct Effect: Equatable, Sendable {
        /// Whose.
        package let wallet: String
        /// The ``Wallet/publicID`` of it; nil for a deleted wallet, and for one that a preview would make.
        package let walletID: String?
        /// Of what.
        package let asset: Asset
        /// How much it was.
        package let before: Quantity
        /// How much it is then.
        package let after: Quantity
    }

    /// A close that gave rows their value.
    package struct Price: Equatable, Sendable {
        /// Of what.
        package let asset: Asset
        /// The close.
        package let close: PriceOfDay
    }

    /// A deposit of coins whose cost nobody knows: its gains will be missing.
    package struct UnknownCost: Equatable, Sendable {
        /// Where it stands in the file.
        package let line: Int
        /// Of what.
        package let asset: Asset
    }

    /// Whether nothing was recorded.
    package let isPreview: Bool
    /// A result for each row, in order of time. The numbers of a preview's new rows are nobody's.
    package let results: [AppendResult]
    /// The rows in that order, with the values that were looked up.
    package let rows: [TransactionRow]
    /// In which order rows of the same moment were taken from the file.
    package let order: RowOrder
    /// Whether new rows have the same moment, so that ``order`` mattered.
    package let hasSharedMoments: Bool
    /// What new rows change, in order of their first change.
    package let effects: [Effect]
    /// The closes that new rows took, in order of asset and day.
    package let prices: [Price]
    /// New rows without a known cost, in order of their lines.
    package let unknownCosts: [UnknownCost]
}

extension Portfolio {
    /// Records rows of a file, all or none. Rows that were recorded before are passed over, so that the same file again changes
    /// nothing; a row without a key is known again by its content, and by how many equal ones stand before it.
    ///
    /// Rows count in order of time, whatever their order in the file; for those of the same moment see ``RowOrder``. A row of coins
    /// without a value takes the close that an order of its day would take.
    ///
    /// - Parameters:
    ///   - rows: each with its line, in the order of the file.
    ///   - file: what errors call it.
    ///   - tell: says what is wrong with a row.
    /// - Throws: ``ImportError`` with the line of everything that is wrong, or what
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
            // Where the times do not say which row came first, rows from the top down may need what only a row below brings.
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

    /// Why no wallets of these names can be made; those that are there need not be made.
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

    /// Rows with the closes that those without a value take.
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
            // The number of a wallet that is there is nobody's name: it may be another store's.
            if let id = try await deletedWallet(name), !live.contains(id) { deleted[name] = id }
        }
        // Wallets that are made here are gone again after an error or a preview.
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

    /// What the journal refused, with its lines where they are known.
    private func explained(
        _ error: PortfolioError, _ rows: [ImportedRow], _ draft: ImportDraft, _ faults: ImportFaults
    ) async throws -> any Error {
        switch error {
        case .keyInUse(let key):
            guard let row = rows.last(where: { $0.row.key == key }) else { return error }
            return ImportError(faults: [faults.problem(row.line, error)])
        case .noSuchWallet(let number, _):
            // The number of another owner's wallet is refused like one that nobody has.
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

    /// The deleted wallet that an export names by its number, `#3`: its rows are known again, new ones are refused.
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
            // A wallet that only the preview made is empty again.
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

/// Rows that take more than there is, for a caller that may try another order.
private struct ImportShortage: Error {
    let reason: any Error
}

/// Places of faults.
private struct ImportFaults: Sendable {
    let file: String
    let tell: @Sendable (any Error) -> String

    func problem(_ line: Int, _ error: any Error) -> ImportError.Fault { .init(file: file, line: line, message: tell(error)) }
}
