import JSONText
import LoopbackServer
import Market
import Notices
import Storage
import Synchronization
import Testing
import Waits

/// Notices on their way out of the server.
@Suite struct DeliveryTests {
    private static func webhook(_ server: LoopbackServer, _ more: String = "") -> String {
        #"{"webhook":["alert","task"],"webhook_url":"\#(server.address)/hook?k=1"\#(more)}"#
    }

    private static func receiver(
        _ answer: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Reply = { _, _ in LoopbackServer.Reply() }
    ) -> LoopbackServer { LoopbackServer(answer) }

    // MARK: Ways

    @Test func aWebhookGetsASignedNotice() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        let secret = try await world.newSecret()
        let id = try await world.tell("BTC closed below 60,000 USD")
        #expect(try await world.work().run() == 1)
        #expect(try await world.work().run() == 0)
        #expect(try await world.waiting() == 0)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1 && request.method == "POST" && request.path == "/hook" && request.query == ["k": "1"])
        #expect(request.headers["content-type"] == "application/json" && request.headers["closecast-notice"] == id)
        #expect(request.headers["closecast-timestamp"] == "\(DeliveryWorld.start)")
        #expect(secret.count == 64 && request.isSigned(with: secret) && !request.isSigned(with: String(secret.reversed())))
        let expected =
            #"{"id":"\#(id)","kind":"alert","text":"BTC closed below 60,000 USD","link":"https://closecast.example.com/c/alerts/a_1","created_at":"2026-05-01T12:00:00Z"}"#
        #expect(request.text == expected)
    }

    @Test func withoutAPublicAddressTheLinkIsAPath() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(
            #"{"webhook":["alert"],"webhook_url":"\#(server.address)/","ntfy":["alert"],"ntfy_url":"\#(server.address)/topic"}"#)
        try await world.tell("x")
        try await world.work(publicURL: nil).run()
        #expect(server.requests.first { $0.path == "/" }?.json["link"]?.string == "/alerts/a_1")
        #expect(server.requests.contains { $0.path == "/topic" && $0.headers["click"] == nil })
    }

    @Test func ntfyAndGotifyGetTheSentenceInTheChosenLanguage() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(
            """
            {"language":"it","ntfy":["alert"],"ntfy_url":"\(server.address)/topic","ntfy_token":"tk_1",
             "gotify":["alert"],"gotify_url":"\(server.address)/gotify/","gotify_token":"G.1"}
            """)
        let id = try await world.tell("Il prezzo è salito")
        #expect(try await world.work().run() == 2)
        let topic = try #require(server.requests.first { $0.path == "/topic" })
        #expect(topic.text == "Il prezzo è salito (it)" && topic.headers["authorization"] == "Bearer tk_1")
        #expect(topic.headers["title"] == "Closecast" && topic.headers["closecast-notice"] == id)
        #expect(topic.headers["click"] == "https://closecast.example.com/c/alerts/a_1")
        let gotify = try #require(server.requests.first { $0.path == "/gotify/message" })
        #expect(gotify.headers["x-gotify-key"] == "G.1" && gotify.query.isEmpty && gotify.json["title"]?.string == "Closecast")
        #expect(gotify.json["message"]?.string == "Il prezzo è salito (it)" && gotify.json["priority"]?.integer == 5)
        let click = gotify.json["extras"]?["client::notification"]?["click"]
        #expect(click?["url"]?.string == "https://closecast.example.com/c/alerts/a_1")
    }

    @Test func mailsGoToTheQueueOfMails() async throws {
        let world = try DeliveryWorld()
        try await world.set(#"{"mail":["alert"]}"#)
        try await world.set(#"{"mail":["alert"]}"#, of: DeliveryWorld.bob)
        let id = try await world.tell("BTC rose")
        try await world.tell("BTC rose", of: DeliveryWorld.bob)
        #expect(try await world.work().run() == 2)
        let mails = try await world.store.reading { try $0.dueNotices(at: .max, limit: 10) }
        // Bob has no account with an address.
        #expect(mails.map(\.subject) == [id] && mails.first?.kind == .notice && mails.first?.recipient == "ann@example.com")
        #expect(mails.first?.fields == ["text": "BTC rose (it)", "path": "/alerts/a_1"] && mails.first?.language == "it")
        #expect(try await world.waiting() == 0)
    }

    @Test func onlyChosenKindsOfTheOwnerAreSent() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.tell("before")
        try await world.set(Self.webhook(server))
        let alert = try await world.tell("one")
        try await world.tell("two", .support)
        try await world.tell("three", of: DeliveryWorld.bob)
        try await world.work().run()
        #expect(server.requests.compactMap { $0.json["id"]?.string } == [alert])
    }

    @Test func quietHoursDelayEverythingButTests() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        // It is 14:00 in Rome.
        try await world.set(Self.webhook(server, #","quiet_from":780,"quiet_until":900,"time_zone":"Europe/Rome""#))
        try await world.tell("one")
        #expect(try await world.work().run() == 0)
        #expect(try await world.nextDue() == DeliveryWorld.start + 3600)
        world.now += 3599
        #expect(try await world.work().run() == 0)
        world.now += 1
        #expect(try await world.work().run() == 1)
        world.now = DeliveryWorld.start
        let test = try await world.store.change { [ways = world.ways] in try ways.test(&$0, DeliveryWorld.ann, Nothing()) }
        #expect(try await world.work().run() == 1)
        #expect(server.requests.last?.json["id"]?.string == test.id && server.requests.last?.json["kind"]?.string == "test")
    }

    // MARK: Failures

    /// The pauses double to an hour, and after a day the notice is given up.
    @Test func aFailingReceiverIsTriedForADay() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver { _, _ in LoopbackServer.Reply(status: 503) })
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        let id = try await world.tell("one")
        let work = world.work()
        var pauses: [Int] = []
        while let due = try await world.nextDue() {
            world.now = due - 1
            #expect(try await work.run() == 0)
            #expect(server.requests.count == pauses.count, "not before its time")
            world.now = due
            try await work.run()
            if let next = try await world.nextDue() { pauses.append(next - due) }
        }
        #expect(
            pauses.prefix(9) == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] && pauses.dropFirst(7).allSatisfy { $0 == 3600 })
        #expect(world.now - DeliveryWorld.start <= 86_400 && world.now - DeliveryWorld.start > 86_400 - 3600)
        #expect(Set(server.requests.map { $0.headers["closecast-notice"] }) == [id])
        let last = try #require(world.failures.last)
        #expect(last == .init(notice: id, way: .webhook, attempts: pauses.count + 1, reason: "status 503", isGivenUp: true))
        #expect(world.failures.dropLast().allSatisfy { !$0.isGivenUp })
        #expect(work.counts == .init(delivered: 0, failed: pauses.count + 1, givenUp: 1))
    }

    @Test func aWebhookThatIsGoneIsTurnedOff() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver { _, _ in LoopbackServer.Reply(status: 410) })
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        try await world.tell("one")
        try await world.tell("two")
        try await world.work().run()
        #expect(server.requests.count == 1 && world.failures.map(\.isGivenUp) == [true])
        #expect(try await world.waiting() == 0)
        #expect(try await world.settings().webhook == NoticeKinds.none)
        #expect(try await world.settings().webhookURL != nil, "it can be turned on again")
        let told = try await world.store.reading { try $0.rows(InboxNotice.self, "ORDER BY rowid") }
        #expect(told.map(\.kind) == [.alert, .alert, .task])
    }

    @Test func aPrivateAddressIsRetriedAndGivenUpWithoutAConnection() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        // Set while the operator allowed it.
        try await world.set(Self.webhook(server))
        try await world.tell("one")
        try await world.work(CurlPoster(timeoutSeconds: 5)).run()
        #expect(server.requests.isEmpty && world.failures.first?.reason.contains("--notice-private-addresses") == true)
        #expect(try await world.waiting() == 1)
    }

    @Test func whatBecameOfDeliveriesIsShown() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver { _, _ in LoopbackServer.Reply(status: 503) })
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        #expect(try await world.shown().outcomes.isEmpty)
        try await world.tell("one")
        try await world.work().run()
        let failed = try #require(try await world.shown().outcomes.first)
        #expect(failed.way == .webhook && failed.fault == .status && failed.status == 503 && failed.isFailing)
        #expect(failed.failedAt?.seconds == DeliveryWorld.start && failed.deliveredAt == nil)
        #expect(failed.retriedUntil?.seconds == DeliveryWorld.start + 86_400)
        world.now += 30
        try await world.work(CurlPoster(timeoutSeconds: 5)).run()
        let refused = try #require(try await world.shown().outcomes.first)
        #expect(refused.fault == .privateAddress && refused.status == nil && refused.failedAt?.seconds == world.now)
        // What waits is dropped with the way.
        try await world.set(#"{"webhook_url":"\#(server.address)/hook?k=1"}"#)
        #expect(try await world.shown().outcomes.map(\.retriedUntil) == [nil])
        try await world.set("{}")
        #expect(try await world.shown().outcomes.isEmpty)
    }

    @Test func aDeliveryEndsAFailure() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        try await world.tell("one")
        try await world.work(CurlPoster(timeoutSeconds: 5)).run()
        #expect(try await world.shown().outcomes.first?.isFailing == true)
        world.now += 30
        try await world.work().run()
        let outcome = try #require(try await world.shown().outcomes.first)
        #expect(!outcome.isFailing && outcome.deliveredAt?.seconds == world.now && outcome.retriedUntil == nil)
        #expect(outcome.failedAt?.seconds == DeliveryWorld.start && outcome.fault == .privateAddress)
        #expect(try await world.shown(of: DeliveryWorld.bob).outcomes.isEmpty)
    }

    @Test func aHangingReceiverHoldsUpNoOtherWay() async throws {
        let server = Self.receiver { request, _ in
            var reply = LoopbackServer.Reply()
            reply.hangs = request.path == "/hook"
            return reply
        }
        defer { server.stop() }
        let world = try DeliveryWorld()
        try await world.set(Self.webhook(server, #","ntfy":["alert"],"ntfy_url":"\#(server.address)/topic""#))
        for number in 0..<5 { try await world.tell("\(number)") }
        #expect(try await world.work().run() == 5)
        #expect(try await world.waiting(.webhook) == 5)
        #expect(try await world.waiting(.ntfy) == 0)
        #expect(server.requests.count { $0.path == "/hook" } == 1, "the first holds up its queue")
        #expect(world.failures.map(\.way) == [.webhook])
    }

    /// Ann's receivers do not answer until Bob's has: his notice becomes due while her run is under way.
    private final class Gate: OutgoingPoster {
        struct State { var (open, most, isBobs) = (0, 0, false) }

        let state = Mutex(State())

        func post(_ request: OutgoingRequest) async -> Result<Int, PostFault> {
            guard request.url.hasPrefix("https://ann.") else {
                state.withLock { $0.isBobs = true }
                return .success(200)
            }
            state.withLock { state in
                state.open += 1
                state.most = max(state.most, state.open)
            }
            try? await until("Bob's notice has arrived") { state.withLock(\.isBobs) }
            state.withLock { $0.open -= 1 }
            return .success(200)
        }
    }

    @Test func slowReceiversOfOnePersonDelayNoOther() async throws {
        let (world, gate) = (try DeliveryWorld(), Gate())
        let anns = #""webhook":["alert"],"webhook_url":"https://ann.example/","ntfy":["alert"],"ntfy_url":"https://ann.example/n""#
        let more = #""gotify":["alert"],"gotify_url":"https://ann.example/g","gotify_token":"abc""#
        try await world.set("{\(anns),\(more)}")
        try await world.tell("one")
        async let count = world.work(gate).run()
        try await until("two are being sent") { gate.state.withLock { $0.open == 2 } }
        try await world.set(#"{"webhook":["alert"],"webhook_url":"https://bob.example/"}"#, of: DeliveryWorld.bob)
        try await world.tell("two", of: DeliveryWorld.bob)
        #expect(try await count == 4)
        #expect(gate.state.withLock { $0.most } == 2)
    }

    @Test func aRunIsBounded() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        for number in 0..<25 { try await world.tell("\(number)") }
        var counts: [Int] = []
        while try await world.waiting() > 0 { counts.append(try await world.work().run()) }
        #expect(counts == [10, 10, 5])
        #expect(server.requests.compactMap { $0.json["text"]?.string } == (0..<25).map { "\($0)" })
    }

    /// A receiver that fails, hangs, answers twice, cuts the connection and redirects to this machine. It keeps what it took, by id.
    @Test(arguments: 0..<4 as Range<UInt64>) func everythingArrivesOnceAndInOrder(seed: UInt64) async throws {
        let inner = Self.receiver()
        let taken = Mutex<[String]>([])
        let random = Mutex(SeededGenerator(seed: seed))
        let server = Self.receiver { request, _ in
            let choice = random.withLock { $0.next() % 8 }
            func take() {
                guard let id = request.headers["closecast-notice"] else { return }
                taken.withLock { if !$0.contains(id) { $0.append(id) } }
            }
            var reply = LoopbackServer.Reply()
            switch choice {
            case 0: return LoopbackServer.Reply(status: 500)
            case 1: return LoopbackServer.Reply(status: 307, headers: ["Location": "http://127.0.0.1:\(inner.port)/"])
            case 2:
                // It took the notice, but its answer does not arrive.
                take()
                reply.hangs = true
            case 3:
                take()
                (reply.hasLength, reply.headers) = (false, ["Content-Length": "0"])
                reply.body = Array("HTTP/1.1 500 Again\r\nContent-Length: 0\r\n\r\n".utf8)
            case 4:
                take()
                (reply.body, reply.cutAfter) = (Array(repeating: 97, count: 100), 10)
            default: take()
            }
            return reply
        }
        let world = try DeliveryWorld(poster: CurlPoster(allowsPrivateAddresses: true, timeoutSeconds: 0.2))
        defer {
            server.stop()
            inner.stop()
        }
        try await world.set(Self.webhook(server))
        let secret = try await world.newSecret()
        var told: [String] = []
        for number in 0..<12 { told.append(try await world.tell("\(number)")) }
        while let due = try await world.nextDue() {
            world.now = max(world.now, due)
            try await world.work().run()
        }
        #expect(inner.requests.isEmpty)
        #expect(server.requests.allSatisfy { $0.isSigned(with: secret) })
        #expect(world.failures.allSatisfy { !$0.isGivenUp }, "seed \(seed)")
        #expect(taken.withLock { $0 } == told, "seed \(seed)")
    }

    /// Two processes on one store, one of which is killed in the middle again and again.
    @Test func aKilledProcessLosesAndDoublesNothing() async throws {
        let (world, server) = (try DeliveryWorld(), Self.receiver())
        defer { server.stop() }
        try await world.set(Self.webhook(server))
        var told: [String] = []
        for number in 0..<30 { told.append(try await world.tell("\(number)")) }
        let kill = KilledPoster(world.poster)
        while try await world.waiting() > 0 {
            // Alone it certainly sends; beside another process it may find nothing left.
            if kill.kills == 0 { _ = try? await world.work(kill).run() }
            async let one = try? world.work(kill).run()
            async let other = try? world.work().run()
            _ = await (one, other)
            world.now += 21
        }
        let ids = server.requests.compactMap { $0.headers["closecast-notice"] }
        var first: [String] = []
        for id in ids where !first.contains(id) { first.append(id) }
        #expect(first == told, "in order, with the same id if repeated")
        #expect(kill.kills > 0 && ids.count <= told.count + kill.kills)
    }

    /// Sends, and then ends as a process that is killed before it has stored the outcome, at every third notice.
    private final class KilledPoster: OutgoingPoster {
        private let poster: any OutgoingPoster
        private let count = Mutex(0)

        init(_ poster: any OutgoingPoster) { self.poster = poster }

        var kills: Int { count.withLock { $0 / 3 } }

        func post(_ request: OutgoingRequest) async -> Result<Int, PostFault> {
            let result = await poster.post(request)
            let isKilled = count.withLock { count in
                count += 1
                return count % 3 == 0
            }
            return isKilled ? .failure(.cancelled) : result
        }
    }
}
