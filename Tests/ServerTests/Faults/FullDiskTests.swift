import ChildProcess
import Foundation
import Glibc
import HTTPTestSupport
import JSONText
import ServerWorld
import Testing
import Waits

/// The disk is full: writes are refused, reads continue, and writes resume when there is space.
@Suite struct FullDiskTests {
    private static let prlimit = "/usr/bin/prlimit"
    private static let wallet = #"{"name":"Main"}"#

    /// On a separate file system; if none can be mounted, the test of a file that may not grow covers this case.
    @Test(.enabled(if: SmallFileSystem.canBeMounted, "no small file system can be mounted"))
    func aFullDiskRefusesWritesUntilThereIsRoom() async throws {
        try await ServerFolder.run { folder in
            let disk = folder + "/disk"
            mkdir(disk, 0o700)
            guard try SmallFileSystem.mount(disk, megabytes: 80) else {
                throw ServerProcess.Failure(description: "no file system was mounted at \(disk)")
            }
            defer { _ = try? SmallFileSystem.unmount(disk) }
            let server = try ServerProcess.listening(in: folder, ["database": disk + "/closecast.db"])
            try Self.fillStore(server)
            try server.waitForHealth { _, findings in !findings.contains { $0.part == "disk" } }
            try Self.fill(disk + "/filler")
            try Self.expectRefusals(server, code: "disk-full")
            try Self.expectReads(server)
            let job = try server.send(
                "POST", "/v1/jobs", "{\"closes\":[1,2]}\n", headers: [("Content-Type", "application/x-ndjson")])
            try Self.require(job, [503], "a job")
            try server.waitForHealth { isReady, findings in
                isReady && findings.contains { $0.part == "disk" && $0.problem.contains("full") }
            }
            try server.waitForMetric("closecast_degraded{part=\"disk\"}") { $0 >= 1 }
            try server.waitForMetric("closecast_store_free_bytes") { $0 < 1_000_000 }
            try server.waitForMetric("closecast_store_write_faults_total") { $0 >= 1 }
            unlink(disk + "/filler")
            try Self.expectRecovery(server)
            try server.waitForHealth { isReady, findings in isReady && !findings.contains { $0.part == "disk" } }
            try server.waitForMetric("closecast_degraded{part=\"disk\"}") { $0 == 0 }
            server.killAndWait()
        }
    }

    /// As with an exhausted quota, the system does not let the database's files grow.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit), "prlimit of util-linux is needed"))
    func aFileThatMayNotGrowRefusesWritesUntilItMay() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder)
            try Self.fillStore(server)
            try Self.limit(server, "1000000")
            try Self.expectRefusals(server, code: "database-io")
            try Self.expectReads(server)
            try server.waitForHealth { isReady, findings in isReady && findings.contains { $0.part == "database" } }
            try server.waitForMetric("closecast_degraded{part=\"database\"}") { $0 >= 1 }
            try Self.limit(server, "unlimited")
            try Self.expectRecovery(server)
            try server.waitForHealth { isReady, findings in isReady && findings.isEmpty }
            server.killAndWait()
        }
    }

    /// Sets how large the server's files may grow.
    private static func limit(_ server: ServerProcess, _ bytes: String) throws {
        let arguments = ["--pid", "\(server.child.processIdentifier)", "--fsize=\(bytes):unlimited"]
        let end = try ChildProcess(prlimit, arguments, errors: nil).wait()
        guard end == .exited(0) else { throw ServerProcess.Failure(description: "prlimit: \(end)") }
    }

    // MARK: Steps

    private static func fillStore(_ server: ServerProcess) throws {
        try require(server.send("POST", "/v1/wallets", wallet), [201], "the wallet")
        try require(deposit(server, "first"), [201], "the first deposit")
        let closes = priceFile(simulatedHistory(0, days: 520))
        let sent = try server.send("PUT", "/v1/assets/bitcoin/history", closes, headers: [("Content-Type", "text/csv")])
        try require(sent, [200], "the closes")
    }

    private static func deposit(_ server: ServerProcess, _ key: String) throws -> EdgeAnswer {
        // Long enough to need a page of its own now and then.
        let note = key + String(repeating: " x", count: 900)
        return try server.send(
            "POST", "/v1/wallets/Main/transactions",
            "{\"kind\":\"deposit\",\"asset\":\"USD\",\"quantity\":\"1\",\"note\":\"\(note)\"}", headers: [("Idempotency-Key", key)])
    }

    /// Uses up all free space.
    private static func fill(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        for size in [1 << 20, 4096] {
            let block = [UInt8](repeating: 1, count: size)
            while write(descriptor, block, size) > 0 {}
        }
    }

    /// Writes until the disk is full; the write-ahead log may have room for a while.
    private static func expectRefusals(_ server: ServerProcess, code: String) throws {
        var refusals = 0
        for index in 0..<3000 where refusals < 3 {
            let answer = try deposit(server, "d\(index)")
            try require(answer, [201, 503], "a deposit")
            guard answer.status == 503 else { continue }
            refusals += 1
            guard answer["retry-after"] != nil, try JSONValue(parsing: answer.body)["code"]?.string == code else {
                throw ServerProcess.Failure(description: "\(answer.headers) \(answer.text)")
            }
        }
        guard refusals == 3 else { throw ServerProcess.Failure(description: "3000 writes fitted") }
    }

    private static func expectReads(_ server: ServerProcess) throws {
        for path in [
            "/v1/wallets/Main", "/v1/transactions/export", "/v1/favourites", "/v1/assets/bitcoin", "/v1/assets/bitcoin/history",
            "/v1/assets/bitcoin/forecast?model=daily-close",
        ] { try require(server.send("GET", path), [200], path) }
    }

    private static func expectRecovery(_ server: ServerProcess) throws {
        try blockUntil("a deposit is taken again") {
            let answer = try deposit(server, "last")
            try require(answer, [201, 503], "a deposit with room")
            return answer.status == 201
        }
        let export = try JSONValue(parsing: server.send("GET", "/v1/transactions/export").body)
        let notes = (export["transactions"]?.array ?? []).compactMap { $0["note"]?.string }
        guard notes.count == Set(notes).count, notes.contains(where: { $0.hasPrefix("last") }) else {
            throw ServerProcess.Failure(description: "\(notes.count) deposits, \(Set(notes).count) of them different")
        }
    }

    private static func require(_ answer: EdgeAnswer, _ statuses: [Int], _ what: String) throws {
        guard statuses.contains(answer.status) else {
            throw ServerProcess.Failure(description: "\(what): \(answer.status) \(answer.text.prefix(1000))")
        }
    }
}
