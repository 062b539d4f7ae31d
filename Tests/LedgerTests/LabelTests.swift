import Ledger
import Market
import Testing

@Suite struct LabelTests {
    private static let made: [Transaction] = [
        try! .deposit(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", value: "30"),
        try! .withdrawal(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1"),
        try! .income(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1"),
        try! .buy(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", paid: "1"),
        try! .sell(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", received: "1"),
        try! .transfer(key: "k", time: 1, from: 1, to: 2, asset: .bitcoin, quantity: "1"),
        try! .fee(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1"),
        try! .swap(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", into: .ether, received: "1"),
        try! .split(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", into: .ether, received: "1"),
    ]

    @Test func aLabelFitsTheKindsOfItsDeclarationOnly() throws {
        #expect(Transaction.Kind.income.labels == [.staking, .interest, .mining, .airdrop, .fork, .reward])
        #expect(Transaction.Kind.deposit.labels == [.gift])
        #expect(Transaction.Kind.withdrawal.labels == [.gift, .donation, .loss, .payment])
        for transaction in Self.made {
            #expect(try transaction.labelled(nil) == transaction)
            for label in Transaction.Label.allCases {
                guard !label.kinds.contains(transaction.kind) else {
                    #expect(try transaction.labelled(label).label == label)
                    continue
                }
                #expect(throws: LedgerError.wrongLabel(key: "k", kind: transaction.kind, label: label)) {
                    try transaction.labelled(label)
                }
            }
        }
        let correction = Transaction(
            key: "k", kind: .correction, time: 1, postings: Self.made[0].postings, corrects: TransactionID(1), label: .gift)
        #expect(throws: LedgerError.wrongLabel(key: "k", kind: .correction, label: .gift)) { try correction.check() }
    }

    @Test func aRefusalNamesWhatIsAccepted() {
        #expect(
            LedgerError.wrongLabel(key: "k", kind: .withdrawal, label: .staking).description
                == "transaction \"k\": the label staking does not fit the kind withdrawal; expected gift, donation, loss, payment, or none"
        )
        #expect(
            LedgerError.wrongLabel(key: "k", kind: .buy, label: .gift).description
                == "transaction \"k\": the label gift does not fit the kind buy; leave it out")
    }

    @Test func lostCoinsAreWorthNothing() throws {
        let withdrawal = try Transaction.withdrawal(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1")
        #expect(try withdrawal.labelled(.loss).value == .zero)
        let valued = try Transaction.withdrawal(key: "k", time: 1, wallet: 1, asset: .bitcoin, quantity: "1", value: "5")
        #expect(throws: LedgerError.lossWithValue(key: "k", value: "5")) { try valued.labelled(.loss) }
        #expect(try valued.labelled(.gift).value == "5")
        // Dollars are worth their amount.
        let dollars = try Transaction.withdrawal(key: "k", time: 1, wallet: 1, asset: .usd, quantity: "7", value: "7")
        #expect(try dollars.labelled(.loss).value == "7" && dollars.labelled(.loss).isLost && !dollars.isLost)
    }

    /// 2 btc that cost 100, of which 0.5 are given away (25), 0.25 lost (12.5) and 0.25 pay for something (12.5); 40 of 60 dollars are
    /// stolen; 1 eth is a gift that cost 9.
    @Test func onlyALossRealizesAnything() throws {
        var journal = Journal()
        try journal.deposit("2", .bitcoin, value: "100")
        try journal.deposit("60")
        for (quantity, label) in [("0.5", .gift), ("0.25", .loss), ("0.25", .payment)] as [(Quantity, Transaction.Label)] {
            journal.record(
                try .withdrawal(key: journal.nextKey, time: 1, wallet: 1, asset: .bitcoin, quantity: quantity).labelled(label))
        }
        journal.record(try .withdrawal(key: "usd", time: 2, wallet: 1, asset: .usd, quantity: "40").labelled(.loss))
        journal.record(
            try .deposit(key: "gift", time: 3, wallet: 1, asset: .ether, quantity: "1", value: "9").labelled(.gift))
        let disposals = try journal.applied().disposals
        #expect(disposals.filter(\.isRealized).map(\.gain) == ["-12.5", "-40"])
        #expect(disposals.map(\.kind) == [.withdrawal, .loss, .withdrawal, .loss])
        let gains = try journal.gains(prices: [.bitcoin: "80", .ether: "10"])
        #expect(gains.assets[.bitcoin]?.realized.gain.total == "-12.5" && gains.assets[.usd]?.realized.gain.total == "-40")
        #expect(gains.assets[.bitcoin]?.cost.total == "50" && gains.assets[.ether]?.unrealized.total == "1")
        #expect(gains.total.realized.gain.total == "-52.5" && gains.total.marketValue.total == "110")
    }

    @Test func incomeKeepsItsLabelForTheTaxYear() throws {
        var journal = Journal()
        journal.record(
            try .incomeAtMarketValue(key: "a", time: 1, wallet: 1, asset: .ether, quantity: "1", value: "5").labelled(.staking))
        journal.record(try .income(key: "b", time: 2, wallet: 1, asset: .ether, quantity: "2").labelled(.fork))
        journal.record(try .income(key: "c", time: 3, wallet: 1, asset: .usd, quantity: "3"))
        journal.record(try .deposit(key: "d", time: 4, wallet: 1, asset: .ether, quantity: "1", value: "5").labelled(.gift))
        journal.record(try .withdrawal(key: "e", time: 5, wallet: 1, asset: .ether, quantity: "1").labelled(.donation))
        journal.record(try .withdrawal(key: "f", time: 6, wallet: 1, asset: .ether, quantity: "1").labelled(.loss))
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        #expect(events.income.map(\.label) == [.staking, .fork, nil] && events.income.map(\.isFree) == [false, true, false])
        #expect(
            events.families().flatMap { $0 }.map(\.effect) == [
                .acquired(cost: "5"), .acquired(cost: .zero), .acquired(cost: "5"), .removed,
                .disposed(.loss, proceeds: .zero, fee: nil),
            ])
    }
}
