import Identity
import Ledger
import Market
import Testing
import Trading

/// Accounts before and after they are opened: reading opens none.
@Suite struct AccountTests {
    @Test(arguments: [true, false]) func anAccountIsOpenedByTheFirstWriteAndNotByReading(startsVerified: Bool) async throws {
        let world = try await TradingWorld(startsVerified: startsVerified)
        let trading = world.trading()
        let (state, details) = (try await trading.accounts.state(of: "ann"), try await trading.payments.depositDetails(of: "ann"))
        #expect(state.account.level == (startsVerified ? .full : VerificationLevel.none) && state.account.createdAt == nil)
        #expect(state.account.tolerance == world.rules.tolerance && state.account.passwordAbove == d("1000"))
        #expect(state.balances == [:] && state.openOrders == [] && state.openPayments == [])
        #expect(state.limits.count == 6 && state.limits.allSatisfy { $0.used == .zero && ($0.most > .zero) == startsVerified })
        let referral = try await trading.referrals.status(of: "ann")
        #expect(referral.code == nil && referral.referredCount == 0 && !referral.hasUsedCode)
        #expect(referral.canUseCode == !startsVerified)
        #expect(try await trading.accounts.history(of: "ann", HistoryQuery()) == [])
        #expect(try await trading.accounts.find(of: "ann") == nil, "nothing of this has opened an account")

        _ = try await trading.payments.deposit(d("10"), .eur, of: "ann")
        let account = try #require(try await trading.accounts.find(of: "ann"))
        #expect(account.id == state.account.id && account.createdAt == world.now)
        let opened = try await trading.payments.depositDetails(of: "ann")
        #expect(opened.iban == details.iban && opened.reference == details.reference, "where people were told to pay")
        #expect(try await trading.accounts.state(of: "ann").account.createdAt == world.now)
        #expect(try await trading.referrals.status(of: "ann").code == account.referralCode)
        #expect(try await trading.accounts.open(of: "ann") == account)
    }

    /// The feed is the order of favourites, and euros can be one.
    @Test func theOrderOfFavouritesMayContainCashAndOpensNoAccount() async throws {
        let world = try await TradingWorld()
        let trading = world.trading()
        _ = try await trading.accounts.setFavouriteOrder([.eur, .bitcoin, .eur], of: "ann")
        let (feed, account) = (try await trading.accounts.favouriteOrder(of: "ann"), try await trading.accounts.find(of: "ann"))
        #expect(feed == [.eur, .bitcoin] && account == nil)
        await #expect(throws: (any Error).self) { try await trading.accounts.setFavouriteOrder([AssetID("nosuch")!], of: "ann") }
    }

    /// Ids are different for each owner and in each file, so that a person cannot compute another person's id.
    @Test func idsFollowFromTheOwnerAndTheFile() async throws {
        let (one, two) = (try await TradingWorld(), try await TradingWorld())
        var ids: Set<String> = []
        for world in [one, two] {
            for owner in ["ann", "bob", "local"] {
                let id = try await world.trading().accounts.state(of: owner).account.id
                #expect(id.wholeMatch(of: /t_[0-9a-f]{16}/) != nil)
                #expect(try await world.trading().accounts.state(of: owner).account.id == id)
                ids.insert(id)
            }
        }
        #expect(ids.count == 6)
    }

    /// A reward names the account that it was for. A person who deletes that account and comes back gets another id.
    @Test func theIdOfARewardedAccountIsNotUsedAgain() async throws {
        let world = try await TradingWorld()
        let id = try await world.trading().accounts.state(of: "ann").account.id
        _ = try await world.trading().accounts.open(of: "bob")
        try await world.database.execute(
            "INSERT INTO trading_rewards VALUES ('w_0123456789abcdef', 'bob', '\(id)', 'USD', '10', 1)")
        let next = try await world.trading().accounts.state(of: "ann").account.id
        #expect(next != id)
        #expect(try await world.trading().accounts.open(of: "ann").id == next)
    }

    /// Without an account nothing can leave, for the same reasons as with an empty one.
    @Test func withoutAnAccountNothingCanBeSent() async throws {
        let world = try await TradingWorld()
        let trading = world.trading()
        let address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
        func preview(_ quantity: String, _ trading: Trading) async -> TradingError? {
            await tradingError { try await trading.transfers.preview(d(quantity), .bitcoin, to: address, of: "ann") }
        }
        #expect(await preview("1", trading) == .notEnough(.btc, have: .zero, need: d("1.001")))
        #expect(await preview("0", trading)?.code == "bad-amount")
        #expect(await preview("1", world.trading(startsVerified: false)) == .notVerified(.transfer))
        #expect(
            await tradingError { try await trading.payments.previewWithdrawal(d("10"), .usd, to: "m_0123456789abcdef", of: "ann") }
                == .noMethod("m_0123456789abcdef"))
        #expect(try await trading.accounts.find(of: "ann") == nil)
    }
}
