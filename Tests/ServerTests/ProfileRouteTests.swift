import JSONText
import ServerWorld
import Testing

/// The profile through the API, with accounts and without.
@Suite struct ProfileRouteTests {
    private static let path = "/v1/profile"
    private static let draft = #"{"first_name":"Ann","last_name":"Berg","login_name":"Ann.Berg","phone":"0039 333-123 4567"}"#

    private static func setPicture(
        _ server: ServerUnderTest, _ body: String = ServerUnderTest.photo, type: String = "image/webp",
        headers: [String: String] = [:]
    ) async throws -> ServerUnderTest.Answer {
        try await server.send("PUT", "\(path)/picture", body: body, headers: headers.merging(["Content-Type": type]) { $1 })
    }

    @Test func onePersonHasAProfileWithoutAnAccount() async throws {
        try await ServerUnderTest.run { server async throws in
            let none = try await server.get(Self.path)
            #expect(none.json["first_name"] == nil && none.json["has_account"] == .boolean(false), "\(none.text)")
            let draft = #"{"email":"ann@example.com","# + Self.draft.dropFirst()
            for _ in 0..<2 {
                let set = try await server.send("PUT", Self.path, body: draft, headers: ["Idempotency-Key": "profile"])
                #expect(set.status == 200 && set.json["phone"]?.string == "+393331234567", "\(set.text)")
            }
            let shown = try await server.get(Self.path)
            #expect(shown.json["email"]?.string == "ann@example.com" && shown.json["login_name"]?.string == "Ann.Berg")
            for (body, code, field) in [
                (#"{"login_name":"a b"}"#, "invalid-value", "/login_name"), (#"{"phone":"12"}"#, "bad-phone", "/phone"),
                (#"{"first_name":" "}"#, "bad-person-name", "/first_name"), (#"{"email":"ann@"}"#, "bad-email", "/email"),
            ] {
                let answer = try await server.send("PUT", Self.path, body: body)
                #expect(answer.status == 422 && answer.json["field"]?.string == field, "\(body): \(answer.text)")
                #expect(answer.json["code"]?.string == code, "\(body): \(answer.text)")
            }
            #expect(try await server.get(Self.path).text == shown.text)
        }
    }

    @Test func aPictureIsSetShownAndRemoved() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("\(Self.path)/picture").json["code"]?.string == "no-picture")
            #expect(try await Self.setPicture(server).status == 204)
            let shown = try await server.get("\(Self.path)/picture")
            #expect(shown.status == 200 && shown.header("Content-Type") == "image/jpeg" && shown.text == ServerUnderTest.photo)
            #expect(shown.header("Cache-Control") == "no-store")
            for (body, type, status) in [("no picture", "image/png", 422), ("GIF89a", "image/gif", 415)] {
                #expect(try await Self.setPicture(server, body, type: type).status == status, "\(type)")
            }
            #expect(try await server.get(Self.path).json["has_picture"] == .boolean(true))
            for _ in 0..<2 { #expect(try await server.send("DELETE", "\(Self.path)/picture").status == 204) }
            #expect(try await server.get("\(Self.path)/picture").status == 404)
        }
    }

    @Test func withAccountsEachPersonHasTheirOwn() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            #expect(try await server.get(Self.path).status == 401)
            let set = try await server.send("PUT", Self.path, body: Self.draft, headers: ann.headers)
            #expect(set.status == 200 && set.json["email"]?.string == "ann@example.com", "\(set.text)")
            let taken = try await server.send("PUT", Self.path, body: #"{"login_name":"ann.berg"}"#, headers: eve.headers)
            #expect(taken.status == 409 && taken.json["code"]?.string == "login-name-taken", "\(taken.text)")
            #expect(taken.json["field"]?.string == "/login_name" && !taken.text.contains("Ann.Berg"), "\(taken.text)")
            let email = try await server.send("PUT", Self.path, body: #"{"email":"x@example.com"}"#, headers: ann.headers)
            #expect(email.status == 409 && email.json["code"]?.string == "email-of-account", "\(email.text)")
            let others = try await server.get(Self.path, headers: eve.headers)
            #expect(others.json["last_name"] == nil && others.json["email"]?.string == "eve@example.com", "\(others.text)")
            #expect(try await server.get(Self.path, headers: ann.headers).text == set.text)
        }
    }

    /// It is counted with the limits and the quota of pictures.
    @Test func theAccountHasTheSamePicture() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            #expect(try await Self.setPicture(server, headers: ann.headers).status == 204)
            let account = try await server.get("/v1/account/picture", headers: ann.headers)
            #expect(account.status == 200 && account.text == ServerUnderTest.photo)
            #expect(try await server.get("/v1/account", headers: ann.headers).json["has_picture"] == .boolean(true))
            #expect(try await server.get("\(Self.path)/picture", headers: eve.headers).status == 404)
            #expect(try await server.send("DELETE", "\(Self.path)/picture", headers: eve.headers).status == 204)
            #expect(try await server.get("\(Self.path)/picture", headers: ann.headers).status == 200)
            let made = try await server.post(
                "/v1/account/tokens", json: #"{"name":"t","scope":"read","days":1}"#, headers: ann.headers)
            let reader = ["Authorization": "Bearer \(try #require(made.json["token"]?.string))"]
            #expect(try await server.get(Self.path, headers: reader).status == 200)
            #expect(try await server.send("PUT", Self.path, body: "{}", headers: reader).status == 403)
            #expect(try await Self.setPicture(server, headers: reader).status == 403)
            let export = try await server.send("POST", "/v1/account/export", headers: ann.headers)
            #expect(export.text.contains("profile.json") && export.text.contains("picture.jpg"))
            #expect(try await server.send("DELETE", "/v1/account/picture", headers: ann.headers).status == 204)
            #expect(try await server.get(Self.path, headers: ann.headers).json["has_picture"] == .boolean(false))
            for _ in 0..<19 { _ = try await Self.setPicture(server, headers: ann.headers) }
            #expect(try await Self.setPicture(server, headers: ann.headers).status == 429)
        }
    }
}
