import Foundation
import Ledger
import Market
import MarketData
import PaperTrading
import Scratch
import Storage
import Testing

@Suite(.serialized) struct PaperMatchStoreTests {
    private func recorded(
        _ digit: String, _ coins: [AssetID] = [.bitcoin], model: String? = String(repeating: "7", count: 64)
    ) throws -> RecordedPaperMatch {
        RecordedPaperMatch(
            id: "pm_" + String(repeating: digit, count: 16),
            match: try PaperMatch(
                coins: coins, start: Day(iso: "2024-01-01")!, end: nil, cash: d("0.5").adding(d("1")), feeRate: d("0.0025"),
                strategies: [.followForecast], threshold: d("0.55"), seed: PaperMatch.largestSeed), createdAt: 7,
            modelSHA256: model)
    }

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await Scratch.with { try await body(Store("\($0)/closecast.db", options: .quick)) }
    }

    @Test func aMatchIsReadAsItWasSaved() async throws {
        try await withStore { store in
            let matches = [try recorded("a", [AssetID("ethereum")!, .bitcoin]), try recorded("b", model: nil)]
            for match in matches { try await store.save(match, of: "ann", limit: 9) }
            #expect(try await store.paperMatches(of: "ann") == matches.reversed())
            #expect(try await store.paperMatch(matches[0].id, of: "ann") == matches[0])
            #expect(try await store.paperMatch(matches[0].id, of: "bob") == nil)
            #expect(try await store.deletePaperMatch(matches[0].id, of: "bob") == false)
            #expect(try await store.deletePaperMatch(matches[0].id, of: "ann"))
            #expect(try await store.paperMatches(of: "ann") == [matches[1]])
            #expect(try await store.audit(AuditOptions(today: nil)).isEmpty)
        }
    }

    @Test func aRefusedMatchLeavesNothing() async throws {
        try await withStore { store in
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await store.save(recorded("a", [.bitcoin, .nowhere]), of: "ann", limit: 9)
            }
            try await store.save(recorded("b"), of: "ann", limit: 1)
            await #expect(throws: PaperMatchesError.tooMany(limit: 1)) { try await store.save(recorded("c"), of: "ann", limit: 1) }
            #expect(try await store.paperMatches(of: "ann") == [recorded("b")])
        }
    }

    /// An asset of a match cannot be removed.
    @Test func aNamedAssetStays() async throws {
        try await withStore { store in
            try await store.save(Asset(id: AssetID("own")!, ticker: Ticker("OWN")!, name: "Own"))
            try await store.save(recorded("a", [AssetID("own")!]), of: "ann", limit: 9)
            #expect(try await store.remove(AssetID("own")!) == false)
            #expect(try await store.deletePaperMatch(recorded("a").id, of: "ann"))
            #expect(try await store.remove(AssetID("own")!))
        }
    }

    @Test func theAuditFindsAMatchWithoutCoins() async throws {
        try await withStore { store in
            try await store.save(recorded("a"), of: "ann", limit: 9)
            try await store.execute("DELETE FROM paper_match_coins")
            #expect(try await store.audit(AuditOptions(today: nil)).map(\.what) == ["paper match \(recorded("a").id) has no coins"])
        }
    }

    @Test(arguments: [
        "UPDATE paper_matches SET cash = '7'", "DELETE FROM paper_matches", "DELETE FROM owners WHERE id = 'ann'",
        "INSERT INTO paper_match_coins SELECT match, 1, asset FROM paper_match_coins",
        "INSERT INTO paper_match_coins VALUES (99, 0, 2)",
        "INSERT INTO paper_match_coins SELECT position, 10, 3 FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_1', owner, 1, 2, '1', '0', 'hold', '0', 1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', 'nobody', 1, 2, '1', '0', 'hold', '0', 1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 1, '1', '0', 'hold', '0', 1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '-1', '0', 'hold', '0', 1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '1', '0', 'HOLD', '0', 1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '1', '0', 'hold', '0', -1, 1, NULL FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '1', '0', 'hold', '0', 1, 1, 'ab' FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '1', '0', 'hold', '0', 1, 1, 'A' || substr(model_sha256, 2) FROM paper_matches",
        "INSERT INTO paper_matches SELECT 9, 'pm_0123456789abcdef', owner, 1, 2, '1', '0', 'hold', '0', 1, 1, model_sha256 || '7' FROM paper_matches",
    ])
    func theSchemaForbids(sql: String) async throws {
        try await withStore { store in
            try await store.save(recorded("a"), of: "ann", limit: 9)
            await #expect(throws: StorageError.self) { try await store.execute(sql) }
            #expect(try await store.paperMatches(of: "ann") == [recorded("a")])
        }
    }

    /// The schema accepts any number as a day, and an edited file may break its other rules.
    @Test(arguments: [
        "first_day, 9223372036854775807", "first_day, -9223372036854775808", "last_day, 9223372036854775807", "seed, -1",
    ])
    func whatCannotBeIsDamage(edit: String) async throws {
        try await withStore { store in
            try await store.save(recorded("a"), of: "ann", limit: 9)
            let parts = edit.split(separator: ", ")
            try await store.execute(
                """
                PRAGMA ignore_check_constraints = ON; DROP TRIGGER paper_matches_are_not_changed;
                UPDATE paper_matches SET \(parts[0]) = \(parts[1])
                """)
            await #expect(throws: StorageError.self) { try await store.paperMatches(of: "ann") }
        }
    }

    /// Each row that the schema forbids differs in one value from a row that it permits.
    @Test func theSchemaPermitsTheOther() async throws {
        try await withStore { store in
            try await store.save(recorded("a"), of: "ann", limit: 9)
            try await store.execute(
                """
                INSERT INTO paper_matches
                    SELECT 9, 'pm_0123456789abcdef', owner, 19000, 19001, '1', '0', 'hold', '0', 1, 1, NULL FROM paper_matches;
                INSERT INTO paper_match_coins SELECT 9, place, asset FROM paper_match_coins
                """)
            let added = try #require(try await store.paperMatch("pm_0123456789abcdef", of: "ann"))
            #expect(added.match.strategies == [.hold] && added.modelSHA256 == nil && added.createdAt == 1)
        }
    }
}
