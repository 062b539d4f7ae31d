import JSONText
import ServerWorld
import Testing

/// The history of the simulated account as a file: all of it, however long.
@Suite struct HistoryExportTests {
    private static let path = "/v1/trading/history/export"

    /// The file is read in pages of 10,000 entries, some of which have the same time.
    @Test(arguments: [0, 1, 10_000, 10_001, 20_050]) func aHistoryIsExportedToItsEnd(count: Int) async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.send("PUT", "/v1/trading/account"))
            try await server.database.execute(
                """
                INSERT INTO trading_rewards
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
                    SELECT printf('w_%016x', n), 'local', printf('t_%016x', n), 'USD', '1', 1740000000 + n / 7
                    FROM numbers WHERE n <= \(count)
                """)
            let csv = try server.done(await server.get(Self.path + "?format=csv"))
            #expect(csv.header("Content-Type")?.hasPrefix("text/csv") == true)
            #expect(csv.header("Content-Disposition") == "attachment; filename=\"simulated-history.csv\"")
            let lines = csv.text.split(separator: "\n")
            #expect(lines.count == count + 1 && lines[0].hasPrefix("id,time,kind,state,"))
            let ids = lines.dropFirst().map { String($0.prefix(18)) }
            #expect(Set(ids).count == count && ids == ids.sorted(by: >), "newest first")
            let json = try server.done(await server.get(Self.path))
            #expect(json.json["entries"]?.array?.compactMap { $0["id"]?.string } == ids)
        }
    }

    @Test func filtersApplyToTheFile() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/trading/deposits", json: #"{"currency":"EUR","amount":"100"}"#))
            for (query, count) in [("", 1), ("?kind=deposit", 1), ("?kind=buy,sell", 0), ("?since=2025-03-02", 0)] {
                let file = try server.done(await server.get(Self.path + query))
                #expect(file.json["entries"]?.array?.count == count, "\(query)")
            }
        }
    }
}
