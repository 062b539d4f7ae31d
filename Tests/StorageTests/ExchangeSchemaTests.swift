import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Store
import Testing

extension SchemaTests {
    /// The kinds and labels of transactions that came later can be recorded in a file of each released schema.
    @Test(arguments: ["v1.sql", "v2.sql", "v3.sql", "v4.sql", "v5.sql"])
    func olderFilesTakeSwapsSplitsAndLabels(schema: String) async throws {
        try await Scratch.with { folder in
            let path = try await file(schema, in: folder)
            let database = try Store(path, options: .quick)
            let wallet = try #require(try await database.wallets(of: "ann").first).id
            _ = try await database.append(
                [
                    .split(
                        key: "split", time: 1_750_000_000, wallet: wallet, asset: AssetID("old-coin")!,
                        quantity: d("0.000000000000000001"), into: .bitcoin, received: d("2")),
                    .swap(
                        key: "swap", time: 1_750_000_000, wallet: wallet, asset: .bitcoin, quantity: d("1"),
                        into: AssetID("ethereum")!,
                        received: d("3")),
                ], of: "ann", recordedAt: 1_750_000_000, expecting: [:])
            #expect(try await database.balances(of: wallet) == [.usd: d("94.5"), .bitcoin: d("1"), AssetID("ethereum")!: d("3")])
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            _ = try await database.append(
                [
                    .income(key: "label", time: 1_750_000_000, wallet: wallet, asset: .bitcoin, quantity: d("1"))
                        .labelled(.staking)
                ], of: "ann", recordedAt: 1_750_000_000, expecting: [:])
            #expect(try await database.transaction(key: "label", of: "ann")?.transaction.label == .staking)
            for (kind, label) in [("buy", "gift"), ("income", "gift"), ("deposit", "staking"), ("withdrawal", "other")] {
                let row =
                    "INSERT INTO transactions (owner, key, kind, time, note, recorded_at, label) "
                    + "VALUES ('ann', 'row', '\(kind)', 1, '', 1, '\(label)')"
                await #expect(throws: StorageError.self, "\(kind) \(label)") { try await database.execute(row) }
            }
            let gift =
                "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'gift', 'gift', 1, '', 1)"
            await #expect(throws: StorageError.self) { try await database.execute(gift) }
            await #expect(throws: StorageError.self) { try await database.execute("UPDATE transactions SET note = 'x'") }
        }
    }
}
