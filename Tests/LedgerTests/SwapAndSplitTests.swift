import Ledger
import Market
import Testing

@Suite struct SwapAndSplitTests {
    private static let euro = AssetID("eur")!
    private static let most: Quantity = "999999999999999999"
    private static let least = FixedDecimal(units: 1)

    private func swap(
        _ quantity: Quantity, for received: Quantity, value: Money?, at time: Int, from asset: AssetID = .bitcoin,
        into other: AssetID = .ether
    ) throws -> Transaction {
        try .swap(
            key: "s \(time)", time: time, wallet: 1, asset: asset, quantity: quantity, into: other, received: received,
            value: value)
    }

    private func split(
        _ quantity: Quantity, into received: Quantity, at time: Int, of asset: AssetID = .bitcoin, to other: AssetID = .bitcoin
    ) throws -> Transaction {
        try .split(
            key: "s \(time)", time: time, wallet: 1, asset: asset, quantity: quantity, into: other, received: received)
    }

    /// 1 for 100 on day 1, 3 for 600 on day 2.
    private func bought() throws -> Journal {
        var journal = Journal()
        try journal.deposit("10000")
        try journal.buy("1", for: "100", at: 86_400)
        try journal.buy("3", for: "600", at: 2 * 86_400)
        return journal
    }

    // MARK: Makers

