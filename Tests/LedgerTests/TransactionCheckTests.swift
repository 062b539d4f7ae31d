import Ledger
import Market
import Testing

@Suite struct TransactionCheckTests {
    private static let (holding, external, market) = (Account(1, .holding), Account(1, .external), Account(1, .market))
    private static let (fees, income, other) = (Account(1, .fees), Account(1, .income), Account(2, .holding))
    private static let plain = [Posting(holding, .bitcoin, "1"), Posting(external, .bitcoin, "-1")]

    private static func exchange(
        _ given: AssetID, _ quantity: Quantity, _ received: AssetID, _ other: Quantity, wallet: WalletID = 1
    ) -> [Posting] {
        [
            Posting(holding, given, -quantity), Posting(market, given, quantity),
            Posting(Account(wallet, .holding), received, other), Posting(Account(wallet, .market), received, -other),
        ]
    }

    private func transaction(
        _ kind: Transaction.Kind = .deposit, key: String = "k", time: Int = 0, _ postings: [Posting] = plain, value: Money? = nil,
        corrects: TransactionID? = nil, note: String = ""
    ) -> Transaction {
        Transaction(key: key, kind: kind, time: time, postings: postings, value: value, corrects: corrects, note: note)
    }

    @Test(arguments: ["", String(repeating: "k", count: 201), String(repeating: "é", count: 101), "\0", "a\0b"])
    func keysHave1To200Bytes(key: String) throws {
        #expect(throws: LedgerError.badKey(key: key)) { try transaction(key: key).check() }
        try transaction(key: String(repeating: "k", count: 200)).check()
    }

