import Ledger
import Market
import Testing

@Suite struct TransactionMakerTests {
    private let holding = Account(1, .holding)
    private let external = Account(1, .external)
    private let market = Account(1, .market)
    private let fees = Account(1, .fees)
    private let income = Account(1, .income)
    private let other = Account(2, .holding)

    @Test func aDepositComesFromOutside() throws {
        let made = try Transaction.deposit(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", value: "90", note: "n")
        #expect(made.kind == .deposit && made.key == "k" && made.time == 5 && made.value == "90" && made.note == "n")
        #expect(made.postings == [Posting(holding, .bitcoin, "2"), Posting(external, .bitcoin, "-2")])
    }

    @Test func aWithdrawalGoesOutside() throws {
        let made = try Transaction.withdrawal(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2")
        #expect(made.kind == .withdrawal && made.value == nil)
        #expect(Set(made.postings) == [Posting(holding, .bitcoin, "-2"), Posting(external, .bitcoin, "2")])
    }

    @Test func aBuyTakesWhatWasPaidAndTheFee() throws {
        let made = try Transaction.buy(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", paid: "90", fee: "1")
        #expect(
            Set(made.postings) == [
                Posting(holding, .bitcoin, "2"), Posting(market, .bitcoin, "-2"), Posting(holding, .usd, "-91"),
                Posting(market, .usd, "90"), Posting(fees, .usd, "1"),
            ])
        let free = try Transaction.buy(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", paid: "90")
        #expect(free.postings.count == 4)
    }

    @Test func aSaleBringsWhatWasReceivedLessTheFee() throws {
        let made = try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", received: "90", fee: "1")
        #expect(
            Set(made.postings) == [
                Posting(holding, .bitcoin, "-2"), Posting(market, .bitcoin, "2"), Posting(holding, .usd, "89"),
                Posting(market, .usd, "-90"), Posting(fees, .usd, "1"),
            ])
    }

    @Test(arguments: [("1", nil), ("2", "-1"), ("0", "1")] as [(Money, Quantity?)])
    func aFeeMayEatUpASale(fee: Money, cash: Quantity?) throws {
        let made = try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", received: "1", fee: fee)
        #expect(made.postings.first { $0.account == holding && $0.asset == .usd }?.amount == cash)
    }

    @Test func aTransferArrivesWholeAndItsFeeIsTakenOnTop() throws {
        let made = try Transaction.transfer(key: "k", time: 5, from: 1, to: 2, asset: .bitcoin, quantity: "2", fee: "0.1")
        #expect(
            Set(made.postings) == [
                Posting(holding, .bitcoin, "-2"), Posting(other, .bitcoin, "2"), Posting(holding, .bitcoin, "-0.1"),
                Posting(fees, .bitcoin, "0.1"),
            ])
        #expect(made.wallets == [1, 2])
    }

    @Test func aFeeAndAnIncomeHaveAccountsOfTheirOwn() throws {
        let fee = try Transaction.fee(key: "k", time: 5, wallet: 1, asset: .usd, quantity: "2")
        #expect(Set(fee.postings) == [Posting(holding, .usd, "-2"), Posting(fees, .usd, "2")])
        let gain = try Transaction.income(key: "k", time: 5, wallet: 1, asset: .ether, quantity: "2", value: "7")
        #expect(Set(gain.postings) == [Posting(holding, .ether, "2"), Posting(income, .ether, "-2")])
        #expect(gain.kind == .income && gain.value == "7")
    }

    @Test func incomeAtMarketValueIsCashThatBuysTheCoins() throws {
        func make(_ value: Money) throws -> Transaction {
            try .incomeAtMarketValue(key: "k", time: 5, wallet: 1, asset: .ether, quantity: "2", value: value)
        }
        let made = try make("7")
        #expect(
            Set(made.postings) == [
                Posting(holding, .ether, "2"), Posting(market, .ether, "-2"), Posting(market, .usd, "7"),
                Posting(income, .usd, "-7"),
            ])
        #expect(made.kind == .income && made.value == "7" && made.isAtMarketValue)
        #expect(throws: LedgerError.badAmount(key: "k", name: "market value", amount: "0")) { try make("0") }
        for value in [nil, "6"] as [Money?] {
            let other = Transaction(key: "k", kind: .income, time: 5, postings: made.postings, value: value)
            #expect(throws: LedgerError.wrongPostings(key: "k", kind: .income)) { try other.check() }
        }
    }

