import APIKit
import Foundation
import HTTPEdge
import Identity
import PageKit

/// The verifications that wait for an operator, and the decision.
package struct VerificationQueuePages: Sendable {
    let operations: VerificationQueueOperations

    package static let path = "/operators/verifications"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .operator(.full)) { .page(try await list($0)) }
        pages.get(Self.path + "/:account", .operator(.full)) { visit in .page(try await page(visit, visit.path("account"))) }
        pages.get(Self.path + "/:account/documents/:document", .operator(.full), look)
        pages.postFresh(
            Self.path + "/decision", .operator(.full),
            operations.decide.form(to: Self.path + "?done=verification-decided", ["reason", "decision"]) {
                try await page($0, $2["account"], $1, typed: $2)
            })
    }

    private func list(_ visit: Visit) async throws -> Page {
        let words = visit.words
        var card = CardView("queue", words("verifications.queue"), words("verifications.text"))
        card.items = try await visit.perform(operations.list).map { entry in
            let time = entry.verification.submittedAt.map { AccountFrame.moment($0, visit) } ?? ""
            var item = ItemView(
                title: entry.contact.name,
                detail: entry.contact.address + " · " + words("verifications.since", ["time": time]), icon: "user")
            item.link = (words("verifications.open"), "\(Self.path)/\(entry.contact.person)")
            return item
        }
        card.emptyText = words("verifications.none")
        return SimulatedFrame.operatorPage(
            words("verifications.title"), [card], back: (words("operators.title"), "/operators"))
    }

    // MARK: One of them

    private func page(
        _ visit: Visit, _ account: String, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, photo: Photo? = nil
    ) async throws -> Page {
        let (words, reader) = (visit.words, try visit.standing.person)
        let entry = try await visit.perform(operations.show, ["account": account])
        let (contact, verification) = (entry.contact, entry.verification)
        var person = CardView("person", contact.name)
        person.pairs = [
            (words("verifications.address"), contact.address),
            (words("verifications.phone"), verification.phone.map { "··· " + $0.lastFour } ?? "–"),
            (words("verifications.state"), words("verification.state.\(verification.state.rawValue)")),
            (words("verifications.attempt"), "\(verification.attempt)"),
        ]
        if verification.state != .pending, let decision = verification.decision {
            person.pairs.append((words("verification.decided"), AccountFrame.moment(decision.time, visit)))
            person.pairs.append((words("verification.reason"), decision.reason))
        }
        var documents = CardView("documents", words("verifications.documents"), words("verifications.looks-text"))
        documents.items = entry.documents.map { document in
            var item = VerificationPages.item(document, visit)
            if document.deletedAt == nil, verification.shows(document, to: reader) {
                item.link = (words("verifications.look"), "\(Self.path)/\(contact.person)/documents/\(document.id)")
            }
            return item
        }
        var cards = [person, documents]
        if let photo, let document = entry.documents.first(where: { "\($0.id)" == photo.document }) {
            var card = CardView("photo", VerificationPages.name(document.kind, document.side, words))
            // The photo is part of the page: a request of its own would be another look at it.
            card.photo = ("data:image/jpeg;base64," + Data(photo.jpeg).base64EncodedString(), card.heading)
            cards.insert(card, at: 0)
        }
        let decision = verification.state == .pending ? try decisionCard(visit, contact, errors, typed) : nil
        let back = photo == nil ? Self.path : "\(Self.path)/\(contact.person)"
        let isElsewhere = verification.state != .pending || contact.person == reader
        return SimulatedFrame.operatorPage(
            words("verifications.of", ["name": contact.name]), cards, decision: decision,
            back: (photo == nil ? words("verifications.title") : contact.name, back), error: isElsewhere ? errors.general : nil
        ).with(errors)
    }

    private func decisionCard(_ visit: Visit, _ contact: PersonContact, _ errors: FormErrors, _ typed: Fields?) throws -> CardView {
        let words = visit.words
        var card = CardView("decision", words("verifications.decision"))
        guard try contact.person != visit.standing.person else {
            card.texts = [words("verifications.own")]
            return card
        }
        var reason = FieldView("reason", .longText, words("verifications.reason"), hint: words("verifications.reason-hint"))
        reason.maximumLength = VerificationQueue.longestReason
        // Nothing is decided about a person by leaving a field as it was.
        let open = [(value: "", text: words("verifications.choose"))]
        let verdicts: [(value: String, text: String)] = VerificationQueue.Verdict.allCases.map {
            ($0.rawValue, words("verifications.verdict.\($0.rawValue)"))
        }
        var form = FormView(
            Self.path + "/decision",
            [FieldView("decision", .choice(open + verdicts), words("verifications.verdict"), isRequired: true), reason],
            submit: words("verifications.decide"))
        form.hidden = [("account", contact.person)]
        card.forms = [form.values(errors, typed: typed)]
        return card
    }

    /// A document's photo, as it was looked at.
    private struct Photo {
        let document: String
        let jpeg: [UInt8]
    }

    /// Shows a photo with the documents and the decision. Each request is a look, which is logged.
    private func look(_ visit: Visit) async throws -> Outcome {
        let (account, document) = (visit.path("account"), visit.path("document"))
        do {
            let jpeg = try await visit.perform(operations.look, ["account": account, "document": document])
            return .page(try await page(visit, account, photo: Photo(document: document, jpeg: jpeg)))
        } catch  where Problem(error).code == "not-fresh" {
            // Back to the person, so that each look at a photo needs its own click.
            return .redirect(LocalPath.page("/confirm", next: "\(Self.path)/\(account)"))
        }
    }
}
