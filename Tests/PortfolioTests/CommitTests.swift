import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct CommitTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("main")
        try await world.store([100, 110, 120, 130], of: bitcoin)
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil))
    }

    @Test func aPreviewRecordsNothing() async throws {
        let before = try await portfolio.rows()
        _ = try await portfolio.orders.prepare([
            portfolio.order(wallet, bitcoin, .buy(.coins("2"), price: nil, fee: "3")), portfolio.order(wallet, bitcoin, .set("5")),
        ])
        #expect(try await portfolio.rows() == before)
        #expect(try await portfolio.balances(wallet) == [.usd: "1000"])
    }

    @Test func whatAnotherProcessRecordedMeanwhileRefusesTheCommit() async throws {
        let prepared = try await portfolio.orders.prepare([
            portfolio.order(wallet, bitcoin, .buy(.coins("2"), price: nil, fee: .zero))
        ])
        try await world.portfolio().perform(wallet, .usd, .withdraw("1"))
        await #expect(throws: PortfolioError.changedMeanwhile) { try await portfolio.orders.commit(prepared) }
        #expect(try await portfolio.balances(wallet) == [.usd: "999"])
    }

    @Test func ofTwoCommitsAtOnceOneIsRefused() async throws {
        let order = try await portfolio.order(wallet, bitcoin, .buy(.cash("1000"), price: nil, fee: .zero))
        let prepared = [try await portfolio.orders.prepare([order]), try await world.portfolio().orders.prepare([order])]
        let results = await withTaskGroup(of: Bool.self) { group in
            for one in prepared {
                group.addTask {
                    do { return try await portfolio.orders.commit(one).count == 1 } catch {
                        return error as? PortfolioError != .changedMeanwhile
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.sorted { $0 && !$1 } == [true, false])
        #expect(try await portfolio.balances(wallet) == [bitcoin: "10"])
    }

    @Test func aCommitSentAgainReturnsTheEarlierResultAfterOthersChangedTheWallet() async throws {
        let order = try await portfolio.order(wallet, bitcoin, .buy(.coins("2"), price: nil, fee: .zero))
        let prepared = try await portfolio.orders.prepare([order], keys: ["k"])
        let first = try await portfolio.orders.commit(prepared)
        try await portfolio.perform(wallet, .usd, .withdraw("1"))
        let again = try await portfolio.orders.commit(prepared)
        #expect(again == [AppendResult(id: first[0].id, isNew: false)])
    }

    static let retried: [(AssetID, Order.Action)] = [
        (bitcoin, .set("3")), (bitcoin, .set("0.5")), (.usd, .set("200")), (bitcoin, .deposit("1", cost: nil)),
        (bitcoin, .deposit("1", cost: "90")), (bitcoin, .withdraw("1")), (bitcoin, .buy(.coins("1"), price: nil, fee: "1")),
        (bitcoin, .buy(.cash("70"), price: nil, fee: "1")), (bitcoin, .sell(.coins("1"), price: "3.5", fee: .zero)),
        (bitcoin, .sell(.cash("4"), price: "3", fee: .zero)), (bitcoin, .fee("0.1")), (bitcoin, .income("0.1")),
        (bitcoin, .income("0.1", basis: .marketValue(nil))), (bitcoin, .income("0.1", basis: .marketValue("7"))),
    ]

    /// The client did not receive the answer and sends everything again: later, at other prices, with another balance.
    @Test(arguments: retried.indices) func anOrderSentAgainUnderItsKeyIsRecordedOnce(index: Int) async throws {
        let (asset, action) = Self.retried[index]
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "50"))
        let preparedFirst = try await portfolio.orders.prepare(
            [portfolio.order(wallet, asset, action, at: moment(day0 + 1, 1))], keys: ["k"])
        let first = try await portfolio.orders.commit(preparedFirst)
        try await portfolio.perform(wallet, .usd, .withdraw("100"))
        let balances = try await portfolio.balances(wallet)
        let prepared = try await portfolio.orders.prepare(
            [portfolio.order(wallet, asset, action, at: moment(day0 + 2, 2))], keys: ["k"])
        // The report is the same as the first one.
        #expect(prepared.effects == preparedFirst.effects && prepared.rows == preparedFirst.rows)
        #expect(prepared.prices == preparedFirst.prices && prepared.unknownCosts == preparedFirst.unknownCosts)
        #expect(try await portfolio.orders.commit(prepared) == [AppendResult(id: first[0].id, isNew: false)])
        #expect(try await portfolio.balances(wallet) == balances)
    }

    @Test func anotherOrderUnderAUsedKeyIsRefused() async throws {
        let other = try await portfolio.wallets.create("other")
        try await portfolio.orders.commit(
            portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .deposit("2", cost: nil))], keys: ["k"]))
        let orders = [
            try await portfolio.order(wallet, bitcoin, .deposit("3", cost: nil)),
            try await portfolio.order(wallet, bitcoin, .deposit("2", cost: "1")),
            try await portfolio.order(wallet, ethereum, .deposit("2", cost: nil)),
            try await portfolio.order(wallet, bitcoin, .withdraw("2")),
            try await portfolio.order(wallet, bitcoin, .transfer("2", to: other, fee: .zero)),
            try await portfolio.order(wallet, bitcoin, .deposit("2", cost: nil), note: "another"),
            try await portfolio.order(other, bitcoin, .deposit("2", cost: nil)),
        ]
        for order in orders {
            await #expect(throws: PortfolioError.keyInUse(key: "k"), "\(order.action)") {
                try await portfolio.orders.commit(portfolio.orders.prepare([order], keys: ["k"]))
            }
        }
    }

    /// A time that the user gave is part of the order; the time of the request is not.
    @Test func anotherTimeUnderAUsedKeyIsAnotherOrderIfAPersonGaveIt() async throws {
        let btc = try await portfolio.market.directory.asset("BTC")
        func order(_ time: Int, isGiven: Bool) -> Order {
            Order(wallet: wallet, asset: btc, action: .deposit("2", cost: "5"), time: time, isTimeGiven: isGiven)
        }
        let time = moment(day0 + 1, 1)
        try await portfolio.orders.commit(portfolio.orders.prepare([order(time, isGiven: true)], key: "k"))
        for again in [order(time, isGiven: true), order(time + 60, isGiven: false)] {
            #expect(try await portfolio.orders.commit(portfolio.orders.prepare([again], key: "k")).map(\.isNew) == [false])
        }
        await #expect(throws: PortfolioError.keyInUse(key: "k")) {
            try await portfolio.orders.prepare([order(time + 60, isGiven: true)], key: "k")
        }
    }

    /// A key covers all orders of one request: with one order more or fewer, it is another request.
    @Test func anotherNumberOfOrdersUnderAUsedKeyIsRefused() async throws {
        let (btc, eth) = (try await portfolio.market.directory.asset("BTC"), try await portfolio.market.directory.asset("ETH"))
        func sets(_ amounts: [Quantity]) -> [Order] {
            zip([btc, eth], amounts).map { Order(wallet: wallet, asset: $0, action: .set($1), time: moment(day0 + 1, 1)) }
        }
        for (key, first, second) in [("a", sets(["1"]), sets(["1", "2"])), ("b", sets(["3", "4"]), sets(["3"]))] {
            try await portfolio.orders.commit(portfolio.orders.prepare(first, key: key))
            await #expect(throws: PortfolioError.self) { try await portfolio.orders.prepare(second, key: key) }
            #expect(try await portfolio.orders.commit(portfolio.orders.prepare(first, key: key)).allSatisfy { !$0.isNew })
        }
        await #expect(throws: PortfolioError.self) { try await portfolio.orders.prepare(sets(["3", "5"]), key: "b") }
    }

    /// A holding that needed no change has no transaction under the key, but another amount is still another order.
    @Test func anotherAmountOfAHoldingThatNeededNothingIsRefused() async throws {
        let (btc, eth) = (try await portfolio.market.directory.asset("BTC"), try await portfolio.market.directory.asset("ETH"))
        try await portfolio.perform(wallet, ethereum, .deposit("2", cost: "1"))
        func sets(_ ether: Quantity) -> [Order] {
            [(btc, "1" as Quantity), (eth, ether)].map {
                Order(wallet: wallet, asset: $0.0, action: .set($0.1), time: moment(day0 + 1, 1))
            }
        }
        try await portfolio.orders.commit(portfolio.orders.prepare(sets("2"), key: "k"))
        await #expect(throws: PortfolioError.keyInUse(key: "k/2")) { try await portfolio.orders.prepare(sets("9"), key: "k") }
        #expect(try await portfolio.orders.commit(portfolio.orders.prepare(sets("2"), key: "k")).map(\.isNew) == [false])
    }

    /// The named key is the one that was used.
    @Test func aKeyThatOneOrderUsedIsNamedAsItWas() async throws {
        let btc = try await portfolio.market.directory.asset("BTC")
        let order = Order(wallet: wallet, asset: btc, action: .deposit("1", cost: "1"), time: moment(day0 + 1, 1))
        try await portfolio.orders.commit(portfolio.orders.prepare([order], key: "k"))
        await #expect(throws: PortfolioError.keyInUse(key: "k")) { try await portfolio.orders.prepare([order, order], key: "k") }
    }

    /// One of several holdings already had its target amount: sent again after it changed, nothing more is recorded.
    @Test func aHoldingThatNeededNothingIsLeftAloneWhenTheOrdersAreSentAgain() async throws {
        let (btc, eth) = (try await portfolio.market.directory.asset("BTC"), try await portfolio.market.directory.asset("ETH"))
        try await portfolio.perform(wallet, ethereum, .deposit("2", cost: "1"))
        let orders = [(btc, "1" as Quantity), (eth, "2")].map {
            Order(wallet: wallet, asset: $0.0, action: .set($0.1), time: moment(day0 + 1, 1))
        }
        #expect(try await portfolio.orders.commit(portfolio.orders.prepare(orders, key: "k")).map(\.isNew) == [true])
        try await portfolio.perform(wallet, ethereum, .deposit("5", cost: "1"))
        #expect(try await portfolio.orders.commit(portfolio.orders.prepare(orders, key: "k")).map(\.isNew) == [false])
        #expect(try await portfolio.balances(wallet)[ethereum] == "7")
    }

    @Test func aTransferSentAgainIsRecordedOnce() async throws {
        let other = try await portfolio.wallets.create("other")
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil))
        let order = try await portfolio.order(wallet, bitcoin, .transfer("1", to: other, fee: "0.5"))
        for isNew in [true, false] {
            #expect(try await portfolio.orders.commit(portfolio.orders.prepare([order], keys: ["k"])).map(\.isNew) == [isNew])
        }
        #expect(try await portfolio.balances(other) == [bitcoin: "1"])
    }

    @Test func aShortageInThePastNamesTheWallet() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil), at: moment(day0 + 2, 1))
        let order = try await portfolio.order(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 1, 1))
        await #expect(
            throws: PortfolioError.notEnough(
                wallet: "main", asset: Ticker("BTC")!, have: "0", need: "1", time: moment(day0 + 1, 1))
        ) { try await portfolio.orders.prepare([order]) }
    }

    @Test func correctedTransactionsHaveNoEffect() async throws {
        let key = String(repeating: "k", count: 200)
        let prepared = try await portfolio.orders.prepare(
            [portfolio.order(wallet, bitcoin, .buy(.coins("2"), price: nil, fee: .zero))], keys: [key])
        let id = try await portfolio.orders.commit(prepared)[0].id
        try await portfolio.orders.takeBack([id])
        #expect(try await portfolio.balances(wallet) == [.usd: "1000"])
        #expect(try await portfolio.rows().map(\.kind) == [.deposit])
        let history = try await portfolio.transactions.page(of: wallet, limit: 10)
        #expect(history.map(\.row.kind) == [.correction, .buy, .deposit])
        #expect(history[0].corrects == id)
        #expect(history[1].correctedBy == history[0].id)
        #expect(history[1].row.cash == "200")
        await #expect(throws: PortfolioError.alreadyCorrected(id)) { try await portfolio.orders.takeBack([id]) }
        await #expect(throws: PortfolioError.alreadyCorrected(history[0].id)) {
            try await portfolio.orders.takeBack([history[0].id])
        }
        await #expect(throws: PortfolioError.noSuchTransaction(TransactionID(99))) {
            try await portfolio.orders.takeBack([TransactionID(99)])
        }
    }

    @Test func whatIsNeededLaterIsNotTakenBack() async throws {
        let id = try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil))
        let later = try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 1, 1))
        await #expect(
            throws: PortfolioError.neededLater(
                wallet: "main", asset: Ticker("BTC")!, left: "0", need: "1", by: later, kind: .withdrawal, time: moment(day0 + 1, 1)
            )
        ) { try await portfolio.orders.takeBack([id]) }
    }
}
