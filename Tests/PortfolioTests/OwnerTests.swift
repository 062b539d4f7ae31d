import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct OwnerTests {
    let world: World
    let mine: Portfolio
    let theirs: Portfolio
    let wallet: Wallet
    let transaction: TransactionID

    init() async throws {
        world = try World()
        (mine, theirs) = (world.portfolio(), world.portfolio("them"))
        wallet = try await mine.wallets.create("Main")
        try await world.store([100], of: bitcoin)
        transaction = try await mine.perform(wallet, bitcoin, .deposit("1", cost: "1"))
    }

    @Test func namesAreTheOwnersOwn() async throws {
        #expect(try await theirs.wallets.all().isEmpty)
        await #expect(throws: PortfolioError.noSuchWallet("main")) { try await theirs.wallets.named("main") }
        await #expect(throws: PortfolioError.noSuchWallet("Mian", near: "Main")) { try await mine.wallets.named("Mian") }
        await #expect(throws: PortfolioError.noSuchWallet("Mian"), "no name of another owner is suggested") {
            try await theirs.wallets.named("Mian")
        }
        let other = try await theirs.wallets.create("main")
        #expect(other.id != wallet.id)
        #expect(try await mine.wallets.named("MAIN") == wallet)
        await #expect(throws: PortfolioError.walletExists(name: "Main")) { try await mine.wallets.create("MAIN") }
        #expect(try await theirs.rows().isEmpty)
        #expect(try await mine.investments.wallet().id != theirs.investments.wallet().id)
    }

    @Test func anotherOwnersWalletIsRefusedByEveryFunction() async throws {
        let other = try await theirs.wallets.create("other")
        let before = try await mine.rows()
        let calls: [(String, () async throws -> Void)] = [
            ("change", { _ = try await theirs.wallets.change(wallet, WalletChange(name: "taken", costBasis: .lifo)) }),
            ("version", { _ = try await theirs.wallets.version(of: wallet) }),
            ("delete", { try await theirs.wallets.delete(wallet, withHoldings: true) }),
            ("prepare", { _ = try await theirs.orders.prepare([theirs.order(wallet, bitcoin, .withdraw("1"))]) }),
            (
                "transfer to",
                { _ = try await theirs.orders.prepare([theirs.order(other, bitcoin, .transfer("1", to: wallet, fee: .zero))]) }
            ),
            ("history", { _ = try await theirs.transactions.page(of: wallet, limit: 1) }),
            ("export", { try await theirs.transactions.export([wallet]) { _ in } }),
            ("gains", { _ = try await theirs.gains.report(of: wallet) }),
            ("gains of several", { _ = try await theirs.gains.report(of: WalletGroup([wallet])) }),
            ("realized gains", { _ = try await theirs.gains.realized(of: WalletGroup([wallet])) }),
            ("timing", { _ = try await theirs.transactions.timing(of: WalletGroup(wallet), day: day0, includesLater: true) }),
            ("valuation", { _ = try await theirs.valuations.valuation(of: wallet) }),
            ("valuation of a day", { _ = try await theirs.valuations.valuation(of: wallet, on: day0) }),
            ("value over time", { _ = try await theirs.valueHistory.values(of: wallet, from: day0, through: day0) }),
            ("span", { _ = try await theirs.valueHistory.span(of: wallet) }),
            ("returns", { _ = try await theirs.valueHistory.returns(of: wallet, through: day0) }),
            ("holdings", { _ = try await theirs.valuations.holdings(of: WalletGroup(wallet)) }),
        ]
        for (name, call) in calls {
            await #expect(throws: PortfolioError.noSuchWallet("Main"), "\(name)") { try await call() }
        }
        await #expect(throws: PortfolioError.noSuchTransaction(transaction)) { try await theirs.orders.takeBack([transaction]) }
        try await mine.wallets.delete(wallet, withHoldings: true)
        for name in ["Main", wallet.publicID] {
            #expect(try await theirs.wallets.deleted(name) == nil)
            await #expect(throws: PortfolioError.noDeletedWallet(name)) { try await theirs.wallets.restore(name) }
        }
        #expect(try await mine.wallets.restore("Main") == wallet)
        await #expect(throws: PortfolioError.noSuchInvestment(transaction)) { try await theirs.investments.remove([transaction]) }
        await #expect(throws: ImportError.self) {
            try await theirs.importCSV("time,kind,asset,quantity\n2024-01-01,deposit,BTC,1\n", wallet: "Main")
        }
        let prepared = try await mine.orders.prepare([mine.order(wallet, bitcoin, .withdraw("1"))])
        await #expect(throws: PortfolioError.noSuchWallet("\(wallet.id)")) { try await theirs.orders.commit(prepared) }
        #expect(try await mine.rows() == before)
        #expect(try await mine.wallets.all() == [wallet])
    }

    @Test func keysOfTwoOwnersDoNotMeet() async throws {
        let other = try await theirs.wallets.create("other")
        for (portfolio, wallet) in [(mine, wallet), (theirs, other)] {
            let order = try await portfolio.order(wallet, bitcoin, .deposit("2", cost: "2"))
            #expect(try await portfolio.orders.commit(portfolio.orders.prepare([order], keys: ["same"])).map(\.isNew) == [true])
        }
    }

    @Test(
        arguments: [
            ("", .length(0)), (String(repeating: "x", count: 65), .length(65)), (" a", .blankEnd), ("a ", .blankEnd),
            ("a\u{A0}", .blankEnd), ("\u{3000}a", .blankEnd), (".", .dots), ("..", .dots), ("a/b", .character("\u{2F}")),
            ("a\\b", .character("\u{5C}")), ("a\nb", .character("\u{0A}")), ("a\u{7F}", .character("\u{7F}")),
            ("a\u{85}b", .character("\u{85}")),
            ("a\u{2028}b", .character("\u{2028}")), ("a\u{2029}b", .character("\u{2029}")), ("a\u{202E}b", .character("\u{202E}")),
            ("a\u{2066}b", .character("\u{2066}")), ("a\u{200F}b", .character("\u{200F}")), ("a\u{61C}b", .character("\u{61C}")),
            ("a\u{200B}b", .character("\u{200B}")), ("a\u{200D}b", .character("\u{200D}")), ("a\u{FEFF}", .character("\u{FEFF}")),
            ("a\u{AD}b", .character("\u{AD}")), ("a\u{3164}b", .character("\u{3164}")), ("w_0123456789abcdef", .looksLikeID),
            ("W_0123456789ABCDEF", .looksLikeID), ("a\u{2800}", .character("\u{2800}")), ("a\u{E000}", .character("\u{E000}")),
            ("a\u{FFFE}", .character("\u{FFFE}")),
        ] as [(String, WalletName.Fault)])
    func aNameThatHidesOrLooksLikeSomethingElseIsRefused(name: String, fault: WalletName.Fault) async throws {
        await #expect(throws: PortfolioError.badName(name, fault)) { try await mine.wallets.create(name) }
        await #expect(throws: PortfolioError.badName(name, fault)) {
            try await mine.wallets.change(wallet, WalletChange(name: name))
        }
    }

    @Test func namesThatLookAlikeAreOneName() async throws {
        let made = try await mine.wallets.create("Cafe\u{301}")
        #expect(Array(made.name.utf8) == Array("Caf\u{E9}".utf8), "composed")
        for name in ["Caf\u{E9}", "CAFE\u{301}", "cafe\u{301}", "Ca\u{200B}f\u{E9}"] {
            #expect(try await mine.wallets.named(name) == made, "\(name)")
        }
        await #expect(throws: PortfolioError.walletExists(name: made.name)) { try await mine.wallets.create("CAF\u{C9}") }
        try await mine.wallets.create("Stra\u{DF}e")
        await #expect(throws: PortfolioError.walletExists(name: "Stra\u{DF}e")) { try await mine.wallets.create("STRASSE") }
        try await mine.wallets.create("\u{2764}\u{FE0F} w_0123456789abcde")
    }

    @Test func aWalletIsFoundByItsIDWhateverItIsCalled() async throws {
        let id = wallet.publicID
        try await mine.wallets.change(wallet, WalletChange(name: "Renamed"))
        let found = try await mine.wallets.named(id)
        #expect(found.name == "Renamed" && found.publicID == id)
        await #expect(throws: PortfolioError.noSuchWallet(id)) { try await theirs.wallets.named(id) }
        await #expect(throws: PortfolioError.noSuchWallet(id.uppercased())) { try await mine.wallets.named(id.uppercased()) }
    }

    @Test func aWalletWithHoldingsIsDeletedOnlyWithTheFlag() async throws {
        await #expect(throws: PortfolioError.notEmpty(name: "Main", holdings: 1)) {
            try await mine.wallets.delete(wallet, withHoldings: false)
        }
        try await mine.wallets.delete(wallet, withHoldings: true)
        #expect(try await mine.wallets.all().isEmpty)
        #expect(try await mine.wallets.create("main").id != wallet.id)
    }
}

