import Ledger
import Market
import Portfolio
import Testing

@Suite(.serialized) struct WalletRepositoryTests {
    @Test(arguments: Store.allCases) func aWalletComesBackAsItWasMade(store: Store) async throws {
        try await store.withRepositories { (repositories) async throws in
            let wallet = try await repositories.createWallet(
                named: "Savings", of: "ann", costBasis: .hifo, allowsNegative: true, createdAt: 12)
            #expect(
                wallet
                    == Wallet(id: wallet.id, owner: "ann", name: "Savings", costBasis: .hifo, allowsNegative: true, createdAt: 12))
            #expect(try await repositories.wallet(named: "sAVINGS", of: "ann") == wallet)
            #expect(try await repositories.wallet(named: "Savings", of: "bob") == nil)
        }
    }

    @Test(arguments: Store.allCases) func rulesAreKnownOfDeletedWalletsToo(store: Store) async throws {
        try await store.withRepositories { (repositories) async throws in
            let one = try await repositories.createWallet(
                named: "one", of: "ann", costBasis: .lifo, allowsNegative: true, createdAt: 1)
            let two = try await repositories.createWallet(
                named: "two", of: "ann", costBasis: .average, allowsNegative: false, createdAt: 1)
            try await repositories.deleteWallet(two.id, at: 2)
            #expect(
                try await repositories.rules(of: [one.id, two.id, WalletID(9)]) == [
                    one.id: Inventory.Rules(costBasis: .lifo, allowsNegative: true), two.id: Inventory.Rules(costBasis: .average),
                ])
        }
    }

    @Test(arguments: Store.allCases) func aNameIsTakenInAnyCaseByOneOwner(store: Store) async throws {
        try await store.withRepositories { (repositories) async throws in
            for (name, other) in [("main", "MAIN"), ("Ärger", "ärger")] {
                _ = try await repositories.make(name)
                await #expect(throws: PortfolioError.walletExists(name: name)) { try await repositories.make(other) }
                _ = try await repositories.make(other, of: "bob")
            }
            #expect(try await repositories.wallets(of: "ann").map(\.name) == ["main", "Ärger"])
        }
    }

    @Test(arguments: Store.allCases) func aWalletIsRenamedButNotToTheNameOfAnother(store: Store) async throws {
        try await store.withRepositories { (repositories) async throws in
            let (one, two) = (try await repositories.make("one"), try await repositories.make("two"))
            #expect(try await repositories.renameWallet(one, to: "ONE").name == "ONE")
            await #expect(throws: PortfolioError.walletExists(name: "two")) { try await repositories.renameWallet(one, to: "Two") }
            await #expect(throws: PortfolioError.noSuchWallet("9")) { try await repositories.renameWallet(WalletID(9), to: "x") }
            #expect(try await repositories.setCostBasis(.average, of: two).costBasis == .average)
            await #expect(throws: PortfolioError.noSuchWallet("9")) { try await repositories.setCostBasis(.fifo, of: WalletID(9)) }
        }
    }

    @Test(arguments: Store.allCases) func aDeletedWalletFreesItsNameAndKeepsItsTransactions(store: Store) async throws {
        try await store.withRepositories { (repositories) async throws in
            let old = try await repositories.make("main")
            let deposit = try Transaction.deposit(key: "k", time: 1, wallet: old, asset: .usd, quantity: d("5"))
            try await repositories.record(deposit)
            try await repositories.deleteWallet(old, at: 3)
            #expect(try await repositories.wallets(of: "ann").isEmpty)
            let new = try await repositories.make("Main")
            #expect(new != old)
            #expect(try await repositories.transactions(JournalQuery(wallets: [old])).map(\.transaction) == [deposit])
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) { try await repositories.deleteWallet(old, at: 4) }
            await #expect(throws: PortfolioError.noSuchWallet("\(old)")) {
                try await repositories.record(.deposit(key: "l", time: 1, wallet: old, asset: .usd, quantity: d("5")))
            }
        }
    }
}
