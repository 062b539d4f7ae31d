import Foundation
import JSONText
import LoopbackServer
import Notices
import Storage
import Testing

/// Notices that are sent together.
@Suite struct DigestTests {
    // MARK: When

    private static func seconds(_ text: String) throws -> Int {
        Int(try Date(text, strategy: .iso8601).timeIntervalSince1970)
    }

    @Test(arguments: [
        // Rome is two hours ahead in summer, and one in winter.
        (DigestRhythm.daily, "2026-05-01T05:59:59Z", 8, "Europe/Rome", "2026-05-01T06:00:00Z"),
        (DigestRhythm.daily, "2026-05-01T06:00:00Z", 8, "Europe/Rome", "2026-05-02T06:00:00Z"),
        (DigestRhythm.daily, "2026-10-24T06:00:00Z", 8, "Europe/Rome", "2026-10-25T07:00:00Z"),
        // The clock goes from 2:00 to 3:00.
        (DigestRhythm.daily, "2026-03-28T12:00:00Z", 2, "Europe/Rome", "2026-03-29T01:00:00Z"),
        (DigestRhythm.daily, "2026-05-01T12:00:00Z", 0, "Asia/Tokyo", "2026-05-01T15:00:00Z"),
        // A Friday, and a Monday.
        (DigestRhythm.weekly, "2026-05-01T12:00:00Z", 8, "UTC", "2026-05-04T08:00:00Z"),
        (DigestRhythm.weekly, "2026-05-04T07:00:00Z", 8, "UTC", "2026-05-04T08:00:00Z"),
        (DigestRhythm.weekly, "2026-05-04T08:00:00Z", 8, "UTC", "2026-05-11T08:00:00Z"),
    ])
    func theNextOneIsAtTheLocalHour(rhythm: DigestRhythm, from: String, hour: Int, zone: String, expected: String) throws {
        let zone = try #require(TimeZone.named(zone))
        #expect(try rhythm.next(after: Self.seconds(from), hour: hour, zone: zone) == Self.seconds(expected))
        #expect(try DigestRhythm.single.next(after: Self.seconds(from), hour: hour, zone: zone) == nil)
    }

    // MARK: What

    /// It is 12:00 UTC on a Friday.
    private static func settings(_ server: LoopbackServer, _ rhythm: String = "daily", _ more: String = "") -> String {
        """
        {"webhook":["alert","task","security"],"webhook_url":"\(server.address)/hook","webhook_digest":"\(rhythm)","digest_hour":15,
         "ntfy":["alert","task"],"ntfy_url":"\(server.address)/topic","ntfy_digest":"\(rhythm)"\(more)}
        """
    }

    private static let hours = 3 * 3600

    private static func hooks(_ server: LoopbackServer) -> [JSONValue] {
        server.requests.filter { $0.path == "/hook" }.map(\.json)
    }

    @Test func aDigestListsWhatWasToldSinceTheLastOne() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        try await world.set(Self.settings(server))
        let ids = [try await world.tell("one"), try await world.tell("two", .task), try await world.tell("three")]
        world.now += Self.hours - 1
        #expect(try await world.work().run() == 0)
        world.now += 1
        #expect(try await world.work().run() == 2)
        #expect(try await world.work().run() == 0)
        #expect(try await world.waiting() == 0)
        let digest = try #require(Self.hooks(server).first)
        #expect(digest["kind"]?.string == "digest" && digest["id"]?.string?.hasPrefix("g_") == true)
        #expect(digest["notices"]?.array?.compactMap { $0["id"]?.string } == ids)
        #expect(digest["text"]?.string == "• one\n• two\n• three")
        #expect(server.requests.first { $0.path == "/topic" }?.text == "• one\n• two\n• three")
        try await world.tell("four")
        world.now += 86_400
        #expect(try await world.work().run() == 2)
        #expect(Self.hooks(server).last?["notices"]?.array?.count == 1)
    }

    @Test func warningsAndTestsDoNotWait() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        try await world.set(Self.settings(server, "weekly"))
        try await world.tell("one")
        let warning = try await world.tell("two", .security)
        #expect(try await world.work().run() == 1)
        #expect(Self.hooks(server).compactMap { $0["id"]?.string } == [warning])
        #expect(try await world.waiting(.webhook) == 1)
        #expect(try await world.waiting(.ntfy) == 1)
    }

    /// A digest that could not be sent is sent again as it was, by another process; what was told since waits for the next one.
    @Test func aDigestThatFailedStaysTheSame() async throws {
        let (world, server) = (
            try DeliveryWorld(), LoopbackServer { _, count in .json("", status: count < 2 ? 500 : 200) }
        )
        defer { server.stop() }
        try await world.set(Self.settings(server))
        let first = try await world.tell("one")
        world.now += Self.hours
        #expect(try await world.work().run() == 0)
        #expect(world.failures.count == 2)
        let second = try await world.tell("two")
        world.now += 60
        #expect(try await world.work().run() == 2)
        let hooks = Self.hooks(server)
        #expect(hooks.count == 2 && hooks[0]["id"] == hooks[1]["id"], "\(hooks)")
        #expect(hooks.allSatisfy { $0["notices"]?.array?.compactMap { $0["id"]?.string } == [first] })
        world.now += 86_400
        #expect(try await world.work().run() == 2)
        #expect(Self.hooks(server).last?["notices"]?.array?.compactMap { $0["id"]?.string } == [second])
    }

    @Test func otherSettingsApplyToWhatWaits() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        try await world.set(Self.settings(server, "weekly"))
        try await world.tell("one")
        try await world.tell("two")
        try await world.set(Self.settings(server, "single"))
        #expect(try await world.work().run() == 4)
        #expect(Self.hooks(server).compactMap { $0["text"]?.string } == ["one", "two"])
        #expect(try await world.settings().rhythm(.webhook) == .single)
    }

    @Test func aMailHasALineForEachNotice() async throws {
        let world = try DeliveryWorld()
        try await world.set(#"{"mail":["alert"],"mail_digest":"daily","digest_hour":15}"#)
        try await world.tell("one")
        try await world.tell("two")
        world.now += Self.hours
        #expect(try await world.work().run() == 1)
        let mails = try await world.store.reading { try $0.dueNotices(at: .max, limit: 10) }
        #expect(mails.map(\.kind) == [.digest] && mails.first?.fields[Notice.linesField] == "one (it)\ntwo (it)")
    }

    @Test func twoProcessesSendADigestOnce() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        try await world.set(Self.settings(server))
        for number in 0..<20 { try await world.tell("\(number)") }
        world.now += Self.hours
        async let one = world.work().run()
        async let two = world.work().run()
        #expect(try await one + two == 2)
        #expect(Self.hooks(server).count == 1 && Self.hooks(server).first?["notices"]?.array?.count == 20)
    }

    @Test func aLongDigestNamesWhatItLeavesOut() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply() })
        defer { server.stop() }
        try await world.set(Self.settings(server))
        for _ in 0..<60 { try await world.tell(String(repeating: "x", count: 95)) }
        world.now += Self.hours
        #expect(try await world.work().run() == 2)
        let text = try #require(server.requests.first { $0.path == "/topic" }?.text)
        #expect(text.utf8.count < 4096 && text.hasSuffix("More notices: 25"), "\(text.suffix(100))")
        #expect(Self.hooks(server).first?["notices"]?.array?.count == 60, "a program gets all")
    }
}
