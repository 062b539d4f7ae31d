import APIKit
import HTMLTemplates
import HTTPEdge
import PageKit
import People

/// The second factor: an authenticator app and recovery codes, both of which are shown once.
package struct SecondFactorPages: Sendable {
    let people: People
    let operations: CredentialOperations

    private static let path = AccountFrame.Part.secondFactor.rawValue
    private static let codesFile = "\(path)/codes/file"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .session(.any)) { .page(try await page($0)) }
        pages.postFresh("\(Self.path)/offer", .session(.any), again: Self.path, offer)
        pages.postFresh("\(Self.path)/code", .session(.any), again: Self.path, confirm)
        let off = LocalPath.done(Self.path, "second-factor-off")
        pages.postFresh("\(Self.path)/removal", .session(.full), operations.removeFactor.form(to: off))
        pages.postFresh("\(Self.path)/codes", .session(.full)) { visit, _ in
            .page(codesPage(visit, try await visit.perform(operations.renewCodes), isNew: false))
        }
        pages.post(Self.codesFile, .session(.any), file)
    }

    private func page(_ visit: Visit, _ card: CardView) -> Page {
        AccountFrame.page(visit, .secondFactor, title: visit.words("account.factor.title"), [card])
    }

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let state = try await people.secondFactors.state(of: visit.account.id)
        var card = CardView("second-factor", words("account.factor.heading"), words("account.factor.text"))
        card.pairs = [(words("account.factor.state"), words(state.isOn ? "account.state.on" : "account.state.off"))]
        if let time = state.removedFrom {
            card.notice = words("account.factor.removed-from", ["date": AccountFrame.moment(time, visit)])
        } else if state.isNeeded, !state.isOn {
            card.notice = words("account.factor.needed")
        }
        guard state.isOn else {
            card.forms = [FormView("\(Self.path)/offer", submit: words("account.factor.set-up")).values()]
            return page(visit, card)
        }
        card.pairs.append((words("account.factor.codes-left"), "\(state.recoveryCodes)"))
        card.forms = [
            FormView("\(Self.path)/codes", submit: words("account.factor.renew"), kind: .plain).values(),
            FormView("\(Self.path)/removal", submit: words("account.factor.remove"), kind: .danger).values(),
        ]
        return page(visit, card)
    }

    // MARK: Setting up

    private func offer(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let offer: TOTPOffer
        do {
            offer = try await visit.perform(operations.offerFactor)
        } catch  where Problem(error).code == "second-factor-is-on" {
            return .redirect(Self.path)
        }
        let words = visit.words
        var card = CardView("set-up", words("account.factor.scan"), words("account.factor.scan-text"))
        (card.drawing, card.secret) = (offer.svg, offer.secret)
        card.forms = [codeForm(words).values()]
        return .page(page(visit, card))
    }

    private func codeForm(_ words: Words) -> FormView {
        FormView(
            "\(Self.path)/code", [FieldView("code", .code, words("account.field.code"), hint: words("account.field.code-hint"))],
            submit: words("account.factor.turn-on"))
    }

    private func confirm(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let words = visit.words
        do {
            let code = fields["code"].filter { !$0.isWhitespace }
            return .page(codesPage(visit, try await visit.perform(operations.confirmFactor, ["code": code]), isNew: true))
        } catch {
            let errors = try FormErrors(error, ["code"], words)
            // The key is already in the app, so it is not shown again.
            var card = CardView("set-up", words("account.factor.again"), words("account.factor.again-text"))
            card.forms = [
                codeForm(words).values(errors),
                FormView("\(Self.path)/offer", submit: words("account.factor.start-again"), kind: .plain).values(),
            ]
            return .page(page(visit, card).with(errors))
        }
    }

    /// Returns the codes of the page as a text file. Only their hashes are stored, so the page sends them itself; it is the only one
    /// that has them, and nothing else is returned.
    private func file(_ visit: Visit, _ fields: Fields) -> Outcome {
        let codes = fields.all("code").prefix(Self.mostCodes).filter { $0.wholeMatch(of: /[a-z0-9-]{1,60}/) != nil }
        guard !codes.isEmpty else { return .redirect(Self.path) }
        let lines = ["Closecast: \(visit.words("account.factor.codes"))", ""] + codes
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        return .response(
            ChartData.download(bytes, name: "closecast-recovery-codes.txt", type: "text/plain; charset=utf-8"))
    }

    private static let mostCodes = 20

    private func codesPage(_ visit: Visit, _ codes: [String], isNew: Bool) -> Page {
        let words = visit.words
        var card = CardView("codes", words("account.factor.codes"), words("account.factor.codes-text"))
        if isNew { card.notice = words("account.factor.is-on") }
        card.codes = codes
        var file = FormView(Self.codesFile, submit: words("account.factor.download"), kind: .plain)
        file.hidden = codes.map { ("code", $0) }
        file.isDownload = true
        card.forms = [file.values()]
        card.link = (words("account.factor.kept"), Self.path)
        return page(visit, card)
    }
}
