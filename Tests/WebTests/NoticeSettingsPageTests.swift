import HTTPTestSupport
import ServerWorld
import Testing

/// The page on which a person chooses the ways of delivery, without scripts.
@Suite struct NoticeSettingsPageTests {
    private static let path = "/notices/settings"

    private static func isChecked(_ page: EdgeAnswer, _ way: String, _ kind: String) -> Bool {
        page.has("name=\"\(way)\" value=\"\(kind)\" checked")
    }

    @Test func waysAreChosenAndShownAgain() async throws {
        try await PageVisitor.run { _, client async throws in
            #expect(try await client.get("/notices").has("href=\"\(Self.path)\""))
            let new = try await client.get(Self.path)
            #expect(
                new.status == 200 && !new.has(" checked") && !new.has("name=\"mail\"") && new.has("This server sends no mails."))
            let saved = try await client.post(
                Self.path, from: Self.path,
                [
                    "webhook": "alert", "webhook": "task", "webhook_url": "https://example.com/hook", "quiet_from": "22:00",
                    "quiet_until": "7", "time_zone": "Europe/Rome", "language": "it",
                ])
            #expect(saved.status == 303 && saved["location"] == "\(Self.path)?done=saved", "\(saved.text)")
            let page = try await client.get(Self.path)
            #expect(Self.isChecked(page, "webhook", "alert") && Self.isChecked(page, "webhook", "task"))
            #expect(!Self.isChecked(page, "webhook", "diary") && !Self.isChecked(page, "ntfy", "alert"))
            #expect(page.has("value=\"22:00\"") && page.has("value=\"07:00\"") && page.has("value=\"https://example.com/hook\""))
        }
    }

    @Test func digestsAreChosenAndShownAgain() async throws {
        try await PageVisitor.run { _, client async throws in
            _ = try await client.post(
                Self.path, from: Self.path,
                ["webhook": "alert", "webhook_url": "https://example.com/hook", "webhook_digest": "weekly", "digest_hour": "21"])
            let page = try await client.get(Self.path)
            #expect(page.text.contains(/<option[^>]*value="weekly"[^>]*selected/), "\(page.text)")
            #expect(page.text.contains(/<option[^>]*value="21"[^>]*selected[^>]*>21:00/))
            let wrong = try await client.post(Self.path, from: Self.path, ["ntfy_digest": "hourly"])
            #expect(wrong.status == 422)
        }
    }

    @Test func errorsStandBesideTheirFieldsAndNothingTypedIsLost() async throws {
        try await PageVisitor.run { _, client async throws in
            func error(_ fields: KeyValuePairs<String, String>, _ field: String) async throws -> String? {
                let page = try await client.post(Self.path, from: Self.path, fields)
                #expect(page.status == 422 && page.has("Nothing was saved: a field below"), "\(page.status)")
                let error = try Regex("id=\"\(field)-error\"[^>]*>([^<]*)<", as: (Substring, Substring).self)
                return page.text.firstMatch(of: error).map { String($0.output.1) }
            }
            #expect(
                try await error(["ntfy": "alert", "webhook_url": "https://x.example/"], "ntfy_url")?.hasPrefix("Enter the address")
                    == true)
            #expect(
                try await error(["webhook_url": "http://192.168.1.1/"], "webhook_url")?.hasPrefix("192.168.1.1 belongs to") == true)
            #expect(try await error(["webhook_url": "ftp://a"], "webhook_url")?.hasPrefix("Enter an address") == true)
            #expect(try await error(["quiet_from": "25:00", "quiet_until": "1:00"], "quiet_from") == "Enter a time such as 22:00.")
            #expect(try await error(["quiet_from": "22:00"], "quiet_until")?.hasPrefix("Enter a start") == true)
            let page = try await client.post(
                Self.path, from: Self.path, ["webhook": "diary", "webhook_url": "http://localhost/x", "ntfy_token": "SECRET"])
            #expect(Self.isChecked(page, "webhook", "diary") && page.has("http://localhost/x") && !page.has("SECRET"))
        }
    }

    /// As the script sends it.
    @Test func aDeviceIsAddedAndRemoved() async throws {
        try await PageVisitor.run { _, client async throws in
            let new = try await client.get(Self.path)
            #expect(new.has("data-push-key=\"B") && new.has("No device yet."))
            let fields: KeyValuePairs<String, String> = [
                "endpoint": "https://push.example.com/secret",
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg", "name": "<Phone>",
            ]
            let added = try await client.post("\(Self.path)/devices", from: Self.path, fields)
            #expect(added.status == 303 && added["location"] == "\(Self.path)?done=notice-device", "\(added.text)")
            let page = try await client.get(Self.path)
            #expect(page.has("&lt;Phone&gt;") && !page.has("push.example.com") && Self.isChecked(page, "push", "alert"))
            let action = try #require(page.text.firstMatch(of: /action="([^"]*\/devices\/d_[0-9a-f]{16}\/remove)"/)?.output.1)
            #expect(try await client.post(String(action), from: Self.path).status == 303)
            #expect(try await client.get(Self.path).has("No device yet."))
            let bad = try await client.post(
                "\(Self.path)/devices", from: Self.path,
                [
                    "endpoint": "https://10.0.0.1/", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                ])
            #expect(bad.status == 422)
        }
    }

    @Test func theSecretIsShownOnceAndATestIsSent() async throws {
        try await PageVisitor.run { _, client async throws in
            let early = try await client.post("\(Self.path)/test", from: Self.path)
            #expect(early.status == 409 && early.has("Turn a way of delivery on first"))
            _ = try await client.post(
                Self.path, from: Self.path, ["webhook": "alert", "webhook_url": "https://example.com/hook", "time_zone": "UTC"])
            let made = try await client.post("\(Self.path)/secret", from: Self.path)
            let secret = try #require(made.text.firstMatch(of: /id="webhook-secret-secret">([0-9a-f]{64})</)).output.1
            #expect(!(try await client.get(Self.path)).has(String(secret)))
            let sent = try await client.post("\(Self.path)/test", from: Self.path)
            #expect(sent.status == 303 && sent["location"] == "\(Self.path)?done=notice-test")
            #expect(try await client.get("/notices").has("A test: this way of delivery works"))
        }
    }
}
