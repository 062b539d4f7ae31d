import APIKit
import HTMLTemplates
import HTTPEdge
import Identity
import NIOCore
import PageKit

/// The verification: a telephone, photos of a document, a decision.
package struct VerificationPages: Sendable {
    let identity: Identity
    let operations: VerificationOperations
    let hasAccounts: Bool

    private static let path = "/trading/verification"

    func add(to pages: inout PageList) {
        let need: Need = hasAccounts ? .session(.full) : .scope(.read)
        pages.get(Self.path, need) { .page(try await page($0)) }
        guard hasAccounts else { return }
        pages.post(
            Self.path + "/phone", need,
            operations.sendCode.form(to: Self.path + "?done=code-sent", ["phone"]) {
                try await page($0, .phone, $1, typed: $2)
            })
        pages.post(
            Self.path + "/code", need,
            operations.confirm.form(to: Self.path + "?done=phone-confirmed", ["code"]) {
                try await page($0, .code, $1, typed: $2)
            })
        pages.post(Self.path + "/document", need, maximumBytes: 11 << 20, addDocument)
        pages.post(Self.path + "/removal", need, removeDocument)
        pages.post(Self.path + "/submission", need, submit)
    }

    /// The form that was refused.
    private enum Form { case phone, code, document, submission }

    private func page(
        _ visit: Visit, _ form: Form? = nil, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) async throws -> Page {
        let words = visit.words
        let status = try await visit.perform(operations.show)
        func shown(_ own: Form) -> (FormErrors, Fields?) { form == own ? (errors, typed) : (FormErrors(), nil) }
        guard status.isNeeded else {
            let card = CardView("verification", words("verification.not-needed"), words("verification.not-needed-text"))
            return SimulatedFrame.page(visit, .verification, title: words("verification.title"), [card])
        }
        var cards = [stepsCard(status, visit)]
        if status.verification.state == .pending || status.verification.decision != nil { cards.append(stateCard(status, visit)) }
        cards += phoneCards(status, visit, shown(.phone), shown(.code))
        if let card = documentCard(status, visit, shown(.document), shown(.submission)) { cards.append(card) }
        cards.append(looksCard(status, visit))
        return SimulatedFrame.page(visit, .verification, title: words("verification.title"), cards).with(errors)
    }

    // MARK: Steps

    private func stepsCard(_ status: Verifications.Status, _ visit: Visit) -> CardView {
        let (words, verification) = (visit.words, status.verification)
        var card = CardView("steps", words("verification.steps"), words("verification.steps-text"))
        let isSubmitted = [.pending, .accepted].contains(verification.state)
        let steps: [(name: String, text: String, icon: String, isDone: Bool)] = [
            (words("verification.step.phone"), words("verification.step.phone-text"), "phone", verification.phone != nil),
            (words("verification.step.document"), words("verification.step.document-text"), "image", isSubmitted),
            (
                words("verification.step.decision"), words("verification.step.decision-text"), "shield",
                verification.state == .accepted
            ),
        ]
        let next = steps.firstIndex { !$0.isDone }
        card.items = steps.enumerated().map { index, step in
            var item = ItemView(title: step.name, detail: step.text, icon: step.isDone ? "check" : step.icon)
            if step.isDone {
                item.badge = (words("verification.done"), "up")
            } else if index == next {
                item.badge = (words("verification.next"), "accent")
            }
            return item
        }
        card.pairs = [(words("verification.level"), words("verification.level.\(status.level.rawValue)"))]
        return card
    }

    private func stateCard(_ status: Verifications.Status, _ visit: Visit) -> CardView {
        let (words, verification) = (visit.words, status.verification)
        var card = CardView("state", words("verification.state.\(verification.state.rawValue)"))
        card.texts = [words("verification.state-text.\(verification.state.rawValue)")]
        if verification.state == .pending, let time = verification.submittedAt {
            card.pairs.append((words("verification.submitted"), AccountFrame.moment(time, visit)))
        }
        if verification.state != .pending, let decision = verification.decision {
            card.pairs.append((words("verification.decided"), AccountFrame.moment(decision.time, visit)))
            card.pairs.append((words("verification.reason"), decision.reason))
        }
        return card
    }

    // MARK: Phone

    private func phoneCards(
        _ status: Verifications.Status, _ visit: Visit, _ phone: (FormErrors, Fields?), _ code: (FormErrors, Fields?)
    ) -> [CardView] {
        let (words, verification) = (visit.words, status.verification)
        var card = CardView("phone", words("verification.phone"))
        if let known = verification.phone {
            card.pairs = [(words("verification.phone-known"), "··· " + known.lastFour)]
            // A form that was still open in another tab is refused, and this page no longer has it.
            card.notice = phone.0.byField["phone"] ?? phone.0.general ?? code.0.byField["code"] ?? code.0.general
            return [card]
        }
        card.texts = [words("verification.phone-text")]
        let sent = verification.pendingCode(at: identity.parts.now())
        let number = FormView(
            Self.path + "/phone",
            [FieldView("phone", .phone, words("verification.phone-field"), hint: words("verification.phone-hint"))],
            submit: words(sent == nil ? "verification.phone-submit" : "verification.phone-again"),
            kind: sent == nil ? .main : .plain)
        if let sent {
            let form = FormView(
                Self.path + "/code",
                [
                    FieldView(
                        "code", .code, words("verification.code"), hint: words("verification.code-hint", ["end": sent.lastFour]))
                ],
                submit: words("verification.code-submit"))
            card.forms.append(form.values(code.0, typed: code.1))
        } else if !code.0.isEmpty {
            card.notice = code.0.byField["code"] ?? code.0.general
        }
        card.forms.append(number.values(phone.0, typed: phone.1))
        return [card]
    }

    // MARK: Documents

    private func documentCard(
        _ status: Verifications.Status, _ visit: Visit, _ document: (FormErrors, Fields?), _ submission: (FormErrors, Fields?)
    ) -> CardView? {
        let (words, verification) = (visit.words, status.verification)
        guard verification.phone != nil else { return nil }
        var card = CardView("documents", words("verification.documents"))
        let present = verification.state == .refused ? [] : status.present
        card.items = present.map { Self.item($0, visit) }
        guard ![.pending, .accepted].contains(verification.state) else { return present.isEmpty ? nil : card }
        card.texts = [words("verification.documents-text"), words("verification.documents-kept", n: identity.parts.documentDays)]
        card.items = present.map { photo in
            var item = Self.item(photo, visit)
            var removal = FormView(Self.path + "/removal", submit: words("verification.remove"), kind: .plain)
            removal.hidden = [("document", photo.id)]
            item.forms = [removal.values(id: photo.id)]
            return item
        }
        let wanted = Self.wanted(present)
        let form = FormView(
            Self.path + "/document",
            [
                FieldView("kind", .choice(Self.kinds(visit)), words("verification.kind"), value: wanted.kind.rawValue),
                FieldView(
                    "side", .choice(Self.sides(visit)), words("verification.side"), hint: words("verification.side-hint"),
                    value: wanted.side.rawValue),
                FieldView(
                    "photo", .file(accept: SentPicture.types), words("verification.photo"),
                    hint: words("verification.photo-hint")),
            ], submit: words("verification.photo-submit"), kind: present.isEmpty ? .main : .plain)
        card.forms = [form.values(document.0, typed: document.1)]
        if !present.isEmpty {
            card.forms.append(FormView(Self.path + "/submission", submit: words("verification.submit")).values(submission.0))
        }
        return card
    }

    /// The form's initial choice: the missing side of the last added document.
    private static func wanted(_ present: [IdentityDocument]) -> (kind: IdentityDocument.Kind, side: IdentityDocument.Side) {
        guard let kind = present.last?.kind else { return (.passport, .front) }
        let missing = kind.sides.first { side in !present.contains { $0.kind == kind && $0.side == side } }
        return (kind, missing ?? .front)
    }

    static func kinds(_ visit: Visit) -> [(value: String, text: String)] {
        IdentityDocument.Kind.allCases.map { ($0.rawValue, visit.words("verification.kind.\($0.rawValue)")) }
    }

    private static func sides(_ visit: Visit) -> [(value: String, text: String)] {
        IdentityDocument.Side.allCases.map { ($0.rawValue, visit.words("verification.side.\($0.rawValue)")) }
    }

    /// A side of a document: "Identity card · Back".
    static func name(_ kind: IdentityDocument.Kind, _ side: IdentityDocument.Side, _ words: Words) -> String {
        let isPhotoPage = kind == .passport && side == .front
        let sideName = isPhotoPage ? words("verification.side.photo-page") : words("verification.side.\(side.rawValue)")
        return words("verification.kind.\(kind.rawValue)") + " · " + sideName
    }

    static func item(_ document: IdentityDocument, _ visit: Visit) -> ItemView {
        let words = visit.words
        let sent = words("verification.sent", ["time": AccountFrame.moment(document.createdAt, visit)])
        var item = ItemView(title: name(document.kind, document.side, words), detail: sent, icon: "image")
        if let deletedAt = document.deletedAt {
            item.badge = (words("verification.deleted", ["date": AccountFrame.day(deletedAt, visit)]), "")
        }
        return item
    }

    private func addDocument(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            guard let file = fields.file("photo"), let type = SentPicture.type(of: file) else {
                let isMissing = fields.file("photo") == nil
                let sentence = visit.words(isMissing ? "verification.photo-missing" : "problem.code.not-a-picture")
                let errors = FormErrors(sentence, to: "photo")
                return .page(try await page(visit, .document, errors, typed: fields))
            }
            _ = try await visit.perform(
                operations.addDocument, ["kind": fields["kind"], "side": fields["side"]], bytes: ByteBuffer(bytes: file.bytes),
                type: type)
            return .redirect(Self.path + "?done=photo-added")
        } catch {
            let map = ["body": "photo", "/kind": "kind", "/side": "side", "side": "side"]
            return .page(try await page(visit, .document, try FormErrors(error, map, visit.words), typed: fields))
        }
    }

    private func removeDocument(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let document = fields["document"]
            try await visit.perform(
                operations.removeDocument, ["document": document], key: fields.key.map { "\($0)-\(document)" })
        } catch  where Problem(error).code == "no-document" {
            // It was already removed in another tab.
        } catch {
            return .page(try await page(visit, .submission, try FormErrors(error, [:], visit.words)))
        }
        return .redirect(Self.path + "?done=photo-removed")
    }

    private func submit(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(operations.submit, key: fields.key)
            return .redirect(Self.path + "?done=verification-submitted")
        } catch {
            var sentence: String?
            if Problem(error).code == "side-missing" {
                let wanted = Self.wanted(try await visit.perform(operations.show).present)
                sentence = visit.words("verification.side-missing", ["document": Self.name(wanted.kind, wanted.side, visit.words)])
            }
            return .page(try await page(visit, .submission, try FormErrors(error, [:], visit.words, saying: sentence)))
        }
    }

    // MARK: Looks

    private func looksCard(_ status: Verifications.Status, _ visit: Visit) -> CardView {
        let words = visit.words
        var card = CardView("looks", words("verification.looks"), words("verification.looks-text"))
        let documents = Dictionary(status.documents.map { ($0.id, $0) }) { first, _ in first }
        card.items = status.looks.map { look in
            let kind = documents[look.document].map { words("verification.kind.\($0.kind.rawValue)") } ?? look.document
            return ItemView(title: kind, detail: AccountFrame.moment(look.time, visit), icon: "eye")
        }
        // An operator can decide without a look, for example about a person known to them.
        card.emptyText = words(status.verification.decision == nil ? "verification.looks-none" : "verification.looks-unopened")
        return card
    }
}
