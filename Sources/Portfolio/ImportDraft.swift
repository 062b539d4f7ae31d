import Digests
import Ledger
import Market

/// A row of a file with its line, and the close used for its value if it has none.
struct ImportedRow: Sendable {
    let line: Int
    let row: TransactionRow
    /// The close by which ``priced`` is valued; nil if the row needs none or none is stored.
    let price: PriceOfDay?
    /// Whether ``price`` is that of the coins that a swap received, because those given have none.
    var isPricedByReceived = false

    /// The coins whose value is that of the row.
    var priced: TransactionRow.Received {
        let given = TransactionRow.Received(row.asset, row.quantity)
        return isPricedByReceived ? row.received ?? given : given
    }
}

/// The transactions of a file's rows, in the order of recording.
struct ImportDraft: Sendable {
    struct Entry: Sendable {
        let row: ImportedRow
        let transaction: Transaction
        /// Whether it is a deposit of missing cash, which the file does not have. Its line is that of the row that lacks the cash.
        var isDeposit = false
        /// Whether it is a deposit of what another program lost by rounding, which is not only cash.
        var isRemainder = false
    }

    private(set) var entries: [Entry] = []
    /// The wallets' names in the file.
    private(set) var names: [WalletID: String] = [:]
    private(set) var order = RowOrder.oldestFirst
    /// The sum of the deposits of missing cash in US dollars.
    private(set) var deposited = Quantity.zero
    /// The sums of the deposits of other currencies whose value is not known, which ``deposited`` lacks.
    private(set) var unvalued: [AssetID: Quantity] = [:]

    init() {}

    /// Creates the transactions of rows, in the order of the file.
    ///
    /// - Parameters:
    ///   - wallets: the wallets by their names in the file.
    ///   - recorded: what is recorded.
    /// - Throws: ``ImportError``, and whatever `recorded` throws.
    init(
        _ rows: [ImportedRow], in wallets: [String: WalletID], recorded: RecordedState,
        _ fault: (Int, any Error) -> ImportError.Fault
    ) throws {
        names = Dictionary(wallets.map { ($1, $0) }) { first, _ in first }
        var problems: [ImportError.Fault] = []
        var equal: [String: Int] = [:]
        var keys = Set(rows.map(\.row.key))
        var near = NearTransactions(rows.lazy.map(\.row).filter(\.isKnownIfNear))
        for row in rows {
            do {
                let transaction = try row.transaction(in: wallets, &equal, recorded)
                let known =
                    row.row.isKnownIfNear
                    ? try near.known(transaction, row.row.parts, recorded)
                    : try recorded.withdrawal(ofImported: transaction, &keys)
                entries.append(Entry(row: row, transaction: known ?? transaction))
            } catch let error where error is PortfolioError || error is LedgerError || error is DecimalError {
                problems.append(fault(row.line, error))
            }
        }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
    }

    /// Returns the entries sorted by time. Entries of the same moment keep the file's order, or its reverse for `newestFirst`.
    func sorted(_ order: RowOrder) -> ImportDraft {
        let sign = order == .newestFirst ? -1 : 1
        let sorted = entries.indices.sorted {
            (entries[$0].transaction.time, sign * $0) < (entries[$1].transaction.time, sign * $1)
        }
        var draft = self
        (draft.entries, draft.order) = (sorted.map { entries[$0] }, order)
        return draft
    }

    /// The rows without a value that were not recorded before.
    func withoutValue(_ recorded: RecordedState) throws -> [(line: Int, error: ReadingError)] {
        try entries.compactMap { entry in
            guard let error = entry.row.row.valueError, try !recorded.isRecorded(key: entry.transaction.key) else { return nil }
            return (entry.row.line, error)
        }
    }

    /// Returns the draft sorted in the order in which the least is missing, the first of them if there are several, with deposits of
    /// missing cash if requested.
    ///
    /// - Parameter source: not nil for a file of another program, which is refused if it takes more coins than it brings.
    /// - Throws: ``ImportError`` for missing coins, with all places at once, and for a deposit that is too large; `DecimalError.overflow`.
    func prepared(
        _ orders: [RowOrder], _ recorded: RecordedState, depositsMissingCash: Bool, source: Source?,
        _ fault: (Int, any Error) -> ImportError.Fault
    ) throws -> ImportDraft {
        guard depositsMissingCash || orders.count > 1 || source != nil else { return sorted(orders[0]) }
        var best: (draft: ImportDraft, missing: MissingAmounts)?
        for order in orders {
            let draft = sorted(order)
            let missing = try MissingAmounts(
                draft.entries, recorded, onlyCash: orders.count == 1 && source == nil, toleratesRemainders: source != nil)
            if let best, missing.rank(depositsMissingCash) >= best.missing.rank(depositsMissingCash) { continue }
            best = (draft, missing)
            if missing.isNothing { break }
        }
        guard let best else { preconditionFailure("rows without an order") }
        if let source { try best.draft.refuse(best.missing.coins, source, fault) }
        return try best.draft.adding(depositsMissingCash ? best.missing.deposits : [:], remainders: best.missing.remainders, fault)
    }

