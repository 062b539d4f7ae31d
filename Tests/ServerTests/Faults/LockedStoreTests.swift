import Access
import Foundation
import Glibc
import HTTPTestSupport
import JSONText
import People
import Platform
import Storage
import Testing
import Waits

/// Another process keeps the store locked, as a long import of the command line would.
@Suite struct LockedStoreTests {
    private static let wallet = #"{"name":"Main"}"#
    private static let deposit = #"{"kind":"deposit","asset":"USD","quantity":"1"}"#

    @Test func writesAreRefusedReadsGoOnAndItRecoversByItself() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder)
            try Self.require(server.send("POST", "/v1/wallets", Self.wallet), 201)
            let lock = try Lock(folder + "/closecast.db")
            // Several at once: none waits for all the others before it.
            try Self.expectRefusals(server, ["a", "b", "c"])
            try Self.require(server.send("GET", "/v1/wallets"), 200)
            try Self.require(server.send("GET", "/v1/transactions/export"), 200)
            try server.waitForHealth { isReady, findings in isReady && findings.contains { $0.part == "database" } }
            try server.waitForMetric("closecast_degraded{part=\"database\"}") { $0 == 1 }
            try server.waitForMetric("closecast_store_write_faults_total") { $0 >= 3 }
            try server.waitForMetric("closecast_ready") { $0 == 1 }
            try lock.release()
            // The clients ask again with their keys.
            for key in ["a", "b", "c"] {
                try blockUntil("the deposit \(key) is recorded") {
                    try Self.answer(server, key).status == 201
                }
            }
            try server.waitForHealth { isReady, findings in isReady && !findings.contains { $0.part == "database" } }
            try server.waitForMetric("closecast_degraded{part=\"database\"}") { $0 == 0 }
            let export = try JSONValue(parsing: server.send("GET", "/v1/transactions/export").body)
            let count = export["transactions"]?.array?.count
            guard count == 3 else { throw ServerProcess.Failure(description: "\(count ?? -1) deposits of three") }
            server.killAndWait()
        }
    }

    /// The use of a token is recorded once a day, which is a write: requests do not wait for it.
    @Test func readsWithATokenWaitForNoLock() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder)
            let database = try Store(folder + "/closecast.db")
            let secret = try FeedWorld.waiting {
                try await AccessTokens(database) { ProcessState.secondsSince1970 }.create(
                    owner: "ann", scope: .read, expiresAt: nil
                ).secret.text
            }
            try database.close()
            let lock = try Lock(folder + "/closecast.db")
            let client = try EdgeClient(port: server.port, timeoutSeconds: 3)
            client.send(EdgeClient.request("GET", "/v1/wallets", headers: [("Authorization", "Bearer \(secret)")]))
            let answer = try client.answer()
            try lock.release()
            try Self.require(answer, 200)
            server.killAndWait()
        }
    }

    /// Work that waits for the lock does not delay the shutdown.
    @Test func theServerEndsInTimeAllTheSame() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder)
            try Self.require(server.send("POST", "/v1/wallets", Self.wallet), 201)
            let lock = try Lock(folder + "/closecast.db")
            let clients = try (0..<5).map { _ in try EdgeClient(port: server.port) }
            for (index, client) in clients.enumerated() { client.send(Self.request("k\(index)")) }
            try server.waitForMetric("http_requests_in_flight") { $0 >= 6 }
            let start = ProcessState.monotonicSeconds
            server.child.kill(SIGTERM)
            let end = try server.end(withinSeconds: 60)
            let seconds = ProcessState.monotonicSeconds - start
            try lock.release()
            // Twice what the product promises: the machine has other work, and a sanitizer takes a second of its own at the end.
            guard end == .exited(0), seconds <= 20 else {
                throw ServerProcess.Failure(description: "\(end) after \(seconds) s; its log: \(server.log.suffix(2000))")
            }
        }
    }

    // MARK: Requests

    private static func answer(_ server: ServerProcess, _ key: String) throws -> EdgeAnswer {
        try server.send("POST", "/v1/wallets/Main/transactions", deposit, headers: [("Idempotency-Key", key)])
    }

    private static func request(_ key: String) -> [UInt8] {
        EdgeClient.request(
            "POST", "/v1/wallets/Main/transactions",
            headers: [("Content-Type", "application/json"), ("Idempotency-Key", key)], body: Array(deposit.utf8))
    }

    private static func expectRefusals(_ server: ServerProcess, _ keys: [String]) throws {
        let clients = try keys.map { key in
            let client = try EdgeClient(port: server.port, timeoutSeconds: 30)
            client.send(request(key))
            return client
        }
        for client in clients {
            let answer = try client.answer()
            try require(answer, 503)
            guard answer["retry-after"] != nil, try JSONValue(parsing: answer.body)["code"]?.string == "database-locked" else {
                throw ServerProcess.Failure(description: "\(answer.headers) \(answer.text)")
            }
        }
    }

    private static func require(_ answer: EdgeAnswer, _ status: Int) throws {
        guard answer.status == status else {
            throw ServerProcess.Failure(description: "\(answer.status) in place of \(status): \(answer.text.prefix(1000))")
        }
    }
}

/// The write lock, held by this process.
private final class Lock {
    private let database: Store
    private let released = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ path: String) throws {
        database = try Store(path)
        let held = DispatchSemaphore(value: 0)
        Task.detached(priority: .high) { [database, released, ended] in
            do {
                try await database.locking {
                    held.signal()
                    released.wait()
                }
            } catch {
                Issue.record("no lock: \(error)")
            }
            ended.signal()
        }
        guard held.wait(timeout: .now() + 600) == .success else {
            throw ServerProcess.Failure(description: "no lock within ten minutes")
        }
    }

    func release() throws {
        released.signal()
        guard ended.wait(timeout: .now() + 60) == .success else { throw ServerProcess.Failure(description: "the lock is kept") }
        try database.close()
    }

    // Otherwise the thread that holds it would stay.
    deinit { released.signal() }
}
