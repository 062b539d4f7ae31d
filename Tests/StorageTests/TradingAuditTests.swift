import Banking
import Ledger
import Market
import Scratch
import Storage
import Testing
import Trading

/// Faults in simulated accounts, each written into a file in violation of the schema's constraints.
@Suite(.serialized) struct TradingAuditTests {
    private static let noon = 1_741_780_800

    /// A file in which ann has an order and a withdrawal open, has traded, and has sent coins to bob.
    @discardableResult private func fill(_ database: Store) async throws -> Trading {
        let now = Self.noon
        for (asset, price) in [(AssetID.bitcoin, 50_000.0), (.eur, 1.25)] {
            try await database.store([Quote(time: now, price: price)], of: asset, source: "test")
        }
        var rules = TradingRules()
        // The deposit is on its way.
        rules.instantDeposits = 0
        let clock = BankClock(realAnchor: 0, bankAnchor: 0, speed: 1)
        let trading = Trading(
            TradingParts(database, rules: rules, clock: clock, startsVerified: true, now: { now }), holder: "test")
        let account = try await trading.accounts.open(of: "ann")
        let deposits = try [AssetID.usd, .eur, .bitcoin].map { asset in
            try Transaction.deposit(key: "test/\(asset)", time: now, wallet: account.wallet, asset: asset, quantity: d("1000"))
        }
        try await database.changeTrading { try $0.append(deposits, of: "ann", recordedAt: now) }
        let address = try await trading.transfers.address(of: "bob", asset: .bitcoin)
        _ = try await trading.transfers.send(d("0.01"), .bitcoin, to: address, of: "ann")
        for currency in [Currency.usd, .eur] {
            let quote = try await trading.trades.quote(.init(.buy, .bitcoin, currency, .cash(d("10"))), of: "ann")
            _ = try await trading.trades.confirm(quote.id, of: "ann")
        }
        let sale = Trades.Wish(.sell, .bitcoin, .usd, .coin(d("0.125")))
        _ = try await trading.orders.place(.init(.limit, sale, price: d("59000.5"), days: 9), of: "ann")
        let method = try await trading.methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann").id
        _ = try await trading.payments.withdraw(d("100"), .eur, to: method, of: "ann")
        _ = try await trading.payments.deposit(d("100"), .eur, of: "ann")
        return trading
    }

    private static let unlock = """
        DROP TRIGGER trading_orders_end_once; DROP TRIGGER wallets_keep_their_kind; DROP TRIGGER trading_accounts_keep_their_ids;
        DROP TRIGGER trading_quotes_are_not_changed;
        PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;

        """

