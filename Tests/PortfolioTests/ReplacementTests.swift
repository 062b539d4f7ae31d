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
            let (prepared, results) = try await portfolio.orders.perform(
                [deposit("3", day: 2)], replacing: [made[0].id], key: "correction")
            #expect(results.map(\.isNew) == [attempt == 0])
            #expect(prepared.transactions.count == 1)
            #expect(try await bitcoins() == "3")
        }
        #expect(try await portfolio.transactions.transaction(made[0].id).correctedBy != nil)
    }

    @Test func theEffectIsThatOfBoth() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        let (prepared, _) = try await portfolio.orders.perform([deposit("3", day: 1)], replacing: [made[0].id])
        #expect(prepared.effects.map(\.before) == ["2"] && prepared.effects.map(\.after) == ["3"])
    }

    @Test func whatIsRefusedTakesNothingBack() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        try await portfolio.perform(wallet, bitcoin, .withdraw("2"), at: moment(day0 + 2))
        // The replacement comes too late for the withdrawal.
        await #expect(throws: PortfolioError.self) {
            try await portfolio.orders.perform([deposit("2", day: 3)], replacing: [made[0].id])
        }
        #expect(try await portfolio.transactions.transaction(made[0].id).correctedBy == nil)
        #expect(try await bitcoins() == .zero)
        // In time, it may replace it: the wallet has enough at every moment.
        _ = try await portfolio.orders.perform([deposit("5", day: 1)], replacing: [made[0].id])
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

    /// Beside its replacement, it would count twice: also after the replacement was taken back, because that can be restored.
    @Test func whatWasReplacedIsNotRestored() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        _ = try await portfolio.corrections.correct([made[0].id])
        let restored = try #require(try await portfolio.corrections.restore([made[0].id]).corrections.first?.id)
        let (_, replacements) = try await portfolio.orders.perform([deposit("3", day: 1)], replacing: [restored])
        let replacement = replacements[0].id
        for _ in 0..<2 {
            for id in [made[0].id, restored] {
                await #expect(throws: PortfolioError.replaced(id, by: replacement)) {
                    try await portfolio.corrections.restore([id])
                }
            }
            if try await bitcoins() == "3" { _ = try await portfolio.corrections.correct([replacement]) }
            #expect(try await bitcoins() == .zero)
        }
        _ = try await portfolio.corrections.restore([replacement])
        #expect(try await bitcoins() == "3")
    }

    @Test func aRefusedRestorationNamesTheLastReplacement() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        let (_, second) = try await portfolio.orders.perform([deposit("3", day: 1)], replacing: [made[0].id])
        _ = try await portfolio.corrections.correct([second[0].id])
        let restored = try #require(try await portfolio.corrections.restore([second[0].id]).corrections.first?.id)
        let (_, third) = try await portfolio.orders.perform([deposit("4", day: 1)], replacing: [restored])
        for id in [made[0].id, second[0].id, restored] {
            await #expect(throws: PortfolioError.replaced(id, by: third[0].id)) { try await portfolio.corrections.restore([id]) }
        }
        #expect(try await bitcoins() == "4")
    }

    @Test func whatWasReplacedByNothingIsRestored() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        let nothing = try await portfolio.order(wallet, bitcoin, .set("0"), at: moment(day0 + 1))
        let (prepared, results) = try await portfolio.orders.perform([nothing], replacing: [made[0].id])
        #expect(results.isEmpty && prepared.effects.map(\.after) == ["0"])
        _ = try await portfolio.corrections.restore([made[0].id])
        #expect(try await bitcoins() == "2")
    }

    /// The target of `set` is compared with what the wallet holds without the replaced transaction.
    @Test func aReplacementIsPreviewedAsItIsRecorded() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        for action in [Order.Action.set("5"), .deposit("3", cost: "9")] {
            let order = try await portfolio.order(wallet, bitcoin, action, at: moment(day0 + 1))
            let preview = try await portfolio.orders.prepare([order], replacing: [made[0].id])
            #expect(try await portfolio.transactions.transaction(made[0].id).correctedBy == nil)
            #expect(preview.effects.map(\.before) == ["2"])
            guard case .set = action else {
                let (recorded, _) = try await portfolio.orders.perform([order], replacing: [made[0].id])
                #expect(recorded.effects == preview.effects)
                #expect(try await bitcoins() == "3")
                continue
            }
            #expect(preview.rows.map(\.quantity) == ["5"] && preview.effects.map(\.after) == ["5"])
        }
    }

    @Test func aPurchaseInPlaceOfAnotherAddsTheMissingCash() async throws {
        func purchase(_ cash: Money) async throws -> Order {
            try await portfolio.order(wallet, bitcoin, .buy(.cash(cash), price: "100", fee: .zero), at: moment(day0 + 1))
        }
        let (_, made) = try await portfolio.orders.performWithDeposit(purchase("50"), key: nil)
        let bought = try #require(made.last?.id)
        let larger = try await purchase("80")
        await #expect(throws: PortfolioError.self) { try await portfolio.orders.perform([larger], replacing: [bought]) }
        let preview = try await portfolio.orders.prepareWithDeposit(larger, replacing: [bought])
        for attempt in 0..<2 {
            let (prepared, results) = try await portfolio.orders.performWithDeposit(larger, replacing: [bought], key: "larger")
            #expect(prepared.rows.map(\.kind) == [.deposit, .buy] && prepared.rows.map(\.quantity) == ["30", "0.8"])
            #expect(results.map(\.isNew) == [attempt == 0, attempt == 0])
            if attempt == 0 { #expect(prepared.effects == preview.effects) }
            #expect(try await bitcoins() == "0.8")
        }
    }

    @Test func whatWasTakenBackBeforeIsNotReplaced() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        try await portfolio.orders.takeBack([made[0].id])
        await #expect(throws: PortfolioError.alreadyCorrected(made[0].id)) {
            try await portfolio.orders.perform([deposit("3", day: 1)], replacing: [made[0].id])
        }
        #expect(try await bitcoins() == .zero)
    }
}
