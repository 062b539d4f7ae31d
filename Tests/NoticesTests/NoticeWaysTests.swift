import JSONText
import Notices
import Records
import Storage
import Testing

/// The settings of the ways of delivery.
@Suite struct NoticeWaysTests {
    private static func refusal(_ world: DeliveryWorld, _ json: String, _ ways: NoticeWays? = nil) async throws -> Refusal? {
        do {
            try await world.set(json, of: DeliveryWorld.ann, ways)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    @Test func withoutSettingsOnlyTheAppIsTold() async throws {
        let world = try DeliveryWorld()
        #expect(try await world.settings().ways.isEmpty)
        try await world.tell("one")
        #expect(try await world.waiting() == 0)
    }

    @Test func secretsAreInNoDocument() async throws {
        let world = try DeliveryWorld()
        let settings = try await world.set(
            """
            {"webhook_url":"https://example.com/hook","ntfy_url":"https://ntfy.sh/t","ntfy_token":"SECRET1",
             "gotify_url":"https://example.com/","gotify_token":"SECRET2"}
            """)
        let secret = try await world.newSecret()
        let shape = Shape<NoticeSettings>()
        var writer = JSONWriter()
        shape.write(settings, &writer)
        let archive = try await world.store.archive(of: "ann").map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        for text in [String(decoding: writer.bytes, as: UTF8.self), archive, "\(settings)", String(reflecting: settings)] {
            #expect(!text.contains("SECRET") && !text.contains(secret), "\(text)")
        }
        #expect(archive.contains(#""webhook_secret":true"#) && archive.contains("https://example.com/hook"))
    }

    @Test func aNewSecretReplacesTheOldAndTokensStayWithTheirAddress() async throws {
        let world = try DeliveryWorld()
        try await world.set(#"{"webhook_url":"https://example.com/a","ntfy_url":"https://ntfy.sh/t","ntfy_token":"T"}"#)
        let (first, second) = (try await world.newSecret(), try await world.newSecret())
        #expect(first != second)
        func hasToken(_ json: String) async throws -> Bool {
            var writer = JSONWriter()
            Shape<NoticeSettings>().write(try await world.set(json), &writer)
            return String(decoding: writer.bytes, as: UTF8.self).contains(#""ntfy_token":true"#)
        }
        #expect(try await hasToken(#"{"ntfy_url":"https://ntfy.sh/t"}"#))
        #expect(try await !hasToken(#"{"ntfy_url":"https://attacker.example/t"}"#))
        #expect(try await !hasToken(#"{"ntfy_url":"https://ntfy.sh/t"}"#))
        #expect(try await hasToken(#"{"ntfy_url":"https://ntfy.sh/t","ntfy_token":"T"}"#))
        #expect(try await !hasToken(#"{"ntfy_url":"https://ntfy.sh/t","ntfy_token":""}"#))
        await #expect(throws: NoticeWayError.noWebhook.refusal) { try await world.newSecret() }
    }

    @Test func whatIsWrongIsNamed() async throws {
        let (world, strict) = (try DeliveryWorld(), NoticeWays(hasMail: false))
        let cases: [(json: String, code: String, field: String)] = [
            (#"{"mail":["alert"]}"#, "no-mail-way", "/mail"),
            (#"{"webhook":["alert"]}"#, "notice-address-needed", "/webhook_url"),
            (#"{"ntfy":["alert"]}"#, "notice-address-needed", "/ntfy_url"),
            (#"{"gotify":["alert"],"gotify_url":"https://example.com"}"#, "bad-notice-token", "/gotify_token"),
            (#"{"ntfy_url":"https://ntfy.sh/"}"#, "notice-topic-needed", "/ntfy_url"),
            (#"{"webhook_url":"ftp://example.com"}"#, "bad-notice-address", "/webhook_url"),
            (#"{"ntfy_url":"http://ntfy.sh/t"}"#, "plain-notice-address", "/ntfy_url"),
            (#"{"webhook_url":"https://u:p@example.com"}"#, "bad-notice-address", "/webhook_url"),
            (#"{"webhook_url":"http://169.254.169.254/latest"}"#, "private-notice-address", "/webhook_url"),
            (#"{"gotify_url":"http://localhost:80"}"#, "private-notice-address", "/gotify_url"),
            (#"{"ntfy_url":"https://[fd00::1]/t"}"#, "private-notice-address", "/ntfy_url"),
            (#"{"ntfy_url":"https://ntfy.sh/t","ntfy_token":"a\r\nHost: b"}"#, "bad-notice-token", "/ntfy_token"),
            (#"{"gotify_token":"a b"}"#, "bad-notice-token", "/gotify_token"),
            (#"{"time_zone":"Mars/Olympus"}"#, "bad-time-zone", "/time_zone"),
            (#"{"quiet_from":60}"#, "bad-quiet-hours", "/quiet_until"),
            (#"{"quiet_until":60}"#, "bad-quiet-hours", "/quiet_from"),
            (#"{"quiet_from":60,"quiet_until":60}"#, "bad-quiet-hours", "/quiet_until"),
        ]
        for (json, code, field) in cases {
            let refusal = try await Self.refusal(world, json, strict)
            #expect(refusal?.code == code && refusal?.field == field, "\(json): \(String(describing: refusal))")
        }
        #expect(try await world.settings().webhookURL == nil, "nothing was stored")
    }

    @Test func testsNeedAWayAndAreLimited() async throws {
        let world = try DeliveryWorld()
        let test: @Sendable (inout Change) throws -> InboxNotice = { [ways = world.ways] change in
            try ways.test(&change, DeliveryWorld.ann, Nothing())
        }
        await #expect(throws: NoticeWayError.noWay.refusal) { try await world.store.change(test) }
        try await world.set(#"{"mail":["diary"]}"#)
        for _ in 0..<NoticeWays.mostTestsAnHour {
            _ = try await world.store.change(test)
            world.now += 60
        }
        await #expect(throws: NoticeWayError.tooManyTests(retryAfterSeconds: 3000).refusal) { try await world.store.change(test) }
        world.now += 3001
        _ = try await world.store.change(test)
        #expect(try await world.waiting(.mail) == NoticeWays.mostTestsAnHour + 1)
    }

    @Test func whatWaitsForAWayThatIsTurnedOffIsDropped() async throws {
        let world = try DeliveryWorld()
        try await world.set(#"{"mail":["alert","task"],"ntfy":["alert"],"ntfy_url":"https://ntfy.sh/t"}"#)
        try await world.tell("one")
        try await world.tell("two", .task)
        #expect(try await world.waiting(.mail) == 2)
        #expect(try await world.waiting(.ntfy) == 1)
        try await world.set(#"{"mail":["task"],"ntfy_url":"https://ntfy.sh/t"}"#)
        #expect(try await world.waiting(.mail) == 1)
        #expect(try await world.waiting() == 1)
    }

    /// One person's settings, secrets and queue are out of reach of another, and go with the person.
    @Test func settingsAreTheOwners() async throws {
        let world = try DeliveryWorld()
        try await world.set(#"{"webhook":["alert"],"webhook_url":"https://example.com/ann"}"#)
        #expect(try await world.settings(of: DeliveryWorld.bob).webhookURL == nil)
        await #expect(throws: NoticeWayError.noWebhook.refusal) { try await world.newSecret(of: DeliveryWorld.bob) }
        try await world.set(#"{}"#, of: DeliveryWorld.bob)
        #expect(try await world.settings().webhookURL == "https://example.com/ann")
        try await world.tell("one")
        #expect(try await world.waiting() == 1)
        try await world.store.change { try $0.run("DELETE FROM owners WHERE id = ?", "ann") }
        #expect(try await world.waiting() == 0)
        #expect(try await world.settings().webhookURL == nil)
    }
}
