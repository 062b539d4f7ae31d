import Documents
import HTTPEdge
import HTTPTypes
import Trading

/// Messages between people and the operators, and referral codes.
struct SupportController: Sendable {
    let trading: Trading

    private var support: Support { trading.support }

    func add(to api: inout API) {
        api.add(Self.show, show)
        api.add(Self.send, send)
        api.add(Self.markRead, markRead)
        api.add(Self.referral, referral)
        api.add(Self.useCode, useCode)
    }

    /// Adds what operators do.
    func addForOperators(to api: inout API) {
        api.add(Self.threads, threads)
        api.add(Self.threadOf, threadOf)
        api.add(Self.answer, answer)
        api.add(Self.markThreadRead, markThreadRead)
    }

    private static let message = Schema.object([.init("text", VerificationSchemas.text)])
    private static let path = "/v1/trading/support"

    // MARK: The person

    private static let show = Operation(
        .get, path, id: "getSupportMessages", tag: Operation.tradingTag, "The caller's messages with the operators.",
        scope: .read, answers: [.json(200, "The messages.", VerificationSchemas.thread)])

    private func show(_ call: Call) async throws -> Reply {
        let thread = try await support.thread(of: call.caller.owner)
        return Reply { VerificationJSON.thread(thread, &$0) }
    }

    private static let send = Operation(
        .post, path, id: "sendSupportMessage", tag: Operation.tradingTag,
        "Sends a message to the operators, at most 20 an hour.", scope: .write,
        body: .json(message).showing(#"{"text":"When will my deposit arrive?"}"#),
        answers: [
            .json(201, "The message.", VerificationSchemas.message), .problem(409, "The server has no operators."),
        ])

    private func send(_ call: Call) async throws -> Reply {
        let message = try await support.send(
            try BodyObject(call.body).read("text", .text), of: call.caller.owner, key: call.idempotencyKey)
        return Reply(.created) { VerificationJSON.message(message, &$0) }
    }

    private static let markRead = Operation(
        .post, path + "/read", id: "markSupportRead", tag: Operation.tradingTag, "Marks the operators' answers as read.",
        scope: .write, answers: [.empty(204, "They are read.")])

    private func markRead(_ call: Call) async throws -> Reply {
        try await support.markRead(of: call.caller.owner)
        return .nothing
    }

    // MARK: Referral

    private static let referral = Operation(
        .get, "/v1/trading/referral", id: "getReferral", tag: Operation.tradingTag,
        "The caller's referral code, and how many people it brought.", scope: .read,
        answers: [.json(200, "The code.", VerificationSchemas.referral)])

    private func referral(_ call: Call) async throws -> Reply {
        let status = try await trading.referrals.status(of: call.caller.owner)
        return Reply { VerificationJSON.referral(status, &$0) }
    }

    private static let useCode = Operation(
        .put, "/v1/trading/referral", id: "useReferralCode", tag: Operation.tradingTag,
        "Gives the code of the person who brought the caller here: once, and before the caller is verified.", scope: .write,
        body: .json(.object([.init("code", .text(8...20))])).showing(#"{"code":"ABCD2345"}"#),
        answers: [
            .json(200, "It is noted.", VerificationSchemas.referral),
            .problem(409, "A code was given before, or the caller is verified."),
            .problem(422, "It is nobody's, or the caller's own."),
        ])

    private func useCode(_ call: Call) async throws -> Reply {
        let status = try await trading.referrals.use(
            code: try BodyObject(call.body).read("code", .text), of: call.caller.owner, isRetry: call.isRetry)
        return Reply { VerificationJSON.referral(status, &$0) }
    }

    // MARK: Operators

    private static let account = Parameter.path("account", .text(1...254), "The account's id.")

    private static let threads = Operation(
        .get, "/v1/operator/support", id: "listSupportThreads", tag: "Operators",
        "People who wrote: those with unread messages first, then the newest.", need: .operator(.full),
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of them.", Pagination.schema(of: VerificationSchemas.listedThread))])

    private func threads(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await support.threads(), call) { $0.contact.person }
        return Reply { Pagination.write(page, next, &$0) { VerificationJSON.listed($0, &$1) } }.with(.cacheControl, "no-store")
    }

    private static let threadOf = Operation(
        .get, "/v1/operator/support/{account}", id: "getSupportThread", tag: "Operators", "The messages of one account.",
        need: .operator(.full), parameters: [account],
        answers: [.json(200, "The messages.", VerificationSchemas.threadOfPerson)])

    private func threadOf(_ call: Call) async throws -> Reply {
        let (contact, thread) = try await support.thread(ofPerson: call.required("account", Call.text))
        return Reply { VerificationJSON.thread(thread, of: contact, &$0) }.with(.cacheControl, "no-store")
    }

    private static let answer = Operation(
        .post, "/v1/operator/support/{account}", id: "answerSupport", tag: "Operators",
        "Answers somebody who wrote. What they wrote counts as read.", need: .operator(.full), parameters: [account],
        body: .json(message).showing(#"{"text":"Deposits arrive on the next banking day."}"#),
        answers: [.json(201, "The answer.", VerificationSchemas.message), .problem(403, "It is the operator's own thread.")],
        isWrite: true)

    private func answer(_ call: Call) async throws -> Reply {
        let message = try await support.answer(
            try BodyObject(call.body).read("text", .text), call.required("account", Call.text), by: call.standing.person,
            key: call.idempotencyKey)
        return Reply(.created) { VerificationJSON.message(message, &$0) }.with(.cacheControl, "no-store")
    }

    private static let markThreadRead = Operation(
        .post, "/v1/operator/support/{account}/read", id: "markSupportThreadRead", tag: "Operators",
        "Marks what somebody wrote as read, without an answer.", need: .operator(.full), parameters: [account],
        answers: [.empty(204, "It is read.")])

    private func markThreadRead(_ call: Call) async throws -> Reply {
        try await support.markRead(ofPerson: call.required("account", Call.text))
        return .nothing
    }
}
