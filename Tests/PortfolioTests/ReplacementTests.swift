import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// A correction that records something else in place of a transaction is one write: all of it, or nothing.
@Suite(.serialized) struct ReplacementTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("main")
        try await world.store([100, 110, 120, 130], of: bitcoin)
    }

    private func deposit(_ quantity: Quantity, day: Int) async throws -> Order {
        try await portfolio.order(wallet, bitcoin, .deposit(quantity, cost: "5"), at: moment(day0 + day))
    }

    private func bitcoins() async throws -> Quantity {
        try await portfolio.valuations.holdings(of: WalletGroup(wallet)).quantities[bitcoin] ?? .zero
    }

    @Test func aTransactionIsReplacedOnceHoweverOftenItIsAsked() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        for attempt in 0..<2 {
            let (prepared, results) = try await portfolio.orders.replace(
                [made[0].id], with: [deposit("3", day: 2)], key: "correction")
            #expect(results.map(\.isNew) == [attempt == 0])
            #expect(prepared.transactions.count == 1)
            #expect(try await bitcoins() == "3")
        }
        #expect(try await portfolio.transactions.transaction(made[0].id).correctedBy != nil)
    }

    @Test func theEffectIsThatOfBoth() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        let (prepared, _) = try await portfolio.orders.replace([made[0].id], with: [deposit("3", day: 1)])
        #expect(prepared.effects.map(\.before) == ["2"] && prepared.effects.map(\.after) == ["3"])
    }

    @Test func whatIsRefusedTakesNothingBack() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        try await portfolio.perform(wallet, bitcoin, .withdraw("2"), at: moment(day0 + 2))
        // The replacement comes too late for the withdrawal.
        await #expect(throws: PortfolioError.self) {
            try await portfolio.orders.replace([made[0].id], with: [deposit("2", day: 3)])
        }
        #expect(try await portfolio.transactions.transaction(made[0].id).correctedBy == nil)
        #expect(try await bitcoins() == .zero)
        // In time, it may replace it: the wallet has enough at every moment.
        _ = try await portfolio.orders.replace([made[0].id], with: [deposit("5", day: 1)])
        #expect(try await bitcoins() == "3")
    }

    @Test func whatWasTakenBackIsRestoredOnceHoweverOftenItIsAsked() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        await #expect(throws: PortfolioError.notCorrected(made[0].id)) { try await portfolio.corrections.restore([made[0].id]) }
        var last = made[0].id
        for _ in 0..<2 {
            _ = try await portfolio.corrections.correct([last])
            #expect(try await bitcoins() == .zero)
            for _ in 0..<2 {
                // The first one is asked for each time: what took its place was taken back too.
                let receipt = try await portfolio.corrections.restore([made[0].id])
                last = try #require(receipt.corrections.first?.id)
                #expect(try await bitcoins() == "2")
            }
        }
    }

    @Test func whatWasTakenBackBeforeIsNotReplaced() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        try await portfolio.orders.takeBack([made[0].id])
        await #expect(throws: PortfolioError.alreadyCorrected(made[0].id)) {
            try await portfolio.orders.replace([made[0].id], with: [deposit("3", day: 1)])
        }
        #expect(try await bitcoins() == .zero)
    }
}
