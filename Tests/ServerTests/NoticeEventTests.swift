import Access
import JSONText
import Notices
import NoticesWeb
import ServerWorld
import Services
import Storage
import Synchronization
import Testing
import Waits

/// The number of unread notices as it changes.
@Suite struct NoticeEventTests {
    private static let path = "/v1/notices/events"

    private static func tell(_ server: ServerUnderTest, _ owner: String = Owner.local, _ store: Store? = nil) async throws {
        try await (store ?? server.parts.store).change { change in
            try change.ensureOwner(owner)
            try change.tell(owner, Announcement(.alert, subject: "a_1", link: "/alerts") { _ in "Fired" })
        }
    }

    @Test func theNumberIsSentNowAndWhenItChanges() async throws {
        try await ServerUnderTest.run(noticeStreamLifetime: .seconds(4)) { server async throws in
            async let events = server.get(Self.path)
            try await until("it is open") { server.parts.noticeStreams.count == 1 }
            // Pause: the first event is sent, and the store is looked at again.
            try await Task.sleep(for: .seconds(1))
            // As another process does.
            let other = try Store(server.parts.store.path)
            try await Self.tell(server, Owner.local, other)
            try other.close()
            let text = try await events.text
            #expect(text.hasPrefix("event: count\ndata: {\"unread\":0}\n\nevent: count\ndata: {\"unread\":1}\n\n"), "\(text)")
            try await until("it has ended") { server.parts.noticeStreams.count == 0 }
        }
    }

    @Test func aNewStreamTakesThePlaceOfTheOldestOfItsOwner() {
        let streams = NoticeStreams()
        let others = streams.open("bob")
        let anns = (0...NoticeStreams.mostPerOwner).map { _ in streams.open("ann") }
        #expect(anns.map(\.isReplaced) == [true] + Array(repeating: false, count: NoticeStreams.mostPerOwner))
        #expect(!others.isReplaced && streams.count == NoticeStreams.mostPerOwner + 1)
        anns[0].close()
        #expect(streams.count == NoticeStreams.mostPerOwner + 1)
        anns[1].close()
        #expect(streams.count == NoticeStreams.mostPerOwner)
    }

    @Test func aStreamIsAnEventStreamOfItsOwner() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            server.parts.noticeStreams.stop()
            let own = try await server.get(Self.path, headers: bob.headers)
            #expect(own.status == 200 && own.header("Content-Type") == "text/event-stream")
            #expect(own.header("Cache-Control") == "no-store" && own.text.contains("\"unread\":"), "\(own.text)")
            #expect(try await server.get(Self.path).status == 401)
        }
    }

    @Test func aStreamEndsWithItsSession() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts, noticeStreamLifetime: .seconds(600)) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            async let events = server.get(Self.path, headers: ann.headers)
            try await until("it is open") { server.parts.noticeStreams.count == 1 }
            #expect(try await server.send("DELETE", "/v1/sessions/current", headers: ann.headers).status == 204)
            #expect(try await events.status == 200)
            try await until("it has ended") { server.parts.noticeStreams.count == 0 }
        }
    }

    @Test func withoutAccountsAStreamEndsWithItsToken() async throws {
        try await ServerUnderTest.run(requiresToken: true, noticeStreamLifetime: .seconds(600)) { server async throws in
            let token = try await server.token(owner: "ann", scope: .read)
            async let events = server.get(Self.path, headers: ["Authorization": "Bearer \(token)"])
            try await until("it is open") { server.parts.noticeStreams.count == 1 }
            let id = try #require(try await server.parts.tokens.all().first?.id)
            try await server.parts.tokens.revoke(id)
            #expect(try await events.status == 200)
            try await until("it has ended") { server.parts.noticeStreams.count == 0 }
        }
    }

    private final class Log: Sendable {
        let versions = Atomic(0)
        let written = Mutex<[String]>([])
    }

    @Test func aReplacedStreamAsksForAPause() async throws {
        let log = Log()
        var events = NoticeEvents(version: { 1 }, count: { 3 })
        events.isReplaced = { true }
        try await events.forEach { text in log.written.withLock { $0.append(text) } }
        #expect(log.written.withLock { $0 } == ["event: count\ndata: {\"unread\":3}\n\n", "retry: 30000\n\n"])
    }

    @Test func nothingIsSentWhileTheNumberStays() async throws {
        let log = Log()
        var events = NoticeEvents(
            version: { log.versions.add(1, ordering: .relaxed).newValue }, count: { 3 })
        (events.spacing, events.heartbeat) = (.milliseconds(5), .milliseconds(60))
        events.isStopping = { log.written.withLock { $0.count == 3 } }
        try await events.forEach { text in log.written.withLock { $0.append(text) } }
        let all = log.written.withLock { $0 }
        #expect(all == ["event: count\ndata: {\"unread\":3}\n\n", ": \n\n", ": \n\n"])
    }
}