    @Test func aCorrectionNegatesAndHappensAtTheSameTime() throws {
        var journal = Journal()
        try journal.buy("1", for: "100", fee: "1", at: 7)
        let record = journal.records[0]
        let made = try Transaction.correction(of: record, key: "c")
        #expect(made.kind == .correction && made.corrects == record.id && made.time == 7 && made.value == nil)
        #expect(made.postings == record.transaction.postings.map { Posting($0.account, $0.asset, -$0.amount) })
    }

    @Test func correctedTransactionsCannotBeCorrectedAgain() throws {
        let deposit = try Transaction.deposit(key: "k", time: 5, wallet: 1, asset: .usd, quantity: "2")
        let gone = RecordedTransaction(id: TransactionID(1), recordedAt: 0, correctedBy: TransactionID(2), transaction: deposit)
        #expect(throws: LedgerError.notCorrectable(TransactionID(1))) { try Transaction.correction(of: gone, key: "c") }
        let open = RecordedTransaction(id: TransactionID(1), recordedAt: 0, correctedBy: nil, transaction: deposit)
        let correction = try Transaction.correction(of: open, key: "c")
        let recorded = RecordedTransaction(id: TransactionID(2), recordedAt: 0, correctedBy: nil, transaction: correction)
        #expect(throws: LedgerError.notCorrectable(TransactionID(2))) { try Transaction.correction(of: recorded, key: "d") }
    }

    @Test(arguments: ["0", "-1"] as [Quantity])
    func amountsOfNothingAreRefused(amount: Quantity) {
        #expect(throws: LedgerError.badAmount(key: "k", name: "quantity", amount: amount)) {
            try Transaction.deposit(key: "k", time: 5, wallet: 1, asset: .usd, quantity: amount)
        }
        #expect(throws: LedgerError.badAmount(key: "k", name: "quantity", amount: amount)) {
            try Transaction.transfer(key: "k", time: 5, from: 1, to: 2, asset: .usd, quantity: amount)
        }
        #expect(throws: LedgerError.badAmount(key: "k", name: "amount paid", amount: amount)) {
            try Transaction.buy(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "1", paid: .usd(amount))
        }
        #expect(throws: LedgerError.badAmount(key: "k", name: "quantity", amount: amount)) {
            try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: amount, received: "1")
        }
    }

    @Test func coinsAreSoldForNothingButNotForLess() throws {
        let made = try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", received: "0")
        #expect(Set(made.postings) == [Posting(holding, .bitcoin, "-2"), Posting(market, .bitcoin, "2")])
        let charged = try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "2", received: "0", fee: "1")
        #expect(charged.postings.first { $0.account == holding && $0.asset == .usd }?.amount == "-1")
        #expect(throws: LedgerError.badAmount(key: "k", name: "amount received", amount: "-1")) {
            try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "1", received: "-1")
        }
    }

    @Test func negativeFeesAndHugeAmountsAreRefused() {
        #expect(throws: LedgerError.badAmount(key: "k", name: "fee", amount: "-1")) {
            try Transaction.buy(key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "1", paid: "1", fee: "-1")
        }
        #expect(throws: LedgerError.amountTooLarge(key: "k", name: "quantity", amount: .largest)) {
            try Transaction.deposit(key: "k", time: 5, wallet: 1, asset: .usd, quantity: .largest)
        }
        #expect(throws: LedgerError.badAmount(key: "k", name: "quantity", amount: .smallest)) {
            try Transaction.deposit(key: "k", time: 5, wallet: 1, asset: .usd, quantity: .smallest)
        }
        // Each is below the limit, their sum above it.
        #expect(throws: LedgerError.self) {
            try Transaction.buy(
                key: "k", time: 5, wallet: 1, asset: .bitcoin, quantity: "1", paid: "999999999999999999", fee: "999999999999999999")
        }
    }

    @Test func dollarsAreNotBoughtAndWalletsDoNotTransferToThemselves() {
        #expect(throws: LedgerError.wrongPostings(key: "k", kind: .buy)) {
            try Transaction.buy(key: "k", time: 5, wallet: 1, asset: .usd, quantity: "1", paid: "1")
        }
        #expect(throws: LedgerError.wrongPostings(key: "k", kind: .sell)) {
            try Transaction.sell(key: "k", time: 5, wallet: 1, asset: .usd, quantity: "1", received: "2")
        }
        #expect(throws: LedgerError.wrongPostings(key: "k", kind: .transfer)) {
            try Transaction.transfer(key: "k", time: 5, from: 1, to: 1, asset: .usd, quantity: "1")
        }
    }
}
