import Foundation
import JSONText
import Market
import Platform
import ServerWorld
import Testing

/// Random requests do not crash the server: each is answered, and errors are problem details.
///
/// `scripts/fuzz-server` runs these at full size, by `CLOSECAST_FUZZ_REQUESTS` and `CLOSECAST_FUZZ_SEED`.
@Suite(.serialized) struct FuzzTests {
    private static func setting(_ name: String) -> Int? { ProcessState.environment("CLOSECAST_FUZZ_\(name)").flatMap { Int($0) } }

    private static let requests = setting("REQUESTS") ?? 20_000
    private static let seed = UInt64(setting("SEED") ?? 1)
    /// The number of requests after which a new store is used, since stores grow.
    private static let segment = 50_000

    /// Fills the store and returns the requests to mutate.
    private static func seeds(_ target: FuzzTarget) async throws -> [FuzzRequest] {
        for request in FuzzSeeds.preparation() {
            let answer = try #require(try await target.answer(request))
            let said = String(decoding: answer.body, as: UTF8.self)
            #expect((200..<300).contains(answer.status), "\(request.method) \(request.target): \(answer.status) \(said)")
        }
        var exported: [(type: String, body: [UInt8])] = []
        for form in ["csv", "json"] {
            let request = FuzzRequest(method: "GET", target: "/v1/transactions/export?format=\(form)")
            let answer = try #require(try await target.answer(request))
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            exported.append((answer.type, answer.body))
        }
        return FuzzSeeds.all(exported: exported)
    }

    @Test func spoiledRequestsAreAnswered() async throws {
        var tally = FuzzRun.Tally()
        for first in stride(from: 0, to: Self.requests, by: Self.segment) {
            let count = min(Self.segment, Self.requests - first)
            try await ServerUnderTest.run { server async throws in
                let target = try await FuzzTarget(server.parts)
                let run = FuzzRun(
                    target: target, document: FuzzDocument(try await server.get("/openapi.json").json),
                    seeds: try await Self.seeds(target), seed: Self.seed + UInt64(first / Self.segment), requests: count,
                    folder: NSTemporaryDirectory())
                tally = tally + (try await run.tally())
                try await target.close()
            }
            print(
                "fuzz: \(first + count) requests, answers \(tally.answers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
            )
            guard tally.faults.isEmpty else { break }
        }
        #expect(tally.faults.isEmpty, "seed \(Self.seed)\n\(tally.faults.prefix(3).joined(separator: "\n\n"))")
        #expect(tally.answers[200, default: 0] > Self.requests / 100, "hardly anything was accepted: \(tally.answers)")
    }

    /// The same with accounts: with an operator's session, and for operations that end sessions, a renewed session of another
    /// person.
    @Test func spoiledRequestsOfPeopleAreAnswered() async throws {
        let accounts = TestAccounts()
        let count = max(Self.requests / 4, 5000)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            _ = try await server.person("eve@example.com", accounts, name: "Eve")
            let renewed = RenewedSession(server: server, accounts: accounts)
            let target = try await FuzzTarget(server.parts) { request in
                let isOfAccount = ["/v1/account", "/v1/sessions"].contains { request.target.hasPrefix($0) }
                return isOfAccount ? try await renewed.token() : boss.token
            }
            let run = FuzzRun(
                target: target, document: FuzzDocument(try await server.get("/openapi.json").json),
                seeds: try await Self.seeds(target), seed: Self.seed, requests: count, folder: NSTemporaryDirectory())
            let tally = try await run.tally()
            try await target.close()
            #expect(tally.faults.isEmpty, "seed \(Self.seed)\n\(tally.faults.prefix(3).joined(separator: "\n\n"))")
            #expect(tally.answers[200, default: 0] > count / 100, "hardly anything was accepted: \(tally.answers)")
            let unauthorized = tally.answers[401, default: 0]
            #expect(unauthorized < count / 4, "the sessions were over most of the time: \(tally.answers)")
        }
    }

    /// A session that is replaced before the limits of sign-ins are reached, because requests may end it.
    private actor RenewedSession {
        let server: ServerUnderTest
        let accounts: TestAccounts
        private let email = "eve@example.com"
        private var current = ""
        private var uses = 0

        init(server: ServerUnderTest, accounts: TestAccounts) { (self.server, self.accounts) = (server, accounts) }

        func token() async throws -> String {
            if uses % 25 == 0 {
                // The operator's requests use the identifiers in answers, and may have locked this account.
                _ = try await accounts.people.administration.unlock(email, .commandLine)
                current = try await server.signIn(email).token
            }
            uses += 1
            return current
        }
    }

    @Test func spoiledBytesOnASocketAreSurvived() async throws {
        let count = max(200, Self.requests / 50)
        try await ServerUnderTest.run { server async throws in
            let target = try await FuzzTarget(server.parts)
            let document = FuzzDocument(try await server.get("/openapi.json").json)
            let source = FuzzSource(document, seeds: try await Self.seeds(target), seed: Self.seed, stream: 9)
            try await target.close()
            let faults = try await FuzzSocket(port: server.port).send(count, of: source)
            #expect(faults.isEmpty, "seed \(Self.seed)\n\(faults.prefix(3).joined(separator: "\n\n"))")
            #expect(try await server.get("/openapi.json").status == 200)
        }
    }
}
