import HTTPEdge
import HTTPTypes
import JSONText
import NIOCore
import Trading

/// The caller's verification.
struct VerificationController: Sendable {
    let trading: Trading
    /// Nil without accounts, where there is no verification.
    let accounts: AccountParts?

    private var verifications: Verifications { trading.verifications }
    /// Tokens of programs may not access data about a person's identity.
    private var need: Need { accounts == nil ? .scope(.write) : .session(.full) }

    func add(to api: inout API) {
        api.add(Self.show(accounts == nil ? .scope(.read) : .session(.full)), show)
        api.add(Self.sendCode(need), sendCode)
        api.add(Self.confirm(need), confirm)
        api.add(Self.addDocument(need), addDocument)
        api.add(Self.removeDocument(need), removeDocument)
        api.add(Self.submit(need), submit)
    }

    private static let answer = Operation.Answer.json(200, "The state of the verification.", VerificationSchemas.verification)
    private static let path = "/v1/trading/verification"

    private static func show(_ need: Need) -> Operation {
        Operation(
            .get, path, id: "getVerification", tag: Operation.tradingTag,
            "The state of the caller's identity verification, and when operators looked at the documents.", need: need,
            answers: [answer])
    }

    private func show(_ call: Call) async throws -> Reply { try await reply(call) }

    private func reply(_ call: Call) async throws -> Reply {
        let status = try await verifications.status(of: call.caller.owner)
        return Reply { VerificationJSON.status(status, now: trading.parts.now(), &$0) }.with(.cacheControl, "no-store")
    }

    // MARK: Phone

    private static func sendCode(_ need: Need) -> Operation {
        Operation(
            .post, path + "/phone", id: "sendPhoneCode", tag: Operation.tradingTag,
            "Sends a code to a telephone. It works for ten minutes; you can request three an hour.", need: need,
            body: .json(.object([.init("phone", VerificationSchemas.phone)])).showing(#"{"phone":"+39 333 123 4567"}"#),
            answers: [
                .json(202, "The code is on its way.", VerificationSchemas.verification),
                .problem(422, "The value is not a telephone number."),
                .problem(
                    409, "This server needs no verification, the documents are awaiting a decision, or the caller is verified."),
            ])
    }

    private func sendCode(_ call: Call) async throws -> Reply {
        let phone = try BodyObject(call.body).read("phone", .text)
        var language = "en"
        if let accounts, let person = call.caller.standing?.person {
            language = try await accounts.people.profiles.person(person).choices.language.rawValue
        }
        try await verifications.sendCode(to: phone, language: language, of: call.caller.owner)
        var reply = try await reply(call)
        reply.status = .accepted
        return reply
    }

    private static func confirm(_ need: Need) -> Operation {
        Operation(
            .post, path + "/phone/confirmation", id: "confirmPhone", tag: Operation.tradingTag,
            "Confirms the telephone with the code sent to it. After five wrong codes, request a new one.", need: need,
            body: .json(.object([.init("code", VerificationSchemas.code)])).showing(#"{"code":"123456"}"#),
            answers: [
                answer, .problem(409, "No code is pending, the documents are awaiting a decision, or the caller is verified."),
                .problem(422, "The code is wrong; `left` says how many attempts remain."),
            ], isWrite: true)
    }

    private func confirm(_ call: Call) async throws -> Reply {
        try await verifications.confirmPhone(code: try BodyObject(call.body).read("code", .text), of: call.caller.owner)
        return try await reply(call)
    }

    // MARK: Documents

    private static func addDocument(_ need: Need) -> Operation {
        Operation(
            .post, path + "/documents", id: "addDocument", tag: Operation.tradingTag,
            "Adds a photo of a document, or replaces the one of the same side. It is decoded, turned upright, scaled down to 1600 "
                + "pixels, re-encoded without metadata, and encrypted.", need: need,
            parameters: [
                .query("kind", VerificationSchemas.kind, "The kind of document.", isRequired: true),
                .query("side", VerificationSchemas.side, "Which side the photo shows.", isRequired: true),
            ],
            body: .bytes([("image/jpeg", .any), ("image/png", .any), ("image/webp", .any)], maximumBytes: 10 << 20),
            answers: [
                .json(201, "The document.", VerificationSchemas.document),
                .problem(409, "The telephone is not confirmed, the documents are awaiting a decision, or there are already six."),
                .problem(
                    422, "The body is not a picture of the declared type, has too many pixels, or is for the back of a passport."),
            ])
    }

    private func addDocument(_ call: Call) async throws -> Reply {
        guard let kind = call.text("kind").flatMap(IdentityDocument.Kind.init(rawValue:)),
            let side = call.text("side").flatMap(IdentityDocument.Side.init(rawValue:))
        else { preconditionFailure("the operation requires kind and side") }
        try await verifications.checkRoom(kind, side, of: call.caller.owner)
        guard let accounts else { throw VerificationError.notNeeded }
        let jpeg = try await accounts.picture(of: call, .document)
        let document = try await verifications.addDocument(jpeg, kind, side, of: call.caller.owner)
        return Reply(.created) { VerificationJSON.document(document, &$0) }.with(.cacheControl, "no-store")
    }

    private static func removeDocument(_ need: Need) -> Operation {
        Operation(
            .delete, path + "/documents/{document}", id: "removeDocument", tag: Operation.tradingTag,
            "Deletes a photo that has not been submitted.", need: need,
            parameters: [.path("document", .text(1...64), "The document's id.")],
            answers: [
                .empty(204, "The photo is deleted."),
                .problem(409, "The telephone is not confirmed, the documents are awaiting a decision, or the caller is verified."),
            ], isWrite: true)
    }

    private func removeDocument(_ call: Call) async throws -> Reply {
        try await verifications.removeDocument(call.required("document", Call.text), of: call.caller.owner)
        return .nothing
    }

    private static func submit(_ need: Need) -> Operation {
        Operation(
            .post, path + "/submission", id: "submitVerification", tag: Operation.tradingTag,
            "Submits the documents to the operators. You cannot change anything until they decide.", need: need,
            answers: [answer, .problem(409, "Something is missing, or the documents are already submitted.")], isWrite: true)
    }

    private func submit(_ call: Call) async throws -> Reply {
        try await verifications.submit(of: call.caller.owner)
        return try await reply(call)
    }
}
