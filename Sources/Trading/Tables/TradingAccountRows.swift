import Banking
import Ledger
import Market
import Portfolio
import Store

extension TradingRecords {
    // MARK: Accounts

    private static let columns = """
        id, owner, wallet, held_wallet, level, tolerance, password_above, referral_code, referred_by, created_at
        """

    package func account(of owner: String) throws -> TradingAccount? {
        try row("SELECT \(Self.columns) FROM trading_accounts WHERE owner = ?", [owner]).map(TradingAccount.init)
    }

    package func account(id: String) throws -> TradingAccount? {
        try row("SELECT \(Self.columns) FROM trading_accounts WHERE id = ?", [id]).map(TradingAccount.init)
    }

    package func account(referralCode: String) throws -> TradingAccount? {
        try row("SELECT \(Self.columns) FROM trading_accounts WHERE referral_code = ?", [referralCode]).map(TradingAccount.init)
    }

    package func referredAccounts(by account: String) throws -> [TradingAccount] {
        try rows("SELECT \(Self.columns) FROM trading_accounts WHERE referred_by = ? ORDER BY created_at, id", [account])
            .map(TradingAccount.init)
    }

    /// A secret of the store, from which account ids are derived.
    package func accountKey() throws -> String {
        guard let found = try row("SELECT key FROM trading_key", []) else {
            throw Damage(detail: "the key of simulated accounts is missing")
        }
        return try found.decode(atIndex: 0)
    }

