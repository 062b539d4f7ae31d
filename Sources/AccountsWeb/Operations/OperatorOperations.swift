import APIKit
import People
import Platform
import Services
import Store

/// The work of operators on accounts, over HTTP and for pages. They see who has an account and in which state, but not its contents.
package struct OperatorOperations: Sendable {
    package let show, unlock: TypedOperation<AccountReference, Administration.Listed>
    package let lock: TypedOperation<AccountToLock, Administration.Listed>
    /// Returns the number of sessions ended.
    package let endSessions: TypedOperation<AccountReference, Int>
    package let startReset, startRemoval: TypedOperation<AccountReference, Void>
    package let invitations: TypedOperation<Nothing, [Invitation]>
    package let revokeInvitation: TypedOperation<InvitationReference, Void>
    package let invite: TypedOperation<MailedAddress, Invitation>
    private let administration: Administration

    package func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(show, lock, unlock, endSessions, startReset, startRemoval)
        api.add(Self.events, events)
        api.add(invitations, revokeInvitation, invite)
    }

    package init(_ people: People) {
        let (administration, accounts, tag) = (people.administration, "/v1/operator/accounts/{account}", "Operators")
        self.administration = administration

        // MARK: Accounts

        let account = TypedAnswer<Administration.Listed>.document(200, "The account.", AccountDocuments.listed)
        show = TypedOperation(
            .get, accounts, id: "showAccount", tag: tag, "One account.", need: .operator(.full), answer: account
        ) { input, _ in try await administration.show(input.account) }
        lock = TypedOperation(
            .put, "\(accounts)/lock", id: "lockAccount", tag: tag,
            "Locks an account and its tokens from the next request on. The owner is mailed the reason.", need: .operator(.fresh),
            .writeWithoutKey, example: #"{"reason":"terms violated"}"#,
            refusals: [409: "The account is the only operator's, or the caller's own."], answer: account
        ) { input, call in
            let person = try await administration.lock(input.account, reason: input.reason, call.actor)
            return try await administration.show(person.id)
        }
        unlock = TypedOperation(
            .delete, "\(accounts)/lock", id: "unlockAccount", tag: tag, "Unlocks an account.", need: .operator(.fresh),
            .writeWithoutKey, answer: account
        ) { input, call in
            let person = try await administration.unlock(input.account, call.actor)
            return try await administration.show(person.id)
        }
        endSessions = TypedOperation(
            .delete, "\(accounts)/sessions", id: "endSessionsOfAccount", tag: tag, "Ends all sessions of an account.",
            need: .operator(.fresh), .writeWithoutKey,
            answer: .document(200, "The number of sessions ended.", AccountDocuments.ended)
        ) { input, call in try await administration.endSessions(of: input.account, call.actor) }

        // MARK: Help

        let mailed = TypedAnswer<Void>.document(202, "A mail is on its way.", AccountDocuments.mailed)
        startReset = TypedOperation(
            .post, "\(accounts)/password-reset", id: "startPasswordReset", tag: tag,
            "Mails an account's owner a link for setting a new password. Only the owner sees the link.", need: .operator(.fresh),
            .writeWithoutKey, answer: mailed
        ) { input, call in _ = try await administration.startReset(of: input.account, call.actor) }
        startRemoval = TypedOperation(
            .post, "\(accounts)/second-factor-removal", id: "startSecondFactorRemoval", tag: tag,
            "Starts the removal of a lost second factor. The account's owner confirms it with a mailed link and the password; it "
                + "is removed one day later.",
            need: .operator(.fresh), .writeWithoutKey, answer: mailed
        ) { input, call in _ = try await administration.startSecondFactorRemoval(of: input.account, call.actor) }

        // MARK: Invitations

        let path = "/v1/operator/invitations"
        invitations = TypedOperation(
            .get, path, id: "listInvitations", tag: tag, "Invitations, newest first.", need: .operator(.full),
            answer: .pages("A page of invitations.", of: AccountDocuments.invitation, key: \.id) { ($0, people.parts.now()) }
        ) { _, _ in try await administration.invitations() }
        revokeInvitation = TypedOperation(
            .delete, "\(path)/{invitation}", id: "revokeInvitation", tag: tag, "Revokes an open invitation.",
            need: .operator(.fresh), .writeWithoutKey, refusals: [404: "There is no such open invitation."],
            answer: .done("The invitation no longer works.")
        ) { input, call in try await administration.revokeInvitation(input.invitation, call.actor) }
        invite = TypedOperation(
            .post, path, id: "invite", tag: tag, "Mails an invitation. Its link works once, for 72 hours.", need: .operator(.fresh),
            .writeWithoutKey, example: #"{"email":"bob@example.com"}"#, refusals: [409: "An account with the address exists."],
            answer: .document(201, "The invitation.", AccountDocuments.invitation) { ($0, people.parts.now()) }
        ) { input, call in
            // Where accounts are made only on the server's machine, invitations are refused.
            guard people.signUps.policy != .closed else { throw PeopleError.signUpClosed }
            return try await administration.invite(input.email, call.actor)
        }
    }

    // MARK: Lists

    private static let list = Operation(
        .get, "/v1/operator/accounts", id: "listAccounts", tag: "Operators", "Accounts, oldest first.",
        need: .operator(.full),
        parameters: Pagination.parameters + [.query("search", .text(1...254), "Part of the name or address.")],
        answers: [.json(200, "A page of accounts.", Pagination.schema(of: AccountDocuments.listed.schema))])

    private func list(_ call: Call) async throws -> Reply {
        let last = try Pagination.key(call)
        let page = try await Page(limit: Pagination.limit(call)) {
            try await administration.list(matching: call.text("search"), after: last, limit: $0)
        }
        return Pagination.reply(page, of: AccountDocuments.listed) { $0.person.id }
    }

    private static let events = Operation(
        .get, "/v1/operator/events", id: "listOperatorEvents", tag: "Operators",
        "Events of all accounts in the last 90 days, newest first.", need: .operator(.full),
        parameters: Pagination.parameters + [.query("account", .text(1...254), "Only events of this account.")],
        answers: [
            .json(200, "A page of events.", Pagination.schema(of: AccountDocuments.operatorEvent.schema)),
            .problem(404, "There is no such account."),
        ])

    private func events(_ call: Call) async throws -> Reply {
        try await EventPage.reply(call, AccountDocuments.operatorEvent) { before, limit in
            try await administration.events(of: call.text("account"), before: before, limit: limit)
        }
    }
}
