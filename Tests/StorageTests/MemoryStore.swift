import Access
import Forecasts
import Ledger
import Market
import MarketData
import Portfolio

typealias Repositories = AssetRepository & FavouriteRepository & CandleRepository & WalletRepository & JournalRepository
    & TokenRepository & IdempotencyRepository & DiaryRepository

/// The repositories as lists in memory, slow and obvious: the reference for the other implementations.
actor MemoryStore {
    private var stored = Dictionary(uniqueKeysWithValues: KnownAssets.all.map { ($0.id, $0) })
    private var marks: [String: Set<AssetID>] = [:]
    private var days: [AssetID: [Day: StoredCandle]] = [:]
    private var moments: [AssetID: [Int: Quote]] = [:]
    private var allWallets: [(wallet: Wallet, deletedAt: Int?)] = []
    private var journal: [(owner: String, record: RecordedTransaction)] = []
    private var allTokens: [AccessToken] = []
    private var requests: [IdempotencyRecord] = []
    private var diary: [DiaryEntry] = []
}

extension MemoryStore: TokenRepository {
    func save(_ token: AccessToken) throws {
        if allTokens.contains(where: { $0.id == token.id || $0.hash == token.hash }) { throw AccessError.tokenExists(id: token.id) }
        allTokens.append(token)
    }

    func token(hash: String) -> AccessToken? { allTokens.first { $0.hash == hash } }
    func tokens() -> [AccessToken] { allTokens.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    func revokeToken(_ id: String, at time: Int) -> AccessToken? {
        guard let index = allTokens.firstIndex(where: { $0.id == id }) else { return nil }
        allTokens[index].revokedAt = allTokens[index].revokedAt ?? time
        return allTokens[index]
    }

    func noteUse(ofToken id: String, day: Int) {
        guard let index = allTokens.firstIndex(where: { $0.id == id }) else { return }
        allTokens[index].lastUsedDay = max(day, allTokens[index].lastUsedDay ?? day)
    }
}

extension MemoryStore: IdempotencyRepository {
    func begin(_ request: IdempotentRequest, instance: String, now: Int) -> IdempotencyStart {
        requests.removeAll { now - $0.startedAt >= 86_400 }
        let index = requests.firstIndex { $0.request.owner == request.owner && $0.request.key == request.key }
        let start = index.map { requests[$0].start(request, instance: instance, now: now) } ?? .new
        guard start == .new || start == .interrupted else { return start }
        if let index { requests.remove(at: index) }
        requests.append(IdempotencyRecord(request: request, instance: instance, startedAt: now, reply: nil))
        return start
    }

    func finish(_ request: IdempotentRequest, instance: String, with reply: IdempotentReply) -> Bool {
        guard let index = open(request, instance) else { return false }
        requests[index] = IdempotencyRecord(
            request: request, instance: instance, startedAt: requests[index].startedAt, reply: reply)
        return true
    }

    func release(_ request: IdempotentRequest, instance: String) {
        if let index = open(request, instance) { requests.remove(at: index) }
    }

    func interrupt(_ request: IdempotentRequest, instance: String) {
        guard let index = open(request, instance) else { return }
        requests[index] = IdempotencyRecord(
            request: request, instance: "interrupted", startedAt: requests[index].startedAt, reply: nil)
    }

    private func open(_ request: IdempotentRequest, _ instance: String) -> Int? {
        requests.firstIndex { $0.request == request && $0.instance == instance && $0.reply == nil }
    }

    func purgeIdempotency(startedBefore time: Int) -> Int {
        let count = requests.count
        requests.removeAll { $0.startedAt < time }
        return count - requests.count
    }
}

extension MemoryStore: DiaryRepository {
    func append(_ entry: DiaryEntry) throws -> (id: Int64, isNew: Bool) {
        guard stored[entry.asset] != nil else { throw AssetError.notStored(entry.asset) }
        func isSame(_ other: DiaryEntry) -> Bool {
            (entry.asset, entry.cutoff, entry.settings) == (other.asset, other.cutoff, other.settings)
                && (entry.model.sha256, entry.inputSHA256) == (other.model.sha256, other.inputSHA256)
        }
        if let index = diary.firstIndex(where: isSame) { return (Int64(index + 1), false) }
        diary.append(entry)
        return (Int64(diary.count), true)
    }

    func entries(of asset: AssetID, before: Int64?, limit: Int) -> [KeptEntry] {
        let all = diary.enumerated().map { index, entry in
            let isRepeat = diary[..<index].contains {
                ($0.asset, $0.cutoff, $0.model.sha256) == (entry.asset, entry.cutoff, entry.model.sha256)
            }
            return KeptEntry(id: Int64(index + 1), entry: entry, isFirst: !isRepeat)
        }
        return Array(all.filter { $0.entry.asset == asset && $0.id < before ?? .max }.reversed().prefix(limit))
    }

