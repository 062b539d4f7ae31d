import Ledger
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct WalletShareTests {
    /// No secret is answered before the store was asked, whatever its form: how long an answer takes tells nothing about links. Once the
    /// store is closed, each of them fails.
    @Test func everySecretIsLookedUp() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let shares = WalletShares(world.database, { _ in portfolio }, now: { 0 })
        let secret = "closecast_share_" + String(repeating: "0", count: 64)
        let texts = ["", "x", "closecast_share_", secret, secret + "0", String(repeating: "é", count: 1000)]
        for text in texts { #expect(try await shares.share(of: text) == nil) }
        try world.database.close()
        for text in texts { await #expect(throws: (any Error).self) { try await shares.share(of: text) } }
    }
}
