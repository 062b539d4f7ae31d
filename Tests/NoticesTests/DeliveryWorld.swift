import JSONText
import LoopbackServer
import Notices
import Records
import Scratch
import Secrets
import Storage
import Synchronization
import Testing

/// A database with a clock that the test sets, a person, and what the person's receiver got.
final class DeliveryWorld: Sendable {
    private let scratch: Scratch
    let store: Store
    let poster: any OutgoingPoster
    private let state = Mutex(State())

    private struct State {
        var failures: [DeliveryWork.Failure] = []
    }

    /// 2026-05-01 12:00 UTC.
    static let start = 1_777_636_800

    init(poster: any OutgoingPoster = CurlPoster(allowsPrivateAddresses: true, timeoutSeconds: 1)) throws {
        scratch = try Scratch()
        self.poster = poster
        let time = Time()
        self.time = time
        store = try Store(scratch("test.db"), options: .init(durability: .normal), clock: { time.now })
    }

    final class Time: Sendable {
        private let seconds = Mutex(DeliveryWorld.start)
        var now: Int { seconds.withLock { $0 } }
        func set(_ value: Int) { seconds.withLock { $0 = value } }
    }

    private let time: Time

    var now: Int {
        get { time.now }
        set { time.set(newValue) }
    }

    var failures: [DeliveryWork.Failure] { state.withLock { $0.failures } }

    static let ann = Caller(owner: "ann")
    static let bob = Caller(owner: "bob")

    let ways = NoticeWays(hasMail: true, allowsPrivateAddresses: true, push: DeliveryWorld.push)

    func work(_ poster: (any OutgoingPoster)? = nil, publicURL: String? = "https://closecast.example.com/c") -> DeliveryWork {
        let time = time
        return DeliveryWork(
            store, by: poster ?? self.poster, publicURL: publicURL, push: Self.push, sign: MessageSignature.hexadecimal,
            recipient: { _, owner in
                owner == "ann" ? DeliveryWork.Recipient(address: "ann@example.com", name: "Ann", language: "it") : nil
            }, now: { time.now }
        ) { [self] failure in state.withLock { $0.failures.append(failure) } }
    }

    @discardableResult func set(
        _ json: String, of caller: Caller = ann, _ ways: NoticeWays? = nil
    ) async throws -> NoticeSettings {
        let draft = try Shape<NoticeSettingsDraft>().value(checked: try JSONValue(parsing: Array(json.utf8)))
        let ways = ways ?? self.ways
        return try await store.change { try ways.replace(&$0, caller, draft).settings }
    }

    func settings(of caller: Caller = ann) async throws -> NoticeSettings { try await shown(of: caller).settings }

    func shown(of caller: Caller = ann) async throws -> NoticeSettingsView {
        try await store.refusing { [ways] in try ways.show($0, caller, Nothing()) }
    }

    func newSecret(of caller: Caller = ann) async throws -> String {
        try await store.change { [ways] in try ways.makeSecret(&$0, caller, Nothing()) }.secret
    }

    /// Tells a person something, and returns the notice's id.
    @discardableResult func tell(
        _ text: String, _ kind: InboxNotice.Kind = .alert, of caller: Caller = ann
    ) async throws -> String {
        try await store.change { change in
            try change.ensureOwner(caller.owner)
            return try change.tell(
                caller.owner,
                Announcement(kind, subject: "a_1", link: "/alerts/a_1") { $0 == .english ? text : "\(text) (\($0.rawValue))" }
            )
        }.id
    }

    /// The number of deliveries that wait.
    func waiting(_ way: DeliveryWay? = nil) async throws -> Int {
        try await store.reading { reading in
            try reading.value(
                "SELECT count(*) FROM notice_deliveries WHERE ?1 IS NULL OR way = ?1", [way?.rawValue ?? String?.none]) ?? 0
        }
    }

    /// The earliest time at which the first notice of a queue is due.
    func nextDue() async throws -> Int? {
        try await store.reading { reading in
            try reading.value(
                """
                SELECT min(max(due_at, busy_until)) FROM notice_deliveries
                WHERE position IN (SELECT min(position) FROM notice_deliveries GROUP BY owner, way)
                """, [])
        }
    }
}

extension LoopbackServer.Request {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Whether the request bears the signature of a webhook, as docs/notices.md says.
    func isSigned(with secret: String) -> Bool {
        guard let time = headers["closecast-timestamp"] else { return false }
        let code = MessageSignature.hexadecimal(key: Array(secret.utf8), Array("\(time).".utf8) + body)
        return headers["closecast-signature"] == "v1=\(code)"
    }
}
