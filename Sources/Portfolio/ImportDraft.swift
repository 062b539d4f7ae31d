import Digests
import Ledger
import Market

/// A row of a file with its place, and the close that its value is taken from if it has none.
struct ImportedRow: Sendable {
    let line: Int
    let row: TransactionRow
    let price: PriceOfDay?
}

/// The transactions of a file's rows, in the order in which they are recorded.
struct ImportDraft: Sendable {
    struct Entry: Sendable {
        let row: ImportedRow
        let transaction: Transaction
    }

    private(set) var entries: [Entry] = []
    /// The names of the wallets, as the file has them.
    private(set) var names: [WalletID: String] = [:]

    init() {}

    /// - Parameters:
    ///   - wallets: by the names of the file.
    ///   - recorded: finds what was recorded under a key.
    /// - Throws: ``ImportError``, and what `recorded` throws.
    init(
        _ rows: [ImportedRow], in wallets: [String: WalletID], _ order: RowOrder, recorded: (String) throws -> Transaction?,
        _ fault: (Int, any Error) -> ImportError.Fault
    ) throws {
        names = Dictionary(wallets.map { ($1, $0) }) { first, _ in first }
        var problems: [ImportError.Fault] = []
        var equal: [String: Int] = [:]
        for row in rows {
            do {
                entries.append(Entry(row: row, transaction: try row.transaction(in: wallets, &equal, recorded)))
            } catch let error where error is PortfolioError || error is LedgerError || error is DecimalError {
                problems.append(fault(row.line, error))
            }
        }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
        sort(order)
    }

    /// By time, whatever order the file has: what comes in before what goes out.
    private mutating func sort(_ order: RowOrder) {
        let sign = order == .newestFirst ? -1 : 1
        let sorted = entries.indices.sorted {
            (entries[$0].transaction.time, sign * $0) < (entries[$1].transaction.time, sign * $1)
        }
        entries = sorted.map { entries[$0] }
    }

    /// What entries change in holdings, in order of the first change.
    func changes(of entries: [Entry]) -> [(holding: ProvisionalBalances.Holding, change: Quantity)] {
        var order: [ProvisionalBalances.Holding] = []
        var sums: [ProvisionalBalances.Holding: Quantity] = [:]
        for posting in entries.lazy.flatMap(\.transaction.postings) where posting.account.role == .holding {
            let holding = ProvisionalBalances.Holding(wallet: posting.account.wallet, asset: posting.asset)
            if sums[holding] == nil { order.append(holding) }
            sums[holding] = (sums[holding] ?? .zero) + posting.amount
        }
        return order.map { ($0, sums[$0]!) }
    }
}

extension Transaction {
    /// What leaves a wallet's holding of an asset, less what comes in.
    func taken(_ asset: AssetID, from wallet: WalletID) -> Quantity {
        postings.reduce(.zero) { $1.asset == asset && $1.account == Account(wallet, .holding) ? $0 - $1.amount : $0 }
    }
}

extension ImportedRow {
    /// The transaction of the row; the recorded one if that says the same and took another value, since closes change.
    ///
    /// - Parameters:
    ///   - wallets: those that there are, by the names of the file.
    ///   - equal: how many rows of each content came before it.
    ///   - recorded: finds what was recorded under a key.
    fileprivate func transaction(
        in wallets: [String: WalletID], _ equal: inout [String: Int], _ recorded: (String) throws -> Transaction?
    ) throws -> Transaction {
        for name in [row.wallet, row.target ?? row.wallet] where wallets[name] == nil { throw PortfolioError.noSuchWallet(name) }
        let (source, target) = (wallets[row.wallet]!, row.target.map { wallets[$0]! })
        // It becomes a part of the key, which would be blamed.
        guard !row.note.utf8.contains(0) else { throw LedgerError.badNote(key: row.key) }
        let key = row.key.isEmpty ? row.contentKey(wallet: source, target: target, &equal) : row.key
        var complete = row
        if row.looksUpValue, let known = try recorded(key) {
            complete.value = known.value
            if let same = try? complete.transaction(wallet: source, target: target, key: key), same == known { return known }
        }
        complete.value = try row.value ?? price.map { try row.quantity.multiplied(by: $0.price) }
        return try complete.transaction(wallet: source, target: target, key: key)
    }
}

extension TransactionRow {
    /// The key of a row that has none: its content, and how many equal rows came before it.
    fileprivate func contentKey(wallet: WalletID, target: WalletID?, _ equal: inout [String: Int]) -> String {
        let content = content(wallet: wallet, target: target)
        equal[content, default: 0] += 1
        return "\(content) \(equal[content]!)"
    }

    /// All that makes it this row, in one line; where that is too long for a key, its beginning and a checksum of all.
    private func content(wallet: WalletID, target: WalletID?) -> String {
        let numbers = [quantity, cash?.amount, fee == .zero ? nil : fee, value?.amount].map { $0?.description ?? "-" }.joined(
            separator: " ")
        let text =
            "row \(time) \(kind.rawValue)\(isAtMarketValue ? "@market" : "") \(wallet) \(target?.description ?? "-") \(asset) \(numbers)"
            + (note.isEmpty ? "" : " \(note)")
        guard text.utf8.count > 180 else { return text }  // a key has at most 200 bytes, and a number follows
        // Characters, as ever: a file that was imported before is known again. Where they have too many bytes, bytes.
        let beginning = text.prefix(160)
        let start = beginning.utf8.count <= 180 ? String(beginning) : String(decoding: text.utf8.prefix(160), as: UTF8.self)
        // Two rows with one checksum would be reported as two contents under one key, never taken for one.
        return "\(start) \(String(FNV1a.hash(text.utf8), radix: 16))"
    }
}
