import Access
import HTTPEdge
import HTTPTypes
import JSONText
import People

/// The work of operators on accounts. They see who has an account and in which state, but not its contents.
struct OperatorsController: Sendable {
    let people: People

    private var administration: Administration { people.administration }

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.show, show)
        api.add(Self.lock, lock)
        api.add(Self.unlock, unlock)
        api.add(Self.endSessions, endSessions)
        api.add(Self.startReset, startReset)
        api.add(Self.startRemoval, startRemoval)
        api.add(Self.events, events)
        api.add(Self.invitations, invitations)
        api.add(Self.revokeInvitation, revokeInvitation)
        api.add(Self.invite, invite)
    }

    private static let account = Parameter.path("account", .text(1...254), "The account's id.")

    // MARK: Accounts

    private static let list = Operation(
        .get, "/v1/operator/accounts", id: "listAccounts", tag: "Operators", "Accounts, oldest first.",
        need: .operator(.full),
        parameters: Pagination.parameters + [.query("search", .text(1...254), "Part of the name or address.")],
        answers: [.json(200, "A page of accounts.", Pagination.schema(of: AccountSchemas.listed))])

    private func list(_ call: Call) async throws -> Reply {
        let limit = Pagination.limit(call)
        let found = try await administration.list(
            matching: call.text("search"), after: try Pagination.key(call), limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { Pagination.cursor(after: $0.person.id) } : nil
        return Reply { Pagination.write(page, next, &$0) { AccountJSON.listed($0, &$1) } }.with(.cacheControl, "no-store")
    }

    private static let show = Operation(
        .get, "/v1/operator/accounts/{account}", id: "showAccount", tag: "Operators", "One account.", need: .operator(.full),
        parameters: [account], answers: [.json(200, "The account.", AccountSchemas.listed)])

    private func show(_ call: Call) async throws -> Reply { try await reply(call.required("account", Call.text)) }

    private func reply(_ id: String) async throws -> Reply {
        let listed = try await administration.show(id)
        return Reply { AccountJSON.listed(listed, &$0) }.with(.cacheControl, "no-store")
    }

    private static let lock = Operation(
        .put, "/v1/operator/accounts/{account}/lock", id: "lockAccount", tag: "Operators",
        "Locks an account and its tokens from the next request on. The owner is mailed the reason.",
        need: .operator(.fresh),
        parameters: [account],
        body: .json(.object([.init("reason", .kept(1...200), "Sent to the account's owner.")])).showing(
            #"{"reason":"terms violated"}"#),
        answers: [.json(200, "The account.", AccountSchemas.listed), .problem(409, "The account is the only operator's.")])

    private func lock(_ call: Call) async throws -> Reply {
        let reason = try BodyObject(call.body).read("reason", .text)
        return try await reply(
            try await administration.lock(call.required("account", Call.text), reason: reason, call.actor).id)
    }

    private static let unlock = Operation(
        .delete, "/v1/operator/accounts/{account}/lock", id: "unlockAccount", tag: "Operators", "Unlocks an account.",
        need: .operator(.fresh), parameters: [account], answers: [.json(200, "The account.", AccountSchemas.listed)])

    private func unlock(_ call: Call) async throws -> Reply {
        try await reply(try await administration.unlock(call.required("account", Call.text), call.actor).id)
    }

    private static let endSessions = Operation(
        .delete, "/v1/operator/accounts/{account}/sessions", id: "endSessionsOfAccount", tag: "Operators",
        "Ends all sessions of an account.", need: .operator(.fresh), parameters: [account],
        answers: [.json(200, "The number of sessions ended.", .object([.init("ended", .integer(0...1000))]))])

    private func endSessions(_ call: Call) async throws -> Reply {
        let count = try await administration.endSessions(of: call.required("account", Call.text), call.actor)
        return Reply { $0.member("ended", count) }
    }

    // MARK: Help

    private static let mailed = Operation.Answer.json(202, "A mail is on its way.", .object([.init("mailed", .boolean)]))

    private static let startReset = Operation(
        .post, "/v1/operator/accounts/{account}/password-reset", id: "startPasswordReset", tag: "Operators",
        "Mails an account's owner a link for setting a new password. Only the owner sees the link.", need: .operator(.fresh),
        parameters: [account], answers: [mailed])

    private func startReset(_ call: Call) async throws -> Reply {
        _ = try await administration.startReset(of: call.required("account", Call.text), call.actor)
        return Reply(.accepted) { $0.member("mailed", true) }
    }

    private static let startRemoval = Operation(
        .post, "/v1/operator/accounts/{account}/second-factor-removal", id: "startSecondFactorRemoval", tag: "Operators",
        "Starts the removal of a lost second factor. The account's owner confirms it with a mailed link and the password; it is "
            + "removed one day later.", need: .operator(.fresh), parameters: [account], answers: [mailed])

    private func startRemoval(_ call: Call) async throws -> Reply {
        _ = try await administration.startSecondFactorRemoval(of: call.required("account", Call.text), call.actor)
        return Reply(.accepted) { $0.member("mailed", true) }
    }

    // MARK: Events

    private static let events = Operation(
        .get, "/v1/operator/events", id: "listOperatorEvents", tag: "Operators",
        "Events of all accounts in the last 90 days, newest first.", need: .operator(.full),
        parameters: Pagination.parameters + [.query("account", .text(1...254), "Only events of this account.")],
        answers: [
            .json(200, "A page of events.", Pagination.schema(of: AccountSchemas.operatorEvent)),
            .problem(404, "There is no such account."),
        ])

    private func events(_ call: Call) async throws -> Reply {
        let (page, next) = try await EventPage.of(call) { before, limit in
            try await administration.events(of: call.text("account"), before: before, limit: limit)
        }
        return Reply { writer in
            Pagination.write(page, next, &writer) { event, writer in
                AccountJSON.event(event, &writer)
                writer.member("account", event.person)
            }
        }.with(.cacheControl, "no-store")
    }

    // MARK: Invitations

    private static let invitations = Operation(
        .get, "/v1/operator/invitations", id: "listInvitations", tag: "Operators", "Invitations, newest first.",
        need: .operator(.full), parameters: Pagination.parameters,
        answers: [.json(200, "A page of invitations.", Pagination.schema(of: AccountSchemas.invitation))])

    private func invitations(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await administration.invitations(), call) { $0.id }
        return Reply { writer in
            Pagination.write(page, next, &writer) { AccountJSON.invitation($0, now: people.parts.now(), &$1) }
        }.with(.cacheControl, "no-store")
    }

    private static let invite = Operation(
        .post, "/v1/operator/invitations", id: "invite", tag: "Operators",
        "Mails an invitation. Its link works once, for 72 hours.", need: .operator(.fresh),
        body: .json(.object([.init("email", AccountSchemas.email)])).showing(#"{"email":"bob@example.com"}"#),
        answers: [
            .json(201, "The invitation.", AccountSchemas.invitation), .problem(409, "An account with the address exists."),
        ])

    private func invite(_ call: Call) async throws -> Reply {
        // Where accounts are made only on the server's machine, invitations are refused.
        guard people.signUps.policy != .closed else { throw PeopleError.signUpClosed }
        let invitation = try await administration.invite(try BodyObject(call.body).read("email", .text), call.actor)
        return Reply(.created) { AccountJSON.invitation(invitation, now: people.parts.now(), &$0) }
            .with(.cacheControl, "no-store")
    }

    private static let revokeInvitation = Operation(
        .delete, "/v1/operator/invitations/{invitation}", id: "revokeInvitation", tag: "Operators",
        "Revokes an open invitation.", need: .operator(.fresh),
        parameters: [.path("invitation", .text(1...64), "The invitation's id.")],
        answers: [.empty(204, "The invitation no longer works."), .problem(404, "There is no such open invitation.")])

    private func revokeInvitation(_ call: Call) async throws -> Reply {
        try await administration.revokeInvitation(call.required("invitation", Call.text), call.actor)
        return .nothing
    }
}
