import Foundation
import JSONText
import Ledger
import People
import Platform
import ServerWorld
import Synchronization
import Testing

/// Profile, address, tokens, export, deletion, and the work of operators.
@Suite struct AccountRouteTests {
    @Test func theProfileChanges() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let changed = try await server.send(
                "PATCH", "/v1/account",
                body:
                    #"{"name":"Ann B","language":"it","quote_currency":"EUR","preferred_coin":"BTC","appearance":"dark","time_zone":"Europe/Rome"}"#,
                headers: ann.headers)
            #expect(changed.status == 200 && changed.json["preferred_coin"]?.string == "bitcoin", "\(changed.text)")
            for (body, status) in [
                (#"{"language":"xx"}"#, 422), (#"{"role":"operator"}"#, 400), (#"{"email":"x@example.com"}"#, 400),
                (#"{"preferred_coin":"NOPE"}"#, 422), (#"{"time_zone":"<b>"}"#, 422), (#"{"preferred_coin":null}"#, 200),
            ] {
                let answer = try await server.send("PATCH", "/v1/account", body: body, headers: ann.headers)
                #expect(answer.status == status, "\(body) \(answer.text)")
            }
            // The language of mails.
            _ = try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#)
            #expect(try await accounts.mails(to: "ann@example.com").last?.notice.language == "it")
            for language in Person.Choices.Language.allCases.map(\.rawValue) {
                let body = "{\"language\":\"\(language)\"}"
                _ = try await server.send("PATCH", "/v1/account", body: body, headers: ann.headers)
                let stored = try await server.send("GET", "/v1/account", headers: ann.headers)
                #expect(stored.json["language"]?.string == language, "\(stored.text)")
            }
        }
    }

