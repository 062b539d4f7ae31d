import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// Random wallets and transactions, valid and invalid: the file and the lists in memory must agree at every step.
@Suite(.serialized) struct RandomJournalTests {
    private static let assets: [AssetID] = [.usd, .bitcoin, .nowhere]

    @Test(arguments: 0..<60) func theFileAgreesWithMemory(seed: UInt64) async throws {
        try await Scratch.with { folder in
            let file = try Store("\(folder)/closecast.db", options: .quick)
            let memory = ReferenceStore()
            var script = JournalScript(seed: seed)
            for wallet in script.wallets {
                let (owner, allowsNegative) = (wallet.number == 4 ? "bob" : "ann", wallet.number == 3)
                #expect(try await file.make("w\(wallet)", of: owner, allowsNegative: allowsNegative) == wallet)
                #expect(await memory.make(of: owner, allowsNegative: allowsNegative) == wallet)
            }
            for step in 0..<60 {
                let last = await memory.lastTransaction(of: WalletID(1))
                let (transactions, owner, expected) = script.next(last: last)
                let one = await outcome { try await file.append(transactions, of: owner, recordedAt: step, expecting: expected) }
                let two = await outcome { try await memory.append(transactions, of: owner, recordedAt: step, expecting: expected) }
                #expect(one == two, "seed \(seed), step \(step): \(transactions)")
                if one != two { return }
                script.learn(await memory.transactions(JournalQuery(wallets: Set(script.wallets), limit: 10_000)))
                try await compare(file, memory, script.query(), "seed \(seed), step \(step)")
            }
            for wallet in script.wallets {
                #expect(try await file.balances(of: wallet) == (await memory.balances(of: wallet)), "seed \(seed)")
                #expect(try await file.lastTransaction(of: wallet) == (await memory.lastTransaction(of: wallet)), "seed \(seed)")
                #expect(try await file.walletsFeeding([wallet]).wallets == (await memory.walletsFeeding(wallet)), "seed \(seed)")
            }
        }
    }

    private func outcome(_ body: () async throws -> [AppendResult]) async -> String {
        do { return "\(try await body().map { "\($0.id) \($0.isNew)" })" } catch { return "\(error)" }
    }

    private func compare(_ file: Store, _ memory: ReferenceStore, _ query: JournalQuery, _ place: String) async throws {
        var query = query
        for _ in 0..<2 {
            let (one, two) = (try await file.transactions(query), await memory.transactions(query))
            #expect(one == two, "\(place): \(query)")
            guard let last = two.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }
}

/// Draws transactions over few moments and small amounts, so that ties and shortages are frequent.
private struct JournalScript {
    let wallets = (1...4).map { WalletID($0) }
    private var random: SeededGenerator
    private var records: [RecordedTransaction] = []
    private var count = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func learn(_ records: [RecordedTransaction]) { self.records = records }

    mutating func next(last: TransactionID?) -> ([Transaction], String, [WalletID: TransactionID?]) {
        let transactions = (0..<1 + random.index(below: 4)).compactMap { _ in transaction() }
        let expected: [WalletID: TransactionID?] =
            switch random.index(below: 8) {
            case 0: [WalletID(1): last]
            case 1: [WalletID(1): TransactionID(3)]
            default: [:]
            }
        return (transactions, random.index(below: 12) == 0 ? "bob" : "ann", expected)
    }

    /// Some take the place of an earlier one, whether that was corrected or not.
    private mutating func transaction() -> Transaction? {
        var transaction = made()
        guard !records.isEmpty, transaction?.corrects == nil, random.index(below: 4) == 0 else { return transaction }
        transaction?.place = records[random.index(below: records.count)].place
        return transaction
    }

    private mutating func made() -> Transaction? {
        count += 1
        let kind = random.index(below: 12)
        if kind == 0, !records.isEmpty { return records[random.index(below: records.count)].transaction }
        if kind <= 2, !records.isEmpty { return correction() }
        let wallet = random.index(below: 15) == 0 ? WalletID(4) : WalletID(Int64(1 + random.index(below: 3)))
        let (key, time) = ("k\(random.index(below: 40) == 0 ? 1 : count)", random.index(below: 12))
        let asset: AssetID = random.index(below: 60) == 0 ? .nowhere : random.index(below: 3) == 0 ? .bitcoin : .usd
        let quantity = FixedDecimal(1 + random.index(below: 9))
        let other = WalletID(wallet.number % 3 + 1)
        switch kind {
        case 3...6: return try? .deposit(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity)
        case 7:
            let label = (Transaction.Kind.withdrawal.labels + [nil])[random.index(below: 5)]
            return try? .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity).labelled(label)
        case 8:
            return try? .transfer(
                key: key, time: time, from: wallet, to: other, asset: asset, quantity: quantity, fee: d("0.25"))
        case 9:
            return try? .buy(
                key: key, time: time, wallet: wallet, asset: .bitcoin, quantity: quantity, paid: d("2.5"), fee: d("0.1"))
        case 10:
            return try? .sell(
                key: key, time: time, wallet: wallet, asset: .bitcoin, quantity: quantity, received: d("2.5"), fee: d("0.1"))
        default: return try? .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity)
        }
    }

    private mutating func correction() -> Transaction? {
        let record = records[random.index(below: records.count)]
        let id = random.index(below: 20) == 0 ? TransactionID(record.id.number + 1000) : record.id
        return Transaction(
            key: "c\(count)", kind: .correction, time: record.transaction.time,
            postings: record.transaction.postings.map { Posting($0.account, $0.asset, -$0.amount) }, corrects: id)
    }

    mutating func query() -> JournalQuery {
        func maybe<Value>(_ value: Value) -> Value? { random.index(below: 2) == 0 ? value : nil }
        let wallets = wallets.filter { _ in random.index(below: 2) == 0 }
        return JournalQuery(
            wallets: Set(wallets), asset: maybe(random.index(below: 2) == 0 ? .usd : .bitcoin),
            leavesOutCorrected: random.index(below: 2) == 0, order: random.index(below: 2) == 0 ? .oldestFirst : .newestFirst,
            upTo: maybe(TransactionID(Int64(1 + random.index(below: 60)))), before: maybe(random.index(below: 14)),
            limit: 1 + random.index(below: 20))
    }
}
