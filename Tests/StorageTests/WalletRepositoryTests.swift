import Ledger
import Market
import Portfolio
import Testing

@Suite(.serialized) struct WalletRepositoryTests {
    @Test(arguments: EitherStore.allCases) func aWalletComesBackAsItWasMade(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let wallet = try await repositories.createWallet(
                named: "Savings", of: "ann", costBasis: .hifo, allowsNegative: true, createdAt: 12)
            #expect(
                wallet
                    == Wallet(
                        id: wallet.id, publicID: wallet.publicID, owner: "ann", name: "Savings", costBasis: .hifo,
                        allowsNegative: true, createdAt: 12))
            #expect(WalletPublicID.isWellFormed(wallet.publicID))
            #expect(try await repositories.wallet(named: wallet.publicID, of: "ann") == wallet)
            #expect(try await repositories.wallet(named: wallet.publicID, of: "bob") == nil)
            #expect(try await repositories.wallet(named: "sAVINGS", of: "ann") == wallet)
            #expect(try await repositories.wallet(named: "Savings", of: "bob") == nil)
        }
    }

    @Test(arguments: EitherStore.allCases) func rulesAreKnownOfDeletedWalletsToo(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let one = try await repositories.createWallet(
                named: "one", of: "ann", costBasis: .lifo, allowsNegative: true, createdAt: 1)
            let two = try await repositories.createWallet(
                named: "two", of: "ann", costBasis: .average, allowsNegative: false, createdAt: 1)
            try await repositories.deleteWallet(two.id, withHoldings: false, at: 2, expecting: nil)
            #expect(
                try await repositories.rules(of: [one.id, two.id, WalletID(9)]) == [
                    one.id: Inventory.Rules(costBasis: .lifo, allowsNegative: true), two.id: Inventory.Rules(costBasis: .average),
                ])
        }
    }

    @Test(arguments: EitherStore.allCases) func aNameIsTakenInAnyCaseByOneOwner(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            for (name, other) in [("main", "MAIN"), ("Ärger", "ärger")] {
                _ = try await repositories.make(name)
                await #expect(throws: PortfolioError.walletExists(name: name)) { try await repositories.make(other) }
                _ = try await repositories.make(other, of: "bob")
            }
            #expect(try await repositories.wallets(of: "ann").map(\.name) == ["main", "Ärger"])
        }
    }

    @Test(arguments: EitherStore.allCases) func aWalletIsRenamedButNotToTheNameOfAnother(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let (one, two) = (try await repositories.make("one"), try await repositories.make("two"))
            #expect(try await repositories.changeWallet(one, WalletChange(name: "ONE"), expecting: nil).name == "ONE")
            let taken = WalletChange(name: "Two", costBasis: .lifo)
            await #expect(throws: PortfolioError.walletExists(name: "two")) {
                try await repositories.changeWallet(one, taken, expecting: nil)
            }
            #expect(try await repositories.wallet(named: "one", of: "ann")?.costBasis == .fifo, "all of a change or nothing")
            await #expect(throws: PortfolioError.noSuchWallet("9")) {
                try await repositories.changeWallet(WalletID(9), taken, expecting: nil)
            }
            let both = try await repositories.changeWallet(two, WalletChange(name: "three", costBasis: .average), expecting: nil)
            #expect((both.name, both.costBasis) == ("three", .average))
        }
    }

    @Test(arguments: EitherStore.allCases) func onlyTheVersionThatSomebodySawIsChanged(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let id = try await repositories.make("main")
            func version() async throws -> WalletVersion {
                WalletVersion(
                    wallet: try #require(try await repositories.wallets(of: "ann").first),
                    lastTransaction: try await repositories.lastTransaction(of: id))
            }
            func expectRefusals(of seen: WalletVersion) async throws {
                let now = try await version()
                await #expect(throws: PortfolioError.changedMeanwhile) {
                    try await repositories.changeWallet(id, WalletChange(name: "other"), expecting: seen)
                }
                await #expect(throws: PortfolioError.changedMeanwhile) {
                    try await repositories.deleteWallet(id, withHoldings: true, at: 9, expecting: seen)
                }
                #expect(try await version() == now)
            }
            let made = try await version()
            try await repositories.record(.deposit(key: "k", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            try await expectRefusals(of: made)
            let recorded = try await version()
            _ = try await repositories.changeWallet(id, WalletChange(costBasis: .hifo), expecting: recorded)
            try await expectRefusals(of: recorded)
            try await repositories.deleteWallet(id, withHoldings: true, at: 9, expecting: try await version())
            #expect(try await repositories.wallets(of: "ann").isEmpty)
        }
    }

    @Test(arguments: EitherStore.allCases) func aWalletThatHoldsSomethingIsDeletedOnlyWithIt(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let id = try await repositories.make("main")
            try await repositories.record(.deposit(key: "k", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            await #expect(throws: PortfolioError.notEmpty(name: "main", holdings: 1)) {
                try await repositories.deleteWallet(id, withHoldings: false, at: 2, expecting: nil)
            }
            try await repositories.record(.withdrawal(key: "l", time: 1, wallet: id, asset: .usd, quantity: d("5")))
            try await repositories.deleteWallet(id, withHoldings: false, at: 2, expecting: nil)
        }
    }

    @Test(arguments: EitherStore.allCases) func walletsAreMadeWithTheirTransactionsOrNotAtAll(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let old = try await repositories.make("old")
            func record(_ quantity: Quantity, makes: Bool = true, isRehearsal: Bool = false) async throws -> [AppendResult] {
                try await repositories.append(
                    toWalletsNamed: ["Old", "new"], of: "ann", makesMissing: makes, recordedAt: 5, isRehearsal: isRehearsal
                ) { wallets, recorded in
                    #expect(try recorded("none") == nil)
                    guard let new = wallets["new"] else { throw PortfolioError.noSuchWallet("new") }
                    return [
                        try .deposit(key: "1", time: 1, wallet: new, asset: .usd, quantity: d("5")),
                        try .transfer(key: "2", time: 2, from: new, to: wallets["Old"]!, asset: .usd, quantity: quantity),
                    ]
                }
            }
            await #expect(throws: PortfolioError.noSuchWallet("new")) { try await record(d("1"), makes: false) }
            await #expect(throws: PortfolioError.self) { try await record(d("6")) }
            #expect(try await record(d("2"), isRehearsal: true).map(\.isNew) == [true, true])
            #expect(try await repositories.wallets(of: "ann").map(\.id) == [old])
            #expect(try await repositories.transactions(JournalQuery(wallets: [old])).isEmpty)
            #expect(try await record(d("2")).map(\.isNew) == [true, true])
            #expect(try await record(d("2")).map(\.isNew) == [false, false])
            #expect(try await repositories.wallets(of: "ann").map(\.name) == ["new", "old"])
            #expect(try await repositories.balances(of: old) == [.usd: d("2")])
        }
    }

    @Test(arguments: EitherStore.allCases) func aDeletedWalletFreesItsNameAndKeepsItsTransactions(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let old = try await repositories.make("main")
            let deposit = try Transaction.deposit(key: "k", time: 1, wallet: old, asset: .usd, quantity: d("5"))
            try await repositories.record(deposit)
            try await repositories.deleteWallet(old, withHoldings: true, at: 3, expecting: nil)
            #expect(try await repositories.wallets(of: "ann").isEmpty)
            let new = try await repositories.make("Main")
            #expect(new != old)
            #expect(try await repositories.transactions(JournalQuery(wallets: [old])).map(\.transaction) == [deposit])
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) {
                try await repositories.deleteWallet(old, withHoldings: true, at: 4, expecting: nil)
            }
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) {
                try await repositories.record(.deposit(key: "l", time: 1, wallet: old, asset: .usd, quantity: d("5")))
            }
        }
    }
}