    @Test func theAddressChangesWithALinkToTheNewOne() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts, name: "Prizes at evil.example")
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            func request(_ email: String) async throws -> ServerUnderTest.Answer {
                try await server.send("PUT", "/v1/account/email", body: #"{"email":"\#(email)"}"#, headers: ann.headers)
            }
            func verify(_ token: String, _ person: ServerUnderTest.SignedInPerson) async throws -> Int {
                try await server.post(
                    "/v1/account/email/verification", json: #"{"token":"\#(token)"}"#, headers: person.headers
                ).status
            }
            let (taken, free) = (try await request("eve@example.com"), try await request("ann@example.org"))
            #expect(taken.status == 202 && taken.body == free.body)
            #expect(try await accounts.mails(to: "eve@example.com").last?.notice.kind == .addressInUse)
            #expect(try await accounts.mails(to: "ann@example.com").last?.notice.kind == .emailChanging)
            let mail = try await accounts.mails(to: "ann@example.org").last?.notice
            #expect(mail?.kind == .emailChange && mail?.recipientName == "", "nothing of a person's own text goes to strangers")
            let token = try await accounts.token(.emailChange, to: "ann@example.org")
            #expect(try await verify(token, eve) == 422, "another's link")
            #expect(try await verify(token, ann) == 200)
            #expect(try await verify(token, ann) == 422)
            #expect(try await accounts.mails(to: "ann@example.com").last?.notice.kind == .emailChanged)
            #expect(try await server.signIn("ann@example.org").id == ann.id)
        }
    }

    /// A link opens one thing only.
    @Test func linksAreForOnePurpose() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            _ = try await server.send("PUT", "/v1/account/email", body: #"{"email":"ann@example.org"}"#, headers: ann.headers)
            let token = try await accounts.token(.emailChange, to: "ann@example.org")
            let new = #""password":"brown owls wake at dusk","password_again":"brown owls wake at dusk""#
            for (path, body) in [
                ("/v1/password-resets/completion", #"{"token":"\#(token)",\#(new)}"#),
                ("/v1/accounts/verification", #"{"token":"\#(token)","password":"\#(ServerUnderTest.password)"}"#),
                ("/v1/second-factor-removals", #"{"token":"\#(token)","password":"\#(ServerUnderTest.password)"}"#),
                ("/v1/second-factor-removals/stop", #"{"token":"\#(token)"}"#),
            ] { #expect(try await server.post(path, json: body).status == 422, "\(path)") }
        }
    }

    // MARK: Tokens

    @Test func tokensOpenDataAndNothingOfTheAccount() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            func make(_ scope: String, days: Int? = nil) async throws -> ServerUnderTest.Answer {
                let days = days.map { #","days":\#($0)"# } ?? ""
                return try await server.post(
                    "/v1/account/tokens", json: #"{"name":"sheet","scope":"\#(scope)"\#(days)}"#, headers: ann.headers)
            }
            #expect(try await make("admin").json["code"]?.string == "scope-too-large")
            #expect(try await make("read", days: 366).json["code"]?.string == "token-life-too-long")
            let made = try await make("write", days: 2)
            let token = ["Authorization": "Bearer \(made.json["token"]?.string ?? "")"]
            #expect(try await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: token).status == 201)
            let documented = ServerUnderTest.document["paths"]?.members ?? []
            for path in documented where path.key.hasPrefix("/v1/account") || path.key.hasPrefix("/v1/sessions") {
                for operation in path.value.members ?? [] where operation.value["security"] == nil {
                    let target = path.key.replacingOccurrences(of: "\\{[a-z]+\\}", with: "x", options: .regularExpression)
                    let answer = try await server.send(operation.key.uppercased(), target, headers: token)
                    #expect(answer.status == 403 && answer.json["code"]?.string == "session-needed", "\(path.key) \(answer.text)")
                }
            }
            server.clock.advance(by: 2 * 86_400)
            #expect(try await server.get("/v1/wallets", headers: token).status == 401, "expired")
        }
    }

    @Test func anAdminTokenWaitsForWhatItsOperatorMustDoFirst() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let made = try await server.post(
                "/v1/account/tokens", json: #"{"name":"sheet","scope":"admin"}"#, headers: keeper.headers)
            let token = ["Authorization": "Bearer \(made.json["token"]?.string ?? "")"]
            func remove() async throws -> Int { try await server.send("DELETE", "/v1/assets/nothing", headers: token).status }
            #expect(try await remove() == 404, "\(made.text)")
            try await server.database.changePeople { records in
                var person = try #require(try records.person(email: "op@example.com"))
                person.mustChangePassword = true
                try records.update(person)
            }
            #expect(try await remove() == 403)
            #expect(try await server.get("/v1/wallets", headers: token).status == 200)
        }
    }

    @Test func theTwentyFirstTokenIsRefused() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            var ids: [String] = []
            for _ in 0..<20 {
                let made = try await server.post(
                    "/v1/account/tokens", json: #"{"name":"x","scope":"read"}"#, headers: ann.headers)
                ids.append(made.json["id"]?.string ?? "")
            }
            let refused = try await server.post(
                "/v1/account/tokens", json: #"{"name":"x","scope":"read"}"#, headers: ann.headers)
            #expect(refused.status == 409)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            #expect(try await server.send("DELETE", "/v1/account/tokens/\(ids[0])", headers: eve.headers).status == 404)
            #expect(try await server.send("DELETE", "/v1/account/tokens/\(ids[0])", headers: ann.headers).status == 204)
            #expect(try await server.send("DELETE", "/v1/account/tokens/\(ids[0])", headers: ann.headers).status == 404)
        }
    }

    // MARK: Operators

    @Test func operatorsLockAndUnlock() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ann.headers))
            let made = try await server.post(
                "/v1/account/tokens", json: #"{"name":"x","scope":"read"}"#, headers: ann.headers)
            let token = ["Authorization": "Bearer \(made.json["token"]?.string ?? "")"]
            #expect(try await server.get("/v1/wallets/Main", headers: boss.headers).status == 404, "operators see no wallets")
            let found = try await server.get("/v1/operator/accounts?search=ANN%40", headers: boss.headers)
            #expect(found.json["data"]?.array?.compactMap { $0["id"]?.string } == [ann.id])
            let locked = try await server.send(
                "PUT", "/v1/operator/accounts/\(ann.id)/lock", body: #"{"reason":"spam"}"#, headers: boss.headers)
            #expect(locked.json["state"]?.string == "locked", "\(locked.text)")
            #expect(try await server.get("/v1/wallets", headers: ann.headers).status == 401)
            #expect(try await server.get("/v1/wallets", headers: token).status == 401)
            let refused = try await server.post(
                "/v1/sessions", json: #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)"}"#)
            #expect(refused.json["code"]?.string == "account-locked")
            let stranger = try await server.post(
                "/v1/sessions", json: #"{"email":"ann@example.com","password":"wrong wrong wrong"}"#)
            #expect(stranger.json["code"]?.string == "wrong-credentials", "said only to those who know the password")
            let unlocked = try await server.send("DELETE", "/v1/operator/accounts/\(ann.id)/lock", headers: boss.headers)
            #expect(unlocked.json["state"]?.string == "active")
            #expect(try await server.get("/v1/wallets", headers: token).status == 200)
            let alone = try await server.send(
                "PUT", "/v1/operator/accounts/\(boss.id)/lock", body: #"{"reason":"x"}"#, headers: boss.headers)
            #expect(alone.json["code"]?.string == "last-operator")
            _ = try await server.makeOperator("deputy@example.com", accounts)
            let herself = try await server.send(
                "PUT", "/v1/operator/accounts/\(boss.id)/lock", body: #"{"reason":"x"}"#, headers: boss.headers)
            #expect(herself.status == 409 && herself.json["code"]?.string == "own-account", "\(herself.text)")
            let events = try await server.get("/v1/operator/events?account=\(ann.id)", headers: boss.headers)
            let kinds = events.json["data"]?.array?.compactMap { $0["event"]?.string } ?? []
            #expect(kinds.contains("locked") && kinds.contains("unlocked") && kinds.contains("sign-in-blocked"))
            let own = try await server.get("/v1/account/events", headers: (try await server.signIn("ann@example.com")).headers)
            #expect(own.text.contains(#""event":"locked""#) && !own.text.contains(boss.id))
        }
    }

    @Test func marketDataTakesAnOperator() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let local = ["Authorization": "Bearer \(try await server.token(owner: "local", scope: .admin))"]
            #expect(try await server.post("/v1/assets", json: #"{"ticker":"ZZZ"}"#, headers: ann.headers).status == 403)
            #expect(try await server.post("/v1/assets", json: #"{"ticker":"ZZZ"}"#, headers: boss.headers).status == 201)
            #expect(try await server.post("/v1/assets", json: #"{"ticker":"YYY"}"#, headers: local).status == 201)
        }
    }

    // MARK: Taking over, export, deletion

    @Test func theFirstAccountTakesOverWhatIsLocal() async throws {
        let accounts = TestAccounts(.invite)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let local = ["Authorization": "Bearer \(try await server.token(owner: "local"))"]
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Old"}"#, headers: local))
            let (boss, _) = try await server.makeOperator("ann@example.com", accounts, takingOver: "local")
            #expect(try await server.get("/v1/wallets/Old", headers: boss.headers).status == 200)
            #expect(try await server.get("/v1/wallets/Old", headers: local).status == 200, "the command line has it too")
            await #expect(throws: PeopleError.ownerHasAccount("local")) {
                try await accounts.people.administration.makeInvitation(
                    for: "b@example.com", .person, takingOver: "local", .commandLine)
            }
        }
    }

    @Test func theExportIsImportedAnew() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let ann = try await server.person("ann@example.com", accounts)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ann.headers))
            for body in [
                #"{"kind":"deposit","asset":"USD","quantity":"1000","time":"2025-02-20"}"#,
                #"{"kind":"buy","asset":"BTC","quantity":"1.25","price":"77","time":"2025-02-21"}"#,
            ] { try server.done(await server.post("/v1/wallets/Main/transactions", json: body, headers: ann.headers)) }
            let export = try await server.send("POST", "/v1/account/export", headers: ann.headers)
            #expect(export.status == 200 && export.header("Content-Type") == "application/zip", "\(export.text.prefix(200))")
            #expect(try await server.send("POST", "/v1/account/export", headers: ann.headers).status == 429)
            let folder = server.folder + "/export"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(export.body).write(to: URL(filePath: folder + "/a.zip"))
            let unzip = Process()
            unzip.executableURL = URL(filePath: "/usr/bin/env")
            unzip.arguments = ["python3", "-m", "zipfile", "-e", folder + "/a.zip", folder]
            try unzip.run()
            unzip.waitUntilExit()
            #expect(unzip.terminationStatus == 0)
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(
                names.isSuperset(of: [
                    "account.json", "paper-matches.json", "wallets.json", "transactions.csv", "favourites.json", "events.json",
                    "tokens.json",
                ]))
            for name in names where name.hasSuffix(".json") {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                #expect(!text.contains("argon2") && !text.contains(ann.token), "\(name)")
                #expect(throws: Never.self) { try JSONValue(parsing: Array(text.utf8)) }
            }
            let account = try JSONValue(parsing: Files.read(folder + "/account.json"))
            for date in ["created_at", "terms_accepted_at", "password_set_at"] {
                #expect(account[date]?.string == "2025-03-01T12:00:00Z", "\(date)")
            }
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            let file = try String(contentsOfFile: folder + "/transactions.csv", encoding: .utf8)
            let imported = try await server.send(
                "POST", "/v1/transactions/import?create=true", body: file,
                headers: bob.headers.merging(["Content-Type": "text/csv"]) { $1 })
            #expect(imported.status == 201, "\(imported.text)")
            let (one, other) = (
                try await server.get("/v1/wallets/Main/gains", headers: ann.headers),
                try await server.get("/v1/wallets/Main/gains", headers: bob.headers)
            )
            #expect(one.json["totals"] == other.json["totals"] && one.json["data"] == other.json["data"])
        }
    }

    @Test func deletionCanBeUndoneAndThenLeavesNothing() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let name = "Wolfgang Amadeus Nightingale"
            let ann = try await server.person("wolfgang@example.com", accounts, name: name)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            for person in [ann, eve] {
                try server.done(await server.post("/v1/wallets", json: #"{"name":"Kingfisher"}"#, headers: person.headers))
                for body in [
                    #"{"kind":"deposit","asset":"USD","quantity":"1000","time":"2025-02-20","note":"about wrens"}"#,
                    #"{"kind":"buy","asset":"BTC","quantity":"1.25","price":"77","time":"2025-02-21"}"#,
                ] { try server.done(await server.post("/v1/wallets/Kingfisher/transactions", json: body, headers: person.headers)) }
                try server.done(await server.send("PUT", "/v1/favourites/bitcoin", headers: person.headers))
            }
            let login = "reader-of-woodlarks"
            try server.done(
                await server.send("PUT", "/v1/profile", body: #"{"login_name":"\#(login)"}"#, headers: ann.headers))
            let list = try await server.get("/v1/wallets/Kingfisher/transactions", headers: ann.headers)
            let id = try #require(list.json["data"]?.array?.first?["id"]?.integer)
            try server.done(
                await server.send(
                    "POST", "/v1/transactions/\(id)/correction", headers: ann.headers.merging(["Idempotency-Key": "k"]) { $1 }))
            let made = try await server.post(
                "/v1/account/tokens", json: #"{"name":"x","scope":"read"}"#, headers: ann.headers)
            let token = ["Authorization": "Bearer \(made.json["token"]?.string ?? "")"]
            let before = try await server.get("/v1/transactions/export", headers: eve.headers)
            func delete(_ password: String, _ email: String) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "PUT", "/v1/account/deletion", body: #"{"password":"\#(password)","email":"\#(email)"}"#, headers: ann.headers)
            }
            #expect(try await delete("wrong wrong wrong", "wolfgang@example.com").json["code"]?.string == "wrong-password")
            #expect(try await delete(ServerUnderTest.password, "eve@example.com").json["code"]?.string == "wrong-address")
            #expect(try await delete(ServerUnderTest.password, "wolfgang@example.com").status == 202)
            #expect(try await server.get("/v1/wallets", headers: token).status == 401)
            let waiting = try await server.get("/v1/wallets", headers: ann.headers)
            #expect(waiting.json["code"]?.string == "deletion-first")
            #expect(try await server.send("DELETE", "/v1/account/deletion", headers: ann.headers).status == 204)
            #expect(try await server.get("/v1/wallets/Kingfisher", headers: ann.headers).status == 200)
            #expect(try await delete(ServerUnderTest.password, "wolfgang@example.com").status == 202)
            server.clock.advance(by: 7 * 86_400 - 1)
            try await accounts.people.tidy { Issue.record("deleted too early: \($0)") }
            server.clock.advance(by: 1)
            #expect(try await server.send("DELETE", "/v1/account/deletion", headers: ann.headers).status != 204, "too late")
            let owners = Mutex<[String]>([])
            try await accounts.people.tidy { owner in owners.withLock { $0.append(owner) } }
            #expect(owners.withLock { $0 } == [ann.id])
            _ = try await accounts.mails(to: "wolfgang@example.com")
            #expect(try await server.database.audit(.init(today: nil)).filter { $0.severity == .error } == [])
            try await server.database.wipeDeleted()
            for file in ["closecast.db", "closecast.db-wal"] {
                let bytes = (try? Data(contentsOf: URL(filePath: "\(server.folder)/\(file)"))) ?? Data()
                for text in [name, "wolfgang@example.com", ann.id, login] {
                    #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) is in \(file)")
                }
            }
            let after = try await server.signIn("eve@example.com")
            #expect(try await server.get("/v1/transactions/export", headers: after.headers).text == before.text)
            #expect(try await server.person("wolfgang@example.com", accounts).id != ann.id, "the address is free again")
        }
    }
}
