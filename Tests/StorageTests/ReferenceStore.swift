import Ledger
import Market
import MarketData
import Portfolio

/// Candles, wallets and their journal as lists in memory, slow and obvious: random tests compare the file with them.
actor ReferenceStore {
    private let stored = Set(KnownAssets.all.map(\.id))
    private var days: [AssetID: [Day: StoredCandle]] = [:]
    /// By number, from 1 on.
    private var wallets: [(owner: String, allowsNegative: Bool)] = []
    private var journal: [(owner: String, record: RecordedTransaction)] = []
}

extension ReferenceStore {
    func coverage() -> [AssetID: CandleCoverage] {
        days.filter { !$0.value.isEmpty }.mapValues { days in
            CandleCoverage(
                first: days.keys.min()!, last: days.keys.max()!, count: days.count,
                retrievedAt: days.values.map(\.retrievedAt).max()!)
        }
    }

    func candles(of asset: AssetID, from first: Day, through last: Day) -> [StoredCandle] {
        (days[asset] ?? [:]).values.filter { first <= $0.candle.day && $0.candle.day <= last }
            .sorted { $0.candle.day < $1.candle.day }
    }

    func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) throws -> CandleImport {
        guard stored.contains(asset) else { throw AssetError.notStored(asset) }
        var result = CandleImport()
        for new in candles {
            guard let old = days[asset]?[new.day] else {
                result.added += 1
                days[asset, default: [:]][new.day] = StoredCandle(candle: new, source: source, retrievedAt: retrievedAt)
                continue
            }
            let was = old.candle
            if CandleImport.isRounding(was.close, new.close) {
                result.unchanged += 1
                let candle = Candle(
                    day: new.day, open: was.open ?? new.open, high: was.high ?? new.high, low: was.low ?? new.low,
                    close: was.close, volume: was.volume ?? new.volume)
                days[asset]![new.day] = StoredCandle(candle: candle, source: old.source, retrievedAt: old.retrievedAt)
            } else {
                result.changes.append(.init(day: new.day, old: was.close, oldSource: old.source, new: new.close))
                guard replaces else { continue }
                result.isReplaced = true
                days[asset]![new.day] = StoredCandle(candle: new, source: source, retrievedAt: retrievedAt)
            }
        }
        result.changes.sort { $0.day < $1.day }
        return result
    }
}

extension ReferenceStore {
    /// Makes a wallet, whose name does not matter.
    func make(of owner: String, allowsNegative: Bool) -> WalletID {
        wallets.append((owner, allowsNegative))
        return WalletID(Int64(wallets.count))
    }
}

