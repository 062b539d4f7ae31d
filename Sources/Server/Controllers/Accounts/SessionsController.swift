import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Market
import People
import Records

/// Sign-in and sign-out.
struct SessionsController: Sendable {
    let people: People
    let pages: OwnPages

    func add(to api: inout API) {
        api.add(Self.signIn, signIn)
        api.add(Self.complete, complete)
        api.add(Self.signInByPIN, signInByPIN)
        api.add(Self.list, list)
        api.add(Self.current, current)
        api.add(Self.confirm, confirm)
        api.add(Self.signOut, signOut)
        api.add(Self.end, end)
        api.add(Self.endOthers, endOthers)
    }

    // MARK: Signing in

    private static let wish: [Schema.Member] = [
        .optional(
            "cookie", .boolean,
            "True for browsers: a cookie carries the session. Otherwise the answer has a `token` for `Authorization: Bearer`."),
        .optional("remember_me", .boolean, "Whether the session lasts for weeks (default: false)."),
        .optional(
            "device_token", AccountSchemas.device, "From an earlier sign-in, for programs; browsers have it in a cookie."),
    ]

    private static let signedIn: [Operation.Answer] = [
        .json(201, "Signed in.", AccountSchemas.signedIn, headers: ["Location", "Set-Cookie"])
    ]

