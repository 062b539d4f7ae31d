import JSONText
import Store

extension Capability {
    /// Simulated accounts with their orders and payments.
    package static let trading = Capability(
        "trading",
        migrations: [
            Migration("accounts", TradingSchema.sql, replaces: ["v6", "v8"]), Migration("leases", "DROP TABLE trading_leases;"),
        ],
        archive: [
            ArchivedFile("simulated-feed.json") { reading, owner in
                var writer = JSONWriter()
                let order = try TradingRecords(connection: reading.connection).favouriteOrder(of: owner)
                TradingDocuments.chosenCoins.writeObject(order, &writer)
                return writer.bytes
            }
        ],
        erasure: [
            // A transfer stays in the history of the other side, if that is there.
            "DELETE FROM trading_transfers WHERE (sender = ?1 AND receiver IS NULL) OR (receiver = ?1 AND sender IS NULL)",
            "UPDATE trading_transfers SET sender = NULL WHERE sender = ?1",
            "UPDATE trading_transfers SET receiver = NULL WHERE receiver = ?1",
        ]
            + [
                "trading_orders", "trading_quotes", "trading_plans", "trading_payments", "trading_methods", "trading_addresses",
                "trading_rewards", "trading_usage", "trading_feed",
            ].map { "DELETE FROM \($0) WHERE owner = ?1" } + [
                """
                UPDATE trading_accounts SET referred_by = NULL
                WHERE referred_by = (SELECT id FROM trading_accounts WHERE owner = ?1)
                """,
                "DELETE FROM trading_accounts WHERE owner = ?1",
            ], audit: { try $0.trading() })
}
