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

    // MARK: Transactions of the same second

    /// A deposit of cash and a purchase that needs it, of one second.
    private func purchase() async throws -> (deposit: TransactionID, bought: TransactionID) {
        let order = try await portfolio.order(wallet, bitcoin, .buy(.cash("50"), price: "100", fee: .zero), at: moment(day0 + 1))
        let (_, made) = try await portfolio.orders.performWithDeposit(order, key: nil)
        return (made[0].id, made[1].id)
    }

    private func cash(_ quantity: Quantity) async throws -> Order {
        try await portfolio.order(wallet, .usd, .deposit(quantity, cost: nil), at: moment(day0 + 1))
    }

    @Test func aDepositThatAPurchaseOfItsSecondNeedsIsEdited() async throws {
        let (first, bought) = try await purchase()
        var deposit = first
        for quantity in ["60", "50", "70"] as [Quantity] {
            let preview = try await portfolio.orders.prepare([cash(quantity)], replacing: [deposit])
            let (prepared, results) = try await portfolio.orders.perform([cash(quantity)], replacing: [deposit], key: "\(quantity)")
            #expect(prepared.effects == preview.effects)
            // The same request again is answered, and not recorded again.
            let again = try await portfolio.orders.perform([cash(quantity)], replacing: [deposit], key: "\(quantity)")
            #expect(again.1.map(\.id) == results.map(\.id) && again.1.map(\.isNew) == [false])
            deposit = results[0].id
            let standing = try await portfolio.transactions.page(of: wallet, limit: 99).filter {
                $0.correctedBy == nil && $0.corrects == nil
            }
            #expect(standing.map(\.id) == [bought, deposit], "newest first")
        }
        let (less, day) = (try await cash("49"), moment(day0 + 1))
        await #expect(
            throws: PortfolioError.neededLater(
                wallet: "main", asset: Ticker("USD")!, left: "49", need: "50", by: bought, kind: .buy, time: day)
        ) { try await portfolio.orders.perform([less], replacing: [deposit]) }
        #expect(try await portfolio.rows().map(\.kind) == [.deposit, .buy], "an export is imported in this order")
    }

    /// A lot that is edited, or taken back and restored, leaves when it would have left before.
    @Test func aLotKeepsItsTurnAmongThoseOfItsSecond() async throws {
        let first = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "10"), at: moment(day0 + 1))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "20"), at: moment(day0 + 1))
        try await portfolio.perform(wallet, bitcoin, .withdraw("1", value: "0"), at: moment(day0 + 2))
        func realized() async throws -> Money? { try await portfolio.gains.report(of: wallet).total.realized.gain.total }
        #expect(try await realized() == "-10")
        let edited = try await portfolio.order(wallet, bitcoin, .deposit("1", cost: "11"), at: moment(day0 + 1))
        let (_, results) = try await portfolio.orders.perform([edited], replacing: [first])
        #expect(try await realized() == "-11")
        _ = try await portfolio.corrections.correct([results[0].id])
        #expect(try await realized() == "-20")
        _ = try await portfolio.corrections.restore([results[0].id])
        #expect(try await realized() == "-11")
    }

    // MARK: Journals of earlier builds

    /// Earlier builds gave every correction the same kind of key, and recorded a replacement in the same write.
    private func correctAsBefore(_ id: TransactionID, _ replacement: Transaction...) async throws {
        let record = try #require(try await world.database.transaction(id, of: "me"))
        let correction = try Transaction.correction(of: record, key: "correction of #\(id)")
        _ = try await world.database.append([correction] + replacement, of: "me", recordedAt: 5, expecting: [:])
    }

    @Test func whatAnEarlierBuildReplacedIsNotRestored() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        let id = made[0].id
        try await correctAsBefore(
            id, .deposit(key: "new", time: moment(day0 + 1), wallet: wallet.id, asset: bitcoin, quantity: "3", value: "5"))
        let replacement = try #require(try await world.database.transaction(key: "new", of: "me")?.id)
        await #expect(throws: PortfolioError.replaced(id, by: replacement)) { try await portfolio.corrections.restore([id]) }
        _ = try await portfolio.corrections.correct([replacement])
        await #expect(throws: PortfolioError.replaced(id, by: replacement)) { try await portfolio.corrections.restore([id]) }
        _ = try await portfolio.corrections.restore([replacement])
        #expect(try await bitcoins() == "3")
    }

    @Test func whatAnEarlierBuildTookBackIsRestored() async throws {
        let (_, made) = try await portfolio.orders.perform([deposit("2", day: 1)])
        try await correctAsBefore(made[0].id)
        // The next transaction, of another moment, is no replacement.
        _ = try await portfolio.orders.perform([deposit("3", day: 1)])
        let restored = try #require(try await portfolio.corrections.restore([made[0].id]).corrections.first?.id)
        #expect(try await bitcoins() == "5")
        // An earlier build restored it within the same second as it took it back.
        try await correctAsBefore(
            restored,
            .deposit(
                key: "restoration of #\(restored)", time: moment(day0 + 1), wallet: wallet.id, asset: bitcoin, quantity: "2",
                value: "5"))
        #expect(try await portfolio.corrections.restore([restored]).corrections.count == 1)
        #expect(try await bitcoins() == "5")
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
