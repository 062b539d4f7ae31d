import Foundation
import LoopbackServer
import News
import Scratch
import Storage
import Synchronization
import Testing

/// A database, a clock that the test sets, and feeds of a server on this machine.
final class NewsWorld: Sendable {
    private let scratch: Scratch
    private let time: Time
    let store: Store
    private let reports = Mutex<[String]>([])

    final class Time: Sendable {
        private let seconds = Mutex(NewsWorld.start)
        var now: Int { seconds.withLock { $0 } }
        func set(_ value: Int) { seconds.withLock { $0 = value } }
    }

    /// 2026-11-24 09:30 UTC.
    static let start = 1_795_512_600
    static let ann = Caller(owner: "ann")
    static let bob = Caller(owner: "bob")

    init() throws {
        scratch = try Scratch()
        let time = Time()
        self.time = time
        store = try Store(scratch("test.db"), options: .init(durability: .normal), clock: { time.now })
    }

    var now: Int {
        get { time.now }
        set { time.set(newValue) }
    }

    var failures: [String] { reports.withLock { $0 } }

    /// Fetches feeds, by name.
    @discardableResult func fetch(_ feeds: KeyValuePairs<String, URL>, timeoutSeconds: Double = 10) async throws -> Int {
        let list = try NewsFeed.list(feeds.map { "\($0.key) \($0.value)" }.joined(separator: "\n"))
        let time = time
        let work = NewsWork(store, feeds: { list }, timeoutSeconds: timeoutSeconds, now: { time.now }) { [self] source, reason in
            reports.withLock { $0.append("\(source): \(reason)") }
        }
        return try await work.run()
    }

    /// Stores articles as if they came from feeds: each has its own server.
    func add(_ items: [(source: String, title: String, link: String, time: Int)]) async throws {
        let bySource = Dictionary(grouping: items, by: \.source)
        for source in bySource.keys.sorted() {
            let body = bySource[source, default: []].map { item in
                """
                {"id":"\(item.link)","url":"\(item.link)","title":"\(item.title)","date_published":"\(Self.iso(item.time))"}
                """
            }.joined(separator: ",")
            let server = LoopbackServer { _, _ in .json("{\"items\":[\(body)]}") }
            defer { server.stop() }
            try await fetch([source: server.address])
        }
        #expect(failures == [])
    }

    static func iso(_ time: Int) -> String {
        Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
    }

    func list(_ filter: News.Filter = News.Filter(), of caller: Caller = ann) async throws -> [Article] {
        try await store.refusing { try News().list($0, caller, filter) }
    }

    func trending(_ filter: News.Filter = News.Filter(), of caller: Caller = ann) async throws -> [Article] {
        let now = now
        return try await store.refusing { try News().trending($0, caller, filter, at: now) }
    }

    func recommended(_ filter: News.Filter = News.Filter(), of caller: Caller = ann) async throws -> [Article] {
        let now = now
        return try await store.refusing { try News().recommended($0, caller, filter, at: now) }
    }

    func sources() async throws -> [NewsSource] { try await store.refusing { try News().sources($0, Self.ann, Nothing()) } }
}
