import Notices
import Scratch
import Store
import Synchronization
import Testing

/// The queue in a file that has no other tables.
@Suite struct NoticeCourierTests {
    /// The clock, and what was delivered and reported.
    private final class World: Sendable {
        struct State {
            var now = 1000
            var attempts: [OutgoingNotice] = []
            var reports: [String] = []
            var links = 0
            var outcome = NoticeWay.Outcome.delivered
        }

        let state = Mutex(State())

        var attempts: [OutgoingNotice] { state.withLock { $0.attempts } }
        var ids: [String] { attempts.map(\.notice.id) }
        var reports: [String] { state.withLock { $0.reports } }
        var links: Int { state.withLock { $0.links } }

        func makeLink() -> Notice.Link {
            state.withLock { state in
                state.links += 1
                return Notice.Link(url: "https://example.com/#\(state.links)", seconds: 60)
            }
        }

        func setOutcome(_ outcome: NoticeWay.Outcome) { state.withLock { $0.outcome = outcome } }
    }

    private static let news = Notice.Kind("news")
    private static let reset = Notice.Kind("reset")

    private static func notice(
        _ id: String, _ kind: Notice.Kind = news, subject: String = "s", to recipient: String = "ann@example.com",
        at time: Int = 1000
    ) -> Notice {
        Notice(
            id: id, kind: kind, subject: subject, recipient: recipient, recipientName: "Ann", language: "it",
            fields: ["device": "Firefox \"on\" Linux", "place": ""], createdAt: time)
    }