    func entryCounts() -> [AssetID: Int] { diary.reduce(into: [:]) { $0[$1.asset, default: 0] += 1 } }
}

extension MemoryStore: AssetRepository, FavouriteRepository {
    func assets() -> [Asset] { stored.values.sorted { $0.id < $1.id } }
    func assets(ticker: Ticker) -> [Asset] { assets().filter { $0.ticker == ticker } }
    func asset(_ id: AssetID) -> Asset? { stored[id] }
    func assets(ids: Set<AssetID>) -> [AssetID: Asset] { stored.filter { ids.contains($0.key) } }
    func save(_ asset: Asset) { stored[asset.id] = asset }
    func remove(_ id: AssetID) -> Bool {
        let isUsed = journal.contains { $0.record.transaction.postings.contains { $0.asset == id } }
        let isForecast = diary.contains { $0.asset == id }
        if isUsed || isForecast || days[id]?.isEmpty == false || moments[id]?.isEmpty == false { return false }
        stored[id] = nil
        for owner in marks.keys { marks[owner]?.remove(id) }
        return true
    }

    func favourites(of owner: String) -> [Asset] {
        (marks[owner] ?? []).map { stored[$0]! }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    func addFavourites(_ assets: [AssetID], of owner: String) throws {
        for id in assets where stored[id] == nil { throw AssetError.notStored(id) }
        marks[owner, default: []].formUnion(assets)
    }

    func removeFavourites(_ assets: [AssetID], of owner: String) -> [AssetID] {
        assets.filter { marks[owner]?.remove($0) != nil }
    }
}

extension MemoryStore: CandleRepository {
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

    func newestCandle(of assets: Set<AssetID>, through last: Day) -> [AssetID: StoredCandle] {
        var newest: [AssetID: StoredCandle] = [:]
        for asset in assets { newest[asset] = newestCandles(of: asset, count: 1, through: last).first }
        return newest
    }

    func newestCandles(of asset: AssetID, count: Int, through last: Day) -> [StoredCandle] {
        candles(of: asset, from: Day(daysSince1970: -1_000_000), through: last).suffix(count)
    }

    func recentPrices(of assets: [AssetID], count: Int, through last: Day, quotesSince time: Int) -> [AssetID: RecentPrices] {
        Dictionary(
            assets.map { asset in
                let candles = newestCandles(of: asset, count: count, through: last)
                return (asset, RecentPrices(candles: candles, quotes: quotes(of: asset, since: time)))
            }
        ) { $1 }
    }

    func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) throws -> CandleImport {
        guard stored[asset] != nil else { throw AssetError.notStored(asset) }
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

    func store(_ quotes: [Quote], of asset: AssetID, source: String) throws {
        guard stored[asset] != nil else { throw AssetError.notStored(asset) }
        for quote in quotes { moments[asset, default: [:]][quote.time] = quote }
        guard let newest = moments[asset]?.keys.max() else { return }
        moments[asset] = moments[asset]!.filter { $0.key >= newest - 3 * 86_400 }
    }

    func quotes(of asset: AssetID, since time: Int) -> [Quote] {
        (moments[asset] ?? [:]).values.filter { $0.time >= time }.sorted { $0.time < $1.time }
    }

    func removeCandles(of asset: AssetID) -> Int {
        moments[asset] = nil
        return days.removeValue(forKey: asset)?.count ?? 0
    }
}

extension MemoryStore: WalletRepository {
    func wallets(ids: Set<WalletID>) -> [Wallet] {
        allWallets.filter { $0.deletedAt == nil && ids.contains($0.wallet.id) }.map(\.wallet)
    }

    func wallets(of owner: String) -> [Wallet] {
        func key(_ wallet: Wallet) -> [UInt8] { Array(WalletName.key(wallet.name).utf8) }
        return allWallets.filter { $0.deletedAt == nil && $0.wallet.owner == owner }.map(\.wallet)
            .sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }

    func wallet(named name: String, of owner: String) -> Wallet? {
        wallets(of: owner).first { $0.publicID == name } ?? having(name, owner)
    }

    private func having(_ name: String, _ owner: String) -> Wallet? {
        wallets(of: owner).first { WalletName.key($0.name) == WalletName.key(name) }
    }

    func rules(of wallets: Set<WalletID>) -> [WalletID: Inventory.Rules] {
        let chosen = allWallets.map(\.wallet).filter { wallets.contains($0.id) }
        return Dictionary(
            uniqueKeysWithValues: chosen.map {
                ($0.id, Inventory.Rules(costBasis: $0.costBasis, allowsNegative: $0.allowsNegative))
            })
    }

    func createWallet(
        named name: String, of owner: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) throws -> Wallet {
        if let other = having(name, owner) { throw PortfolioError.walletExists(name: other.name) }
        let wallet = Wallet(
            id: WalletID(Int64(allWallets.count + 1)), publicID: WalletPublicID.make(), owner: owner,
            name: WalletName.composed(name),
            costBasis: costBasis,
            allowsNegative: allowsNegative, createdAt: createdAt)
        allWallets.append((wallet, nil))
        return wallet
    }

