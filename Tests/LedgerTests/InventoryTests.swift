import Ledger
import Market
import Testing

@Suite struct InventoryTests {
    /// Bought 1 for 100, 1 for 200, 1 for 150; sold 1.5 for 450.
    private func example() throws -> Journal {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "99", fee: "1", at: 10)
        try journal.buy("1", for: "200", at: 20)
        try journal.buy("1", for: "150", at: 30)
        try journal.sell("1.5", for: "451", fee: "1", at: 40)
        return journal
    }

    /// - fifo: 1 at 100 and 0.5 at 200 leave: cost 200, gain 250; 0.5 for 100 and 1 for 150 stay.
    /// - lifo: 1 at 150 and 0.5 at 200: cost 250, gain 200; 1 for 100 and 0.5 for 100 stay.
    /// - hifo: 1 at 200 and 0.5 at 150: cost 275, gain 175; 1 for 100 and 0.5 for 75 stay.
    /// - average: 1.5 of 3 for 450: cost 225, gain 225; 1.5 for 225 stay.
    @Test(
        arguments: [
            (.fifo, ["100", "100"], "250", ["100", "150"]), (.lifo, ["150", "100"], "200", ["100", "100"]),
            (.hifo, ["200", "75"], "175", ["100", "75"]), (.average, ["225"], "225", ["225"]),
        ] as [(CostBasis, [Money], Money, [Money])])
    func aSaleTakesTheLotsOfItsBasis(costBasis: CostBasis, left: [Money], gain: Money, stays: [Money]) throws {
        let (inventory, disposals) = try example().applied([1: .init(costBasis: costBasis)])
        #expect(disposals.map(\.cost) == left)
        #expect(disposals.allSatisfy { $0.kind == .sale && $0.wallet == 1 && $0.time == 40 })
        #expect(try disposals.map { $0.gain! }.sum() == gain)
        #expect(inventory.lots().map(\.cost) == stays)
        // 1000 - 100 - 200 - 150 + 450.
        #expect(inventory.balances(of: 1) == [.usd: "1000", .bitcoin: "1.5"])
    }

    @Test func proceedsAreSharedByQuantity() throws {
        let (_, disposals) = try example().applied()
        #expect(disposals.map(\.proceeds) == ["300", "150"])
        #expect(disposals.map(\.quantity) == ["1", "0.5"])
        #expect(disposals.map(\.origin) == [TransactionID(2), TransactionID(3)])
        #expect(disposals.map(\.acquiredAt) == [10, 20])
    }

    @Test func equalUnitCostsLeaveOldestFirstAndUnknownOnesLast() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.deposit("1", .bitcoin, value: nil, at: 1)
        // 1/3 and 2/6 are equal; 0.333333333333333333 is less, though only at its 19th place.
        try journal.deposit("1", .bitcoin, value: "0.333333333333333333", at: 2)
        try journal.buy("6", for: "2", at: 3)
        try journal.buy("3", for: "1", at: 4)
        try journal.sell("11", for: "11", at: 5)
        let (_, disposals) = try journal.applied([1: .init(costBasis: .hifo)])
        #expect(disposals.map(\.origin) == [4, 5, 3, 2].map { TransactionID($0) })
        #expect(disposals.last?.cost == nil && disposals.last?.gain == nil)
    }

    @Test func aTransferTakesCostAndAgeAlong() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.deposit("1000", wallet: 2)
        try journal.buy("1", for: "100", at: 10)
        try journal.buy("1", for: "50", at: 15, wallet: 2)
        try journal.buy("1", for: "200", at: 20)
        try journal.transfer("1.5", from: 1, to: 2, fee: "0.25", at: 30)
        let (inventory, disposals) = try journal.applied()
        // The fee of 0.25 comes from the second lot, from which 0.5 was moved: a loss of 50.
        #expect(disposals.map(\.kind) == [.fee, .transfer, .transfer])
        #expect(disposals.map(\.cost) == ["50", "100", "100"])
        #expect(disposals.map(\.gain) == ["-50", nil, nil])
        #expect(
            inventory.lots() == [
                Lot(origin: TransactionID(5), wallet: 1, asset: .bitcoin, acquiredAt: 20, quantity: "0.25", cost: "50"),
                Lot(origin: TransactionID(3), wallet: 2, asset: .bitcoin, acquiredAt: 10, quantity: "1", cost: "100"),
                Lot(origin: TransactionID(4), wallet: 2, asset: .bitcoin, acquiredAt: 15, quantity: "1", cost: "50"),
                Lot(origin: TransactionID(5), wallet: 2, asset: .bitcoin, acquiredAt: 20, quantity: "0.5", cost: "100"),
            ])
    }

    @Test func anUnknownCostMakesTheAverageUnknownUntilAllIsGone() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        try journal.deposit("1", .bitcoin, at: 2)
        try journal.sell("1", for: "300", at: 3)
        try journal.sell("1", for: "300", at: 4)
        try journal.buy("1", for: "120", at: 5)
        let (inventory, disposals) = try journal.applied([1: .init(costBasis: .average)])
        #expect(disposals.map(\.cost) == [nil, nil])
        #expect(inventory.lots().map(\.cost) == ["120"])
        #expect(inventory.lots().map(\.acquiredAt) == [5])
    }

    @Test func aLotIsUsedUpToTheLastOfItsCost() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("3", for: "100", at: 1)
        for time in 2...4 { try journal.sell("1", for: "50", at: time) }
        let (inventory, disposals) = try journal.applied()
        #expect(disposals.map(\.cost) == ["33.333333333333333333", "33.333333333333333334", "33.333333333333333333"])
        #expect(inventory.lots().isEmpty && inventory.lotCount == 0)
    }

    @Test func incomeCostsNothingAndAWithdrawalRealizesNothing() throws {
        var journal = Journal()
        journal.record(try .income(key: "i", time: 1, wallet: 1, asset: .ether, quantity: "2", value: "50"))
        journal.record(try .withdrawal(key: "w", time: 2, wallet: 1, asset: .ether, quantity: "1"))
        journal.record(try .fee(key: "f", time: 3, wallet: 1, asset: .ether, quantity: "0.5"))
        let (inventory, disposals) = try journal.applied()
        #expect(inventory.lots().map(\.cost) == [.zero])
        #expect(disposals.map(\.kind) == [.withdrawal, .fee])
        #expect(disposals.map(\.proceeds) == [nil, .zero])
        #expect(disposals.map(\.isRealized) == [false, true])
    }

    @Test func cashHasNoLotsAndItsFeesAndIncomeAreRealizedAtOnce() throws {
        var journal = Journal()
        try journal.deposit("100")
        journal.record(try .income(key: "i", time: 1, wallet: 1, asset: .usd, quantity: "5"))
        journal.record(try .fee(key: "f", time: 2, wallet: 1, asset: .usd, quantity: "2"))
        try journal.transfer("50", from: 1, to: 2, fee: "1", at: 3, .usd)
        journal.record(try .withdrawal(key: "w", time: 4, wallet: 2, asset: .usd, quantity: "20"))
        let (inventory, disposals) = try journal.applied()
        #expect(inventory.lots().isEmpty)
        #expect(inventory.balances(of: 1) == [.usd: "52"] && inventory.balances(of: 2) == [.usd: "30"])
        #expect(disposals.map(\.gain) == ["5", "-2", "-1"])
        #expect(disposals.map(\.kind) == [.income, .fee, .fee])
    }

    @Test func whatIsShortHasNoCostAndIsFilledFirst() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        try journal.sell("3", for: "600", at: 2)
        try journal.buy("1.5", for: "225", at: 3)
        try journal.buy("1", for: "200", at: 4)
        let (inventory, disposals) = try journal.applied([1: .init(allowsNegative: true)])
        // 1 from the lot, 2 that were not there; then 1.5 and 0.5 that fill them.
        #expect(disposals.map(\.kind) == [.sale, .sale, .cover, .cover])
        #expect(disposals.map(\.quantity) == ["1", "2", "1.5", "0.5"])
        #expect(disposals.map(\.cost) == ["100", nil, "225", "100"])
        #expect(disposals.map(\.proceeds) == ["200", "400", nil, nil])
        #expect(disposals.map(\.origin) == [TransactionID(2), nil, TransactionID(4), TransactionID(5)])
        #expect(inventory.lots().map(\.quantity) == ["0.5"] && inventory.lots().map(\.cost) == ["100"])
    }

    @Test func aShortTransferArrivesWithoutACost() throws {
        var journal = Journal()
        try journal.transfer("2", from: 1, to: 2, at: 7)
        let (inventory, _) = try journal.applied([1: .init(allowsNegative: true)])
        #expect(inventory.balance(of: .bitcoin, in: 1) == "-2")
        #expect(
            inventory.lots() == [
                Lot(origin: TransactionID(1), wallet: 2, asset: .bitcoin, acquiredAt: 7, quantity: "2", cost: nil)
            ])
    }

    @Test func moreThanIsThereIsRefusedAndChangesNothing() throws {
        var journal = Journal()
        try journal.deposit("100")
        try journal.buy("1", for: "60", at: 1)
        var (inventory, _) = try journal.applied()
        let before = (inventory.lots(), inventory.balances(of: 1))
        var next = journal
        try next.buy("1", for: "40", fee: "1", at: 2)
        #expect(throws: LedgerError.insufficient(TransactionID(3), wallet: 1, asset: .usd, have: "40", need: "41")) {
            _ = try inventory.apply(next.records[2])
        }
        next = journal
        try next.transfer("0.9", from: 1, to: 2, fee: "0.2", at: 2)
        #expect(throws: LedgerError.insufficient(TransactionID(3), wallet: 1, asset: .bitcoin, have: "1", need: "1.1")) {
            _ = try inventory.apply(next.records[2])
        }
        #expect(inventory.lots() == before.0 && inventory.balances(of: 1) == before.1)
    }

    @Test func earlierTransactionsAreRefused() throws {
        var journal = Journal()
        try journal.deposit("1", at: 5)
        try journal.deposit("1", at: 4)
        var inventory = Inventory()
        _ = try inventory.apply(journal.records[0])
        #expect(throws: LedgerError.unordered(TransactionID(2), after: TransactionID(1))) {
            _ = try inventory.apply(journal.records[1])
        }
        #expect(throws: LedgerError.unordered(TransactionID(1), after: TransactionID(1))) {
            _ = try inventory.apply(journal.records[0])
        }
    }

    @Test func correctionsAndWhatTheyCorrectChangeNothing() throws {
        let deposit = try Transaction.deposit(key: "d", time: 1, wallet: 1, asset: .usd, quantity: "5")
        let open = RecordedTransaction(id: TransactionID(1), recordedAt: 1, correctedBy: nil, transaction: deposit)
        let correction = try Transaction.correction(of: open, key: "c")
        var inventory = Inventory()
        for record in [
            RecordedTransaction(id: TransactionID(1), recordedAt: 1, correctedBy: TransactionID(2), transaction: deposit),
            RecordedTransaction(id: TransactionID(2), recordedAt: 2, correctedBy: nil, transaction: correction),
        ] {
            #expect(try inventory.apply(record).isEmpty)
        }
        #expect(inventory.wallets.isEmpty)
    }
}
