import JSONText
import ServerWorld
import Testing

/// The ways of delivery over HTTP.
@Suite struct NoticeRouteTests {
    private static let path = "/v1/notices/settings"

    @Test func settingsAreReplacedAndShown() async throws {
        try await ServerUnderTest.run { server async throws in
            let new = try await server.get(Self.path).json
            #expect(new["webhook"]?.array?.isEmpty == true && new["quiet_from"] == .null && new["time_zone"]?.string == "UTC")
            let body =
                #"{"webhook":["alert"],"webhook_url":"https://example.com/h","ntfy_url":"https://ntfy.sh/t","ntfy_token":"SECRET","quiet_from":1320,"quiet_until":420,"time_zone":"Asia/Almaty"}"#
            let saved = try await server.send("PUT", Self.path, body: body)
            #expect(saved.status == 200 && !saved.text.contains("SECRET"), "\(saved.text)")
            let shown = try await server.get(Self.path).json
            #expect(shown == saved.json && shown["ntfy_token"] == .boolean(true) && shown["webhook_secret"] == .boolean(true))
            #expect(shown["quiet_from"]?.integer == 1320 && shown["webhook"]?.array?.compactMap(\.string) == ["alert"])
            let secret = try await server.send("POST", "\(Self.path)/webhook-secret")
            #expect(secret.status == 201 && secret.json["secret"]?.string?.count == 64)
            let test = try await server.send("POST", "/v1/notices/test")
            #expect(test.status == 201 && test.json["kind"]?.string == "test")
            let empty = try await server.send("PUT", Self.path, body: "{}")
            #expect(empty.status == 200 && empty.json == new)
        }
    }

    @Test func refusalsNameTheMember() async throws {
        try await ServerUnderTest.run { server async throws in
            for (body, status, code, field) in [
                (#"{"webhook":["alert"]}"#, 422, "notice-address-needed", "/webhook_url"),
                (#"{"webhook_url":"http://127.0.0.1/"}"#, 422, "private-notice-address", "/webhook_url"),
                (#"{"mail":["alert"]}"#, 409, "no-mail-way", "/mail"),
                (#"{"time_zone":"Nowhere"}"#, 422, "bad-time-zone", "/time_zone"),
                (#"{"quiet_from":5}"#, 422, "bad-quiet-hours", "/quiet_until"),
            ] {
                let answer = try await server.send("PUT", Self.path, body: body)
                #expect(answer.status == status && answer.json["code"]?.string == code, "\(answer.text)")
                #expect(answer.json["field"]?.string == field, "\(answer.text)")
            }
            #expect(try await server.send("POST", "/v1/notices/test").status == 409)
            #expect(try await server.send("POST", "\(Self.path)/webhook-secret").status == 409)
        }
    }

    @Test func devicesAreAddedShownAndRemoved() async throws {
        let path = "/v1/notices/devices"
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/v1/notices/push-key").json["public_key"]?.string?.count == 87)
            let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            func body(_ endpoint: String, _ key: String = key) -> String {
                #"{"endpoint":"\#(endpoint)","p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg","name":"Phone"}"#
            }
            let added = try await server.send("POST", path, body: body("https://push.example.com/secret"))
            #expect(added.status == 201 && added.json["name"]?.string == "Phone", "\(added.text)")
            let again = try await server.send("POST", path, body: body("https://push.example.com/secret"))
            #expect(again.json["id"] == added.json["id"])
            let listed = try await server.get(path)
            #expect(
                listed.text.contains("Phone") && !listed.text.contains("secret") && !listed.text.contains(key), "\(listed.text)")
            #expect(try await server.get(Self.path).json["push"]?.array?.isEmpty == false)
            for (endpoint, code) in [
                ("https://10.0.0.1/", "private-notice-address"), ("http://push.example.com/", "plain-notice-address"),
                ("ftp://push.example.com/", "bad-notice-address"),
            ] {
                let refused = try await server.send("POST", path, body: body(endpoint))
                #expect(
                    refused.status == 422 && refused.json["code"]?.string == code && refused.json["field"]?.string == "/endpoint")
            }
            let noPoint = try await server.send(
                "POST", path, body: body("https://push.example.com/x", String(repeating: "A", count: 87)))
            #expect(noPoint.status == 422 && noPoint.json["code"]?.string == "bad-push-key")
            let id = try #require(added.json["id"]?.string)
            #expect(try await server.send("DELETE", "\(path)/\(id)").status == 204)
            #expect(try await server.send("DELETE", "\(path)/\(id)").status == 404)
        }
    }

    /// Neither shows, tests nor turns off another person's ways.
    @Test func settingsAreTheCallers() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let body = #"{"webhook":["alert"],"webhook_url":"https://example.com/ann"}"#
            #expect(try await server.send("PUT", Self.path, body: body, headers: ann.headers).status == 200)
            #expect(try await server.get(Self.path, headers: eve.headers).json["webhook_url"] == .null)
            #expect(try await server.send("POST", "\(Self.path)/webhook-secret", headers: eve.headers).status == 409)
            #expect(try await server.send("PUT", Self.path, body: "{}", headers: eve.headers).status == 200)
            let own = try await server.get(Self.path, headers: ann.headers).json
            #expect(own["webhook_url"]?.string == "https://example.com/ann")
        }
    }
}