    /// Returns the draft with deposits of missing cash and of remainders.
    private func adding(
        _ deposits: [Int: MissingAmounts.Shortage], remainders: [Int: MissingAmounts.Shortage],
        _ fault: (Int, any Error) -> ImportError.Fault
    ) throws -> ImportDraft {
        guard !deposits.isEmpty || !remainders.isEmpty else { return self }
        var draft = self
        draft.entries = []
        draft.entries.reserveCapacity(entries.count + deposits.count + remainders.count)
        for (position, entry) in entries.enumerated() {
            if let remainder = remainders[position] { draft.entries.append(try entry.deposit(ofRemainder: remainder, names)) }
            if let deposit = deposits[position] {
                do {
                    let made = try entry.deposit(of: deposit, names)
                    if let dollars = deposit.asset == .usd ? deposit.amount : made.transaction.value?.amount {
                        draft.deposited = try draft.deposited.adding(dollars)
                    } else {
                        draft.unvalued[deposit.asset] = try (draft.unvalued[deposit.asset] ?? .zero).adding(deposit.amount)
                    }
                    draft.entries.append(made)
                } catch {
                    throw ImportError(faults: [fault(entry.row.line, error)])
                }
            }
            draft.entries.append(entry)
        }
        return draft
    }

    /// Returns the rows with looked-up values.
    func rows(_ wallets: [WalletID: Wallet]) -> [TransactionRow] {
        entries.map { entry in
            var row = TransactionRow(entry.transaction, wallets, names: names)
            row.valueError = entry.row.row.valueError
            return row
        }
    }

    /// Returns what was recorded before, and has a label in the file.
    func labelled(_ results: [AppendResult]) -> Set<TransactionID> {
        Set(zip(entries, results).filter { !$1.isNew && $0.row.row.label != nil }.map(\.1.id))
    }

    /// What errors say of a file of another program.
    struct Source {
        let tickers: [AssetID: Ticker]
        /// The wallets that existed before.
        let wallets: Set<WalletID>
        let file: ReadTransactions.Source

        /// Why coins are missing from a wallet.
        func cause(of coins: MissingAmounts.Shortage) -> ReadingError.MissingCause {
            guard let faults = file.unread[coins.asset] else { return .deposit(isOfNewWallet: !wallets.contains(coins.wallet)) }
            return .leftOut(ReadingError.LeftOut(faults.map { ($0.line, $0.error) }, isList: file.isList))
        }
    }

    /// Refuses missing coins, if there are any: a deposit is probably missing from the file, or was left out.
    private func refuse(
        _ missing: [Int: MissingAmounts.Shortage], _ source: Source, _ fault: (Int, any Error) -> ImportError.Fault
    ) throws(ImportError) {
        guard !missing.isEmpty else { return }
        let faults = missing.sorted { $0.key < $1.key }.map { position, coins in
            let name = names[coins.wallet] ?? "#\(coins.wallet)"
            let asset = source.tickers[coins.asset]?.description ?? coins.asset.description
            let entry = entries[position]
            return fault(
                entry.row.line,
                ReadingError.missingCoins(
                    wallet: name, amount: coins.amount.description, asset: asset,
                    day: Day(secondsSince1970: entry.transaction.time),
                    source.cause(of: coins)))
        }
        throw ImportError(faults: faults)
    }

    /// Returns how entries change holdings, in the order of the first change.
    ///
    /// - Throws: `DecimalError.overflow`: a wallet that may be negative can change by more than one amount can represent.
    func changes(of entries: [Entry]) throws(DecimalError) -> [(holding: ProvisionalBalances.Holding, change: Quantity)] {
        var order: [ProvisionalBalances.Holding] = []
        var sums: [ProvisionalBalances.Holding: Quantity] = [:]
        for posting in entries.lazy.flatMap(\.transaction.postings) where posting.account.role == .holding {
            let holding = ProvisionalBalances.Holding(wallet: posting.account.wallet, asset: posting.asset)
            if sums[holding] == nil { order.append(holding) }
            sums[holding] = try (sums[holding] ?? .zero).adding(posting.amount)
        }
        return order.map { ($0, sums[$0] ?? .zero) }
    }
}

extension Transaction {
    /// Returns the quantity that a transaction takes from a wallet's holding of an asset, minus the quantity that it adds.
    func taken(_ asset: AssetID, from wallet: WalletID) -> Quantity {
        postings.reduce(.zero) { $1.asset == asset && $1.account == Account(wallet, .holding) ? $0 - $1.amount : $0 }
    }
}

extension ImportDraft.Entry {
    /// Returns the deposit of the cash that the entry lacks. As in the form of a purchase, it has no note.
    ///
    /// - Throws: `LedgerError.amountTooLarge`, `DecimalError.overflow`.
    fileprivate func deposit(
        of deposit: MissingAmounts.Shortage, _ names: [WalletID: String]
    ) throws -> ImportDraft.Entry {
        let made = try Transaction.deposit(
            key: Self.depositKey("cash for ", transaction.key), time: transaction.time, wallet: deposit.wallet,
            asset: deposit.asset,
            quantity: deposit.amount, value: value(of: deposit))
        return before(made, names, isRemainder: false)
    }

