import APIKit
import Access
import Foundation
import JSONText
import People
import ServerWorld
import Testing

/// Calls every operation of a server with accounts as each caller who must not get anything from it.
@Suite struct AccountWalkTests {
    /// A person's data, all of which another person requests.
    private struct World {
        let owned: OwnedWorld
        let ann: ServerUnderTest.SignedInPerson
        let ids: [String: String]
        let marks: [String]

        init(on server: ServerUnderTest, _ accounts: TestAccounts) async throws {
            ann = try await server.person("nightingale@example.com", accounts, name: "Nightingale")
            owned = try await OwnedWorld.make(on: server, token: ann.token)
            let other = try await server.signIn("nightingale@example.com")
            let session = try #require(
                try await server.get("/v1/sessions/current", headers: other.headers).json["id"]?.string)
            let devices = try await server.get("/v1/account/devices", headers: ann.headers)
            let device = try #require(devices.json["data"]?.array?.last?["id"]?.string)
            let token = try await server.post(
                "/v1/account/tokens", json: #"{"name":"name-of-wrens","scope":"read"}"#, headers: ann.headers)
            let invitation = try await accounts.people.administration.makeInvitation(
                for: "finch@example.com", .person, takingOver: nil, .commandLine
            ).invitation.id
            let document = try await server.submitPassport(ann, accounts)
            let message = try await server.post(
                "/v1/trading/support", json: #"{"text":"message-of-cranes"}"#, headers: ann.headers)
            let referral = try await server.get("/v1/trading/referral", headers: ann.headers).json["code"]?.string
            let own = [
                "document": document, "session": session, "device": device, "token": token.json["id"]?.string ?? "",
                "account": ann.id,
                "invitation": invitation,
            ]
            ids = owned.ids.merging(own) { $1 }
            marks =
                owned.marks + Array(own.values) + ["nightingale@example.com", "finch@example.com", "name-of-wrens"]
                + ["message-of-cranes", message.json["id"]?.string ?? "", referral ?? "", ServerUnderTest.photoMark]
        }
    }

    private static let bodies: [String: String] = [
        "signUp": #"{"name":"X","email":"x@example.com","password":"grey otters nap at noon","accept_terms":true}"#,
        "verifyAccount": #"{"token":"x","password":"x"}"#, "sendVerificationAgain": #"{"email":"nightingale@example.com"}"#,
        "signIn": #"{"email":"nightingale@example.com","password":"wrong wrong wrong"}"#,
        "completeSignIn": #"{"sign_in":"x","code":"123456"}"#, "signInByPIN": #"{"pin":"730418"}"#,
        "confirmSession": #"{"password":"wrong wrong wrong"}"#,
        "changePassword":
            #"{"current_password":"wrong wrong wrong","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#,
        "requestPasswordReset": #"{"email":"nightingale@example.com"}"#,
        "resetPassword": #"{"token":"x","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#,
        "setPIN": #"{"pin":"730418","pin_again":"730418"}"#, "confirmSecondFactor": #"{"code":"123456"}"#,
        "confirmSecondFactorLoss": #"{"token":"x","password":"x"}"#, "stopSecondFactorRemoval": #"{"token":"x"}"#,
        "changeAccount": #"{"name":"Stranger"}"#, "changeEmail": #"{"email":"stranger@example.org"}"#,
        "verifyEmail": #"{"token":"x"}"#, "deleteAccount": #"{"password":"wrong wrong wrong","email":"nightingale@example.com"}"#,
        "sendPhoneCode": #"{"phone":"+39 333 000 0000"}"#, "confirmPhone": #"{"code":"123456"}"#,
        "decideVerification": #"{"decision":"refused","reason":"x"}"#, "useReferralCode": #"{"code":"AAAAAAAA"}"#,
        "sendSupportMessage": #"{"text":"x"}"#, "answerSupport": #"{"text":"x"}"#,
        "createToken": #"{"name":"x","scope":"read"}"#, "lockAccount": #"{"reason":"x"}"#,
        "invite": #"{"email":"new@example.com"}"#,
    ]

    private func send(
        _ operation: FuzzDocument.Operation, _ world: World, ids: [String: String], on server: ServerUnderTest,
        _ headers: [String: String]
    ) async throws -> ServerUnderTest.Answer {
        var path = operation.path
        for parameter in operation.parameters where parameter.place == "path" {
            let sample = try #require(
                ids[parameter.name] ?? OwnedWorld.common[parameter.name],
                "\(operation.id): add a sample of the path's \(parameter.name) to this test")
            path = path.replacingOccurrences(of: "{\(parameter.name)}", with: sample)
        }
        let query = operation.parameters.filter { $0.place == "query" && $0.isRequired }.map { parameter in
            "\(parameter.name)=\(world.owned.query[parameter.name] ?? OwnedWorld.common[parameter.name] ?? "x")"
        }
        if !query.isEmpty { path += "?" + query.joined(separator: "&") }
        var headers = headers
        var body: String?
        if let type = operation.bodies.first?.key {
            let sample =
                Self.bodies[operation.id].map { (type: "application/json", text: $0) } ?? world.owned.bodies[operation.id]
                ?? operation.example
            body = sample?.text
            let pictures = ["setPicture", "setProfilePicture", "setReadingPicture", "setExpensePhoto", "addDocument"]
            if pictures.contains(operation.id) { body = "no picture" }
            #expect(body != nil, "\(operation.id): add a sample of its body to this test")
            headers["Content-Type"] = operation.bodies.contains { $0.key == sample?.type } ? sample?.type : type
        }
        return try await server.send(operation.method, path, body: body, headers: headers)
    }