    private func withCourier(_ body: (Store, NoticeCourier, World) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let schema = StoreSchema(migrations: Capability.notices.migrations, capabilities: [.notices])
            let store = try Store("\(folder)/closecast.db", options: Store.Options(durability: .normal), schema)
            let world = World()
            let registrations = [
                Notice.Registration(Self.news), Notice.Registration(.notice, days: 3),
                Notice.Registration(Self.reset, isAwaited: true) { notice in
                    notice.subject != "gone"
                } link: { _ in
                    world.makeLink()
                },
            ]
            let way = NoticeWay { outgoing in
                world.state.withLock { state in
                    state.attempts.append(outgoing)
                    return state.outcome
                }
            }
            let courier = NoticeCourier(store, registrations, by: way, now: { world.state.withLock { $0.now } }) {
                notice, reason, isGivenUp in
                world.state.withLock { $0.reports.append("\(notice.id) \(notice.attempts) \(reason) \(isGivenUp)") }
            }
            try await body(store, courier, world)
            try store.close()
        }
    }

    /// Changes the queue in one transaction, as a capability does.
    private func change(_ store: Store, _ body: @escaping @Sendable (inout Change) throws -> Void) async throws {
        try await store.change(body)
    }

    private func post(_ notices: [Notice], on store: Store) async throws {
        try await change(store) { change in for notice in notices { try change.reading.post(notice) } }
    }

    private func waiting(_ store: Store) async throws -> [Notice] {
        try await store.reading { try $0.dueNotices(at: .max, limit: 100) }
    }

    @Test func aNoticeIsDeliveredOnce() async throws {
        try await withCourier { store, courier, world in
            let notice = Self.notice("a")
            try await post([notice], on: store)
            #expect(try await courier.deliverDue() == 1)
            #expect(try await courier.deliverDue() == 0)
            #expect(world.attempts.map(\.notice) == [notice] && world.attempts.first?.link == nil)
            #expect(try await waiting(store) == [])
        }
    }

    @Test func awaitedNoticesComeFirstAndThenTheOldest() async throws {
        try await withCourier { store, courier, world in
            try await post(
                [
                    Self.notice("b", at: 20), Self.notice("a", at: 10), Self.notice("later", at: 1001), Self.notice("c", at: 20),
                    Self.notice("link", Self.reset, at: 30),
                ], on: store)
            #expect(try await courier.deliverDue() == 4)
            #expect(world.ids == ["link", "a", "b", "c"])
        }
    }

    /// The waits double, each attempt has a new link, and the fifth is the last.
    @Test func aFailedNoticeIsTriedFiveTimes() async throws {
        try await withCourier { store, courier, world in
            try await post([Self.notice("a", Self.reset)], on: store)
            world.setOutcome(.failed(reason: "down", isPermanent: false))
            for wait in [60, 120, 240, 480] {
                #expect(try await courier.deliverDue() == 0)
                let (now, count) = world.state.withLock { ($0.now, $0.attempts.count) }
                #expect(try await waiting(store).map(\.dueAt) == [now + wait])
                world.state.withLock { $0.now = now + wait - 1 }
                try await courier.deliverDue()
                #expect(world.ids.count == count, "not before its time")
                world.state.withLock { $0.now += 1 }
            }
            try await courier.deliverDue()
            #expect(try await waiting(store) == [])
            #expect(world.attempts.compactMap(\.link?.url) == (1...5).map { "https://example.com/#\($0)" })
            #expect(world.reports == (1...5).map { "a \($0) down \($0 == 5)" })
        }
    }

    /// What a person reads in the app too is mailed late rather than never: once, when the mail server is back.
    @Test func aMailServerThatIsDownForADayLosesNothing() async throws {
        try await withCourier { store, courier, world in
            let told = (0..<5).map { Self.notice("\($0)", .notice, at: 1000 + $0) }
            try await post(told, on: store)
            world.setOutcome(.failed(reason: "down", isPermanent: false))
            world.state.withLock { $0.now = 1005 }
            while world.state.withLock({ $0.now }) < 1005 + 86_400 {
                #expect(try await courier.deliverDue() == 0)
                world.state.withLock { $0.now += 600 }
            }
            let failed = world.attempts.count
            #expect(failed <= 5 * 40 && world.reports.allSatisfy { $0.hasSuffix("down false") })
            world.setOutcome(.delivered)
            for _ in 0..<7 {
                try await courier.deliverDue()
                world.state.withLock { $0.now += 600 }
            }
            #expect(world.ids.dropFirst(failed) == ["0", "1", "2", "3", "4"])
            #expect(try await waiting(store) == [])
        }
    }

    @Test func aMailServerThatIsDownForDaysIsGivenUp() async throws {
        try await withCourier { store, courier, world in
            try await post([Self.notice("a", .notice)], on: store)
            world.setOutcome(.failed(reason: "down", isPermanent: false))
            while try await !waiting(store).isEmpty {
                world.state.withLock { $0.now += 3600 }
                try await courier.deliverDue()
            }
            let now = world.state.withLock { $0.now }
            #expect((2 * 86_400...3 * 86_400 + 1000).contains(now) && world.reports.last?.hasSuffix("down true") == true)
        }
    }

    @Test func aPermanentFailureIsGivenUpAndOthersGoOn() async throws {
        try await withCourier { store, courier, world in
            try await post([Self.notice("a"), Self.notice("b")], on: store)
            world.setOutcome(.failed(reason: "no such address", isPermanent: true))
            try await courier.deliverDue()
            #expect(world.reports == ["a 1 no such address true", "b 1 no such address true"])
            #expect(try await waiting(store) == [])
        }
    }

    @Test func anUnwantedNoticeIsRemovedWithoutALink() async throws {
        try await withCourier { store, courier, world in
            try await post([Self.notice("a", Self.reset, subject: "gone"), Self.notice("b", Self.reset)], on: store)
            #expect(try await courier.deliverDue() == 1)
            #expect(world.ids == ["b"] && world.links == 1 && world.reports == [])
            #expect(try await waiting(store) == [])
        }
    }

    @Test func aNoticeOfAnUnknownKindHoldsUpNoOther() async throws {
        try await withCourier { store, courier, world in
            try await post([Self.notice("a", Notice.Kind("unknown")), Self.notice("b")], on: store)
            #expect(try await courier.deliverDue() == 1)
            #expect(world.ids == ["b"] && world.reports == ["a 1 no capability registers its kind true"])
            #expect(try await waiting(store) == [])
        }
    }

    @Test func noticesAreRemovedBySubjectKindAndRecipient() async throws {
        try await withCourier { store, _, _ in
            try await post(
                [
                    Self.notice("a", subject: "x"), Self.notice("b", Self.reset, subject: "x"), Self.notice("c", subject: "y"),
                    Self.notice("d", subject: "z", to: "bob@example.com"), Self.notice("e", subject: ""),
                ], on: store)
            try await change(store) { try $0.reading.removeNotices(Self.reset, of: "x") }
            #expect(try await waiting(store).map(\.id) == ["a", "c", "d", "e"])
            try await change(store) { try $0.reading.removeNotices(of: "y") }
            #expect(try await waiting(store).map(\.id) == ["a", "d", "e"])
            try await change(store) { try $0.reading.removeNotices(of: "x", to: "bob@example.com") }
            #expect(try await waiting(store).map(\.id) == ["e"])
        }
    }
}