    @Test(arguments: ["0", "-1"] as [Quantity]) func bothQuantitiesAreAboveZero(quantity: Quantity) {
        #expect(throws: LedgerError.badAmount(key: "s 1", name: "quantity", amount: quantity)) {
            try swap(quantity, for: "1", value: nil, at: 1)
        }
        #expect(throws: LedgerError.badAmount(key: "s 1", name: "quantity received", amount: quantity)) {
            try split("1", into: quantity, at: 1)
        }
    }

    @Test func bothQuantitiesHaveALimit() {
        #expect(throws: LedgerError.amountTooLarge(key: "s 1", name: "quantity received", amount: "1000000000000000000")) {
            try split("1", into: "1000000000000000000", at: 1)
        }
    }

    @Test func aSwapHasAValueAndASplitHasNone() throws {
        #expect(try swap("1", for: "2", value: "5", at: 1).value == "5")
        #expect(throws: LedgerError.badAmount(key: "s 1", name: "value", amount: "-1")) {
            try swap("1", for: "2", value: "-1", at: 1)
        }
        let made = try split("1", into: "2", at: 1)
        let valued = Transaction(key: "k", kind: .split, time: 1, postings: made.postings, value: "5")
        #expect(throws: LedgerError.wrongValue(key: "k", kind: .split, value: "5")) { try valued.check() }
    }

    @Test func cashAndCoinsForThemselvesAreRefused() {
        #expect(throws: LedgerError.wrongPostings(key: "s 1", kind: .swap)) {
            try swap("1", for: "1", value: nil, at: 1, into: .bitcoin)
        }
        #expect(throws: LedgerError.wrongPostings(key: "s 1", kind: .swap)) {
            try swap("1", for: "1", value: nil, at: 1, into: .usd)
        }
        #expect(throws: LedgerError.wrongPostings(key: "s 1", kind: .split)) { try split("1", into: "1", at: 1) }
        #expect(throws: LedgerError.wrongPostings(key: "s 1", kind: .split)) { try split("1", into: "2", at: 1, to: Self.euro) }
    }

    @Test func theCorrectionNegatesBothSides() throws {
        for made in [try swap("1", for: "2", value: "5", at: 1), try split("1", into: "2", at: 1)] {
            var journal = Journal()
            let correction = try Transaction.correction(of: journal.record(made), key: "c")
            #expect(correction.postings == made.postings.map { Posting($0.account, $0.asset, -$0.amount) })
        }
    }

    // MARK: Inventory

    @Test func aSwapIsASaleAndAPurchaseAtItsValue() throws {
        var journal = try bought()
        journal.record(try swap("2", for: "30", value: "900", at: 3 * 86_400))
        let (inventory, disposals) = try journal.applied()
        #expect(disposals.map(\.kind) == [.swap, .swap] && disposals.map(\.cost) == ["100", "200"])
        #expect(disposals.map(\.proceeds) == ["450", "450"])
        #expect(inventory.balances(of: 1) == [.usd: "9300", .bitcoin: "2", .ether: "30"])
        let ether = inventory.lots().filter { $0.asset == .ether }
        #expect(ether.map(\.cost) == ["900"] && ether.map(\.acquiredAt) == [3 * 86_400])
    }

    @Test func aSwapWithoutAValueHasNeitherGainNorCost() throws {
        var journal = try bought()
        journal.record(try swap("1", for: "30", value: nil, at: 3 * 86_400))
        let (inventory, disposals) = try journal.applied()
        #expect(disposals.map(\.isRealized) == [true] && disposals[0].proceeds == nil && disposals[0].gain == nil)
        #expect(inventory.lots().filter { $0.asset == .ether }.map(\.cost) == [nil])
    }

    @Test func aSwapOfTheReportsCurrencyIsWorthItsAmount() throws {
        let conversion = CurrencyConversion(to: .eur, closes: [Day(daysSince1970: 0): "1.25"])
        var journal = Journal()
        journal.record(
            try .deposit(key: "d", time: 1, wallet: 1, asset: Self.euro, quantity: "1000", value: "1250"))
        journal.record(try swap("1000", for: "2", value: "1300", at: 2, from: Self.euro, into: .bitcoin))
        journal.record(try swap("1", for: "700", value: nil, at: 3, from: .bitcoin, into: Self.euro))
        var inventory = Inventory(conversion: conversion)
        let disposals = try journal.records.flatMap { try inventory.apply($0) }
        #expect(disposals.map(\.gain) == [Money.zero(.eur), Money("200", .eur)])
        #expect(inventory.lots().map(\.cost) == [Money("500", .eur), Money("700", .eur)])
    }

    @Test func aSplitKeepsCostAndAgeLotByLot() throws {
        var journal = try bought()
        journal.record(try split("2", into: "20", at: 3 * 86_400, to: .ether))
        let (inventory, disposals) = try journal.applied()
        #expect(disposals.map(\.kind) == [.split, .split] && disposals.allSatisfy { !$0.isRealized && $0.gain == nil })
        let ether = inventory.lots().filter { $0.asset == .ether }
        #expect(ether.map(\.quantity) == ["10", "10"] && ether.map(\.cost) == ["100", "200"])
        #expect(ether.map(\.acquiredAt) == [86_400, 2 * 86_400] && ether.map(\.origin) == [TransactionID(2), TransactionID(3)])
        #expect(inventory.balance(of: .bitcoin, in: 1) == "2")
    }

    @Test func aCoinIsSplitIntoMoreOfTheSame() throws {
        var journal = try bought()
        journal.record(try split("4", into: "40", at: 3 * 86_400))
        try journal.sell("10", for: "150", at: 4 * 86_400)
        let (inventory, disposals) = try journal.applied()
        #expect(disposals.last?.cost == "100" && disposals.last?.gain == "50" && disposals.last?.acquiredAt == 86_400)
        #expect(inventory.balance(of: .bitcoin, in: 1) == "30" && inventory.lots().map(\.cost) == ["600"])
    }

    /// Two lots, split over and over: an attacker's work grows with lots times splits.
    @Test func splitsDoNotMoveLotsWithoutEnd() throws {
        var journal = try bought()
        for time in 1...3 { journal.record(try split(time == 2 ? "8" : "4", into: time == 2 ? "4" : "8", at: (2 + time) * 86_400)) }
        for (most, isEnough) in [(6, true), (5, false)] {
            var inventory = Inventory(mostMovedLots: most)
            var refused: LedgerError?
            do throws(LedgerError) {
                for record in journal.records { _ = try inventory.apply(record) }
            } catch {
                refused = error
            }
            #expect(refused == (isEnough ? nil : .tooManyMovedLots(TransactionID(6))))
        }
    }

    @Test func whatIsNotHeldCannotBeExchanged() throws {
        for made in [
            try swap("5", for: "1", value: "1", at: 3 * 86_400), try split("5", into: "1", at: 3 * 86_400, to: .ether),
            try split("5", into: "50", at: 3 * 86_400),
        ] {
            let journal = try bought()
            var inventory = try journal.applied().inventory
            let before = inventory.lots()
            let record = RecordedTransaction(id: TransactionID(9), recordedAt: 0, correctedBy: nil, transaction: made)
            #expect(throws: LedgerError.insufficient(TransactionID(9), wallet: 1, asset: .bitcoin, have: "4", need: "5")) {
                try inventory.apply(record)
            }
            #expect(inventory.lots() == before && inventory.balance(of: .ether, in: 1) == .zero)
        }
    }

    @Test func coinsThatWereNeverHeldBecomeCoinsOfUnknownCost() throws {
        var journal = try bought()
        journal.record(try split("5", into: "50", at: 3 * 86_400, to: .ether))
        let (inventory, _) = try journal.applied([1: .init(allowsNegative: true)])
        #expect(inventory.lots().map(\.quantity) == ["10", "30", "10"] && inventory.lots().map(\.cost) == ["100", "600", nil])
        #expect(inventory.balances(of: 1) == [.usd: "9300", .bitcoin: "-1", .ether: "50"])
    }

    /// 4 coins become 2 units: 1/4 and 3/4 of them round to 0 and 2, and the first cost is not lost.
    @Test func aShareOfZeroHandsItsCostOn() throws {
        var journal = try bought()
        journal.record(try split("4", into: FixedDecimal(units: 2), at: 3 * 86_400, to: .ether))
        let (inventory, _) = try journal.applied()
        #expect(inventory.lots().map(\.cost) == ["700"] && inventory.lots().map(\.quantity) == [FixedDecimal(units: 2)])
        // The other way round: 3/4 and 1/4 of one unit round to 1 and 0.
        var reversed = try bought()
        reversed.record(try split("4", into: Self.least, at: 3 * 86_400, to: .ether))
        let last = try reversed.applied([1: .init(costBasis: .lifo)]).inventory
        #expect(last.lots().map(\.cost) == ["700"] && last.lots().map(\.acquiredAt) == [2 * 86_400])
    }

    @Test(arguments: CostBasis.allCases) func theLargestAmountsBecomeTheSmallestAndBack(basis: CostBasis) throws {
        var journal = Journal()
        for time in 1...3 { try journal.deposit(Self.most, .bitcoin, value: .usd(Self.most), at: time) }
        journal.record(try split(Self.most, into: Self.least, at: 4, to: .ether))
        journal.record(try split(Self.least, into: Self.most, at: 5, of: .ether))
        journal.record(try split(Self.most, into: Self.least, at: 6))
        journal.record(try swap(Self.least, for: Self.most, value: .usd(Self.most), at: 7))
        journal.record(try swap(Self.most, for: Self.least, value: .usd(Self.least), at: 8, from: .ether, into: .bitcoin))
        let (inventory, disposals) = try journal.applied([1: .init(costBasis: basis)])
        #expect(disposals.count { $0.kind == .swap } == 2)
        let open = try inventory.lots().map { $0.cost! }.sum()
        let sold = try disposals.filter { $0.kind == .swap }.map { $0.cost! }.sum()
        // Three deposits, and what the two swaps bought.
        #expect(try open + sold == .usd([Self.most, Self.most, Self.most, Self.most, Self.least].sum()))
    }

    @Test func correctedOnesHaveNoEffect() throws {
        for made in [try swap("1", for: "2", value: "5", at: 3 * 86_400), try split("4", into: "40", at: 3 * 86_400)] {
            let journal = try bought()
            var inventory = try journal.applied().inventory
            let before = inventory.lots()
            let record = RecordedTransaction(id: TransactionID(9), recordedAt: 0, correctedBy: TransactionID(10), transaction: made)
            #expect(try inventory.apply(record).isEmpty && inventory.lots() == before)
        }
    }

    // MARK: Tax

    private func events(_ journal: Journal) throws -> CoinEvents {
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        return events
    }

    private func matched(_ journal: Journal, _ method: MatchingMethod) throws -> [MatchedDisposal] {
        try events(journal).families().flatMap {
            try DisposalMatching.matches($0, by: method, isPerWallet: false, in: .usd) { Day(secondsSince1970: $0) }
        }
    }

    @Test func splitsJoinCoinsAndSwapsDoNot() throws {
        var journal = try bought()
        journal.record(try swap("1", for: "30", value: "900", at: 3 * 86_400))
        #expect(try events(journal).families().map { Set($0.map(\.asset)) }.count == 2)
        journal.record(try split("1", into: "2", at: 4 * 86_400, to: AssetID("pol")!))
        journal.record(try split("3", into: "2", at: 5 * 86_400, of: .ether, to: AssetID("pol")!))
        #expect(try events(journal).families().map { Set($0.map(\.asset)) } == [[.bitcoin, .ether]])
    }

    @Test func thePoolMovesWithItsCost() throws {
        var journal = try bought()
        journal.record(try split("2", into: "20", at: 50 * 86_400, to: .ether))
        try journal.sell("10", for: "500", at: 60 * 86_400, .ether)
        let matches = try matched(journal, .shares)
        // 2 of 4 coins that cost 700, half of which are sold.
        #expect(matches.map(\.rule) == [.pool] && matches.map(\.disposal.gain) == ["325"])
    }

    /// Ten of the new coins are one of the old ones: counting them as ten would be wrong.
    @Test func coinsOfBeforeASplitAreNotMatchedWithThoseAfterIt() throws {
        var journal = try bought()
        try journal.sell("1", for: "300", at: 50 * 86_400)
        journal.record(try split("3", into: "30", at: 51 * 86_400))
        try journal.buy("10", for: "50", at: 52 * 86_400)
        let matches = try matched(journal, .shares)
        #expect(matches.map(\.rule) == [.pool] && matches.map(\.disposal.gain) == ["125"])
    }

    @Test(arguments: MatchingMethod.allCases) func theSwapIsADisposalAndAnAcquisition(method: MatchingMethod) throws {
        var journal = try bought()
        journal.record(try swap("4", for: "30", value: "900", at: 50 * 86_400))
        try journal.sell("30", for: "1000", at: 90 * 86_400, .ether)
        let gains = try matched(journal, method).map { $0.disposal.gain! }.sum()
        #expect(gains == "300")
        #expect(try matched(journal, method).last { $0.disposal.asset == .ether }?.disposal.cost == "900")
    }
}
