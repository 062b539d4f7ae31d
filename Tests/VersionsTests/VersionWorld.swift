import Crypto
import Foundation
import LoopbackServer
import Market
import Notices
import Scratch
import Storage
import Synchronization
import Versions

/// A publisher with a server, and a database with a clock that the test sets.
final class VersionWorld: Sendable {
    private let scratch: Scratch
    let store: Store
    private let time: Mutex<Int>
    private let file: Mutex<LoopbackServer.Reply>
    let server: LoopbackServer

    /// 2026-05-01 12:00 UTC.
    static let start = 1_777_636_800

    init() throws {
        scratch = try Scratch()
        let box = Box()
        time = Mutex(Self.start)
        file = Mutex(LoopbackServer.Reply(status: 404))
        store = try Store(scratch("test.db"), options: .init(durability: .normal), clock: { box.world?.now ?? Self.start })
        server = LoopbackServer { _, _ in box.world?.served ?? LoopbackServer.Reply(status: 404) }
        box.set(self)
    }

    private final class Box: Sendable {
        private let kept = Mutex<Weak?>(nil)

        var world: VersionWorld? { kept.withLock { $0?.world } }
        func set(_ world: VersionWorld) { kept.withLock { $0 = Weak(world: world) } }
    }

    private struct Weak: Sendable {
        weak let world: VersionWorld?
    }

    var now: Int {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    var served: LoopbackServer.Reply {
        get { file.withLock { $0 } }
        set { file.withLock { $0 = newValue } }
    }

    static let key = Curve25519.Signing.PrivateKey()

    func versions(_ key: Curve25519.Signing.PrivateKey = key, running: String = "0.2.0") throws -> Versions {
        let address = "http://127.0.0.1:\(server.port)/version.json"
        guard let source = VersionSource(address: address, key: key.publicKey.rawRepresentation.base64EncodedString()),
            let running = VersionNumber(running)
        else { throw VersionProblem.malformed }
        return Versions(store, source, running: running)
    }

    /// Serves a file that names a version, signed by swift-crypto.
    func serve(
        _ version: String, expires: String = "2026-12-31", by key: Curve25519.Signing.PrivateKey = key,
        context: String = Release.context
    ) throws {
        served = .json(try Self.file(version, expires: expires, by: key, context: context))
    }

    static func file(
        _ version: String, expires: String = "2026-12-31", by key: Curve25519.Signing.PrivateKey = key,
        context: String = Release.context
    ) throws -> String {
        let payload = #"{"version":"\#(version)","date":"2026-04-30","notes":"https://example.com/n","expires":"\#(expires)"}"#
        let signature = try key.signature(for: Data((context + payload).utf8)).base64EncodedString()
        return #"{"payload":"\#(payload.replacing("\"", with: "\\\""))","signature":"\#(signature)"}"#
    }

    /// Does the daily work, and returns the problems that it reports.
    func daily(_ versions: Versions, readers: [String] = ["ann", "bob"]) async throws -> [VersionProblem] {
        let problems = Mutex<[VersionProblem]>([])
        try await versions.daily(telling: { _ in readers }, report: { problem in problems.withLock { $0.append(problem) } })
        return problems.withLock { $0 }
    }

    func notices() async throws -> [InboxNotice] { try await store.reading { try $0.rows(InboxNotice.self, "ORDER BY rowid") } }
}
