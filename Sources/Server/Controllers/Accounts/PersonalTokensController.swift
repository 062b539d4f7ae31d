import Access
import HTTPEdge
import HTTPTypes
import JSONText
import People
import Records

/// Tokens that people make for their programs.
struct PersonalTokensController: Sendable {
    let people: People

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.create, create)
        api.add(Self.revoke, revoke)
    }

    private static let list = Operation(
        .get, "/v1/account/tokens", id: "listTokens", tag: "Account", "The caller's tokens, oldest first.",
        need: .session(.full),
        answers: [.json(200, "The tokens.", .object([.init("data", .array(AccountSchemas.token, count: 0...100_000))]))])

    private func list(_ call: Call) async throws -> Reply {
        let tokens = try await people.tokens.all(of: call.caller.owner)
        return Reply { writer in
            writer.member("data", tokens) { AccountJSON.token($0, now: people.parts.now(), &$1) }
        }.with(.cacheControl, "no-store")
    }

    private static let create = Operation(
        .post, "/v1/account/tokens", id: "createToken", tag: "Account",
        "Creates a token for a program. It gives access to the caller's data, but not to the account.", need: .session(.fresh),
        body: .json(
            .object([
                .init("name", AccountSchemas.name, "What it is for."),
                .init("scope", .choice(AccessScope.allCases.map(\.rawValue))),
                .optional("days", .integer(1...36_500), "Days until it expires, at most 365 (default: 90)."),
            ])
        ).showing(#"{"name":"spreadsheet","scope":"read"}"#),
        answers: [
            .json(201, "The token.", AccountSchemas.newToken), .problem(409, "There are too many; revoke one first."),
        ])

    private func create(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let made = try await people.tokens.create(
            name: try body.read("name", .text), scope: try body.read("scope", .choice),
            days: try body.read("days", .whole, default: 90), for: call.caller, call.standing, call.client)
        return Reply(.created) { writer in
            AccountJSON.token(made.token, now: people.parts.now(), &writer)
            writer.member("token", made.secret.text)
        }.with(.cacheControl, "no-store")
    }

    private static let revoke = Operation(
        .delete, "/v1/account/tokens/{token}", id: "revokeToken", tag: "Account",
        "Revokes a token, with effect from the next request.", need: .session(.full),
        parameters: [.path("token", .text(1...64), "The token's id.")],
        answers: [.empty(204, "The token is revoked."), .problem(404, "There is no such token, or it is already revoked.")])

    private func revoke(_ call: Call) async throws -> Reply {
        try await people.tokens.revoke(
            call.required("token", Call.text), of: call.caller.owner, call.standing, call.client)
        return .nothing
    }
}

extension BodyForm<Int> {
    static var whole: Self { Self(schema: .integer(0...Schema.largestInteger)) { $0.integer } }
}
