import Ledger
import Market
import Portfolio
import Storage
import Testing

@Suite(.serialized) struct WalletRepositoryTests {
    @Test func aWalletComesBackAsItWasMade() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.createWallet(
                named: "Savings", of: "ann", costBasis: .hifo, allowsNegative: true, createdAt: 12)
            #expect(
                wallet
                    == Wallet(
                        id: wallet.id, publicID: wallet.publicID, owner: "ann", name: "Savings", costBasis: .hifo,
                        allowsNegative: true, createdAt: 12))
            #expect(WalletPublicID.isWellFormed(wallet.publicID))
            #expect(try await store.wallet(named: wallet.publicID, of: "ann") == wallet)
            #expect(try await store.wallet(named: wallet.publicID, of: "bob") == nil)
            #expect(try await store.wallet(named: "sAVINGS", of: "ann") == wallet)
            #expect(try await store.wallet(named: "Savings", of: "bob") == nil)
        }
    }

    @Test func rulesAreKnownOfDeletedWalletsToo() async throws {
        try await TestStore.with { (store) async throws in
            let one = try await store.createWallet(
                named: "one", of: "ann", costBasis: .lifo, allowsNegative: true, createdAt: 1)
            let two = try await store.createWallet(
                named: "two", of: "ann", costBasis: .average, allowsNegative: false, createdAt: 1)
            try await store.deleteWallet(two.id, withHoldings: false, at: 2, expecting: nil)
            #expect(
                try await store.rules(of: [one.id, two.id, WalletID(9)]) == [
                    one.id: Inventory.Rules(costBasis: .lifo, allowsNegative: true), two.id: Inventory.Rules(costBasis: .average),
                ])
        }
    }

    @Test func aNameIsTakenInAnyCaseByOneOwner() async throws {
        try await TestStore.with { (store) async throws in
            for (name, other) in [("main", "MAIN"), ("Ärger", "ärger")] {
                _ = try await store.make(name)
                await #expect(throws: PortfolioError.walletExists(name: name)) { try await store.make(other) }
                _ = try await store.make(other, of: "bob")
            }
            #expect(try await store.wallets(of: "ann").map(\.name) == ["main", "Ärger"])
        }
    }

    @Test func aWalletIsRenamedButNotToTheNameOfAnother() async throws {
        try await TestStore.with { (store) async throws in
            let (one, two) = (try await store.make("one"), try await store.make("two"))
            #expect(try await store.changeWallet(one, WalletChange(name: "ONE"), expecting: nil).name == "ONE")
            let taken = WalletChange(name: "Two", costBasis: .lifo)
            await #expect(throws: PortfolioError.walletExists(name: "two")) {
                try await store.changeWallet(one, taken, expecting: nil)
            }
            #expect(try await store.wallet(named: "one", of: "ann")?.costBasis == .fifo, "all of a change or nothing")
            await #expect(throws: PortfolioError.noSuchWallet("9")) {
                try await store.changeWallet(WalletID(9), taken, expecting: nil)
            }
            let both = try await store.changeWallet(two, WalletChange(name: "three", costBasis: .average), expecting: nil)
            #expect((both.name, both.costBasis) == ("three", .average))
        }
    }

    @Test func onlyTheVersionThatSomebodySawIsChanged() async throws {
        try await TestStore.with { (store) async throws in
            let id = try await store.make("main")
            func version() async throws -> WalletVersion {
                WalletVersion(
                    wallet: try #require(try await store.wallets(of: "ann").first),
                    lastTransaction: try await store.lastTransaction(of: id))
            }
            func expectRefusals(of seen: WalletVersion) async throws {
                let now = try await version()
                await #expect(throws: PortfolioError.changedMeanwhile) {
                    try await store.changeWallet(id, WalletChange(name: "other"), expecting: seen)
                }
                await #expect(throws: PortfolioError.changedMeanwhile) {
                    try await store.deleteWallet(id, withHoldings: true, at: 9, expecting: seen)
                }
                #expect(try await version() == now)
            }
            let made = try await version()
            try await store.record(.deposit(key: "k", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            try await expectRefusals(of: made)
            let recorded = try await version()
            _ = try await store.changeWallet(id, WalletChange(costBasis: .hifo), expecting: recorded)
            try await expectRefusals(of: recorded)
            try await store.deleteWallet(id, withHoldings: true, at: 9, expecting: try await version())
            #expect(try await store.wallets(of: "ann").isEmpty)
        }
    }

    @Test func aWalletThatHoldsSomethingIsDeletedOnlyWithIt() async throws {
        try await TestStore.with { (store) async throws in
            let id = try await store.make("main")
            try await store.record(.deposit(key: "k", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            await #expect(throws: PortfolioError.notEmpty(name: "main", holdings: 1)) {
                try await store.deleteWallet(id, withHoldings: false, at: 2, expecting: nil)
            }
            try await store.record(.withdrawal(key: "l", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            try await store.deleteWallet(id, withHoldings: false, at: 2, expecting: nil)
        }
    }

    @Test func walletsAreMadeWithTheirTransactionsOrNotAtAll() async throws {
        try await TestStore.with { (store) async throws in
            let old = try await store.make("old")
            func record(_ quantity: Quantity, makes: Bool = true, isRehearsal: Bool = false) async throws -> [AppendResult] {
                try await store.append(
                    toWalletsNamed: ["Old", "new"], of: "ann", makesMissing: makes, recordedAt: 5, isRehearsal: isRehearsal
                ) { wallets, recorded in
                    #expect(try recorded.transaction(key: "none") == nil)
                    guard let new = wallets["new"] else { throw PortfolioError.noSuchWallet("new") }
                    return [
                        try .deposit(key: "1", time: 1, wallet: new, asset: .usd, quantity: d("5")),
                        try .transfer(key: "2", time: 2, from: new, to: wallets["Old"]!, asset: .usd, quantity: quantity),
                    ]
                } replace: { _, _ in
                }
            }
            await #expect(throws: PortfolioError.noSuchWallet("new")) { try await record(d("1"), makes: false) }
            await #expect(throws: PortfolioError.self) { try await record(d("6")) }
            #expect(try await record(d("2"), isRehearsal: true).map(\.isNew) == [true, true])
            #expect(try await store.wallets(of: "ann").map(\.id) == [old])
            #expect(try await store.transactions(JournalQuery(wallets: [old])).isEmpty)
            #expect(try await record(d("2")).map(\.isNew) == [true, true])
            #expect(try await record(d("2")).map(\.isNew) == [false, false])
            #expect(try await store.wallets(of: "ann").map(\.name) == ["new", "old"])
            #expect(try await store.balances(of: old) == [.usd: d("2")])
        }
    }

    @Test func aDeletedWalletFreesItsNameAndKeepsItsTransactions() async throws {
        try await TestStore.with { (store) async throws in
            let old = try await store.make("main")
            let deposit = try Transaction.deposit(key: "k", time: 1, wallet: old, asset: .usd, quantity: d("5"))
            try await store.record(deposit)
            try await store.deleteWallet(old, withHoldings: true, at: 3, expecting: nil)
            #expect(try await store.wallets(of: "ann").isEmpty)
            let new = try await store.make("Main")
            #expect(new != old)
            #expect(try await store.transactions(JournalQuery(wallets: [old])).map(\.transaction) == [deposit])
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) {
                try await store.deleteWallet(old, withHoldings: true, at: 4, expecting: nil)
            }
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) {
                try await store.record(.deposit(key: "l", time: 1, wallet: old, asset: .usd, quantity: d("5")))
            }
        }
    }

    @Test func aDeletedWalletComesBackWithEverything() async throws {
        try await TestStore.with { (store) async throws in
            let id = try await store.make("Main")
            try await store.record(.deposit(key: "k", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            let wallet = try #require(try await store.wallet(named: "Main", of: "ann"))
            await #expect(throws: PortfolioError.notDeleted(name: "Main")) {
                try await store.restoreWallet(named: "main", of: "ann")
            }
            for name in [wallet.publicID, "MAIN"] {
                try await store.deleteWallet(id, withHoldings: true, at: 3, expecting: nil)
                #expect(try await store.deletedWallet(named: name, of: "ann") == wallet)
                #expect(try await store.deletedWallet(named: name, of: "bob") == nil)
                await #expect(throws: PortfolioError.noDeletedWallet(name)) {
                    try await store.restoreWallet(named: name, of: "bob")
                }
                #expect(try await store.restoreWallet(named: name, of: "ann") == wallet)
                #expect(try await store.deletedWallet(named: name, of: "ann") == nil)
                #expect(try await store.wallets(of: "ann") == [wallet])
                #expect(try await store.balances(of: id) == [.usd: d("5")])
            }
            try await store.record(.withdrawal(key: "l", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            #expect(try await store.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
        }
    }

    @Test func aNameThatWasTakenMeanwhileIsNotTakenBack() async throws {
        try await TestStore.with { (store) async throws in
            let ids = [try await store.make("main")]
            try await store.deleteWallet(ids[0], withHoldings: true, at: 3, expecting: nil)
            let second = try await store.make("MAIN")
            await #expect(throws: PortfolioError.nameTaken(name: "MAIN")) {
                try await store.restoreWallet(named: "main", of: "ann")
            }
            // Of two deleted ones, the name means the last; an id means its wallet.
            try await store.deleteWallet(second, withHoldings: true, at: 4, expecting: nil)
            #expect(try await store.restoreWallet(named: "main", of: "ann").id == second)
            _ = try await store.changeWallet(second, WalletChange(name: "other"), expecting: nil)
            #expect(try await store.restoreWallet(named: "main", of: "ann").id == ids[0])
            #expect(try await store.wallets(of: "ann").map(\.name) == ["main", "other"])
            await #expect(throws: PortfolioError.noDeletedWallet("\0")) { try await store.restoreWallet(named: "\0", of: "ann") }
        }
    }
}
