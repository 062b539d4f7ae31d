import Ledger
import Market
import Testing

@Suite struct InventoryAuditTests {
    private func audit(_ random: RandomJournal, _ name: String) throws {
        var inventory = Inventory(rules: random.rules)
        var slow = SlowLedger(rules: random.rules)
        for record in random.journal.records {
            let start = slow.disposals.count
            let disposals = try inventory.apply(record)
            try slow.apply(record)
            try #require(disposals == Array(slow.disposals[start...]), "\(name), transaction \(record.id)")
            if record.id.number % 16 == 0 { try #require(inventory.lots() == slow.lots, "\(name), transaction \(record.id)") }
        }
        #expect(inventory.lots() == slow.lots, "\(name)")
        #expect(inventory.lotCount == slow.slots.count, "\(name)")
    }

    @Test(arguments: CostBasis.allCases, 0..<12) func aSlowLedgerGivesTheSameLots(costBasis: CostBasis, seed: UInt64) throws {
        try audit(RandomJournal(seed: seed, count: 400, costBasis: costBasis, knowsAllCosts: true), "\(costBasis), seed \(seed)")
        try audit(RandomJournal(seed: seed, count: 400, costBasis: costBasis, knowsAllCosts: false), "\(costBasis), seed \(seed)")
    }

    @Test(arguments: 0..<24) func aSlowLedgerGivesTheSameLotsForWalletsOfDifferentRules(seed: UInt64) throws {
        try audit(RandomJournal(seed: seed, count: 400, knowsAllCosts: false), "seed \(seed)")
    }

    /// Other numbers change nothing as long as the places are the same: replaced transactions count where the first ones did.
    @Test(arguments: CostBasis.allCases, 0..<6) func placesCountInsteadOfNumbers(costBasis: CostBasis, seed: UInt64) throws {
        let random = try RandomJournal(seed: seed, count: 400, costBasis: costBasis, knowsAllCosts: false)
        var generator = SeededGenerator(seed: seed, stream: 9)
        var numbers = (1...random.journal.records.count).map { TransactionID(Int64(1000 + $0)) }
        for index in numbers.indices.reversed() { numbers.swapAt(index, generator.index(below: index + 1)) }
        let first = Dictionary(uniqueKeysWithValues: zip(numbers, random.journal.records.map(\.id)))
        var (inventory, renumbered) = (Inventory(rules: random.rules), Inventory(rules: random.rules))
        for (record, number) in zip(random.journal.records, numbers) {
            var transaction = record.transaction
            transaction.place = record.id
            let other = RecordedTransaction(
                id: number, recordedAt: record.recordedAt, correctedBy: nil, transaction: transaction)
            let (left, right) = (try inventory.apply(record), try renumbered.apply(other))
            #expect(left.map(\.cost) == right.map(\.cost) && left.map(\.quantity) == right.map(\.quantity), "seed \(seed)")
            #expect(left.map(\.origin) == right.map { $0.origin.map { first[$0]! } }, "seed \(seed), transaction \(record.id)")
        }
        #expect(inventory.lots().map(\.origin) == renumbered.lots().map { first[$0.origin]! }, "seed \(seed)")
        #expect(inventory.lots().map(\.cost) == renumbered.lots().map(\.cost), "seed \(seed)")
    }

    /// Σ cost that came in = Σ cost of open lots + Σ cost of what left, to the last 1e-18.
    @Test(arguments: CostBasis.allCases, 0..<12) func noCostIsLost(costBasis: CostBasis, seed: UInt64) throws {
        let random = try RandomJournal(seed: seed, count: 600, costBasis: costBasis, knowsAllCosts: true)
        let (inventory, disposals) = try random.journal.applied(random.rules)
        var costIn = Money.zero
        for transaction in random.journal.records.map(\.transaction) {
            let holdings = transaction.postings.filter { $0.account.role == .holding }
            switch transaction.kind {
            case .buy: costIn -= .usd(holdings.first { $0.asset == .usd }!.amount)
            case .swap: costIn += transaction.value!
            case .deposit where holdings[0].asset != .usd: costIn += transaction.value!
            default: break
            }
        }
        let open = try inventory.lots().map { $0.cost! }.sum()
        let gone = try disposals.filter { $0.kind != .transfer && $0.kind != .split }.map { $0.cost! }.sum()
        #expect(costIn == open + gone, "\(costBasis), seed \(seed)")
    }

    @Test(arguments: 0..<12) func noProceedsAreLost(seed: UInt64) throws {
        let random = try RandomJournal(seed: seed, count: 600, knowsAllCosts: false)
        let (_, disposals) = try random.journal.applied(random.rules)
        let received = random.journal.records.filter { $0.transaction.kind == .sell }.flatMap(\.transaction.postings)
            .filter { $0.account.role == .holding && $0.asset == .usd }
        let swapped = random.journal.records.filter { $0.transaction.kind == .swap }.compactMap(\.transaction.value?.amount)
        #expect(
            try disposals.compactMap(\.proceeds?.amount).sum() == (received.map(\.amount) + swapped).sum(), "seed \(seed)")
    }

    @Test(arguments: 0..<12) func balancesAreThoseOfThePostingsAndOfTheLots(seed: UInt64) throws {
        let random = try RandomJournal(seed: seed, count: 600, knowsAllCosts: seed % 2 == 0)
        let (inventory, _) = try random.journal.applied(random.rules)
        var slow = SlowLedger(rules: random.rules)
        for record in random.journal.records { try slow.apply(record) }
        for wallet in RandomJournal.wallets {
            let expected = (slow.balances[Account(wallet, .holding)] ?? [:]).filter { $0.value != .zero }
            #expect(inventory.balances(of: wallet) == expected, "seed \(seed)")
            for asset in [AssetID.bitcoin, .ether] {
                let lots = try inventory.lots(of: [wallet]).filter { $0.asset == asset }.map(\.quantity).sum()
                let short = slow.short[wallet]?[asset] ?? .zero
                #expect(inventory.balance(of: asset, in: wallet) == lots - short, "seed \(seed)")
            }
        }
    }
}