@Suite(.serialized) struct InvestmentsTests {
    @Test func investmentsAreTheLotsOfAWalletMadeWhenItIsNeeded() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        await #expect(throws: PortfolioError.noSuchInvestment(TransactionID(1))) {
            try await portfolio.investments.remove([TransactionID(1)])
        }
        #expect(try await portfolio.wallets.all().isEmpty)
        let wallet = try await portfolio.investments.wallet()
        #expect(try await portfolio.investments.wallet() == wallet)
        let ids = [
            try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "60")),
            try await portfolio.perform(wallet, ethereum, .deposit("2", cost: "5")),
        ]
        let other = try await portfolio.wallets.create("other")
        let elsewhere = try await portfolio.perform(other, bitcoin, .deposit("1", cost: "60"))
        await #expect(throws: PortfolioError.noSuchInvestment(elsewhere)) {
            try await portfolio.investments.remove([ids[0], elsewhere])
        }
        #expect(try await portfolio.gains.report(of: wallet).gains.lots.map(\.lot.origin) == ids)
        try await portfolio.investments.remove([ids[0]])
        #expect(try await portfolio.gains.report(of: wallet).gains.lots.map(\.lot.origin) == [ids[1]])
        await #expect(throws: PortfolioError.alreadyCorrected(ids[0])) { try await portfolio.investments.remove([ids[0]]) }
    }
}
