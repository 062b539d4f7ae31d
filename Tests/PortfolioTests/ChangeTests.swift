import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Changes that are asked for twice, or by somebody who saw an earlier version.
@Suite(.serialized) struct ChangeTests {
    private let world: World
    private let portfolio: Portfolio

    init() throws {
        world = try World()
        portfolio = world.portfolio()
    }

    @Test func aWalletIsChangedAndDeletedOnlyInTheVersionSeen() async throws {
        let wallet = try await portfolio.wallets.create("Main")
        let old = WalletVersion(wallet: wallet, lastTransaction: TransactionID(7))
        await #expect(throws: PortfolioError.changedMeanwhile) {
            try await portfolio.wallets.change(wallet, WalletChange(name: "Savings"), expecting: old)
        }
        await #expect(throws: PortfolioError.changedMeanwhile) {
            try await portfolio.wallets.delete(wallet, withHoldings: false, expecting: old)
        }
        #expect(try await portfolio.wallets.all() == [wallet])
        let current = try await portfolio.wallets.version(of: wallet)
        let renamed = try await portfolio.wallets.change(wallet, WalletChange(name: "Savings"), expecting: current)
        #expect(try await portfolio.wallets.all() == [renamed] && renamed.name == "Savings")
        let next = try await portfolio.wallets.version(of: renamed)
        try await portfolio.wallets.delete(renamed, withHoldings: false, expecting: next)
        #expect(try await portfolio.wallets.all() == [])
    }

    @Test func transactionsAreTakenBackOnce() async throws {
        let wallet = try await portfolio.wallets.create("Main")
        let id = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "60"))
        let receipt = try await portfolio.corrections.correct([id, id])
        #expect(receipt.corrections.map(\.corrects) == [id])
        #expect(receipt.effects.map(\.after) == [.zero])
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