extension ReferenceStore {
    func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?]
    ) throws -> [AppendResult] {
        let before = journal
        do {
            var isFirst = true
            let results = try transactions.map { transaction -> AppendResult in
                if let known = journal.first(where: { $0.owner == owner && $0.record.transaction.key == transaction.key }) {
                    var same = transaction
                    same.place = known.record.transaction.place
                    guard known.record.transaction == same else { throw PortfolioError.keyInUse(key: transaction.key) }
                    return AppendResult(id: known.record.id, isNew: false)
                }
                if isFirst {
                    for (wallet, last) in expected where lastTransaction(of: wallet) != last {
                        throw PortfolioError.changedMeanwhile
                    }
                    isFirst = false
                }
                return AppendResult(id: try add(transaction, owner, recordedAt), isNew: true)
            }
            try judge(firstNew: TransactionID(Int64(before.count + 1)))
            return results
        } catch {
            journal = before
            throw error
        }
    }

    private func add(_ transaction: Transaction, _ owner: String, _ recordedAt: Int) throws -> TransactionID {
        for posting in transaction.postings {
            guard wallets[Int(posting.account.wallet.number) - 1].owner == owner else {
                throw PortfolioError.noSuchWallet("\(posting.account.wallet)")
            }
        }
        let id = TransactionID(Int64(journal.count + 1))
        if let corrected = transaction.corrects {
            guard let index = journal.firstIndex(where: { $0.owner == owner && $0.record.id == corrected }) else {
                throw PortfolioError.noSuchTransaction(corrected)
            }
            let record = journal[index].record
            guard record.correctedBy == nil, record.transaction.kind != .correction else {
                throw PortfolioError.alreadyCorrected(corrected)
            }
            journal[index].record = RecordedTransaction(
                id: record.id, recordedAt: record.recordedAt, correctedBy: id, transaction: record.transaction)
        }
        for posting in transaction.postings where !stored.contains(posting.asset) { throw AssetError.notStored(posting.asset) }
        journal.append(
            (owner, RecordedTransaction(id: id, recordedAt: recordedAt, correctedBy: nil, transaction: transaction)))
        return id
    }

    /// Replays the whole history.
    private func judge(firstNew: TransactionID) throws {
        var balances: [WalletID: [AssetID: Quantity]] = [:]
        let standing = journal.map(\.record).filter { $0.correctedBy == nil && $0.transaction.kind != .correction }
        for record in standing.sorted(by: isBefore) {
            var changes: [WalletID: [AssetID: Quantity]] = [:]
            for posting in record.transaction.postings where posting.account.role == .holding {
                changes[posting.account.wallet, default: [:]][posting.asset, default: .zero] += posting.amount
            }
            for (wallet, assets) in changes.sorted(by: { $0.key < $1.key }) {
                for (asset, change) in assets.sorted(by: { $0.key < $1.key }) {
                    let have = balances[wallet]?[asset] ?? .zero
                    balances[wallet, default: [:]][asset] = have + change
                    guard have + change < .zero, !wallets[Int(wallet.number) - 1].allowsNegative else { continue }
                    throw PortfolioError.insufficient(
                        wallet: wallet, asset: asset, have: have, need: -change, time: record.transaction.time,
                        recorded: record.id < firstNew ? record.id : nil)
                }
            }
        }
    }

    private func isBefore(_ left: RecordedTransaction, _ right: RecordedTransaction) -> Bool {
        (left.transaction.time, left.place, left.id) < (right.transaction.time, right.place, right.id)
    }

    func balances(of wallet: WalletID) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for posting in journal.flatMap(\.record.transaction.postings) where posting.account == Account(wallet, .holding) {
            balances[posting.asset, default: .zero] += posting.amount
        }
        return balances.filter { $0.value != .zero }
    }

    func lastTransaction(of wallet: WalletID) -> TransactionID? {
        journal.last { $0.record.transaction.wallets.contains(wallet) }?.record.id
    }

    func transaction(_ id: TransactionID, of owner: String) -> RecordedTransaction? {
        journal.first { $0.owner == owner && $0.record.id == id }?.record
    }

    func transaction(key: String, of owner: String) -> RecordedTransaction? {
        journal.first { $0.owner == owner && $0.record.transaction.key == key }?.record
    }

    func transactions(_ query: JournalQuery) -> [RecordedTransaction] {
        var records = journal.map(\.record)
        if let upTo = query.upTo {
            records = records.filter { $0.id <= upTo }.map { record in
                guard let correction = record.correctedBy, correction > upTo else { return record }
                return RecordedTransaction(
                    id: record.id, recordedAt: record.recordedAt, correctedBy: nil, transaction: record.transaction)
            }
        }
        records = records.filter { !$0.transaction.wallets.isDisjoint(with: query.wallets) }
        if let asset = query.asset {
            records = records.filter { record in
                record.transaction.postings.contains {
                    $0.asset == asset && $0.account.role == .holding && query.wallets.contains($0.account.wallet)
                }
            }
        }
        if query.leavesOutCorrected { records = records.filter { $0.correctedBy == nil && $0.transaction.kind != .correction } }
        if let before = query.before { records = records.filter { $0.transaction.time < before } }
        records.sort(by: isBefore)
        if query.order == .newestFirst { records.reverse() }
        if let after = query.after {
            records = records.filter { record in
                let last = journal.first { $0.record.id == after.id }?.record.place ?? after.id
                let (place, end) = ((record.transaction.time, record.place, record.id), (after.time, last, after.id))
                return query.order == .oldestFirst ? place > end : place < end
            }
        }
        return Array(records.prefix(query.limit))
    }

    func walletsFeeding(_ wallet: WalletID) -> Set<WalletID> {
        var feeding: Set = [wallet]
        while true {
            let size = feeding.count
            for record in journal.map(\.record) where record.transaction.kind == .transfer {
                let holdings = record.transaction.postings.filter { $0.account.role == .holding }
                guard holdings.contains(where: { $0.amount > .zero && feeding.contains($0.account.wallet) }) else { continue }
                feeding.formUnion(holdings.filter { $0.amount < .zero }.map(\.account.wallet))
            }
            if feeding.count == size { return feeding }
        }
    }
}
