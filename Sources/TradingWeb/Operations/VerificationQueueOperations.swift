import APIKit
import HTTPTypes
import Identity
import NIOCore
import People
import Services
import Store

/// The work of operators on verifications. They see names, addresses and documents, but never a balance.
package struct VerificationQueueOperations: Sendable {
    package let list: TypedOperation<Nothing, [VerificationQueue.Case]>
    package let show: TypedOperation<AccountReference, VerificationQueue.Case>
    /// Returns a JPEG.
    package let look: TypedOperation<DocumentToSee, [UInt8]>
    package let decide: TypedOperation<VerificationDecision, VerificationQueue.Case>

    package init(_ queue: VerificationQueue) {
        let (path, tag) = ("/v1/operator/verifications", "Operators")
        let answer = TypedAnswer<VerificationQueue.Case>.document(
            200, "The verification.", VerificationDocuments.listedVerification,
            again: { document, _ in try await queue.find(document["account"]?.string ?? "") })
        list = TypedOperation(
            .get, path, id: "listVerifications", tag: tag, "Verifications awaiting a decision, longest wait first.",
            need: .operator(.full),
            answer: .pages("A page of verifications.", of: VerificationDocuments.listedVerification, key: \.contact.person)
        ) { _, _ in try await queue.waiting() }
        show = TypedOperation(
            .get, path + "/{account}", id: "getVerificationOf", tag: tag, "The verification of one account.",
            need: .operator(.full), answer: answer
        ) { input, _ in try await queue.find(input.account) }
        look = TypedOperation(
            .get, path + "/{account}/documents/{document}", id: "lookAtDocument", tag: tag,
            "The photo of a document awaiting a decision; afterwards, only the operator who decided can see it. Each view is "
                + "logged, and the account's owner sees when.",
            need: .operator(.fresh),
            answer: .of(.contents(200, "The photo.", [("image/jpeg", .any)])) { jpeg, _ in Self.reply(jpeg) }
        ) { input, call in try await queue.photo(input.document, of: input.account, for: call.standing.person, call.actor) }
        decide = TypedOperation(
            .post, path + "/{account}/decision", id: "decideVerification", tag: tag,
            "Decides a pending verification. Operators cannot decide their own.", need: .operator(.fresh),
            example: #"{"decision":"more-needed","reason":"The photo is too dark to read."}"#,
            refusals: [403: "The verification is the operator's own.", 409: "The verification is not awaiting a decision."],
            answer: answer
        ) { input, call in
            try await queue.decide(input.decision, reason: input.reason, input.account, by: call.standing.person, call.actor)
        }
    }

    package func add(to api: inout API) {
        api.add(list, show, look, decide)
    }

    /// Returns the answer with a photo.
    package static func reply(_ jpeg: [UInt8]) -> Reply {
        Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "no-store")
    }
}