    @Test func notesHaveUpTo2000Bytes() throws {
        try transaction(note: String(repeating: "n", count: 2000)).check()
        #expect(throws: LedgerError.noteTooLong(key: "k", bytes: 2001)) {
            try transaction(note: String(repeating: "n", count: 2001)).check()
        }
    }

    /// SQLite would keep the text before it and lose the rest.
    @Test func notesAreWithoutTheCharacterZero() {
        #expect(throws: LedgerError.badNote(key: "k")) { try transaction(note: "a\0b").check() }
    }

    @Test(arguments: [-1, 253_402_300_800, 1_740_009_600_000, .min, .max])
    func timesAreSecondsOfTheYears1970To9999(time: Int) throws {
        #expect(throws: LedgerError.badTime(key: "k", time: time)) { try transaction(time: time).check() }
        try transaction(time: 253_402_300_799).check()
    }

    @Test(arguments: [0, 1, 101]) func thereAre2To100Postings(count: Int) throws {
        // 1 and -1 in turn: balanced where the count is even.
        func postings(_ count: Int) -> [Posting] {
            (0..<count).map { Posting($0 % 2 == 0 ? Self.holding : Self.external, .bitcoin, $0 % 2 == 0 ? "1" : "-1") }
        }
        #expect(throws: LedgerError.wrongPostingCount(key: "k", count: count)) {
            try transaction(.deposit, postings(count)).check()
        }
        try transaction(.deposit, postings(100)).check()
    }

    @Test func noPostingIsZero() {
        #expect(throws: LedgerError.zeroPosting(key: "k", account: Self.fees, asset: .bitcoin)) {
            try transaction(.deposit, Self.plain + [Posting(Self.fees, .bitcoin, .zero)]).check()
        }
    }

    @Test(arguments: ["1000000000000000000", "-1000000000000000000"] as [Quantity])
    func amountsAreBelow1e18(amount: Quantity) throws {
        #expect(throws: LedgerError.amountTooLarge(key: "k", name: "bitcoin", amount: amount)) {
            try transaction(.deposit, [Posting(Self.holding, .bitcoin, amount), Posting(Self.external, .bitcoin, -amount)]).check()
        }
        let most: Quantity = "999999999999999999.999999999999999999"
        try transaction(.deposit, [Posting(Self.holding, .bitcoin, most), Posting(Self.external, .bitcoin, -most)]).check()
    }

    @Test func eachAssetIsBalanced() {
        #expect(throws: LedgerError.unbalanced(key: "k", asset: .bitcoin, sum: "0.000000000000000001")) {
            try transaction(
                .deposit,
                [
                    Posting(Self.holding, .bitcoin, "1"), Posting(Self.external, .bitcoin, "-0.999999999999999999"),
                ]
            ).check()
        }
        #expect(throws: LedgerError.unbalanced(key: "k", asset: .bitcoin, sum: "1")) {
            try transaction(.deposit, [Posting(Self.holding, .bitcoin, "1"), Posting(Self.external, .ether, "-1")]).check()
        }
    }

    @Test func theLargestAmountsOfAllPostingsHaveASum() {
        let most: Quantity = "999999999999999999"
        let postings = Array(repeating: Posting(Self.holding, .bitcoin, most), count: 100)
        #expect(throws: LedgerError.unbalanced(key: "k", asset: .bitcoin, sum: "99999999999999999900")) {
            try transaction(.deposit, postings).check()
        }
    }

    /// Balanced postings that do not match the kind.
    @Test(
        arguments: [
            (.deposit, [Posting(holding, .bitcoin, "-1"), Posting(external, .bitcoin, "1")]),
            (.deposit, [Posting(holding, .bitcoin, "1"), Posting(income, .bitcoin, "-1")]),
            (.deposit, [Posting(holding, .bitcoin, "1"), Posting(Account(2, .external), .bitcoin, "-1")]),
            (.deposit, plain + [Posting(other, .bitcoin, "1"), Posting(external, .bitcoin, "-1")]),
            (.deposit, plain + [Posting(market, .bitcoin, "1"), Posting(market, .bitcoin, "-1")]),
            (.withdrawal, plain), (.income, plain), (.fee, plain), (.transfer, plain), (.buy, plain), (.sell, plain),
            (.fee, [Posting(holding, .bitcoin, "1"), Posting(fees, .bitcoin, "-1")]),
            // No cash.
            (.buy, [Posting(holding, .bitcoin, "1"), Posting(market, .bitcoin, "-1")]),
            // The wrong way round.
            (
                .buy,
                [
                    Posting(holding, .bitcoin, "-1"), Posting(market, .bitcoin, "1"), Posting(holding, .usd, "9"),
                    Posting(market, .usd, "-9"),
                ]
            ),
            // Another wallet's cash.
            (
                .buy,
                [
                    Posting(holding, .bitcoin, "1"), Posting(market, .bitcoin, "-1"), Posting(other, .usd, "-9"),
                    Posting(market, .usd, "9"),
                ]
            ),
            // A fee in another asset.
            (
                .buy,
                [
                    Posting(holding, .bitcoin, "1"), Posting(market, .bitcoin, "-1"), Posting(holding, .usd, "-9"),
                    Posting(market, .usd, "9"), Posting(holding, .ether, "-1"), Posting(fees, .ether, "1"),
                ]
            ),
            // A fee that is paid back.
            (
                .sell,
                [
                    Posting(holding, .bitcoin, "-1"), Posting(market, .bitcoin, "1"), Posting(holding, .usd, "10"),
                    Posting(market, .usd, "-9"), Posting(fees, .usd, "-1"),
                ]
            ),
            // Two assets.
            (
                .transfer,
                [
                    Posting(holding, .bitcoin, "-1"), Posting(other, .bitcoin, "1"), Posting(holding, .ether, "-1"),
                    Posting(fees, .ether, "1"),
                ]
            ),
            // The fee at the target.
            (
                .transfer,
                [Posting(holding, .bitcoin, "-2"), Posting(other, .bitcoin, "1"), Posting(Account(2, .fees), .bitcoin, "1")]
            ),
            // A coin for itself.
            (.swap, exchange(.bitcoin, "1", .bitcoin, "2")),
            // Cash, which is bought and sold.
            (.swap, exchange(.usd, "1", .bitcoin, "2")),
            (.swap, exchange(.bitcoin, "1", .usd, "2")),
            (.split, exchange(.bitcoin, "1", AssetID("eur")!, "2")),
            (.split, exchange(AssetID("eur")!, "1", .bitcoin, "2")),
            // Nothing changes.
            (.split, exchange(.bitcoin, "2", .bitcoin, "2")),
            // Into another wallet.
            (.swap, exchange(.bitcoin, "1", .ether, "2", wallet: 2)),
            (.split, exchange(.bitcoin, "1", .ether, "2", wallet: 2)),
            (.split, exchange(.bitcoin, "1", .bitcoin, "2", wallet: 2)),
            // The net amounts of a split of 1 into 2.
            (.split, [Posting(holding, .bitcoin, "1"), Posting(market, .bitcoin, "-1")]),
            // Not what left the holding.
            (
                .split,
                [
                    Posting(holding, .bitcoin, "-1"), Posting(market, .bitcoin, "2"), Posting(holding, .bitcoin, "2"),
                    Posting(market, .bitcoin, "-3"),
                ]
            ),
            // A fee.
            (.swap, exchange(.bitcoin, "1", .ether, "2") + [Posting(holding, .ether, "-1"), Posting(fees, .ether, "1")]),
        ] as [(Transaction.Kind, [Posting])])
    func postingsAreThoseOfTheKind(kind: Transaction.Kind, postings: [Posting]) {
        #expect(throws: LedgerError.wrongPostings(key: "k", kind: kind)) { try transaction(kind, postings).check() }
    }

    @Test func aPostingMayBeSplit() throws {
        try transaction(
            .deposit,
            [
                Posting(Self.holding, .bitcoin, "0.4"), Posting(Self.holding, .bitcoin, "0.6"),
                Posting(Self.external, .bitcoin, "-1"),
            ]
        ).check()
        try transaction(
            .transfer,
            [Posting(Self.holding, .bitcoin, "-1.1"), Posting(Self.other, .bitcoin, "1"), Posting(Self.fees, .bitcoin, "0.1")]
        ).check()
    }

    @Test func valuesAreNotNegative() {
        #expect(throws: LedgerError.badAmount(key: "k", name: "value", amount: "-1")) { try transaction(value: "-1").check() }
        #expect(throws: LedgerError.amountTooLarge(key: "k", name: "value", amount: .largest)) {
            try transaction(value: .usd(.largest)).check()
        }
    }

    @Test func valuesAreOfDepositsWithdrawalsAndIncome() throws {
        try transaction(value: .zero).check()
        let fee = [Posting(Self.holding, .bitcoin, "-1"), Posting(Self.fees, .bitcoin, "1")]
        #expect(throws: LedgerError.wrongValue(key: "k", kind: .fee, value: "1")) { try transaction(.fee, fee, value: "1").check() }
    }

    @Test func dollarsAreWorthTheirAmount() throws {
        let cash = [Posting(Self.holding, .usd, "5"), Posting(Self.external, .usd, "-5")]
        try transaction(.deposit, cash, value: "5").check()
        #expect(throws: LedgerError.wrongValue(key: "k", kind: .deposit, value: "6")) {
            try transaction(.deposit, cash, value: "6").check()
        }
    }

    @Test func onlyACorrectionNamesWhatItCorrects() throws {
        try transaction(.correction, corrects: TransactionID(1)).check()
        #expect(throws: LedgerError.wrongCorrection(key: "k", kind: .correction)) { try transaction(.correction).check() }
        #expect(throws: LedgerError.wrongCorrection(key: "k", kind: .deposit)) {
            try transaction(corrects: TransactionID(1)).check()
        }
    }

    @Test func errorsNameTheTransactionTheNumbersAndTheRemedy() {
        #expect(
            LedgerError.unbalanced(key: "k", asset: .bitcoin, sum: "0.5").description
                == "transaction \"k\": the postings of bitcoin add up to 0.5; expected 0: what one account gains another loses")
        #expect(
            LedgerError.insufficient(TransactionID(4), wallet: 1, asset: .bitcoin, have: "1", need: "2").description
                == "transaction 4 takes 2 bitcoin from wallet 1, which has 1; record first where they came from")
        #expect(
            LedgerError.wrongPostings(key: "k", kind: .fee).description
                == "transaction \"k\": its postings are not a fee; expected one from a holding and one to fees")
    }
}
