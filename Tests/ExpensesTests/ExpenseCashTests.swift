import Expenses
import Ledger
import Market
import Notices
import Portfolio
import Records
import Storage
import Testing

/// Entries that a wallet's cash pays.
@Suite struct ExpenseCashTests {
    private typealias World = ExpensesWorld

    private static let day = World.today - 3

    /// A wallet with 100 USD, deposited a month ago.
    private static func wallet(_ world: World, _ name: String = "Main", of caller: Caller = World.ann) async throws -> Wallet {
        let portfolio = world.portfolio(of: caller)
        let wallet = try await portfolio.wallets.create(name)
        let order = Order(
            wallet: wallet, asset: try await portfolio.market.directory.asset("USD"),
            action: .deposit(FixedDecimal(100), cost: nil), time: (World.today - 30).daysSince1970 * 86_400)
        _ = try await portfolio.orders.perform([order])
        return wallet
    }

    private static func cash(_ world: World, _ wallet: Wallet, _ asset: AssetID = .usd) async throws -> FixedDecimal {
        try await world.store.balances(of: wallet.id)[asset] ?? .zero
    }

    @Test func theWalletFollowsTheEntry() async throws {
        let world = try World()
        let (main, other) = (try await Self.wallet(world), try await Self.wallet(world, "Other"))
        let lunch = try await world.pay(world.add(World.draft("Lunch", "12.5", "USD", on: Self.day)), "main")
        #expect(lunch.wallet == main.publicID && lunch.version == 2)
        let number = try #require(lunch.walletTransaction)
        let recorded = try #require(try await world.store.transaction(TransactionID(Int64(number)), of: "ann")).transaction
        #expect(recorded.kind == .withdrawal && recorded.day == Self.day && recorded.note == "Lunch · \(lunch.id)")
        #expect(try await Self.cash(world, main) == FixedDecimal("87.5")!)
        #expect(try await world.pay(lunch, "Main") == lunch)

        let moved = try await world.pay(lunch, "Other")
        #expect(try await Self.cash(world, main) == FixedDecimal(100))
        #expect(try await Self.cash(world, other) == FixedDecimal("87.5")!)
        let renamed = try await world.edit(moved, World.draft("Dinner", "12.5", "USD", on: Self.day))
        #expect(renamed.walletTransaction == moved.walletTransaction)
        let dearer = try await world.edit(renamed, World.draft("Dinner", "30", "USD", on: Self.day - 1))
        #expect(dearer.walletTransaction != renamed.walletTransaction && dearer.version == renamed.version + 1)
        #expect(try await Self.cash(world, other) == FixedDecimal(70))
        let income = try await world.edit(dearer, World.draft("Salary", "30", "USD", on: Self.day, #""kind":"income""#))
        #expect(try await Self.cash(world, other) == FixedDecimal(130))

        try await world.remove(income)
        #expect(try await Self.cash(world, other) == FixedDecimal(100))
        let restored = try await world.restore(income)
        #expect(try await Self.cash(world, other) == FixedDecimal(130) && restored.wallet == other.publicID)
        let free = try await world.unpay(restored)
        #expect(free.wallet == nil && free.walletTransaction == nil)
        #expect(try await Self.cash(world, other) == FixedDecimal(100))
        #expect(try await world.unpay(free) == free)
        #expect(try await world.audit() == [])
    }

    @Test func eurosAreCashToo() async throws {
        let world = try World()
        let wallet = try await Self.wallet(world)
        try await world.storeRate(1.25, on: Self.day - 2)
        let salary = try await world.pay(world.add(World.draft("Salary", "20", on: Self.day, #""kind":"income""#)), "Main")
        #expect(try await Self.cash(world, wallet, .eur) == FixedDecimal(20))
        let number = try #require(salary.walletTransaction)
        let recorded = try await world.store.transaction(TransactionID(Int64(number)), of: "ann")
        #expect(recorded?.transaction.value == .usd(FixedDecimal(25)) && recorded?.transaction.kind == .deposit)
    }

    @Test func withoutATimeZoneTheDayCanBeThatOfADeviceAheadOfUTC() async throws {
        let world = try World()
        _ = try await Self.wallet(world)
        // 20:00 UTC, when it is tomorrow in Almaty.
        world.now = World.today.daysSince1970 * 86_400 + 20 * 3600
        let tomorrow = try await world.add(World.draft("Late", "1", "USD", on: World.today + 1, #""minute":60"#))
        #expect(try await world.pay(tomorrow, "Main").walletTransaction != nil)
        let later = try await world.add(World.draft("x", "1", "USD", on: World.today + 2))
        await #expect(throws: PortfolioError.self) { try await world.pay(later, "Main") }
        let settings: NoticeSettingsDraft = try World.input(#"{"time_zone":"America/Lima"}"#)
        _ = try await world.store.change { try NoticeWays().replace(&$0, World.ann, settings) }
        let lima = try await world.add(World.draft("y", "1", "USD", on: World.today + 1))
        await #expect(throws: PortfolioError.self) { try await world.pay(lima, "Main") }
    }

    @Test func whatIsRefusedChangesNothing() async throws {
        let world = try World()
        let wallet = try await Self.wallet(world)
        _ = try await Self.wallet(world, "Bob's", of: World.bob)
        func add(_ json: String, _ wallet: String) async throws -> Expense {
            let draft: Expenses.PaidDraft = try World.input(#"{"wallet":"\#(wallet)",\#(json.dropFirst())"#)
            return try await world.store.change { try Expenses().add(&$0, World.ann, draft) }
        }
        await #expect(throws: PortfolioError.self) { try await add(World.draft("x", "100.01", "USD", on: Self.day), "Main") }
        await #expect(throws: PortfolioError.noSuchWallet("Bob's")) { try await add(World.draft("x", "1", "USD"), "Bob's") }
        await #expect(throws: PortfolioError.self) { try await add(World.draft("x", "1", "USD", on: World.today + 1), "Main") }
        await #expect(throws: PortfolioError.self) { try await add(World.draft("x", "1", "KZT"), "Main") }
        #expect(try await world.names() == [])
        #expect(try await Self.cash(world, wallet) == FixedDecimal(100))

        // At noon, in an hour or two.
        let today = try await add(World.draft("Today", "1", "USD"), "Main")
        let paid = try await add(World.draft("Paid", "90", "USD", on: Self.day), "Main")
        await #expect(throws: PortfolioError.self) { try await world.edit(paid, World.draft("Paid", "99.5", "USD", on: Self.day)) }
        await #expect(throws: PortfolioError.self) { try await world.edit(paid, World.draft("Paid", "9", "JPY")) }
        #expect(try await world.list().expenses == [today, paid])
        #expect(try await Self.cash(world, wallet) == FixedDecimal(9))
        let income = try await add(World.draft("Salary", "50", "USD", on: Self.day - 1, #""kind":"income""#), "Main")
        _ = try await add(World.draft("Spent", "55", "USD", on: Self.day), "Main")
        await #expect(throws: PortfolioError.self) { try await world.remove(income) }
        await #expect(throws: PortfolioError.self) { try await world.unpay(income) }
        #expect(try await world.list().expenses.count == 4)
        #expect(try await world.audit() == [])
    }

    @Test func anEntryStaysWithoutItsWallet() async throws {
        let world = try World()
        let wallet = try await Self.wallet(world)
        let portfolio = world.portfolio()
        func stored(_ expense: Expense) async throws -> Expense {
            try await world.store.refusing { try Expenses().show($0, World.ann, Expenses.Named(expense.id)) }
        }
        let first = try await world.pay(world.add(World.draft("a", "10", "USD", on: Self.day)), "Main")
        _ = try await portfolio.orders.takeBack([TransactionID(Int64(try #require(first.walletTransaction)))])
        let lost = try await stored(first)
        #expect(lost.wallet == wallet.publicID && lost.walletTransaction == nil && lost.version == first.version + 1)
        let again = try await world.pay(lost, "Main")
        #expect(try await Self.cash(world, wallet) == FixedDecimal(90) && again.walletTransaction != nil)

        try await world.store.deleteWallet(wallet.id, withHoldings: true, at: world.now, expecting: nil)
        let orphan = try await stored(first)
        #expect(orphan.wallet == wallet.publicID && orphan.walletTransaction == nil)
        let edited = try await world.edit(orphan, World.draft("a", "20", "USD", on: Self.day))
        _ = try await world.store.restoreWallet(named: "Main", of: "ann")
        #expect(try await stored(edited).walletTransaction == nil)
        // What was withdrawn before the deletion does not count twice.
        let paid = try await world.pay(edited, "Main")
        #expect(try await Self.cash(world, wallet) == FixedDecimal(80))

        try await world.remove(paid)
        try await world.store.deleteWallet(wallet.id, withHoldings: true, at: world.now, expecting: nil)
        let restored = try await world.restore(paid)
        #expect(restored.wallet == wallet.publicID && restored.walletTransaction == nil)
        #expect(try await world.audit() == [])
    }

    /// What a restored entry has paid is taken back when another wallet pays.
    @Test func aRestoredEntryIsPaidOnce() async throws {
        let world = try World()
        let (main, other) = (try await Self.wallet(world), try await Self.wallet(world, "Other"))
        let lunch = try await world.pay(try await world.add(World.draft("Lunch", "20", "USD", on: Self.day)), "Main")
        try await world.remove(lunch)
        _ = try await world.pay(try await world.restore(lunch), "Other")
        #expect(try await Self.cash(world, main) == FixedDecimal(100))
        #expect(try await Self.cash(world, other) == FixedDecimal(80))
    }

    /// After random changes, a wallet holds what it had before, without the entries that it pays.
    @Test(arguments: 0..<4) func cashIsThatOfASlowComputation(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let world = try World()
        let wallets = [try await Self.wallet(world), try await Self.wallet(world, "Other")]
        var (entries, removed): ([Expense], [Expense]) = ([], [])
        func draft(_ random: inout SeededGenerator) -> String {
            let kind = random.index(below: 3) == 0 ? "income" : "expense"
            return World.draft(
                "n", "\(1 + random.index(below: 30))", "USD", on: Self.day - random.index(below: 20), #""kind":"\#(kind)""#)
        }
        for _ in 0..<80 {
            let index = entries.isEmpty ? 0 : random.index(below: entries.count)
            do {
                switch entries.isEmpty ? 0 : random.index(below: 6) {
                case 0: entries.append(try await world.add(draft(&random)))
                case 1, 2: entries[index] = try await world.pay(entries[index], wallets.randomElement(using: &random)!.name)
                case 3: entries[index] = try await world.unpay(entries[index])
                case 4: entries[index] = try await world.edit(entries[index], draft(&random))
                default:
                    if let last = removed.popLast(), Bool.random(using: &random) {
                        entries.append(try await world.restore(last))
                    } else {
                        try await world.remove(entries[index])
                        removed.append(entries.remove(at: index))
                    }
                }
            } catch is PortfolioError {
                // Too little cash: nothing has changed.
                continue
            }
        }
        for wallet in wallets {
            let paid = entries.filter { $0.wallet == wallet.publicID && $0.walletTransaction != nil }
            let expected = paid.reduce(FixedDecimal(100)) { sum, entry in
                entry.terms.kind == .income ? sum + entry.terms.amount.decimal : sum - entry.terms.amount.decimal
            }
            #expect(try await Self.cash(world, wallet) == expected, "seed \(seed)")
        }
        #expect(try await world.audit() == [], "seed \(seed)")
    }
}

extension ExpensesWorld {
    func pay(_ expense: Expense, _ wallet: String) async throws -> Expense {
        try await store.change { try Expenses().pay(&$0, Self.ann, Expenses.Payment(expense.id, wallet)) }
    }

    func unpay(_ expense: Expense) async throws -> Expense {
        try await store.change { try Expenses().unpay(&$0, Self.ann, Expenses.Named(expense.id)) }
    }
}
