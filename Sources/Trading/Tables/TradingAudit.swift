import GRDB
import Ledger
import Market
import Store

/// The amounts held by orders and payments, added up from their rows.
extension Audit {
    /// Checks the simulated accounts: each has its own two wallets, held balances match open orders and withdrawals, filled orders
    /// and ended payments are in the journal, and amounts are in the range that trading stores.
    func trading() throws -> [Finding] {
        let wrong = try amounts()
        // They cannot be added up.
        return try tradingWallets() + (wrong.isEmpty ? holds() : wrong) + tradedButNotRecorded()
    }

    /// The columns with amounts and those with prices, and the column that names a row.
    private static let decimals: [(table: String, key: String, amounts: [String], prices: [String])] = [
        ("trading_accounts", "id", ["password_above"], ["tolerance"]), ("trading_usage", "owner", ["amount"], []),
        ("trading_quotes", "id", ["quantity", "cash", "fee"], ["price", "price_usd", "rate"]),
        ("trading_orders", "id", ["amount", "held", "quantity", "cash", "fee"], ["trigger_price", "price"]),
        ("trading_plans", "id", ["amount"], []), ("trading_payments", "id", ["amount", "fee", "counted"], []),
        ("trading_transfers", "id", ["quantity", "fee"], []), ("trading_rewards", "id", ["amount"], []),
    ]

    /// Finds amounts and prices that ``StoredRow/amount(_:)`` and ``StoredRow/price(_:)`` refuse.
    private func amounts() throws -> [Finding] {
        var findings: [Finding] = []
        for (table, key, amounts, prices) in Self.decimals {
            let columns = amounts + prices
            let rows = try Row.fetchCursor(
                connection, sql: "SELECT \(key), \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \(key)")
            while let row = try rows.next(), findings.count < Self.limit {
                for (index, column) in columns.enumerated() {
                    guard let text = try row.decode(String?.self, atIndex: index + 1) else { continue }
                    let isPrice = index >= amounts.count
                    if let value = FixedDecimal(text), value >= .zero, isPrice || value < StoredRow.amountLimit { continue }
                    let name = try row.decode(String.self, atIndex: 0)
                    findings.append(Self.error("\(column) of \(name) in \(table) is \(text)"))
                }
            }
        }
        return findings
    }

    private func tradingWallets() throws -> [Finding] {
        try errors(
            """
            SELECT trading_accounts.id FROM trading_accounts
            LEFT JOIN wallets AS free ON free.id = wallet LEFT JOIN wallets AS held ON held.id = held_wallet
            WHERE free.kind IS NOT 'simulated' OR held.kind IS NOT 'held'
                OR free.owner IS NOT trading_accounts.owner OR held.owner IS NOT trading_accounts.owner
                OR free.deleted_at IS NOT NULL OR held.deleted_at IS NOT NULL
            ORDER BY trading_accounts.id
            """
        ) { "the simulated account \(try $0.decode(String.self, atIndex: 0)) lacks its wallets" }
            + errors(
                """
                SELECT id FROM wallets WHERE kind <> 'recorded'
                AND id NOT IN (SELECT wallet FROM trading_accounts) AND id NOT IN (SELECT held_wallet FROM trading_accounts)
                ORDER BY id
                """
            ) { "the wallet \(try $0.decode(Int64.self, atIndex: 0)) is of a simulated account that does not exist" }
    }

    /// Sums the amounts held by open orders and withdrawals, and compares the sums with the balances of the wallets for them.
    private func holds() throws -> [Finding] {
        var left: [Hold: Quantity] = [:]
        let reserved = try Row.fetchCursor(
            connection,
            sql: """
                SELECT held_wallet, slug, held, '0' FROM trading_orders JOIN trading_accounts USING (owner)
                JOIN assets ON assets.id = held_asset WHERE state = 'open'
                UNION ALL
                SELECT held_wallet, lower(currency), amount, fee FROM trading_payments JOIN trading_accounts USING (owner)
                WHERE kind = 'withdrawal' AND ended_at IS NULL
                """)
        while let row = try reserved.next() {
            let hold = Hold(wallet: try row.decode(atIndex: 0), asset: try row.decode(atIndex: 1))
            for column in 2...3 {
                // A sum that is too large is not a balance either.
                let amount = try Quantity(stored: row.decode(atIndex: column))
                left[hold] = (try? (left[hold] ?? .zero).adding(amount)) ?? .largest
            }
        }
        let balances = try Row.fetchCursor(
            connection,
            sql: """
                SELECT wallet, slug, balance FROM accounts JOIN assets ON assets.id = asset
                WHERE role = 'holding' AND wallet IN (SELECT held_wallet FROM trading_accounts) ORDER BY wallet, slug
                """)
        var findings: [Finding] = []
        while let row = try balances.next(), findings.count < Self.limit {
            let hold = Hold(wallet: try row.decode(atIndex: 0), asset: try row.decode(atIndex: 1))
            let (balance, reserved) = (try Quantity(stored: row.decode(atIndex: 2)), left.removeValue(forKey: hold) ?? .zero)
            if balance != reserved { findings.append(hold.finding(balance, reserved)) }
        }
        let missing = left.filter { $0.value != .zero }.sorted { ($0.key.wallet, $0.key.asset) < ($1.key.wallet, $1.key.asset) }
        return (findings + missing.map { $0.key.finding(.zero, $0.value) }).prefix(Self.limit).map(\.self)
    }

    private struct Hold: Hashable {
        let wallet: Int64
        let asset: String

        func finding(_ balance: Quantity, _ reserved: Quantity) -> Finding {
            Audit.error("wallet \(wallet) holds \(balance) \(asset), and open orders and withdrawals hold \(reserved)")
        }
    }

    /// Finds orders, payments and transfers whose postings are missing.
    private func tradedButNotRecorded() throws -> [Finding] {
        try errors(
            """
            SELECT id FROM (
                SELECT id, owner FROM trading_orders WHERE state = 'filled'
                UNION ALL SELECT id, owner FROM trading_payments WHERE state = 'settled'
                UNION ALL SELECT id, sender FROM trading_transfers WHERE sender IS NOT NULL
                UNION ALL SELECT id, receiver FROM trading_transfers WHERE receiver IS NOT NULL) AS done
            WHERE NOT EXISTS (
                SELECT 1 FROM transactions
                WHERE transactions.owner = done.owner AND key IN ('trading/' || done.id, 'trading/' || done.id || '/1'))
            ORDER BY id
            """
        ) { "\(try $0.decode(String.self, atIndex: 0)) is done and not in the journal" }
    }
}
