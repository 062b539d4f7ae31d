import Identity
import Ledger
import Market
import Scratch
import Testing
import Trading

/// Levels, and the limits of a day and a month at their edges. Defaults: 150 and 500 USD with a phone, 20,000 and 200,000 with papers.
@Suite struct LimitTests {
    private func world(_ level: VerificationLevel, day: String = "2025-03-12") async throws -> TradingWorld {
        let world = try await TradingWorld(startsVerified: false, day: day)
        try await world.fund("ann", (.usd, d("900000")), (.eur, d("900000")), (.bitcoin, d("90")))
        try await world.setLevel(level, of: "ann")
        return world
    }

    private func code(_ world: TradingWorld, buy cash: String, _ currency: Currency = .usd) async -> String? {
        await tradingError { try await world.trading().trade(.buy(.bitcoin, currency, cash: cash), of: "ann") }?.code
    }

    @Test func theLimitOfADayIsItself() async throws {
        let world = try await world(.basic)
        #expect(await code(world, buy: "149.99") == nil)
        #expect(await code(world, buy: "1") == "over-limit")
        // A cent is left, which is less than the minimum trade: the next day begins at midnight of the bank.
        world.now = (world.now / 86_400 + 1) * 86_400 - 1
        try await world.waitWithPrices(0)
        #expect(await code(world, buy: "1") == "over-limit")
        try await world.waitWithPrices(1)
        #expect(await code(world, buy: "150.01") == "over-limit")
        #expect(await code(world, buy: "150") == nil)
        #expect(await code(world, buy: "1") == "over-limit")
    }

    @Test func theLimitOfAMonthEndsWithTheMonth() async throws {
        let world = try await world(.basic, day: "2024-02-26")
        for _ in 0..<3 {
            #expect(await code(world, buy: "150") == nil)
            try await world.waitWithPrices(86_400)
        }
        // 29 February: 50 USD of the month are left.
        let error = await tradingError { try await world.trading().trade(.buy(cash: "50.01"), of: "ann") }
        #expect(error == .overLimit(.trade, .month, limit: d("500"), used: d("450"), level: .basic))
        #expect(await code(world, buy: "50") == nil)
        #expect(await code(world, buy: "1") == "over-limit")
        try await world.waitWithPrices(86_400)
        #expect(await code(world, buy: "150") == nil)
    }

    /// Sales count like purchases, by the larger side; euros count at the rate of the trade.
    @Test func everyTradeCountsInDollars() async throws {
        let world = try await world(.basic)
        try await world.trading().trade(.sell(coins: "0.001"), of: "ann")
        #expect(try await world.used(.trade, of: "ann") == d("50"))
        #expect(await code(world, buy: "80.01", .eur) == "over-limit")
        #expect(await code(world, buy: "80", .eur) == nil)
        #expect(try await world.used(.trade, of: "ann") == d("150"))
    }

    @Test func aLevelCountsFromTheMomentOnThatItIsGiven() async throws {
        let world = try await world(.none)
        let quote = try await world.trading().trades.quote(.buy(cash: "200"), of: "ann")
        let confirm = { await tradingError { try await world.trading().trades.confirm(quote.id, of: "ann") } }
        #expect(await confirm() == .notVerified(.trade))
        try await world.setLevel(.basic, of: "ann")
        #expect(await confirm() == .overLimit(.trade, .day, limit: d("150"), used: .zero, level: .basic))
        try await world.setLevel(.full, of: "ann")
        #expect(await confirm() == nil)
        // The used amount stays used on a lower level.
        try await world.setLevel(.basic, of: "ann")
        #expect(await code(world, buy: "1") == "over-limit")
    }