    private static let signIn = Operation(
        .post, "/v1/sessions", id: "signIn", tag: "Sessions", "Signs in with address and password.", need: .nobody,
        body: .json(
            .named(
                "SignIn",
                .object([.init("email", .text(1...254)), .init("password", AccountSchemas.password)] + wish))
        ).showing(#"{"email":"ann@example.com","password":"grey otters nap at noon"}"#),
        answers: signedIn + [
            .json(202, "The password is correct; the second factor is still needed.", AccountSchemas.codeNeeded),
            .problem(401, "The address or the password is wrong."),
            .problem(429, "Too many attempts; Retry-After says when to try again."),
        ])

    private func signIn(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let wish = try wish(of: body, call)
        let outcome = try await people.signIns.signIn(
            email: try body.read("email", .text), password: try body.read("password", .text), wish, call.client)
        switch outcome {
        case .signedIn(let signedIn): return reply(signedIn)
        case .needsCode(let secret, let expiresAt):
            return Reply(.accepted) { writer in
                writer.member("sign_in", secret)
                writer.member("expires_at", MomentText.iso(expiresAt))
            }
        }
    }

    private static let complete = Operation(
        .post, "/v1/sessions/second-factor", id: "completeSignIn", tag: "Sessions",
        "Completes a sign-in with a code from the authenticator app or a recovery code.", need: .nobody,
        body: .json(
            .object(
                [.init("sign_in", .secret(1...200, words: "the sign_in from the answer to the password"))] + AccountSchemas.factor)
        ).showing(
            #"{"sign_in":"closecast_signin_0000000000000000000000000000000000000000000000000000000000000000","code":"123456"}"#),
        answers: signedIn + [.problem(401, "The code is wrong or already used, or the sign-in has expired.")])

    private func complete(_ call: Call) async throws -> Reply {
        guard let code = try call.factor() else { throw PeopleError.codeNeeded }
        let secret = try BodyObject(call.body).read("sign_in", .text)
        return reply(try await people.signIns.complete(secret, with: code, call.client))
    }

    private static let signInByPIN = Operation(
        .post, "/v1/sessions/pin", id: "signInByPIN", tag: "Sessions",
        "Signs in with the PIN of a device that signed in before. After five wrong PINs, sign in with the password.", need: .nobody,
        body: .json(.object([.init("pin", AccountSchemas.pin)] + wish)).showing(#"{"pin":"730418","cookie":true}"#),
        answers: signedIn + [.problem(401, "The PIN is wrong, or there is none for this device.")])

    private func signInByPIN(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        return reply(try await people.signIns.signIn(pin: try body.read("pin", .text), try wish(of: body, call), call.client))
    }

    private func wish(of body: BodyObject, _ call: Call) throws -> SignIns.Wish {
        var wish = SignIns.Wish(
            carrier: try body.read("cookie", .boolean, default: false) ? .cookie : .bearer,
            isRemembered: try body.read("remember_me", .boolean, default: false),
            deviceSecret: try body.optional("device_token", .text))
        if wish.carrier == .cookie {
            // A page of another site must not sign a person in to another account.
            try pages.check(call.headers, call.context, authority: call.authority)
            wish.deviceSecret = try SessionCookie.device.value(in: call.headers)
        }
        return wish
    }

    // MARK: The answer

    private func reply(_ signedIn: SignedIn, _ status: HTTPResponse.Status = .created) -> Reply {
        signedIn.reply(status, pages.cryptography, people.parts.rules)
    }

    // MARK: Lists

    private static let list = Operation(
        .get, "/v1/sessions", id: "listSessions", tag: "Sessions", "The caller's sessions, most recently used first.",
        need: .session(.any),
        answers: [.json(200, "The sessions.", .object([.init("data", .array(AccountSchemas.session, count: 0...100))]))])

    private func list(_ call: Call) async throws -> Reply {
        let standing = try call.standing
        let sessions = try await people.sessions.all(of: standing.person)
        return Reply { writer in
            writer.member("data", sessions) { AccountJSON.session($0, isCurrent: $0.id == standing.session, &$1) }
        }.with(.cacheControl, "no-store")
    }

    private static let current = Operation(
        .get, "/v1/sessions/current", id: "getCurrentSession", tag: "Sessions",
        "The current session, with the form token that changes need if a cookie carries the session.", need: .session(.any),
        answers: [.json(200, "The session.", AccountSchemas.current)])

    private func current(_ call: Call) async throws -> Reply {
        let standing = try call.standing
        let (session, device) = try await people.sessions.current(standing)
        return Reply { writer in
            AccountJSON.session(session, isCurrent: true, &writer)
            writer.member("fresh", standing.isFresh)
            writer.member("first", standing.duty?.rawValue)
            writer.member("csrf_token", standing.isCookie ? pages.cryptography.formToken(of: standing.sessionHash) : nil)
            writer.member("pin", device?.pin != nil)
        }.with(.cacheControl, "no-store")
    }

    // MARK: Password again

    private static let confirm = Operation(
        .post, "/v1/sessions/current/confirmation", id: "confirmSession", tag: "Sessions",
        "Confirms your password, so that you can change credentials for ten minutes. The session gets a new secret.",
        need: .session(.any),
        body: .json(.object([.init("password", AccountSchemas.password)] + AccountSchemas.factor))
            .showing(#"{"password":"grey otters nap at noon"}"#),
        answers: [
            .json(200, "Confirmed; `token` or the cookie is new.", AccountSchemas.signedIn, headers: ["Set-Cookie"]),
            .problem(401, "The code is wrong or missing."), .problem(403, "The password is wrong."),
        ])

    private func confirm(_ call: Call) async throws -> Reply {
        let password = try BodyObject(call.body).read("password", .text)
        return reply(
            try await people.sessions.confirm(call.standing, password: password, code: try call.factor(), call.client), .ok)
    }

    // MARK: Ending

    private static let signOut = Operation(
        .delete, "/v1/sessions/current", id: "signOut", tag: "Sessions", "Signs out.", need: .session(.any),
        answers: [.empty(204, "The session has ended.", headers: ["Set-Cookie", "Clear-Site-Data"])])

    private func signOut(_ call: Call) async throws -> Reply {
        try await people.sessions.signOut(call.standing, call.client)
        var reply = Reply.nothing
        if try call.standing.isCookie {
            reply.headers[.setCookie] = SessionCookie.session.removal
            // Not "cookies": the device's cookie stays.
            reply.headers[.clearSiteData] = #""cache", "storage""#
        }
        return reply
    }

    private static let end = Operation(
        .delete, "/v1/sessions/{session}", id: "endSession", tag: "Sessions", "Ends one of the caller's sessions.",
        need: .session(.fresh),
        parameters: [.path("session", .text(1...64), "The session's id.")],
        answers: [.empty(204, "The session has ended."), .problem(404, "There is no such session.")])

    private func end(_ call: Call) async throws -> Reply {
        try await people.sessions.end(call.required("session", Call.text), of: call.standing.person, call.client)
        return .nothing
    }

    private static let endOthers = Operation(
        .delete, "/v1/sessions", id: "endOtherSessions", tag: "Sessions", "Ends all of the caller's sessions except this one.",
        need: .session(.fresh),
        answers: [.json(200, "The number of sessions ended.", .object([.init("ended", .integer(0...1000))]))])

    private func endOthers(_ call: Call) async throws -> Reply {
        let count = try await people.sessions.endOthers(call.standing, call.client)
        return Reply { $0.member("ended", count) }
    }
}

extension SignedIn {
    /// The answer with the secrets of a session: in cookies for browsers, in the document for programs.
    func reply(_ status: HTTPResponse.Status, _ cryptography: any CredentialCryptography, _ rules: PeopleRules) -> Reply {
        let isCookie = session.carrier == .cookie
        var reply = Reply(status) { writer in
            writer.key("session")
            writer.object { AccountJSON.session(session, isCurrent: true, &$0) }
            writer.key("account")
            writer.object { AccountJSON.account(person, &$0) }
            writer.member("token", isCookie ? nil : secret)
            writer.member("device_token", isCookie ? nil : deviceSecret)
            writer.member("csrf_token", isCookie ? cryptography.formToken(of: session.hash) : nil)
            writer.member("first", duty?.rawValue)
        }
        reply.headers[.cacheControl] = "no-store"
        if status == .created { reply.headers[.location] = "/v1/sessions/current" }
        guard isCookie else { return reply }
        // A session that is not remembered also ends with the browser.
        let isRemembered = session.idleSeconds == rules.rememberedSession.idleSeconds
        let remaining = session.endsAt - session.lastUsedAt
        reply.headers[values: .setCookie] =
            [SessionCookie.session.header(secret, seconds: isRemembered ? remaining : nil)]
            + (deviceSecret.map { [SessionCookie.device.header($0, seconds: rules.deviceSeconds)] } ?? [])
        return reply
    }
}
