import Access
import Forecasts
import Foundation
import GRDB
import Ledger
import Market
import Notices
import PaperTrading
import People
import Portfolio
import Scratch
import Storage
import Testing
import Trading

@Suite(.serialized) struct SchemaTests {
    private static let schemas = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas")

    /// A file as created by a released version, restored from its dump.
    func file(_ schema: String, in folder: String) async throws -> String {
        let path = "\(folder)/closecast.db"
        let dump = try String(contentsOf: Self.schemas.appending(path: schema), encoding: .utf8)
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { connection in
            try connection.execute(sql: dump)
            try connection.execute(sql: "PRAGMA application_id = \(0x434C_4353); PRAGMA journal_mode = WAL")
        }
        try queue.close()
        return path
    }

    /// This version reads data stored with each released schema.
    @Test(arguments: ["v1.sql", "v2.sql", "v3.sql", "v4.sql", "v5.sql"])
    func filesOfEverySchemaAreRead(schema: String) async throws {
        try await Scratch.with { folder in
            let database = try Store(try await file(schema, in: folder), options: .quick)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            #expect(try await database.asset(AssetID("old-coin")!)?.providerIDs == [.kraken: "OLDUSD"])
            #expect(try await database.favourites(of: "ann").map(\.id) == [AssetID("old-coin")!])
            #expect(Set(KnownAssets.all.map(\.id)).isSubset(of: Set(try await database.assets().map(\.id))))
            let days = (Day(iso: "2025-01-01")!, Day(iso: "2025-01-03")!)
            let candles = try await database.candles(of: AssetID("old-coin")!, from: days.0, through: days.1)
            #expect(
                candles.map(\.candle.close) == [1.5, 0.1, 2.25] && candles.map(\.source) == ["kraken", "file:a.csv", "kraken"])
            #expect(try await database.quotes(of: AssetID("old-coin")!, since: 0).map(\.price) == [2.5])
            let wallets = try await database.wallets(of: "ann")
            #expect(wallets.map(\.name) == ["Main", "Ärger"] && wallets.map(\.costBasis) == [.fifo, .hifo])
            #expect(
                try await database.balances(of: wallets[0].id) == [
                    .usd: d("94.5"), AssetID("old-coin")!: d("0.000000000000000001"),
                ])
            #expect(try await database.balances(of: wallets[1].id) == [.usd: d("4.5")])
            let records = try await database.transactions(JournalQuery(wallets: Set(wallets.map(\.id))))
            #expect(records.map(\.transaction.kind) == [.deposit, .transfer, .income, .deposit, .correction])
            #expect(records[3].correctedBy == records[4].id)
            #expect(try await database.walletsFeeding([wallets[1].id]).wallets == Set(wallets.map(\.id)))
        }
    }

    /// Data that the second schema added is read, and can be added to a file of the first.
    @Test func theSecondSchemaKeepsTokensRequestsAndTheDiary() async throws {
        try await Scratch.with { folder in
            let database = try Store(try await file("v2.sql", in: folder), options: .quick, clock: { 6 })
            #expect(try await database.tokens() == [.sample(expiresAt: 99)])
            #expect(try await database.use(of: .sample()) == .answered(Self.reply))
            #expect(
                try await database.entries(of: Self.entry.asset, before: nil, limit: 9)
                    == [KeptEntry(id: 1, entry: Self.entry, isFirst: true)])
        }
        try await Scratch.with { folder in
            let database = try Store(try await file("v1.sql", in: folder), options: .quick)
            try await Self.fillSecond(database)
            #expect(try await database.entryCounts() == [Self.entry.asset: 1])
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
        }
    }

    /// The third schema gives every wallet an id and every name a new key; wallets with clashing names can still be read.
    @Test func walletsOfOlderFilesGetIDsAndKeys() async throws {
        try await Scratch.with { folder in
            let path = try await file("v2.sql", in: folder)
            let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
            let rows = [(11, composed), (12, decomposed), (13, "Stra\u{DF}e"), (14, "a\u{200B}b"), (15, "w_0000000000000001")]
            let queue = try DatabaseQueue(path: path)
            try await queue.write { connection in
                for (id, name) in rows {
                    try connection.execute(
                        sql: "INSERT INTO wallets VALUES (?, 'ann', ?, ?, 'fifo', 0, 1, NULL)",
                        arguments: [id, name, name.lowercased()])
                }
            }
            try queue.close()
            let database = try Store(path, options: .quick)
            let wallets = try await database.wallets(of: "ann")
            #expect(wallets.count == 7 && wallets.allSatisfy { WalletPublicID.isWellFormed($0.publicID) })
            #expect(Set(wallets.map(\.publicID)).count == 7)
            for (id, name) in rows {
                #expect(try await database.wallet(named: name, of: "ann")?.id == WalletID(Int64(id)), "\(name)")
            }
            for wallet in wallets { #expect(try await database.wallet(named: wallet.publicID, of: "ann") == wallet) }
            #expect(try await database.wallet(named: "STRASSE", of: "ann")?.id == WalletID(13))
            #expect(try await database.wallet(named: "AB", of: "ann")?.id == WalletID(14))
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            // The wallet that kept its old key can be renamed.
            let renamed = try await database.changeWallet(WalletID(12), WalletChange(name: "Bar"), expecting: nil)
            #expect(renamed.publicID == wallets.first { $0.id == WalletID(12) }?.publicID)
            #expect(try await database.wallet(named: decomposed, of: "ann")?.id == WalletID(11))
        }
    }

    /// The fourth schema makes a row for every owner in the file, and everything refers to these rows.
    @Test(arguments: ["v1.sql", "v2.sql", "v3.sql", "v4.sql"]) func everyOwnerOfAnOlderFileIsARow(schema: String) async throws {
        try await Scratch.with { folder in
            let path = try await file(schema, in: folder)
            let queue = try DatabaseQueue(path: path)
            try await queue.write { connection in
                if schema == "v4.sql" {
                    try connection.execute(sql: "INSERT OR IGNORE INTO owners VALUES ('carl'); INSERT INTO owners VALUES ('dora')")
                }
                let id = schema < "v3" ? "" : "'w_00000000000000c0', "
                try connection.execute(sql: "INSERT INTO wallets VALUES (20, \(id)'carl', 'Main', 'main', 'fifo', 0, 1, NULL)")
                try connection.execute(sql: "INSERT INTO favourites VALUES ('dora', 2)")
            }
            try queue.close()
            let database = try Store(path, options: .quick)
            let owners = try await self.owners(path)
            #expect(owners.contains(Owner.local) && owners.isSuperset(of: ["ann", "carl", "dora"]))
            let tokens = try await database.tokens()
            #expect(tokens.isEmpty == (schema == "v1.sql") && tokens.allSatisfy { owners.contains($0.owner) })
            #expect(try await database.wallets(of: "carl").map(\.name) == ["Main"])
            #expect(try await database.favourites(of: "dora").map(\.id) == [.bitcoin])
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            // References to unknown owners are refused, and a new name becomes a row.
            for sql in [
                "INSERT INTO favourites VALUES ('nobody', 2)",
                "INSERT INTO wallets VALUES (99, 'w_0123456789abcdef', 'nobody', 'x', 'x', 'fifo', 0, 1, NULL, 'recorded')",
                "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('nobody', 'new', 'fee', 1, '', 1)",
                "INSERT INTO idempotency (owner, key, request_hash, instance, started_at) "
                    + "VALUES ('nobody', 'k', '\(String(repeating: "a", count: 64))', 'a', 1)",
                "DELETE FROM owners WHERE id = 'ann'", "UPDATE owners SET id = 'eve' WHERE id = 'dora'",
            ] { await #expect(throws: StorageError.self, "\(sql)") { try await database.execute(sql) } }
            _ = try await database.make("Main", of: "new-1")
            try await database.addFavourites([.bitcoin], of: "new-2")
            #expect(try await self.owners(path).isSuperset(of: ["new-1", "new-2"]))
        }
    }

    /// The fifth schema stores accounts, and loses none of the older files' data.
    @Test func theFifthSchemaKeepsPeople() async throws {
        try await Scratch.with { folder in
            let database = try Store(try await file("v5.sql", in: folder), options: .quick)
            let (person, device, session, link, mail, event) = try await database.readPeople { records in
                let person = try #require(try records.person(email: "ann@example.com"))
                return (
                    person, try records.devices(of: person.id).first, try records.sessions(of: person.id).first,
                    try records.link(hash: String(repeating: "f", count: 64)), try records.dueNotices(at: .max, limit: 9).first,
                    try records.events(of: person.id, before: nil, limit: 9).first
                )
            }
            #expect(person.owner == "ann" && person.isOperator && person.choices.language == .italian && person.hasSecondFactor)
            #expect(person.choices.preferredCoin == "old-coin" && person.email.text == "Ann@example.com")
            #expect(device?.pinFailures == 1 && session?.carrier == .cookie && session?.idleSeconds == 1800)
            #expect(link?.purpose == .verification && mail?.kind == .newDevice && mail?.fields["device"] == "Firefox on Linux")
            #expect(event?.kind == .signIn)
            #expect(try await database.wallets(of: "ann").map(\.name) == ["Main", "Ärger"])
        }
        for older in ["v2.sql", "v3.sql", "v4.sql"] {
            try await Scratch.with { folder in
                let database = try Store(try await file(older, in: folder), options: .quick)
                #expect(try await database.tokens().isEmpty == false, "\(older)")
                #expect(try await database.readPeople { try $0.people(matching: nil, after: nil, limit: 9) } == [])
                #expect(try await database.entryCounts() == [Self.entry.asset: 1])
            }
        }
    }

    /// Files of unreleased builds are opened if they have the last of those schemas, and refused if they have one between.
    @Test func aFileOfAnUnreleasedBuildIsOpenedOrRefused() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            let queue = try DatabaseQueue(path: path)
            try await queue.write { connection in
                // Later migrations are not of that time.
                for migration in Migration.all where !migration.replaces.isEmpty || migration.name == "support.cascade" {
                    try connection.execute(sql: "DELETE FROM migrations WHERE name = ?", arguments: [migration.name])
                }
                for number in 5...10 {
                    try connection.execute(sql: "INSERT INTO migrations (name, applied_at) VALUES ('v\(number)', 1)")
                }
            }
            let database = try Store(path, options: .quick)
            #expect(try await database.audit(AuditOptions(today: nil)) == [])
            #expect(try await database.differences() == [])
            try database.close()
            for missing in ["v10", "v9", "v8"] {
                try await queue.write { try $0.execute(sql: "DELETE FROM migrations WHERE name = '\(missing)'") }
                do {
                    _ = try Store(path, options: .quick)
                    Issue.record("without \(missing) it was opened")
                } catch StorageError.cannotOpen(_, let reason) {
                    #expect(reason.contains("unreleased") && reason.contains("ceeda168"))
                }
            }
            try queue.close()
        }
    }

    /// An account is deleted with all data of its owner, and no data of others.
    @Test func anErasedPersonLeavesNothing() async throws {
        try await Scratch.with { folder in
            let database = try Store(try await file("v5.sql", in: folder), options: .quick)
            try await database.execute(
                "INSERT INTO owners (id) VALUES ('eve'); "
                    + "INSERT INTO wallets VALUES (50, 'w_00000000000000ee', 'eve', 'Main', 'main', 'fifo', 0, 1, NULL, 'recorded')"
            )
            let diary = try await database.entryCounts()
            let match = RecordedPaperMatch(
                id: "pm_0123456789abcdef", match: try PaperMatch(coins: [.bitcoin], start: Day(iso: "2024-01-01")!), createdAt: 1)
            try await database.save(match, of: "ann", limit: 9)
            try await database.changePeople { records in
                try records.erase(try #require(try records.person(email: "ann@example.com")))
            }
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            #expect(try await database.wallets(of: "ann") == [])
            #expect(try await database.paperMatches(of: "ann") == [])
            #expect(try await database.favourites(of: "ann") == [])
            #expect(try await database.wallets(of: "eve").map(\.name) == ["Main"])
            #expect(try await database.entryCounts() == diary)
            try await database.wipeDeleted()
            try database.close()
            let bytes = try Data(contentsOf: URL(filePath: database.path))
            for text in ["Ann@example.com", "u_00000000000000000001", "Ärger", "Firefox on Linux", "pm_0123456789abcdef"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
            }
            #expect(bytes.range(of: Data("bob@example.com".utf8)) != nil, "another's sign-up stays")
        }
    }

    /// If two processes open an older file at once, one migrates it and the other finds it migrated.
    @Test(arguments: ["v1.sql", "v3.sql"]) func twoProcessesMigrateOnce(schema: String) async throws {
        try await Scratch.with { folder in
            let path = try await file(schema, in: folder)
            try await withThrowingTaskGroup(of: Store.self) { group in
                for _ in 0..<4 { group.addTask { try Store(path, options: .quick) } }
                for try await database in group { #expect(try await database.wallets(of: "ann").count == 2) }
            }
            #expect(try await owners(path) == [Owner.local, "ann"])
            let steps = try await DatabaseQueue(path: path).read {
                try String.fetchAll($0, sql: "SELECT name FROM migrations ORDER BY position")
            }
            #expect(steps == Migration.all.map(\.name))
        }
    }

    /// An asset named eur in an older file is kept; the audit reports it if its ticker is different.
    @Test(arguments: ["EUR", "EURO"]) func aUsersAssetWithTheIDOfEurosIsKept(ticker: String) async throws {
        try await Scratch.with { folder in
            let path = try await file("v3.sql", in: folder)
            let queue = try DatabaseQueue(path: path)
            try await queue.write {
                try $0.execute(sql: "INSERT INTO assets VALUES (50, 'eur', '\(ticker)', 'Mine', 'USD', NULL, NULL, NULL, NULL)")
                try $0.execute(sql: "INSERT INTO candles VALUES (50, 20089, NULL, NULL, NULL, 1.25, NULL, 1, 1740000000)")
            }
            try queue.close()
            let database = try Store(path, options: .quick)
            let asset = try #require(try await database.asset(.eur))
            #expect(asset.name == "Mine" && asset.ticker.description == ticker)
            #expect(asset.providerIDs[.kraken] == (ticker == "EUR" ? "EURUSD" : nil))
            let day = Day(daysSince1970: 20_089)
            #expect(try await database.candles(of: .eur, from: day, through: day).map(\.candle.close) == [1.25])
            let reported = try await database.audit(AuditOptions(today: nil)).filter { $0.what.contains("EURO has the id eur") }
            #expect(reported.count == (ticker == "EUR" ? 0 : 1))
        }
    }

    private func owners(_ path: String) async throws -> Set<String> {
        try await DatabaseQueue(path: path).read { try String.fetchSet($0, sql: "SELECT id FROM owners") }
    }

    private static let reply = IdempotentReply(
        status: 201, headers: [.init("Location", "/v1/x"), .init("A", "b: c")], body: [0, 255])

    private static func fillSecond(_ database: Store) async throws {
        try await database.save(AccessToken.sample(expiresAt: 99))
        try await database.answer(to: .sample()) { ((), reply) }
        _ = try await database.append(entry)
    }

    private static let entry = DiaryEntry.sample(of: AssetID("old-coin")!)

    /// A released migration is never edited: its file has exactly the tables, indexes and triggers of the dump.
    @Test(arguments: 1...5) func theReleasedSchemaIsTheDumped(version: Int) async throws {
        // The fifth has become two migrations, of notices and of people.
        let fifth = version < 5 ? [] : Migration.all.filter { $0.replaces.contains("v5") }
        try await Scratch.with { folder in
            let dumped = try await schema(file("v\(version).sql", in: folder))
            try Store("\(folder)/new.db", migrations: Migration.all[..<min(version, 4)] + fifth).close()
            #expect(try await schema("\(folder)/new.db") == dumped)
        }
    }

    private func schema(_ path: String) async throws -> [String] {
        try await DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
    }

    @Test(arguments: [
        "UPDATE transactions SET note = 'x'", "DELETE FROM transactions", "UPDATE postings SET amount = '1'",
        "DELETE FROM postings WHERE position = 0", "DELETE FROM wallet_transactions", "UPDATE wallet_transactions SET time = 0",
        "INSERT OR REPLACE INTO transactions SELECT * FROM transactions WHERE id = 3",
        "INSERT OR REPLACE INTO postings SELECT transaction_id, position, account, time, '7' FROM postings",
        "INSERT INTO transactions (id, owner, key, kind, time, note, recorded_at) VALUES (3, 'a', 'b', 'fee', 1, '', 1)",
        "UPDATE accounts SET balance = '-1' WHERE role = 'holding'", "UPDATE accounts SET balance = 'many'",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'c', 'fee', 1, '', 1)",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'new', 'gift', 1, '', 1)",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'new', 'correction', 1, '', 1)",
        "INSERT INTO postings VALUES (1, 9, 999, 1, '1')", "INSERT INTO postings VALUES (999, 0, 1, 1, '1')",
        "UPDATE candles SET close = 0", "UPDATE candles SET close = -1", "UPDATE candles SET close = 9e999",
        "UPDATE candles SET close = NULL", "UPDATE candles SET close = 'much'", "DELETE FROM assets WHERE slug = 'bitcoin'",
        "UPDATE diary_entries SET issued_at = 0", "UPDATE diary_entries SET numbers = numbers", "DELETE FROM diary_entries",
        "INSERT OR REPLACE INTO diary_entries SELECT * FROM diary_entries",
        "INSERT INTO diary_entries SELECT 9, 999, cutoff, issued_at, model_name, model_version, model_sha256, input_sha256, days, paths, '7', decoding, last_close, has_quantiles, numbers FROM diary_entries",
        "INSERT INTO diary_entries SELECT 9, asset, cutoff, issued_at, model_name, model_version, model_sha256, input_sha256, days + 1, paths, seed, decoding, last_close, has_quantiles, numbers FROM diary_entries",
        "INSERT INTO diary_entries SELECT 9, asset, cutoff, issued_at, model_name, model_version, 'A', input_sha256, days, paths, seed, decoding, last_close, has_quantiles, numbers FROM diary_entries",
        "INSERT INTO diary_entries SELECT 9, asset, cutoff, issued_at, model_name, model_version, model_sha256, input_sha256, days, paths, '-1', decoding, last_close, has_quantiles, numbers FROM diary_entries",
        "UPDATE access_tokens SET scope = 'admin'", "UPDATE access_tokens SET owner = 'bob'",
        "UPDATE access_tokens SET expires_at = NULL",
        "UPDATE access_tokens SET revoked_at = 7; UPDATE access_tokens SET revoked_at = NULL", "DELETE FROM access_tokens",
        "INSERT OR REPLACE INTO access_tokens SELECT id, hash, owner, 'admin', 1, NULL, NULL, NULL FROM access_tokens",
        "INSERT INTO access_tokens (id, hash, owner, scope, created_at) VALUES ('x', 'y', 'ann', 'read', 1)",
        "UPDATE idempotency SET body = NULL", "UPDATE idempotency SET status = 7", "UPDATE idempotency SET key = ''",
        "UPDATE wallets SET cost_basis = 'best'", "UPDATE wallets SET name_key = 'one'", "DELETE FROM wallets",
        "UPDATE wallets SET kind = 'simulated'",
        "INSERT INTO wallets VALUES (99, 'w_0123456789abcdef', 'ann', 'x', 'x', 'fifo', 0, 1, NULL, 'other')",
        "UPDATE wallets SET public_id = 'w_0123456789abcdef'", "UPDATE wallets SET owner = 'bob'", "UPDATE wallets SET id = 99",
        "INSERT INTO wallets SELECT 99, public_id, 'bob', 'x', 'x', 'fifo', 0, 1, NULL, 'recorded' FROM wallets LIMIT 1",
        "INSERT INTO wallets VALUES (99, NULL, 'bob', 'x', 'x', 'fifo', 0, 1, NULL, 'recorded')",
        "INSERT INTO wallets VALUES (99, 'w_0123456789ABCDEF', 'bob', 'x', 'x', 'fifo', 0, 1, NULL, 'recorded')",
    ]) func theSchemaForbids(sql: String) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            let database = try Store(path, options: .quick)
            let before = try await database.transactions(JournalQuery(wallets: [WalletID(1)]))
            await #expect(throws: StorageError.self) { try await database.execute(sql) }
            #expect(try await database.transactions(JournalQuery(wallets: [WalletID(1)])) == before)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
        }
    }

    /// Pages, closures and lookups of a large journal stay cheap: no query scans a whole table.
    @Test func queriesUseIndexes() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try Store(path, options: .quick).close()
            let queries = [
                "SELECT time, transaction_id FROM wallet_transactions WHERE wallet = 1 AND (time, transaction_id) > (1, 2) ORDER BY time, transaction_id LIMIT 9",
                "SELECT time, transaction_id FROM wallet_transactions WHERE wallet = 1 ORDER BY time DESC, transaction_id DESC LIMIT 9",
                "SELECT DISTINCT time, transaction_id FROM postings WHERE account = 1 ORDER BY time DESC, transaction_id DESC LIMIT 9",
                "SELECT id FROM transactions WHERE owner = 'a' AND key = 'b'",
                "SELECT max(last_transaction) FROM accounts WHERE wallet = 1",
                "SELECT id FROM wallets WHERE owner = 'a' AND public_id = 'w_0123456789abcdef' AND deleted_at IS NULL",
                "SELECT id FROM wallets WHERE owner = 'a' AND name_key = 'b' AND deleted_at IS NULL",
                "SELECT id FROM access_tokens WHERE hash = 'a'", "SELECT body FROM idempotency WHERE owner = 'a' AND key = 'b'",
                "DELETE FROM idempotency WHERE started_at < 7",
                "SELECT numbers FROM diary_entries WHERE asset = 1 AND id < 9 ORDER BY id DESC LIMIT 9",
                "SELECT id FROM diary_entries WHERE asset = 1 AND cutoff = 2 AND model_sha256 = 'a' AND id < 9",
                "SELECT COUNT(*) FROM trading_orders WHERE owner = 'a' AND created_at > 7",
                "SELECT id FROM trading_orders WHERE owner = 'a' AND state = 'open' ORDER BY created_at, id",
                "SELECT id FROM trading_orders WHERE state = 'open' AND id > 'o_' ORDER BY id LIMIT 9",
                "SELECT id FROM trading_orders WHERE quote = 'q_'", "SELECT id FROM trading_quotes WHERE id = 'q_'",
                "DELETE FROM trading_quotes WHERE owner = 'a' AND expires_at <= 7",
                "SELECT id FROM trading_plans WHERE state = 'active' AND next_at <= 7 ORDER BY next_at, id LIMIT 9",
                "SELECT COUNT(*) FROM trading_payments WHERE owner = 'a' AND recorded_at > 7",
                "SELECT owner FROM trading_addresses WHERE address = 'a'",
                "SELECT max(last_time) FROM accounts WHERE wallet IN (1, 2)",
                "SELECT amount FROM trading_usage WHERE owner = 'a' AND purpose = 'trade' AND day BETWEEN 1 AND 9",
            ]
            try await DatabaseQueue(path: path).read { connection in
                for sql in queries {
                    let plan = try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
                    #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(sql): \(plan)")
                }
            }
        }
    }
}
