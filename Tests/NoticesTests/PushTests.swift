import JSONText
import LoopbackServer
import Market
import Notices
import Records
import Store
import Synchronization
import Testing

/// Notices on devices, by a push service that answers well, badly or not at all.
@Suite struct PushTests {
    @Test func aDeviceReceivesWhatOnlyItCanRead() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply(status: 201) })
        defer { server.stop() }
        let (phone, laptop) = (Browser("phone"), Browser("laptop"))
        let device = try await world.add(phone, at: server)
        _ = try await world.add(laptop, at: server)
        #expect(device.name == "phone" && !"\(device)".contains("/push/"))
        #expect(try await world.settings().push.kinds == InboxNotice.Kind.chosen, "all kinds, with the first device")
        let id = try await world.tell("BTC rose")
        #expect(try await world.work().run() == 2)
        #expect(try await world.waiting() == 0)
        let request = try #require(server.requests.first { $0.path == "/push/phone" })
        #expect(server.requests.count == 2 && request.headers["content-encoding"] == "aes128gcm")
        #expect(request.headers["ttl"] == "86400" && request.headers["topic"] == id && request.headers["urgency"] == "normal")
        #expect(request.headers["authorization"] == "vapid aud=\(server.address), exp=\(DeliveryWorld.start + 43_200)")
        #expect(request.headers["closecast-notice"] == nil && request.body.count < 4096)
        let message = try phone.read(request.body)
        #expect(message["id"]?.string == id && message["text"]?.string == "BTC rose" && message["link"]?.string == "/alerts/a_1")
        #expect(throws: (any Error).self) { try laptop.read(request.body) }
    }

    @Test(arguments: [404, 410]) func aDeviceThatHasLeftIsRemoved(status: Int) async throws {
        let world = try DeliveryWorld()
        let server = LoopbackServer { request, _ in LoopbackServer.Reply(status: request.path == "/push/old" ? status : 201) }
        defer { server.stop() }
        _ = try await world.add(Browser("old"), at: server)
        _ = try await world.add(Browser("new"), at: server)
        try await world.tell("one")
        try await world.tell("two")
        #expect(try await world.work().run() == 2)
        #expect(server.requests.count == 3 && server.requests.count { $0.path == "/push/old" } == 1)
        #expect(try await world.devices().map(\.name) == ["new"])
        #expect(try await world.waiting() == 0)
        #expect(try await world.settings().push != NoticeKinds.none)
    }

    @Test(arguments: [429, 500, 503]) func aServiceThatIsBusyIsTriedAgain(status: Int) async throws {
        let world = try DeliveryWorld()
        let server = LoopbackServer { _, number in LoopbackServer.Reply(status: number < 2 ? status : 201) }
        defer { server.stop() }
        _ = try await world.add(Browser("phone"), at: server)
        let told = [try await world.tell("one"), try await world.tell("two")]
        while let due = try await world.nextDue() {
            world.now = max(world.now, due)
            try await world.work().run()
        }
        #expect(server.requests.map { $0.headers["topic"] } == [told[0], told[0], told[0], told[1]])
        #expect(world.now - DeliveryWorld.start == 90 && world.failures.map(\.way) == [.push, .push])
    }

    @Test func aHangingServiceHoldsUpNoOtherDevice() async throws {
        let world = try DeliveryWorld()
        let server = LoopbackServer { request, _ in
            var reply = LoopbackServer.Reply(status: 201)
            reply.hangs = request.path == "/push/stuck"
            return reply
        }
        defer { server.stop() }
        _ = try await world.add(Browser("stuck"), at: server)
        _ = try await world.add(Browser("phone"), at: server)
        for number in 0..<3 { try await world.tell("\(number)") }
        #expect(try await world.work().run() == 3)
        #expect(try await world.waiting(.push) == 3)
    }

    @Test func devicesAreTheOwners() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply(status: 201) })
        defer { server.stop() }
        let browser = Browser("shared")
        let first = try await world.add(browser, at: server)
        #expect(try await world.devices(of: DeliveryWorld.bob).isEmpty)
        let (ways, id) = (world.ways, first.id)
        let named = try Shape<NoticeWays.NamedDevice>().value(texts: [("subscription", id)])
        await #expect(throws: NoticeWayError.noDevice(id).refusal) {
            try await world.store.change { try ways.removeDevice(&$0, DeliveryWorld.bob, named) }
        }
        try await world.tell("for ann")
        // Bob signs in in the same browser: it shows what Bob is told, and nothing of Ann's.
        let second = try await world.add(browser, at: server, of: DeliveryWorld.bob)
        #expect(second.id != id)
        #expect(try await world.devices().isEmpty)
        #expect(try await world.waiting() == 0)
        try await world.tell("for ann")
        try await world.tell("for bob", of: DeliveryWorld.bob)
        #expect(try await world.work().run() == 1)
        #expect(try server.requests.map { try browser.read($0.body)["text"]?.string } == ["for bob"])
        // The same browser again only renews its keys.
        #expect(try await world.add(browser, at: server, of: DeliveryWorld.bob).id == second.id)
        let bobs = try Shape<NoticeWays.NamedDevice>().value(texts: [("subscription", second.id)])
        try await world.store.change { try ways.removeDevice(&$0, DeliveryWorld.bob, bobs) }
        #expect(try await world.devices(of: DeliveryWorld.bob).isEmpty)
    }

    @Test func whatIsWrongIsNamed() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply(status: 201) })
        defer { server.stop() }
        await #expect(throws: NoticeWayError.noPush.refusal) {
            _ = try await world.add(Browser("x"), at: server, NoticeWays(allowsPrivateAddresses: true))
        }
        let strict = NoticeWays(push: DeliveryWorld.push)
        await #expect(throws: NoticeWayError.privateAddress(field: "endpoint", host: "127.0.0.1").refusal) {
            _ = try await world.add(Browser("x"), at: server, strict)
        }
        let plain = try Browser("x").draft("http://push.example/x")
        await #expect(throws: NoticeWayError.plainAddress(field: "endpoint", "http://push.example/x").refusal) {
            try await world.store.change { try strict.addDevice(&$0, DeliveryWorld.ann, plain) }
        }
        let key = String(repeating: "A", count: 87)
        let json = #"{"endpoint":"https://push.example/x","p256dh":"\#(key)","auth":"AAAAAAAAAAAAAAAAAAAAAA"}"#
        let bad = try Shape<PushDeviceDraft>().value(checked: try JSONValue(parsing: Array(json.utf8)))
        await #expect(throws: NoticeWayError.badPushKey(field: "p256dh").refusal) {
            try await world.store.change { try strict.addDevice(&$0, DeliveryWorld.ann, bad) }
        }
        for number in 0..<NoticeWays.mostDevices { _ = try await world.add(Browser("\(number)"), at: server) }
        await #expect(throws: NoticeWayError.tooManyDevices.refusal) { _ = try await world.add(Browser("more"), at: server) }
    }

    @Test func longSentencesAreCut() async throws {
        let (world, server) = (try DeliveryWorld(), LoopbackServer { _, _ in LoopbackServer.Reply(status: 201) })
        defer { server.stop() }
        let browser = Browser("phone")
        _ = try await world.add(browser, at: server)
        for text in [
            String(repeating: "a", count: 5000), String(repeating: "\u{1}", count: 5000), String(repeating: "🙂", count: 5000),
        ] {
            try await world.tell(text)
        }
        #expect(try await world.work().run() == 3)
        #expect(try server.requests.map { try browser.read($0.body)["text"]?.string?.unicodeScalars.count } == [800, 100, 800])
    }
}
