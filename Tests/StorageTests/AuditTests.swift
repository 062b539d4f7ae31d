import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// Each fault is written into a file in violation of the schema's constraints, and must be found.
@Suite(.serialized) struct AuditTests {
    private static let unlock = """
        DROP TRIGGER postings_are_not_changed; DROP TRIGGER transactions_are_not_changed; DROP TRIGGER transactions_are_not_deleted;
        DROP TRIGGER postings_are_not_deleted; DROP TRIGGER wallet_transactions_are_not_deleted;
        PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;

        """

    @Test(arguments: [
        ("UPDATE postings SET amount = '11' WHERE transaction_id = 7 AND position = 0", "transaction 7 does not add up to zero"),
        ("UPDATE accounts SET balance = '999' WHERE id = 1", "its balance is 999 usd"),
        ("UPDATE accounts SET last_transaction = 5 WHERE id = 1", "its last transaction is not 5"),
        ("UPDATE accounts SET allows_negative = 1 WHERE id = 1", "may fall below zero"),
        ("UPDATE postings SET amount = '-10.4' WHERE transaction_id = 201 AND position = 0", "transaction 201 does not negate"),
        ("DELETE FROM postings WHERE transaction_id = 9", "transaction 9 has no postings"),
        (
            "DELETE FROM wallet_transactions WHERE transaction_id = 4 AND wallet = 1",
            "transaction 4 is missing in the list of wallet 1"
        ),
        ("INSERT INTO wallet_transactions VALUES (2, 7, 1)", "transaction 1 is too much in the list of wallet 2"),
        ("DELETE FROM transfers", "the transfers from wallet 1 to 2 are not listed"),
        ("UPDATE candles SET close = -1 WHERE day = 19003", "the close of bitcoin on 2022-01-11 is not a price"),
        ("INSERT INTO favourites VALUES ('ann', 4711)", "a row of favourites has no assets"),
        // All of one transaction moved before anything came in.
        (
            "UPDATE postings SET time = 0 WHERE transaction_id = 2; UPDATE transactions SET time = 0 WHERE id = 2",
            "it fell to -1.01 usd"
        ),
    ]) func aFaultIsFound(sql: String, what: String) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            let database = try Store(path, options: .quick)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
            try await database.execute(Self.unlock + sql)
            let findings = try await database.audit(AuditOptions(today: nil))
            #expect(findings.contains { $0.severity == .error && $0.what.contains(what) }, "\(findings)")
        }
    }

    @Test func namesThatClashInAnOldStoreAreReported() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
            for (id, ticker) in [("xrp", "EVIL"), ("btc-two", "BTC"), ("kaspa", "KAS"), ("other", "KASPA")] {
                try await database.save(Asset(id: AssetID(id)!, ticker: Ticker(ticker)!, name: ticker))
            }
            let findings = try await database.audit(AuditOptions(today: nil))
            #expect(
                findings.map(\.what) == [
                    "the id kaspa of KAS is also the ticker of other", "the id xrp of EVIL is also the ticker of ripple",
                    "btc-two has the ticker BTC, which is the name of the built-in asset bitcoin",
                ])
            #expect(findings.allSatisfy { $0.severity == .warning })
            #expect(
                findings.map { $0.remedy.split(separator: " ").last } == ["KAS", "EVIL", "btc-two"])
        }
    }

    @Test func impossibleCandlesAreWarnings() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let first = Day(iso: "2025-02-01")!
            let bounds: [(open: Double?, high: Double, low: Double)] = [
                (4, 6, 3), (5, 5, 5), (nil, 3, 6), (nil, 4, 3), (nil, 9, 6), (7, 6, 3), (2, 6, 3),
            ]
            _ = try await database.store(
                bounds.enumerated().map { Candle(day: first + $0, open: $1.open, high: $1.high, low: $1.low, close: 5) },
                of: .bitcoin, source: "a", retrievedAt: 1, replaces: false)
            let findings = try await database.audit(AuditOptions(today: nil))
            #expect(findings.map(\.severity) == [.warning])
            #expect(
                findings.map(\.what) == [
                    "bitcoin has 5 impossible candles, the first on 2025-02-03: a low above the high, for example"
                ])
            #expect(findings.map(\.remedy) == ["compare it: closecast history show bitcoin --start 2025-02-03 --end 2025-02-03"])
        }
    }

    @Test func gapsAndOldCandlesAreWarnings() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let today = Day(iso: "2025-02-20")!
            let days = [10, 9, 7, 4]
            _ = try await database.store(
                days.map { Candle(day: today - $0, close: 1) }, of: .bitcoin, source: "a", retrievedAt: 1, replaces: false)
            let findings = try await database.audit(AuditOptions(today: today))
            #expect(findings.allSatisfy { $0.severity == .warning && $0.remedy.contains("closecast history fetch bitcoin") })
            #expect(
                findings.map(\.what) == [
                    "bitcoin has no candles of 2025-02-12 (1 day)", "bitcoin has no candles of 2025-02-14 to 2025-02-15 (2 days)",
                    "the last close of bitcoin is from 2025-02-16 (4 days ago)",
                ])
            #expect(try await database.audit(AuditOptions(today: today, staleAfterDays: 4)).count == 2)
        }
    }
}