    @Test(arguments: [
        (
            "UPDATE trading_orders SET held = '0.3' WHERE state = 'open'",
            "holds 0.125 bitcoin, and open orders and withdrawals hold 0.3"
        ),
        (
            "UPDATE trading_payments SET fee = '0.4' WHERE kind = 'withdrawal'",
            "holds 100.5 eur, and open orders and withdrawals hold 100.4"
        ),
        (
            "UPDATE trading_orders SET state = 'cancelled', ended_at = 1 WHERE state = 'open'",
            "holds 0.125 bitcoin, and open orders and withdrawals hold 0"
        ),
        (
            "UPDATE trading_orders SET held_asset = (SELECT id FROM assets WHERE slug = 'ethereum') WHERE state = 'open'",
            "holds 0 ethereum, and open orders and withdrawals hold 0.125"
        ),
        ("UPDATE wallets SET kind = 'recorded' WHERE kind = 'held' AND owner = 'ann'", "lacks its wallets"),
        ("UPDATE wallets SET deleted_at = 1 WHERE kind = 'simulated' AND owner = 'ann'", "lacks its wallets"),
        ("UPDATE trading_accounts SET held_wallet = 99 WHERE owner = 'ann'", "lacks its wallets"),
        ("DELETE FROM trading_accounts WHERE owner = 'bob'", "is of a simulated account that does not exist"),
        ("UPDATE trading_payments SET state = 'settled', ended_at = 1 WHERE kind = 'deposit'", "is done and not in the journal"),
        (
            "UPDATE trading_orders SET id = 'o_0123456789abcdef' WHERE currency = 'EUR'",
            "o_0123456789abcdef is done and not in the journal"
        ),
        ("UPDATE trading_transfers SET id = 'x_0123456789abcdef'", "x_0123456789abcdef is done and not in the journal"),
    ]) func aFaultIsFound(sql: String, what: String) async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            try await fill(database)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            try await database.execute(Self.unlock + sql)
            let findings = try await database.audit(AuditOptions(today: nil))
            #expect(findings.contains { $0.severity == .error && $0.what.contains(what) }, "\(findings)")
        }
    }

    // MARK: Amounts out of bounds

    /// Reads ann's data, and adds up the parts of each row.
    private func readAll(_ database: Store, quote: String) async throws {
        try await database.readTrading { records in
            let account = try #require(try records.account(of: "ann"))
            _ = try records.balances(of: account).mapValues(\.whole)
            _ = try records.balance(of: .bitcoin, in: account).whole
            _ = try records.quote(id: quote).map { ($0.figures.gross, $0.figures.size) }
            _ = try records.openPayments(of: "ann").map(\.whole)
            _ = try (records.openOrders(of: "ann"), records.plans(of: "ann"), records.history(of: "ann", HistoryQuery()))
            _ = try records.usage(of: "ann", .trade, from: Day(secondsSince1970: 0), through: Day(secondsSince1970: Self.noon))
        }
    }

    /// Two such amounts have no sum. The schema's constraints permit them, so another program can write them.
    private static let largest = "'\(FixedDecimal.largest)'"

    @Test(arguments: [
        ("UPDATE trading_payments SET amount = LARGEST WHERE kind = 'withdrawal'", "amount of p_"),
        ("UPDATE trading_payments SET fee = '2000000000000000000' WHERE kind = 'withdrawal'", "fee of p_"),
        ("UPDATE trading_quotes SET side = 'sell', cash = LARGEST", "cash of q_"),
        ("UPDATE trading_quotes SET fee = LARGEST", "fee of q_"),
        ("UPDATE trading_orders SET cash = LARGEST WHERE state = 'filled'", "cash of o_"),
        ("UPDATE trading_orders SET held = LARGEST WHERE state = 'open'", "held of o_"),
        ("UPDATE trading_orders SET price = '1.2.3' WHERE state = 'filled'", "price of o_"),
        ("UPDATE trading_transfers SET quantity = LARGEST", "quantity of x_"),
        ("UPDATE trading_usage SET amount = LARGEST", "amount of ann"),
        ("UPDATE trading_accounts SET password_above = LARGEST", "password_above of t_"),
        ("UPDATE accounts SET balance = LARGEST WHERE role = 'holding'", "balance"),
    ]) func anAmountOutOfBoundsIsDamage(sql: String, what: String) async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let trades = try await fill(database).trades
            let quote = try await trades.quote(.init(.buy, .bitcoin, .usd, .cash(d("10"))), of: "ann").id
            try await readAll(database, quote: quote)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            try await database.execute(Self.unlock + sql.replacing("LARGEST", with: Self.largest))
            let error = await #expect(throws: StorageError.self) { try await readAll(database, quote: quote) }
            guard case .corrupt? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let findings = try await database.audit(AuditOptions(today: nil))
            #expect(findings.contains { $0.severity == .error && $0.what.contains(what) }, "\(findings)")
        }
    }

    /// Prices are not added: a coin may cost more than any amount that can be paid.
    @Test func aLargePriceIsRead() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let trades = try await fill(database).trades
            let quote = try await trades.quote(.init(.buy, .bitcoin, .usd, .cash(d("10"))), of: "ann").id
            try await database.execute(Self.unlock + "UPDATE trading_quotes SET price = \(Self.largest), price_usd = price")
            try await readAll(database, quote: quote)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
        }
    }

    /// Wallets of older files, which know no other kind, do not change.
    @Test func olderWalletsAreRecorded() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let older = try Store(
                path, options: .quick, migrations: Array(Migration.all.prefix { !$0.name.hasPrefix("portfolio") }))
            try await older.execute(
                """
                INSERT OR IGNORE INTO owners (id) VALUES ('ann');
                INSERT INTO wallets VALUES (7, 'w_0123456789abcdef', 'ann', 'simulated', 'simulated', 'fifo', 0, 1, NULL)
                """)
            try older.close()
            let database = try Store(path, options: .quick)
            #expect(try await database.wallets(of: "ann").map(\.kind) == [.recorded])
            // A name that trading's own wallets might have had does not conflict with them.
            try await fill(database)
            #expect(try await database.wallets(of: "ann").map(\.name) == ["simulated"])
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
        }
    }
}
