import Ledger
import Market
import Portfolio
import Storage
import Testing
import Trading

/// The wallets of a simulated account are not part of the portfolio: only trading sees or changes them.
@Suite struct HiddenWalletTests {
    private struct Place {
        let world: TradingWorld
        let portfolio: Portfolio
        let account: TradingAccount
        let transactions: [RecordedTransaction]

        init() async throws {
            world = try await TradingWorld()
            account = try await world.fund("ann", (.usd, d("1000")))
            try await world.trading().trade(.buy(cash: "100"), of: "ann")
            transactions = try await world.database.transactions(JournalQuery(wallets: [account.wallet]))
            portfolio = Portfolio(world.database, owner: "ann") { [world] in world.now }
        }

        /// Checks that the account is unchanged.
        func expectUntouched() async throws {
            #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("900")))
            #expect(try await world.database.transactions(JournalQuery(wallets: [account.wallet])) == transactions)
            try await world.expectSoundBooks(of: ["ann"], "hidden")
        }
    }

    @Test func theyAreInNoList() async throws {
        let place = try await Place()
        #expect(try await place.portfolio.wallets.all() == [])
        let own = try await place.portfolio.wallets.create("Main")
        #expect(try await place.portfolio.wallets.all() == [own])
        #expect(try await place.portfolio.wallets.group(nil).wallets == [own])
        for name in ["Simulated account", "Simulated account, held", "SIMULATED", "HELD", "\(place.account.wallet)"] {
            await #expect(throws: PortfolioError.self, "\(name)") { try await place.portfolio.wallets.named(name) }
        }
        for record in place.transactions {
            #expect(try await place.world.database.transaction(record.id, of: "ann") == nil)
            #expect(try await place.world.database.transaction(key: record.transaction.key, of: "ann") == nil)
            await #expect(throws: PortfolioError.self) { try await place.portfolio.transactions.transaction(record.id) }
        }
    }

    /// People may name their own wallets as they like.
    @Test func theyTakeNoNames() async throws {
        let place = try await Place()
        for name in ["Simulated account", "simulated", "HELD", "Simulated account, held"] {
            let wallet = try await place.portfolio.wallets.create(name)
            #expect(try await place.portfolio.wallets.named(name) == wallet)
        }
        #expect(try await place.portfolio.wallets.all().count == 4)
        // A person who already had such wallets still gets a simulated account.
        let bob = Portfolio(place.world.database, owner: "bob") { 0 }
        _ = try await bob.wallets.create("simulated")
        _ = try await place.world.trading().accounts.open(of: "bob")
        try await place.expectUntouched()
    }

    @Test func nobodyElseWritesToThem() async throws {
        let place = try await Place()
        let (free, held, now) = (place.account.wallet, place.account.heldWallet, place.world.now)
        let own = try await place.portfolio.wallets.create("Main").id
        _ = try await place.world.database.append(
            [.deposit(key: "own", time: now, wallet: own, asset: .usd, quantity: d("50"))], of: "ann", recordedAt: now,
            expecting: [:], isRehearsal: false)
        let transactions = [
            try Transaction.deposit(key: "a", time: now, wallet: free, asset: .usd, quantity: d("1")),
            try .withdrawal(key: "b", time: now, wallet: free, asset: .usd, quantity: d("1")),
            try .deposit(key: "c", time: now, wallet: held, asset: .usd, quantity: d("1")),
            try .transfer(key: "d", time: now, from: free, to: own, asset: .usd, quantity: d("1")),
            try .transfer(key: "e", time: now, from: own, to: free, asset: .usd, quantity: d("1")),
            try .correction(of: place.transactions[0], key: "f"),
        ]
        for transaction in transactions {
            await #expect(throws: PortfolioError.self, "\(transaction.key)") {
                try await place.world.database.append(
                    [transaction], of: "ann", recordedAt: now, expecting: [:], isRehearsal: false)
            }
        }
        for record in place.transactions {
            await #expect(throws: PortfolioError.self) { try await place.portfolio.orders.takeBack([record.id]) }
            await #expect(throws: PortfolioError.self) { try await place.portfolio.corrections.correct([record.id]) }
        }
        // Nor does trading write to recorded wallets.
        await #expect(throws: PortfolioError.self) {
            try await place.world.database.changeTrading {
                try $0.append(
                    [.deposit(key: "g", time: now, wallet: own, asset: .usd, quantity: d("1"))], of: "ann", recordedAt: now)
            }
        }
        // Nor to those of another person.
        await #expect(throws: PortfolioError.self) {
            try await place.world.database.changeTrading {
                try $0.append(
                    [.deposit(key: "h", time: now, wallet: free, asset: .usd, quantity: d("1"))], of: "bob", recordedAt: now)
            }
        }
        try await place.expectUntouched()
    }

    /// A row of a file can name a wallet by its number.
    @Test func noImportTouchesThem() async throws {
        let place = try await Place()
        for wallet in [
            "#\(place.account.wallet.number)", "#\(place.account.heldWallet.number)", "Simulated account", "SIMULATED",
        ] {
            let row = """
                key,time,kind,wallet,asset,quantity,cash,fee,to,value,note,at_market,to_asset,to_quantity
                k,2025-03-12T00:00:00Z,deposit,"\(wallet)",usd,5,,,,,,,,
                """
            let rows = try await TransactionFile.rows(Array((row + "\n").utf8), file: "f", wallet: nil) { AssetID($0)! }
            #expect(rows.count == 1)
            await #expect(throws: (any Error).self, "\(wallet)") {
                try await place.portfolio.importer.record(rows, file: "f", options: ImportOptions())
            }
        }
        try await place.expectUntouched()
    }

    /// Keys of the journal are a person's own to choose, except those that trading uses: a person who took one could block a
    /// payment.
    @Test func noImportTakesAKeyOfTrading() async throws {
        let place = try await Place()
        let trading = place.world.trading()
        let payment = try await trading.payments.deposit(d("10"), .usd, of: "ann")
        let own = try await place.portfolio.wallets.create("Main").id
        await #expect(throws: PortfolioError.self) {
            try await place.world.database.append(
                [.deposit(key: "trading/\(payment.id)", time: 1, wallet: own, asset: .usd, quantity: d("1"))], of: "ann",
                recordedAt: 1, expecting: [:], isRehearsal: false)
        }
        place.world.now = payment.dueAt
        #expect(try await trading.work.run() == 1)
        #expect(try await place.world.balance(.usd, of: "ann").free == d("910"))
    }
}