    /// Whether an id belongs to an account, or to a deleted one for which another person was rewarded.
    package func isTaken(accountID id: String) throws -> Bool {
        try row(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM trading_accounts WHERE id = ?1)
                OR EXISTS (SELECT 1 FROM trading_rewards WHERE referred = ?1)
            """, [id]) != nil
    }

    /// Creates the account's two wallets.
    package func makeWallets(of owner: String, at time: Int) throws -> (free: WalletID, held: WalletID) {
        try OwnerRows.ensure(owner, in: connection)
        return (
            try Wallet.make(.simulated, of: owner, createdAt: time, in: connection).id,
            try Wallet.make(.held, of: owner, createdAt: time, in: connection).id
        )
    }

    package func insert(_ account: TradingAccount) throws {
        try run(
            "INSERT INTO trading_accounts (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                account.id, account.owner, account.wallet.number, account.heldWallet.number, account.level.rawValue,
                account.tolerance.value.description, account.passwordAbove.description, account.referralCode,
                account.referredBy, account.createdAt,
            ])
    }

    package func update(_ account: TradingAccount) throws {
        try run(
            "UPDATE trading_accounts SET level = ?, tolerance = ?, password_above = ?, referred_by = ? WHERE id = ?",
            [
                account.level.rawValue, account.tolerance.value.description, account.passwordAbove.description,
                account.referredBy, account.id,
            ])
    }

    /// The name of an owner who signs in with an account; nil on one person's machine.
    package func personName(of owner: String) throws -> String? {
        try value("SELECT name FROM people WHERE owner = ?", [owner])
    }

    /// The order of a person's favourites.
    package func favouriteOrder(of owner: String) throws -> [AssetID] {
        try rows("SELECT \(Self.slug) FROM trading_feed WHERE owner = ? ORDER BY position", [owner]).map { try $0.asset() }
    }

    package func setFavouriteOrder(_ assets: [AssetID], of owner: String) throws {
        try OwnerRows.ensure(owner, in: connection)
        try run("DELETE FROM trading_feed WHERE owner = ?", [owner])
        for (position, asset) in assets.enumerated() {
            try run(
                "INSERT INTO trading_feed (owner, position, asset) VALUES (?, ?, ?)",
                [owner, position, asset.number(in: connection)])
        }
    }

    // MARK: Balances

    /// Balances of the assets that an account holds.
    package func balances(of account: TradingAccount) throws -> [AssetID: TradingBalance] {
        var balances = try account.wallet.balances(in: connection).mapValues { TradingBalance(free: $0) }
        for (asset, held) in try account.heldWallet.balances(in: connection) {
            balances[asset, default: TradingBalance()].held = held
        }
        for (asset, balance) in balances { try Self.check(balance, of: asset) }
        return balances
    }

    /// The balance of one asset.
    package func balance(of asset: AssetID, in account: TradingAccount) throws -> TradingBalance {
        let found = try rows(
            """
            SELECT wallet, balance FROM accounts
            WHERE wallet IN (?, ?) AND role = 'holding' AND asset = (SELECT id FROM assets WHERE slug = ?)
            """, [account.wallet.number, account.heldWallet.number, asset.description])
        var balance = TradingBalance()
        for row in found {
            let amount = try Quantity(stored: row.decode(atIndex: 1))
            if try row.decode(Int64.self, atIndex: 0) == account.wallet.number {
                balance.free = amount
            } else {
                balance.held = amount
            }
        }
        try Self.check(balance, of: asset)
        return balance
    }

    /// - Throws: ``Damage`` for balances that the journal never stores: below zero, or with a sum that overflows.
    private static func check(_ balance: TradingBalance, of asset: AssetID) throws {
        guard balance.free >= .zero, balance.held >= .zero, (try? balance.free.adding(balance.held)) != nil else {
            throw Damage(detail: "a simulated account has \(balance.free) \(asset) free and \(balance.held) held")
        }
    }

    /// The time of the account's last posting, in seconds since 1970-01-01 UTC; nil without any.
    package func lastPostingTime(of account: TradingAccount) throws -> Int? {
        try value("SELECT max(last_time) FROM accounts WHERE wallet IN (?, ?)", [account.wallet.number, account.heldWallet.number])
    }

    /// Records transactions in the wallets of one owner's account.
    ///
    /// - Throws: `PortfolioError.insufficient` and the other errors of the journal.
    package func append(_ transactions: [Transaction], of owner: String, recordedAt: Int) throws {
        _ = try JournalAppend.record(
            transactions, of: owner, recordedAt: recordedAt, expecting: [:], isTrading: true, in: connection)
    }

    // MARK: Usage

    /// The amounts used on days, in US dollars.
    package func usage(of owner: String, _ purpose: UsagePurpose, from first: Day, through last: Day) throws -> [Day: FixedDecimal]
    {
        let found = try rows(
            "SELECT day, amount FROM trading_usage WHERE owner = ? AND purpose = ? AND day BETWEEN ? AND ?",
            [owner, purpose.rawValue, first.daysSince1970, last.daysSince1970])
        return try found.reduce(into: [:]) { days, row in days[try row.day(0)] = try row.amount("amount") }
    }

    package func setUsage(_ amount: FixedDecimal, of owner: String, _ purpose: UsagePurpose, on day: Day) throws {
        try run(
            """
            INSERT INTO trading_usage (owner, purpose, day, amount) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET amount = excluded.amount
            """,
            [owner, purpose.rawValue, day.daysSince1970, amount.description])
    }

    // MARK: The bank's clock

    package func bankClock() throws -> BankClock? {
        try row("SELECT real_anchor, bank_anchor, speed FROM bank_clock", []).map { row in
            BankClock(
                realAnchor: try row.decode(atIndex: 0), bankAnchor: try row.decode(atIndex: 1), speed: try row.decode(atIndex: 2))
        }
    }

    package func setBankClock(_ clock: BankClock) throws {
        try run(
            """
            INSERT INTO bank_clock (id, real_anchor, bank_anchor, speed) VALUES (1, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
                real_anchor = excluded.real_anchor, bank_anchor = excluded.bank_anchor, speed = excluded.speed
            """,
            [clock.realAnchor, clock.bankAnchor, clock.speed])
    }
}

extension TradingAccount {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"),
            wallet: WalletID(try row.decode(forColumn: "wallet")), heldWallet: WalletID(try row.decode(forColumn: "held_wallet")),
            level: try row.choice("level"), tolerance: Rate(try row.amount("tolerance")),
            passwordAbove: try row.amount("password_above"),
            referralCode: try row.decode(forColumn: "referral_code"), referredBy: try row.decode(forColumn: "referred_by"),
            createdAt: try row.decode(forColumn: "created_at"))
    }
}
