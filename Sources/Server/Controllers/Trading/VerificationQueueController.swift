import HTTPEdge
import HTTPTypes
import NIOCore
import Trading

/// The work of operators on verifications. They see names, addresses and documents, but never a balance.
struct VerificationQueueController: Sendable {
    let queue: VerificationQueue

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.show, show)
        api.add(Self.look, look)
        api.add(Self.decide, decide)
    }

    private static let account = Parameter.path("account", .text(1...254), "The account's id.")

    private static let list = Operation(
        .get, "/v1/operator/verifications", id: "listVerifications", tag: "Operators",
        "Verifications awaiting a decision, longest wait first.", need: .operator(.full),
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of verifications.", Pagination.schema(of: VerificationSchemas.listed))])

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await queue.waiting(), call) { $0.contact.person }
        return Reply { Pagination.write(page, next, &$0) { VerificationJSON.listed($0, &$1) } }.with(.cacheControl, "no-store")
    }

    private static let show = Operation(
        .get, "/v1/operator/verifications/{account}", id: "getVerificationOf", tag: "Operators",
        "The verification of one account.", need: .operator(.full), parameters: [account],
        answers: [.json(200, "The verification.", VerificationSchemas.listed)])

    private func show(_ call: Call) async throws -> Reply {
        Self.reply(try await queue.find(call.required("account", Call.text)))
    }

    private static func reply(_ entry: VerificationQueue.Case) -> Reply {
        Reply { VerificationJSON.listed(entry, &$0) }.with(.cacheControl, "no-store")
    }

    private static let look = Operation(
        .get, "/v1/operator/verifications/{account}/documents/{document}", id: "lookAtDocument", tag: "Operators",
        "The photo of a document awaiting a decision; afterwards, only the operator who decided can see it. Each view is logged, "
            + "and the account's owner sees when.", need: .operator(.fresh),
        parameters: [account, .path("document", .text(1...64), "The document's id.")],
        answers: [.contents(200, "The photo.", [("image/jpeg", .any)])])

    private func look(_ call: Call) async throws -> Reply {
        let jpeg = try await queue.photo(
            call.required("document", Call.text), of: call.required("account", Call.text), for: call.standing.person, call.actor)
        return Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "no-store")
    }

    private static let decide = Operation(
        .post, "/v1/operator/verifications/{account}/decision", id: "decideVerification", tag: "Operators",
        "Decides a pending verification. Operators cannot decide their own.", need: .operator(.fresh), parameters: [account],
        body: .json(
            .object([
                .init("decision", .choice(VerificationQueue.Verdict.allCases.map(\.rawValue))),
                .init("reason", .kept(0...VerificationQueue.longestReason), "Shown to the account's owner."),
            ])
        ).showing(#"{"decision":"more-needed","reason":"The photo is too dark to read."}"#),
        answers: [
            .json(200, "The verification.", VerificationSchemas.listed), .problem(403, "The verification is the operator's own."),
            .problem(409, "The verification is not awaiting a decision."),
        ], isWrite: true)

    private func decide(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let verdict: VerificationQueue.Verdict = try body.read("decision", .choice)
        return Self.reply(
            try await queue.decide(
                verdict, reason: try body.read("reason", .text), call.required("account", Call.text), by: call.standing.person,
                call.actor))
    }
}
