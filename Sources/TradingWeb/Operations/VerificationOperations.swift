import APIKit
import HTTPTypes
import Identity
import Services
import Store

/// The caller's verification, over HTTP and for pages.
package struct VerificationOperations: Sendable {
    package let show, submit: TypedOperation<Nothing, Verifications.Status>
    package let sendCode: TypedOperation<PhoneToConfirm, Verifications.Status>
    package let confirm: TypedOperation<PhoneCode, Verifications.Status>
    package let addDocument: TypedOperation<DocumentToAdd, IdentityDocument>
    package let removeDocument: TypedOperation<DocumentReference, Void>

    /// - Parameter accounts: nil without accounts, where there is no verification.
    package init(_ identity: Identity, _ accounts: AccountParts?, _ pictures: UploadedPictures) {
        let (verifications, path, tag) = (identity.verifications, "/v1/trading/verification", Operation.tradingTag)
        // Tokens of programs may not access data about a person's identity.
        let need: Need = accounts == nil ? .scope(.write) : .session(.full)

        @Sendable func status(_ call: Call) async throws -> Verifications.Status {
            try await verifications.status(of: call.caller.owner)
        }
        func answer(
            _ code: Int = 200, _ note: String = "The state of the verification."
        ) -> TypedAnswer<Verifications.Status> {
            .of(.json(code, note, VerificationDocuments.verification.schema), again: { try await status($1) }) { status, _ in
                Reply(HTTPResponse.Status(code: code)) {
                    VerificationDocuments.verification.write((status, identity.parts.now()), &$0)
                }.with(.cacheControl, "no-store")
            }
        }
        show = TypedOperation(
            .get, path, id: "getVerification", tag: tag,
            "The state of the caller's identity verification, and when operators looked at the documents.",
            need: accounts == nil ? .scope(.read) : .session(.full), answer: answer()
        ) { _, call in try await status(call) }

        // MARK: Phone

        sendCode = TypedOperation(
            .post, path + "/phone", id: "sendPhoneCode", tag: tag,
            "Sends a code to a telephone. It works for ten minutes; you can request three an hour.",
            // With a key, a hash of the number would be stored, and trying all numbers would reveal it.
            need: need, .writeWithoutKey, example: #"{"phone":"+39 333 123 4567"}"#,
            refusals: [
                422: "The value is not a telephone number.",
                409: "This server needs no verification, the documents are awaiting a decision, or the caller is verified.",
            ],
            answer: answer(202, "The code is on its way.")
        ) { input, call in
            var language = "en"
            if let accounts, let person = call.caller.standing?.person {
                language = try await accounts.people.profiles.person(person).choices.language.rawValue
            }
            try await verifications.sendCode(to: input.phone, language: language, of: call.caller.owner)
            return try await status(call)
        }
        confirm = TypedOperation(
            .post, path + "/phone/confirmation", id: "confirmPhone", tag: tag,
            "Confirms the telephone with the code sent to it. After five wrong codes, request a new one.", need: need,
            example: #"{"code":"123456"}"#,
            refusals: [
                409: "No code is pending, the documents are awaiting a decision, or the caller is verified.",
                422: "The code is wrong; `left` says how many attempts remain.",
            ],
            answer: answer()
        ) { input, call in
            try await verifications.confirmPhone(code: input.code, of: call.caller.owner)
            return try await status(call)
        }

        // MARK: Documents

        addDocument = TypedOperation(
            .post, path + "/documents", id: "addDocument", tag: tag,
            "Adds a photo of a document, or replaces the one of the same side. It is decoded, turned upright, scaled down to 1600 "
                + "pixels, re-encoded without metadata, and encrypted.",
            need: need, .writeWithoutKey, bytes: UploadedPictures.body,
            refusals: [
                409: "The telephone is not confirmed, the documents are awaiting a decision, or there are already six.",
                422: "The body is not a picture of the declared type, has too many pixels, or is for the back of a passport.",
            ],
            answer: .of(.json(201, "The document.", VerificationDocuments.document.schema)) { document, _ in
                Reply(.created) { VerificationDocuments.document.write(document, &$0) }.with(.cacheControl, "no-store")
            }
        ) { input, call in
            try await verifications.checkRoom(input.kind, input.side, of: call.caller.owner)
            let jpeg = try await pictures.jpeg(of: call, .document)
            return try await verifications.addDocument(jpeg, input.kind, input.side, of: call.caller.owner)
        }
        removeDocument = TypedOperation(
            .delete, path + "/documents/{document}", id: "removeDocument", tag: tag, "Deletes a photo that has not been submitted.",
            need: need,
            refusals: [409: "The telephone is not confirmed, the documents are awaiting a decision, or the caller is verified."],
            answer: .done("The photo is deleted.")
        ) { input, call in try await verifications.removeDocument(input.document, of: call.caller.owner) }
        submit = TypedOperation(
            .post, path + "/submission", id: "submitVerification", tag: tag,
            "Submits the documents to the operators. You cannot change anything until they decide.", need: need,
            refusals: [409: "Something is missing, or the documents are already submitted."], answer: answer()
        ) { _, call in
            try await verifications.submit(of: call.caller.owner)
            return try await status(call)
        }
    }

    package func add(to api: inout API) {
        api.add(show, sendCode, confirm, addDocument, removeDocument, submit)
    }
}