    func changeWallet(_ id: WalletID, _ change: WalletChange, expecting expected: WalletVersion?) throws -> Wallet {
        let old = try existing(id, as: expected)
        if let other = change.name.flatMap({ having($0, old.owner) }), other.id != id {
            throw PortfolioError.walletExists(name: other.name)
        }
        return replace(old, name: change.name ?? old.name, costBasis: change.costBasis ?? old.costBasis)
    }

    func deleteWallet(_ id: WalletID, withHoldings: Bool, at time: Int, expecting expected: WalletVersion?) throws {
        let wallet = try existing(id, as: expected)
        let holdings = balances(of: id).count
        guard withHoldings || holdings == 0 else { throw PortfolioError.notEmpty(name: wallet.name, holdings: holdings) }
        allWallets[Int(id.number) - 1].deletedAt = time
    }

    private func existing(_ id: WalletID, as expected: WalletVersion?) throws -> Wallet {
        let wallet = try existing(id)
        if let expected, expected != WalletVersion(wallet: wallet, lastTransaction: lastTransaction(of: id)) {
            throw PortfolioError.changedMeanwhile
        }
        return wallet
    }

    private func existing(_ id: WalletID) throws -> Wallet {
        guard let found = allWallets.first(where: { $0.wallet.id == id && $0.deletedAt == nil }) else {
            throw PortfolioError.noSuchWallet("\(id)")
        }
        return found.wallet
    }

    private func replace(_ old: Wallet, name: String, costBasis: CostBasis) -> Wallet {
        let wallet = Wallet(
            id: old.id, publicID: old.publicID, owner: old.owner, name: name, costBasis: costBasis,
            allowsNegative: old.allowsNegative,
            createdAt: old.createdAt)
        allWallets[Int(old.id.number) - 1].wallet = wallet
        return wallet
    }
}

extension MemoryStore: JournalRepository {
    func append(
        _ transactions: [Transaction], of owner: String, recordedAt: Int, expecting expected: [WalletID: TransactionID?],
        isRehearsal: Bool
    ) throws -> [AppendResult] {
        let before = journal
        defer { if isRehearsal { journal = before } }
        do {
            var isFirst = true
            let results = try transactions.map { transaction -> AppendResult in
                if let known = journal.first(where: { $0.owner == owner && $0.record.transaction.key == transaction.key }) {
                    guard known.record.transaction == transaction else { throw PortfolioError.keyInUse(key: transaction.key) }
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

    func append(
        toWalletsNamed names: Set<String>, of owner: String, makesMissing: Bool, recordedAt: Int, isRehearsal: Bool,
        _ transactions: @escaping @Sendable ([String: WalletID], (String) throws -> Transaction?) throws -> [Transaction]
    ) throws -> [AppendResult] {
        let before = allWallets
        defer { if isRehearsal { allWallets = before } }
        do {
            var wallets: [String: WalletID] = [:]
            for name in names.sorted() {
                wallets[name] = wallet(named: name, of: owner)?.id
                guard makesMissing, wallets[name] == nil else { continue }
                wallets[name] = try createWallet(
                    named: name, of: owner, costBasis: .fifo, allowsNegative: false, createdAt: recordedAt
                ).id
            }
            let found = try transactions(wallets) { transaction(key: $0, of: owner)?.transaction }
            return try append(found, of: owner, recordedAt: recordedAt, expecting: [:], isRehearsal: isRehearsal)
        } catch {
            allWallets = before
            throw error
        }
    }

    func balances(of wallet: WalletID, before transaction: TransactionID) -> [AssetID: Quantity] {
        var balances: [AssetID: Quantity] = [:]
        for (_, record) in journal where record.id < transaction {
            for posting in record.transaction.postings where posting.account == Account(wallet, .holding) {
                balances[posting.asset] = (balances[posting.asset] ?? .zero) + posting.amount
            }
        }
        return balances.filter { $0.value != .zero }
    }

    private func add(_ transaction: Transaction, _ owner: String, _ recordedAt: Int) throws -> TransactionID {
        for posting in transaction.postings {
            guard try existing(posting.account.wallet).owner == owner else {
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
        for posting in transaction.postings where stored[posting.asset] == nil { throw AssetError.notStored(posting.asset) }
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
                    guard have + change < .zero, !allWallets[Int(wallet.number) - 1].wallet.allowsNegative else { continue }
                    throw PortfolioError.insufficient(
                        wallet: wallet, asset: asset, have: have, need: -change, time: record.transaction.time,
                        recorded: record.id < firstNew ? record.id : nil)
                }
            }
        }
    }

    private func isBefore(_ left: RecordedTransaction, _ right: RecordedTransaction) -> Bool {
        (left.transaction.time, left.id) < (right.transaction.time, right.id)
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
                let (place, end) = ((record.transaction.time, record.id), (after.time, after.id))
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
