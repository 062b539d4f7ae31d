import APIKit
import Access
import HTTPEdge
import HTTPTypes
import People
import Services
import Store

/// Sign-in and sign-out, over HTTP and for pages.
package struct SessionOperations: Sendable {
    package let signIn: TypedOperation<PasswordSignIn, SignIns.Outcome>
    package let complete: TypedOperation<SignInCompletion, SignedIn>
    package let signInByPIN: TypedOperation<PINSignIn, SignedIn>
    package let list: TypedOperation<Nothing, [Session]>
    package let current: TypedOperation<Nothing, (session: Session, device: Device?)>
    package let confirm: TypedOperation<SessionConfirmation, SignedIn>
    package let signOut: TypedOperation<Nothing, Void>
    package let end: TypedOperation<SessionReference, Void>
    package let endOthers: TypedOperation<Nothing, Int>

    package func add(to api: inout API) {
        api.add(signIn, complete, signInByPIN, list, current, confirm, signOut, end, endOthers)
    }

    package init(_ accounts: AccountParts) {
        let (people, pages, tag) = (accounts.people, accounts.pages, "Sessions")

        // MARK: Signing in

        @Sendable func wish(_ options: SignInOptions, _ call: Call) throws -> SignIns.Wish {
            var wish = options.wish
            guard wish.carrier == .cookie else { return wish }
            // A page of another site must not sign a person in to another account.
            try pages.check(call.headers, call.context, authority: call.authority)
            wish.deviceSecret = try SessionCookie.device.value(in: call.headers)
            return wish
        }
        let created = Operation.Answer.json(
            201, "Signed in.", AccountDocuments.signedIn.schema, headers: ["Location", "Set-Cookie"])
        let signedIn = TypedAnswer<SignedIn>.of(created) { signedIn, _ in signedIn.reply(.created, people) }
        signIn = TypedOperation(
            .post, "/v1/sessions", id: "signIn", tag: tag, "Signs in with address and password.", need: .nobody, .writeWithoutKey,
            example: #"{"email":"ann@example.com","password":"grey otters nap at noon"}"#,
            refusals: [
                401: "The address or the password is wrong.", 429: "Too many attempts; Retry-After says when to try again.",
            ],
            answer: .of(
                created,
                .json(202, "The password is correct; the second factor is still needed.", AccountDocuments.codeNeeded.schema)
            ) { outcome, _ in
                switch outcome {
                case .signedIn(let signedIn): return signedIn.reply(.created, people)
                case .needsCode(let secret, let expiresAt):
                    return Reply(.accepted) { AccountDocuments.codeNeeded.write((secret, expiresAt), &$0) }
                }
            }
        ) { input, call in
            try await people.signIns.signIn(email: input.email, password: input.password, wish(input.options, call), call.client)
        }
        complete = TypedOperation(
            .post, "/v1/sessions/second-factor", id: "completeSignIn", tag: tag,
            "Completes a sign-in with a code from the authenticator app or a recovery code.", need: .nobody, .writeWithoutKey,
            example: #"{"sign_in":"closecast_signin_\#(String(repeating: "0", count: 64))","code":"123456"}"#,
            refusals: [401: "The code is wrong or already used, or the sign-in has expired."], answer: signedIn
        ) { input, call in
            guard let code = input.factor.code else { throw PeopleError.codeNeeded }
            return try await people.signIns.complete(input.signIn, with: code, call.client)
        }
        signInByPIN = TypedOperation(
            .post, "/v1/sessions/pin", id: "signInByPIN", tag: tag,
            "Signs in with the PIN of a device that signed in before. After five wrong PINs, sign in with the password.",
            need: .nobody, .writeWithoutKey, example: #"{"pin":"730418","cookie":true}"#,
            refusals: [401: "The PIN is wrong, or there is none for this device."], answer: signedIn
        ) { input, call in try await people.signIns.signIn(pin: input.pin, wish(input.options, call), call.client) }

        // MARK: Lists

        list = TypedOperation(
            .get, "/v1/sessions", id: "listSessions", tag: tag, "The caller's sessions, most recently used first.",
            need: .session(.any),
            answer: .of(.json(200, "The sessions.", AccountDocuments.sessions.schema)) { sessions, call in
                let current = try call.standing.session
                return Reply { AccountDocuments.sessions.write(sessions.map { (session: $0, isCurrent: $0.id == current) }, &$0) }
            }
        ) { _, call in try await people.sessions.all(of: call.standing.person) }
        current = TypedOperation(
            .get, "/v1/sessions/current", id: "getCurrentSession", tag: tag,
            "The current session, with the form token that changes need if a cookie carries the session.", need: .session(.any),
            answer: .of(.json(200, "The session.", AccountDocuments.current.schema)) { output, call in
                let standing = try call.standing
                let token = standing.isCookie ? people.cryptography.formToken(of: standing.sessionHash) : nil
                return Reply { AccountDocuments.current.write((output.session, output.device, standing, token), &$0) }
            }
        ) { _, call in try await people.sessions.current(call.standing) }

        // MARK: Password again

        confirm = TypedOperation(
            .post, "/v1/sessions/current/confirmation", id: "confirmSession", tag: tag,
            "Confirms your password, so that you can change credentials for ten minutes. The session gets a new secret.",
            need: .session(.any), .writeWithoutKey, example: #"{"password":"grey otters nap at noon"}"#,
            refusals: [401: "The code is wrong or missing.", 403: "The password is wrong."],
            answer: SignedIn.renewed("Confirmed; `token` or the cookie is new.", people)
        ) { input, call in
            try await people.sessions.confirm(call.standing, password: input.password, code: input.factor.code, call.client)
        }

        // MARK: Ending

        signOut = TypedOperation(
            .delete, "/v1/sessions/current", id: "signOut", tag: tag, "Signs out.", need: .session(.any), .writeWithoutKey,
            answer: .of(.empty(204, "The session has ended.", headers: ["Set-Cookie", "Clear-Site-Data"])) { _, call in
                var reply = Reply.nothing
                reply.headers = try call.standing.signOutHeaders
                return reply
            }
        ) { _, call in try await people.sessions.signOut(call.standing, call.client) }
        end = TypedOperation(
            .delete, "/v1/sessions/{session}", id: "endSession", tag: tag, "Ends one of the caller's sessions.",
            need: .session(.fresh), .writeWithoutKey, refusals: [404: "There is no such session."],
            answer: .done("The session has ended.")
        ) { input, call in try await people.sessions.end(input.session, of: call.standing.person, call.client) }
        endOthers = TypedOperation(
            .delete, "/v1/sessions", id: "endOtherSessions", tag: tag, "Ends all of the caller's sessions except this one.",
            need: .session(.fresh), .writeWithoutKey,
            answer: .document(200, "The number of sessions ended.", AccountDocuments.ended)
        ) { _, call in try await people.sessions.endOthers(call.standing, call.client) }
    }
}

