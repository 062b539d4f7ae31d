import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Requests that are sent again because the client did not receive their result.
@Suite(.serialized) struct RetryTests {
    private let world: World
    private let portfolio: Portfolio

    init() throws {
        world = try World()
        portfolio = world.portfolio()
    }

    @Test func aWalletIsCreatedOnce() async throws {
        let new = NewWallet(name: "Main", costBasis: .fifo, allowsNegative: false)
        let first = try await portfolio.wallets.create(new, isRetry: false)
        let again = try await portfolio.wallets.create(new, isRetry: true)
        #expect(first.isNew && !again.isNew && again.wallet == first.wallet)
        await #expect(throws: PortfolioError.walletExists(name: "Main")) { try await portfolio.wallets.create(new, isRetry: false) }
        let other = NewWallet(name: "Main", costBasis: .lifo, allowsNegative: false)
        await #expect(throws: PortfolioError.walletExists(name: "Main")) {
            try await portfolio.wallets.create(other, isRetry: true)
        }
    }

    @Test func aRenamedWalletIsFoundByItsNewName() async throws {
        try await portfolio.wallets.create("Main")
        let change = WalletChange(name: "Savings")
        func rename(isRetry: Bool) async throws -> Bool {
            try await portfolio.wallets.change(walletNamed: "Main", change, isRetry: isRetry) { _ in nil }.isNew
        }
        #expect(try await rename(isRetry: false))
        #expect(try await !rename(isRetry: true))
        await #expect(throws: PortfolioError.self) { try await rename(isRetry: false) }
    }

    @Test func aWalletIsDeletedOnceAndOnlyIfItsConditionHolds() async throws {
        struct Refusal: Error {}
        let wallet = try await portfolio.wallets.create("Main")
        func delete(isRetry: Bool, if condition: WalletCondition = { _ in nil }) async throws -> Bool {
            try await portfolio.wallets.delete(walletNamed: wallet.publicID, withHoldings: false, isRetry: isRetry, if: condition)
        }
        await #expect(throws: Refusal.self) { try await delete(isRetry: false) { _ in throw Refusal() } }
        let old = WalletVersion(wallet: wallet, lastTransaction: TransactionID(7))
        await #expect(throws: PortfolioError.changedMeanwhile) { try await delete(isRetry: true) { _ in old } }
        #expect(try await delete(isRetry: false))
        #expect(try await !delete(isRetry: true))
        await #expect(throws: PortfolioError.self) { try await delete(isRetry: false) }
    }

    @Test func transactionsAreTakenBackOnce() async throws {
        let wallet = try await portfolio.wallets.create("Main")
        let id = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "60"))
        let first = try await portfolio.corrections.correct([id, id])
        #expect(first.isNew && first.corrections.map(\.corrects) == [id])
        #expect(first.effects.map(\.after) == [.zero])
        let again = try await portfolio.corrections.correct([id], isRetry: true)
        #expect(!again.isNew && again.corrections.map(\.id) == first.corrections.map(\.id))
        await #expect(throws: PortfolioError.alreadyCorrected(id)) { try await portfolio.corrections.correct([id]) }
    }

    @Test func marksAreRemovedByNameAndEachNameOnce() async throws {
        let favourites = Favourites(portfolio.market, owner: "me")
        #expect(try await favourites.add(["BTC", "ethereum", "btc"]).map(\.id) == [bitcoin, ethereum])
        let (removed, unmarked) = try await favourites.remove(["LTC", "BTC", "bitcoin"])
        #expect(removed.map(\.id) == [bitcoin] && unmarked.map(\.id) == [litecoin])
        await #expect(throws: (any Error).self) { try await favourites.remove(["ETH", "no-such-asset"]) }
        #expect(try await favourites.all().map(\.id) == [ethereum])
    }
}
