import HTTPEdge
import HTTPTypes
import JSONText
import People
import Records

/// Signing up.
struct SignUpController: Sendable {
    let signUps: SignUps

    func add(to api: inout API) {
        api.add(Self.signUp, signUp)
        api.add(Self.verify, verify)
        api.add(Self.sendAgain, sendAgain)
    }

    private static let mailed = Schema.object([
        .init("mailed", .boolean, "A mail is on its way. The answer is the same for every address.")
    ])

    private static let signUp = Operation(
        .post, "/v1/accounts", id: "signUp", tag: "Accounts",
        "Signs up. A mailed link verifies the address; with an invitation, the account is created at once.", need: .nobody,
        body: .json(
            .named(
                "SignUp",
                .object([
                    .init("name", AccountSchemas.name), .optional("email", AccountSchemas.email, "Not needed with an invitation."),
                    .init("password", AccountSchemas.password), .init("accept_terms", .boolean, "Must be true."),
                    .optional("language", AccountSchemas.language, "The language of mails (default: en)."),
                    .optional(
                        "invitation", .secret(1...200, words: "the token of an invitation: the part of its link after the #"),
                        "Where signing up needs one."),
                ]))
        ).showing(
            #"{"name":"Ann","email":"ann@example.com","password":"grey otters nap at noon","accept_terms":true}"#),
        answers: [
            .json(201, "The account; the invitation has verified the address.", AccountSchemas.account, headers: ["Location"]),
            .json(202, "A mail is on its way, even if the address is already in use.", mailed),
            .problem(422, "A value is not accepted, or the invitation is unknown, used or expired."),
            .problem(503, "Too many people are signing in at once; Retry-After says when to try again."),
        ])

    private func signUp(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let request = SignUps.Request(
            name: try body.read("name", .text), email: try body.optional("email", .text),
            password: try body.read("password", .text), acceptsTerms: try body.read("accept_terms", .boolean),
            language: try body.read("language", .choice, default: .english),
            invitation: try body.optional("invitation", .text))
        switch try await signUps.signUp(request, call.client) {
        case .created(let person):
            return Reply(.created) { AccountJSON.account(person, &$0) }.with(.location, "/v1/account")
        case .mailed:
            return Reply(.accepted) { $0.member("mailed", true) }
        }
    }

    private static let verify = Operation(
        .post, "/v1/accounts/verification", id: "verifyAccount", tag: "Accounts",
        "Creates the account, with the token of the mailed link and the password from the sign-up.", need: .nobody,
        body: .json(
            .named(
                "Verification",
                .object([
                    .init("token", AccountSchemas.link), .init("password", AccountSchemas.password, "The same as at sign-up."),
                ]))
        ).showing(
            #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000","password":"grey otters nap at noon"}"#
        ),
        answers: [
            .json(201, "The account.", AccountSchemas.account, headers: ["Location"]),
            .problem(422, "The link is unknown, used or expired."),
        ])

    private func verify(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let person = try await signUps.verify(
            try body.read("token", .text), password: try body.read("password", .text), call.client)
        return Reply(.created) { AccountJSON.account(person, &$0) }.with(.location, "/v1/account")
    }

    private static let sendAgain = Operation(
        .post, "/v1/accounts/verification/mail", id: "sendVerificationAgain", tag: "Accounts",
        "Sends the verification mail again if a sign-up used the address; at most three times an hour.", need: .nobody,
        body: .json(.object([.init("email", AccountSchemas.email)])).showing(#"{"email":"ann@example.com"}"#),
        answers: [.json(202, "The answer is the same for every address.", mailed)])

    private func sendAgain(_ call: Call) async throws -> Reply {
        try await signUps.sendAgain(to: try BodyObject(call.body).read("email", .text), call.client)
        return Reply(.accepted) { $0.member("mailed", true) }
    }
}