    @Test func noOperationShowsOrChangesWhatIsAnothers() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(on: server, accounts)
            _ = try await server.person("eve@example.com", accounts, name: "Eve")
            let document = FuzzDocument(try await server.get("/openapi.json").json)
            let before = try await everything(world, on: server)
            for operation in document.operations {
                // A separate session for each operation: some end it.
                let eve = try await server.signIn("eve@example.com")
                let answer = try await send(operation, world, ids: world.ids, on: server, eve.headers)
                let place = "\(operation.method) \(operation.path)"
                let said = (Self.bodies[operation.id] ?? world.owned.bodies[operation.id]?.text ?? "") + world.ids.values.joined()
                for mark in world.marks where answer.text.contains(mark) && !said.contains(mark) {
                    Issue.record("\(place) reveals \(mark): \(answer.text.prefix(300))")
                }
                #expect(answer.status != 500, "\(place): \(answer.text)")
                guard operation.parameters.contains(where: { $0.place == "path" && world.ids[$0.name] != nil }) else { continue }
                #expect([403, 404].contains(answer.status), "\(place): \(answer.status) \(answer.text.prefix(300))")
                // Answers must be the same for existing and missing data.
                let missing = world.ids.mapValues { id in
                    guard let end = id.firstIndex(of: "_") else { return id }
                    return id[...end] + String(repeating: "0", count: id[end...].count - 1)
                }
                let nobodys = try await send(
                    operation, world, ids: missing, on: server, (try await server.signIn("eve@example.com")).headers)
                #expect(
                    answer.status == nobodys.status && answer.json["code"] == nobodys.json["code"],
                    "\(place): \(answer.text.prefix(200)) \(nobodys.text.prefix(200))")
            }
            let after = try await everything(world, on: server)
            for (path, body) in before { #expect(after[path] == body, "\(path) changed") }
        }
    }

    /// Credentials that are invalid, expired or insufficient.
    @Test func noCredentialThatIsOverOrTooSmallOpensAnything() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(on: server, accounts)
            let document = FuzzDocument(try await server.get("/openapi.json").json)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            func token(_ scope: String, days: Int = 90) async throws -> [String: String] {
                let made = try await server.post(
                    "/v1/account/tokens", json: #"{"name":"x","scope":"\#(scope)","days":\#(days)}"#, headers: eve.headers)
                return ["Authorization": "Bearer \(made.json["token"]?.string ?? "")", "id": made.json["id"]?.string ?? ""]
            }
            let revoked = try await token("write")
            #expect(
                try await server.send("DELETE", "/v1/account/tokens/\(revoked["id"] ?? "")", headers: eve.headers).status == 204)
            let signedOut = try await server.signIn("eve@example.com")
            #expect(try await server.send("DELETE", "/v1/sessions/current", headers: signedOut.headers).status == 204)
            let beforeChange = try await server.signIn("eve@example.com")
            let (narrow, wide, expired) = (try await token("read"), try await token("write"), try await token("write", days: 1))
            let changed = try await server.send(
                "PUT", "/v1/account/password",
                body:
                    #"{"current_password":"\#(ServerUnderTest.password)","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#,
                headers: eve.headers)
            #expect(changed.status == 200)
            let carl = try await server.person("carl@example.com", accounts, name: "Carl")
            _ = try await accounts.people.administration.delete("carl@example.com", .commandLine)
            server.clock.advance(by: 86_400)
            // Ann's own session has ended by now too; she signs in again for the comparison.
            let before = try await everything(world, on: server)
            let over: [(String, [String: String])] = [
                ("nobody", [:]), ("a revoked token", revoked), ("an expired token", expired),
                ("a session that was signed out", signedOut.headers),
                ("a session before a change of password", beforeChange.headers), ("a deleted account", carl.headers),
                ("a session that are due", world.ann.headers),
            ]
            for operation in document.operations {
                let need = try #require(server.operations.first { $0.id == operation.id }?.need)
                let place = "\(operation.method) \(operation.path)"
                guard need != .nobody else { continue }
                for (name, credential) in over {
                    let answer = try await send(operation, world, ids: world.ids, on: server, credential.filter { $0.key != "id" })
                    #expect(answer.status == 401, "\(place) as \(name): \(answer.status) \(answer.text.prefix(200))")
                }
                for (scope, credential) in [(AccessScope.read, narrow), (.write, wide)] {
                    let answer = try await send(operation, world, ids: world.ids, on: server, credential.filter { $0.key != "id" })
                    if case .scope(let needed) = need, scope >= needed { continue }
                    #expect(answer.status == 403, "\(place) with \(scope): \(answer.status) \(answer.text.prefix(200))")
                }
            }
            let after = try await everything(world, on: server)
            for (path, body) in before { #expect(after[path] == body, "\(path) changed") }
        }
    }

    /// All of the person's data, as the person sees it.
    private func everything(_ world: World, on server: ServerUnderTest) async throws -> [String: String] {
        let ann = try await server.signIn("nightingale@example.com")
        var all = try await world.owned.everything(on: server, headers: ann.headers)
        for path in ["/v1/account", "/v1/account/tokens", "/v1/account/second-factor"]
            + ["/v1/trading/verification", "/v1/trading/support", "/v1/trading/referral"]
        {
            let answer = try await server.get(path, headers: ann.headers)
            #expect(answer.status == 200, "\(path): \(answer.text)")
            all[path] = answer.text
        }
        return all
    }
}