    /// Returns the deposit of what another program lost by rounding, so that the entry keeps the amount that the file states.
    fileprivate func deposit(
        ofRemainder remainder: MissingAmounts.Shortage, _ names: [WalletID: String]
    ) throws -> ImportDraft.Entry {
        let made = try Transaction.deposit(
            key: Self.depositKey("remainder for ", transaction.key), time: transaction.time, wallet: remainder.wallet,
            asset: remainder.asset, quantity: remainder.amount, value: remainder.asset == .usd ? nil : .usd(.zero),
            note: "rounding remainder of the file")
        return before(made, names, isRemainder: true)
    }

    private func before(_ deposit: Transaction, _ names: [WalletID: String], isRemainder: Bool) -> ImportDraft.Entry {
        let line = ImportedRow(line: row.line, row: TransactionRow(deposit, [:], names: names), price: nil)
        return ImportDraft.Entry(row: line, transaction: deposit, isDeposit: true, isRemainder: isRemainder)
    }

    /// The value of a deposit of another currency at the rate of the row that needs it, which is that of its cash or its value; nil if the
    /// row has neither, such as a fee.
    private func value(of deposit: MissingAmounts.Shortage) throws -> Money? {
        let row = TransactionRow(transaction, [:])
        guard deposit.asset != .usd, row.asset == deposit.asset, row.quantity > .zero, let worth = row.cash ?? row.value else {
            return nil
        }
        return .usd(try worth.amount.scaled(by: deposit.amount, over: row.quantity))
    }

    /// The key is derived from the row's, so that both are known again.
    private static func depositKey(_ prefix: String, _ key: String) -> String {
        let whole = prefix + key
        return whole.utf8.count <= Transaction.longestKey ? whole : prefix + SHA256.hexadecimal(of: Array(key.utf8))
    }
}

extension ImportedRow {
    /// Returns the transaction of the row. If the recorded one is the same except for a looked-up value, it is returned, since
    /// closes change.
    ///
    /// - Parameters:
    ///   - wallets: the existing wallets by their names in the file.
    ///   - equal: the number of earlier rows with each content.
    ///   - recorded: what is recorded.
    fileprivate func transaction(
        in wallets: [String: WalletID], _ equal: inout [String: Int], _ recorded: RecordedState
    ) throws -> Transaction {
        for name in [row.wallet, row.target ?? row.wallet] where wallets[name] == nil { throw PortfolioError.noSuchWallet(name) }
        let (source, target) = (wallets[row.wallet]!, row.target.map { wallets[$0]! })
        // The note becomes part of the key, and the error would otherwise blame the key.
        guard !row.note.utf8.contains(0) else { throw LedgerError.badNote(key: row.key) }
        let key = row.key.isEmpty ? row.contentKey(wallet: source, target: target, &equal) : row.key
        var complete = row
        if row.looksUpValue, let known = try recorded.transaction(key: key) {
            complete.value = known.value
            if let same = try? complete.transaction(wallet: source, target: target, key: key), same == known { return known }
        }
        complete.value = try row.value ?? price.map { try priced.quantity.multiplied(by: $0.price) }
        if row.value == nil, row.kind == .withdrawal { complete.value = complete.value?.unlessZero }
        if row.valueError != nil { complete.isAtMarketValue = false }
        return try complete.transaction(wallet: source, target: target, key: key)
    }
}

extension TransactionRow {
    /// Returns the key of a row without one: its content, and its number among equal rows.
    fileprivate func contentKey(wallet: WalletID, target: WalletID?, _ equal: inout [String: Int]) -> String {
        let content = content(wallet: wallet, target: target)
        equal[content, default: 0] += 1
        return "\(content) \(equal[content]!)"
    }

    /// Returns the row's content in one line; if that is too long for a key, its beginning and a checksum of the whole.
    private func content(wallet: WalletID, target: WalletID?) -> String {
        let numbers = [quantity, cash?.amount, fee == .zero ? nil : fee, value?.amount].map { $0?.description ?? "-" }.joined(
            separator: " ")
        let text =
            "row \(time) \(kind.rawValue)\(isAtMarketValue ? "@market" : "")\(label.map { "@\($0.rawValue)" } ?? "") \(wallet) \(target?.description ?? "-") \(asset) \(numbers)"
            + (received.map { " to \($0.asset) \($0.quantity)" } ?? "") + (note.isEmpty ? "" : " \(note)")
        guard text.utf8.count > 180 else { return text }  // a key has at most 200 bytes, and a number follows
        // Cut by characters as in earlier versions, so that files imported with them are recognised; by bytes only if the
        // characters have too many.
        let beginning = text.prefix(160)
        let start = beginning.utf8.count <= 180 ? String(beginning) : String(decoding: text.utf8.prefix(160), as: UTF8.self)
        // Two different rows with the same checksum would be reported as a conflict of keys, never taken for the same row.
        return "\(start) \(String(FNV1a.hash(text.utf8), radix: 16))"
    }
}