extension SignedIn {
    /// The answer of operations that give a session a new secret.
    static func renewed(_ note: String, _ people: People) -> TypedAnswer<SignedIn> {
        .of(.json(200, note, AccountDocuments.signedIn.schema, headers: ["Set-Cookie"])) { signedIn, _ in
            signedIn.reply(.ok, people)
        }
    }

    /// The answer with the secrets of a session: in cookies for browsers, in the document for programs.
    fileprivate func reply(_ status: HTTPResponse.Status, _ people: People) -> Reply {
        var reply = Reply(status) { AccountDocuments.signedIn.write((self, formToken(people)), &$0) }
        reply.headers[.cacheControl] = "no-store"
        if status == .created { reply.headers[.location] = "/v1/sessions/current" }
        reply.headers.append(contentsOf: cookies(people))
        return reply
    }

    /// The token of the session's forms; nil for a program.
    package func formToken(_ people: People) -> String? {
        isCookie ? people.cryptography.formToken(of: session.hash) : nil
    }

    /// The headers with the cookies of a browser; none for a program.
    package func cookies(_ people: People) -> HTTPFields {
        var headers = HTTPFields()
        guard isCookie else { return headers }
        let rules = people.parts.rules
        // A session that is not remembered also ends with the browser.
        let isRemembered = session.idleSeconds == rules.rememberedSession.idleSeconds
        let remaining = session.endsAt - session.lastUsedAt
        headers[values: .setCookie] =
            [SessionCookie.session.header(secret, seconds: isRemembered ? remaining : nil)]
            + (deviceSecret.map { [SessionCookie.device.header($0, seconds: rules.deviceSeconds)] } ?? [])
        return headers
    }
}

extension SessionStanding {
    /// The headers with which a browser forgets the session; none for a program.
    package var signOutHeaders: HTTPFields {
        var headers = HTTPFields()
        guard isCookie else { return headers }
        headers[.setCookie] = SessionCookie.session.removal
        // Not "cookies": the device's cookie stays.
        headers[.clearSiteData] = #""cache", "storage""#
        return headers
    }
}