    @Test func everyPurposeHasLimitsOfItsOwn() async throws {
        let world = try await world(.full)
        let (trading, address) = (world.trading(), try await world.trading().transfers.address(of: "bob", asset: .bitcoin))
        let card = try await trading.methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann").id
        let send = { (coins: String) in
            await tradingError { try await trading.transfers.send(d(coins), .bitcoin, to: address, of: "ann") }
        }
        let withdraw = { (cash: String) in
            await tradingError { try await trading.payments.withdraw(d(cash), .eur, to: card, of: "ann") }
        }
        #expect(await send("0.1") == nil)
        #expect(await send("0.00000001") == .overLimit(.transfer, .day, limit: d("5000"), used: d("5000"), level: .full))
        #expect(await withdraw("4000.01")?.code == "over-limit")
        #expect(await withdraw("4000") == nil)
        #expect(await withdraw("10") == .overLimit(.withdrawal, .day, limit: d("5000"), used: d("5000"), level: .full))
        #expect(await code(world, buy: "10000") == nil)
        try await world.setLevel(.basic, of: "ann")
        #expect(await send("0.1") == .notVerified(.transfer))
        #expect(await withdraw("10") == .notVerified(.withdrawal))
        #expect(
            await tradingError { try await trading.payments.previewWithdrawal(d("10"), .eur, to: card, of: "ann") }?.code
                == "not-verified")
    }

    /// A cancelled withdrawal restores its amount to the limits, whatever the current rate of euros.
    @Test(arguments: [1.25, 1.5, 1, nil] as [Double?]) func aCancelledWithdrawalGivesBackWhatItUsed(rate: Double?) async throws {
        let world = try await world(.full)
        let trading = world.trading()
        let card = try await trading.methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann").id
        let payment = try await trading.payments.withdraw(d("1000"), .eur, to: card, of: "ann")
        _ = try await trading.payments.withdraw(d("500"), .usd, to: card, of: "ann")
        #expect(try await world.used(.withdrawal, of: "ann") == d("1750"))
        world.wait(1)
        if let rate { try await world.quote(rate, of: .eur) } else { try await world.forgetPrices(of: .eur) }
        _ = try await trading.payments.cancel(payment.id, of: "ann")
        #expect(try await world.used(.withdrawal, of: "ann") == d("500"))
        _ = try await trading.payments.cancel(payment.id, of: "ann")
        #expect(try await world.used(.withdrawal, of: "ann") == d("500"), "cancelling twice is cancelling")
    }

    /// A failure uses no limit: neither a refusal, nor a purchase of a plan without cash.
    @Test func whatFailsUsesNothing() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("100")))
        #expect(await code(world, buy: "101") == "not-enough")
        _ = try await world.trading().plans.start(
            Plans.Request(.bitcoin, .usd, amount: d("101"), every: .day, days: 3), of: "ann")
        #expect(try await world.trading().work.run() == 1)
        let failed = try #require(try await world.trading().accounts.history(of: "ann", HistoryQuery()).first)
        #expect(failed.state == "failed" && failed.reason == "not-enough")
        #expect(try await world.used(.trade, of: "ann") == .zero)
    }

    @Test func requestsArePacedByTheHourAndTheDay() async throws {
        var rules = TradingRules.withoutInstantDeposits
        (rules.mostOrdersAnHour, rules.mostPaymentsADay) = (3, 2)
        let world = try await TradingWorld(rules)
        try await world.fund("ann", (.usd, d("1000")), (.bitcoin, d("1")))
        let trading = world.trading()
        for _ in 0..<2 { try await trading.trade(.buy(cash: "10"), of: "ann") }
        _ = try await trading.orders.place(.limitSale(), of: "ann")
        let tooMany = TradingError.tooManyRequests("orders", most: 3, hours: 1)
        #expect(await tradingError { try await trading.trade(.buy(cash: "10"), of: "ann") } == tooMany)
        #expect(await tradingError { try await trading.orders.place(.limitSale(), of: "ann") } == tooMany)
        try await world.waitWithPrices(3599)
        #expect(await tradingError { try await trading.trade(.buy(cash: "10"), of: "ann") } == tooMany)
        try await world.waitWithPrices(1)
        #expect(await tradingError { try await trading.trade(.buy(cash: "10"), of: "ann") } == nil)
        for _ in 0..<2 { _ = try await trading.payments.deposit(d("10"), .usd, of: "ann") }
        let deposit = { await tradingError { try await trading.payments.deposit(d("10"), .usd, of: "ann") } }
        #expect(await deposit() == .tooManyRequests("payments", most: 2, hours: 24))
        world.wait(86_400)
        #expect(await deposit() == nil)
    }

    @Test func transfersAreCountedByTheDay() async throws {
        var rules = TradingRules.withoutInstantDeposits
        rules.mostTransfersADay = 2
        let world = try await TradingWorld(rules)
        try await world.fund("ann", (.bitcoin, d("1")))
        let trading = world.trading()
        let address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
        let send = { await tradingError { try await trading.transfers.send(d("0.00001"), .bitcoin, to: address, of: "ann") } }
        #expect(await send() == nil)
        #expect(await send() == nil)
        #expect(await send() == .tooManyRequests("transfers", most: 2, hours: 24))
        try await world.waitWithPrices(86_400)
        #expect(await send() == nil)
    }

    /// Above the person's own limit the password is needed again; for a higher limit, too.
    @Test func largeAmountsNeedThePassword() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("5000")), (.bitcoin, d("1")))
        let trading = world.trading()
        let account = try await trading.methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann").id
        let address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
        func withdraw(_ amount: String, isConfirmed: Bool = false) async -> TradingError? {
            await tradingError {
                try await trading.payments.withdraw(d(amount), .usd, to: account, of: "ann", isConfirmed: isConfirmed)
            }
        }
        func send(_ quantity: String) async -> TradingError? {
            await tradingError {
                try await trading.transfers.send(d(quantity), .bitcoin, to: address, of: "ann", isConfirmed: false)
            }
        }
        func change(_ limit: String, isConfirmed: Bool) async -> TradingError? {
            await tradingError {
                try await trading.trades.change(passwordAbove: Cents(parsing: limit), of: "ann", isConfirmed: isConfirmed)
            }
        }
        #expect(await withdraw("1000.01") == .notFresh(limit: d("1000")))
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("5000")))
        #expect(await withdraw("1000") == nil)
        #expect(await withdraw("1000.01", isConfirmed: true) == nil)
        #expect(await send("0.02000001") == .notFresh(limit: d("1000")))
        #expect(await send("0.02") == nil)
        #expect(await change("1000.01", isConfirmed: false) == .notFresh(limit: d("1000")))
        #expect(await change("500", isConfirmed: false) == nil)
        #expect(await withdraw("500.01") == .notFresh(limit: d("500")))
        #expect(await change("2000", isConfirmed: true) == nil)
        #expect(await withdraw("500.01") == nil)
    }

    /// A previewed amount can be confirmed.
    @Test func previewsAreRefusedWhereTheConfirmationWouldBe() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("9000")), (.bitcoin, d("1")))
        let trading = world.trading()
        let account = try await trading.methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann").id
        let address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
        _ = try await trading.payments.withdraw(d("4950"), .usd, to: account, of: "ann")
        let preview = await tradingError { try await trading.payments.previewWithdrawal(d("100"), .usd, to: account, of: "ann") }
        #expect(preview?.code == "over-limit")
        let transfer = await tradingError {
            try await trading.transfers.preview(d("0.2"), .bitcoin, to: address, of: "ann")
        }
        #expect(transfer?.code == "over-limit")
        try await world.forgetPrices(of: .bitcoin)
        world.wait(3600)
        let old = await tradingError { try await trading.transfers.preview(d("0.01"), .bitcoin, to: address, of: "ann") }
        #expect(old?.code == "no-price")
    }

    /// The printed file has every rule, and is read as the defaults.
    @Test func thePrintedRulesAreTheDefaults() throws {
        let scratch = try Scratch()
        try scratch.write(TradingRules.fileText.utf8, to: "rules")
        #expect(try TradingRules.read(file: scratch("rules")) == TradingRules())
        let changed = TradingRules.fileText.replacing("most-trade = 10000.00", with: "most-trade = 12345.60")
        try scratch.write(changed.utf8, to: "rules")
        #expect(try TradingRules.read(file: scratch("rules")).mostTrade.amount == d("12345.6"))
    }
}
