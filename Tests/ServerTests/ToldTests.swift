import HTTPTestSupport
import JSONText
import Jobs
import Market
import Notices
import ServerWorld
import Services
import Testing
import Waits

/// What people are told besides alerts: security, support and jobs.
@Suite struct ToldTests {
    private static func told(
        _ kind: String, _ server: ServerUnderTest, _ headers: [String: String] = [:]
    ) async throws -> [JSONValue] {
        let answer = try await server.get("/v1/notices?kind=\(kind)", headers: headers)
        return try #require(answer.json["data"]?.array, "\(answer.text)")
    }

    @Test func securityIsToldInTheApp() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let before = try await Self.told("security", server, ann.headers).count
            let new = "brown owls wake at dusk"
            let change = #"{"current_password":"\#(ServerUnderTest.password)","password":"\#(new)","password_again":"\#(new)"}"#
            let changed = try await server.send("PUT", "/v1/account/password", body: change, headers: ann.headers)
            #expect(changed.status < 300, "\(changed.text)")
            let again = try await server.signIn("ann@example.com", password: new)
            let notices = try await Self.told("security", server, again.headers)
            let password = notices.prefix(notices.count - before).filter {
                $0["text"]?.string?.hasPrefix("Your password was changed") == true
            }
            #expect(password.count == 1, "\(notices)")
            #expect(password.first?["link"]?.string == "/account/events")
            #expect(
                try await Self.told("security", server, eve.headers).allSatisfy { $0["text"]?.string?.contains("password") != true }
            )
        }
    }

    @Test func anAnswerOfTheOperatorsIsTold() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            try server.done(
                await server.post("/v1/trading/support", json: #"{"text":"How?"}"#, headers: ann.headers))
            #expect(try await Self.told("support", server, ann.headers).isEmpty)
            try server.done(
                await server.post("/v1/operator/support/\(ann.id)", json: #"{"text":"So."}"#, headers: keeper.headers))
            let notices = try await Self.told("support", server, ann.headers)
            #expect(notices.compactMap { $0["link"]?.string } == ["/help"])
            #expect(try await Self.told("support", server, keeper.headers).isEmpty)
        }
    }

    @Test func aJobThatIsDoneIsToldOnceAndACancelledOneIsNot() async throws {
        try await ServerUnderTest.run { server async throws in
            let jobs = try #require(server.parts.jobs)
            let line = "{\"closes\":\(jsonCloses(simulatedHistory(2, days: 500)))}\n"
            let created = try await server.send(
                "POST", "/v1/jobs?paths=10&days=2", body: line, headers: ["Content-Type": "application/x-ndjson"])
            let id = try #require(created.json["id"]?.string, "\(created.text)")
            try await until("the job is done", everyMilliseconds: 20) {
                try await server.get("/v1/jobs/\(id)").json["state"]?.string == "done"
            }
            let notices = JobNotices(jobs, server.parts.store)
            #expect(try await notices.run() == 1)
            #expect(try await notices.run() == 0)
            #expect(try await JobNotices(jobs, server.parts.store).run() == 0, "after a restart")
            let told = try await Self.told("task", server)
            #expect(told.compactMap { $0["text"]?.string } == ["A batch job is done (series: 1)"])
            #expect(told.compactMap { $0["subject"]?.string } == [id])
            let other = try await server.send(
                "POST", "/v1/jobs?paths=1000", body: String(repeating: line, count: 500),
                headers: ["Content-Type": "application/x-ndjson"])
            let cancelled = try #require(other.json["id"]?.string, "\(other.text)")
            #expect(try await server.send("POST", "/v1/jobs/\(cancelled)/cancel").status == 200)
            #expect(try await notices.run() == 0)
        }
    }
}
