import APIKit
import HTMLTemplates
import Identity
import PageKit
import People
import TradingWeb

/// The work of operators on accounts. They see who has an account and in which state, but not its contents.
package struct OperatorPages: Sendable {
    let people: People
    let identity: Identity
    let operations: OperatorOperations
    let support: SupportOperations

    func add(to pages: inout PageList) {
        pages.get("/operators", .operator(.full)) { .page(try await page($0)) }
        pages.postFresh(
            "/operators/lock", .operator(.full),
            operations.lock.form(to: "/operators?done=locked", ["reason"]) {
                try await page($0, $1, refused: $2["account"], typed: $2)
            })
        act(&pages, "unlock", operations.unlock, done: "unlocked")
        act(&pages, "sessions-end", operations.endSessions, done: "sessions-ended")
        act(&pages, "reset", operations.startReset, done: "mailed")
        act(&pages, "second-factor-removal", operations.startRemoval, done: "mailed")
        pages.postFresh("/operators/invitation", .operator(.full), invite)
        pages.postFresh(
            "/operators/invitation/revocation", .operator(.full),
            operations.revokeInvitation.form(to: "/operators?done=invitation-revoked"))
    }

    /// Adds a form with one action on an account.
    private func act<Output>(
        _ pages: inout PageList, _ name: String, _ operation: TypedOperation<AccountReference, Output>, done: String
    ) {
        pages.postFresh(
            "/operators/\(name)", .operator(.full),
            operation.form(to: "/operators?done=\(done)", []) { visit, errors, _ in try await page(visit, errors) })
    }

    // MARK: The page

    private static let accountsOfPage = 50

    private func page(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), refused: String? = nil, typed: Fields? = nil
    ) async throws -> Page {
        let (words, search) = (visit.words, visit.query("search"))
        // One's own account has no form beside which an error could stand.
        let refused = refused == visit.person?.id ? nil : refused
        let found = try await people.administration.list(
            matching: search, after: visit.query("after"), limit: Self.accountsOfPage + 1)
        let shown = found.prefix(Self.accountsOfPage)
        var accounts = CardView("accounts", words("operators.accounts"), words("operators.text"))
        accounts.items = shown.map { item($0, visit, refused == $0.person.id ? errors : FormErrors(), typed) }
        accounts.emptyText = words("operators.none")
        if found.count > shown.count, let last = shown.last {
            accounts.link = (words("operators.more"), "/operators?search=\(URLForm.encoded(search ?? ""))&after=\(last.person.id)")
        }
        var cards = [try await queues(visit), accounts]
        if people.signUps.policy != .closed {
            cards.append(try await invitationCard(visit, refused == "invitation" ? errors : FormErrors(), typed))
        }
        cards.append(settings(words))
        var page = Page(
            "operators", title: words("operators.title"), place: .operators, scripts: ["account"],
            [
                "heading": .text(words("operators.title")), "search": .text(search ?? ""), "cards": .list(cards.map(\.values)),
                "error": .optional(refused == nil ? errors.general : nil),
            ])
        page = page.with(errors)
        return page
    }

    /// The tasks that wait for an operator.
    private func queues(_ visit: Visit) async throws -> CardView {
        let words = visit.words
        let waiting = try await identity.queue.waiting().count
        let unread = try await visit.perform(support.threads).reduce(0) { $0 + $1.unread }
        var verifications = ItemView(title: words("verifications.title"), icon: "user")
        if waiting > 0 { verifications.badge = (words("operators.waiting", n: waiting), "accent") }
        verifications.link = (words("operators.open"), VerificationQueuePages.path)
        var messages = ItemView(title: words("support.operators-title"), icon: "mail")
        if unread > 0 { messages.badge = (words("support.unread", n: unread), "accent") }
        messages.link = (words("operators.open"), SupportPages.path)
        var card = CardView("queues", words("operators.queues"))
        card.items = [verifications, messages]
        return card
    }

    /// What operators choose for everybody.
    private func settings(_ words: Words) -> CardView {
        var articles = ItemView(title: words("reading.title"), detail: words("reading.lead"), icon: "news")
        articles.link = (words("operators.open"), PagePaths.readingTopics)
        var card = CardView("settings", words("nav.settings"))
        card.items = [articles]
        return card
    }

    private func item(
        _ listed: Administration.Listed, _ visit: Visit, _ errors: FormErrors, _ typed: Fields?
    ) -> ItemView {
        let (words, person) = (visit.words, listed.person)
        var details = [person.email.text, words("operators.role.\(person.role.rawValue)")]
        details.append(words("operators.sessions", n: listed.sessionCount))
        if let used = listed.lastUsedAt { details.append(words("operators.used", ["date": AccountFrame.moment(used, visit)])) }
        var item = ItemView(title: person.name, detail: details.dotted, icon: "user")
        if let lock = person.lock {
            item.badge = (words("operators.locked", ["reason": lock.reason]), "danger")
        } else if person.deletedFrom != nil {
            item.badge = (words("operators.leaving"), "warn")
        }
        item.forms = forms(listed, visit, errors, typed)
        (item.fold, item.isOpen) = (words("operators.actions"), !errors.isEmpty)
        return item
    }

    private func forms(
        _ listed: Administration.Listed, _ visit: Visit, _ errors: FormErrors, _ typed: Fields?
    ) -> [TemplateValue] {
        let (words, person) = (visit.words, listed.person)
        func form(_ name: String, _ kind: FormView.Kind = .plain, _ fields: [FieldView] = []) -> FormView {
            var form = FormView("/operators/\(name)", fields, submit: words("operators.\(name)"), kind: kind)
            form.hidden = [("account", person.id)]
            return form
        }
        var forms: [TemplateValue] = []
        if person.lock != nil {
            forms.append(form("unlock").values())
        } else if person.id != visit.person?.id {
            let reason = FieldView("reason", .text, words("operators.reason"), hint: words("operators.reason-hint"))
            forms.append(form("lock", .danger, [reason]).values(errors, typed: errors.isEmpty ? nil : typed, id: person.id))
        }
        if listed.sessionCount > 0 { forms.append(form("sessions-end").values()) }
        forms.append(form("reset").values())
        if person.hasSecondFactor { forms.append(form("second-factor-removal").values()) }
        return forms
    }

    // MARK: Invitations

    private func invitationCard(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> CardView {
        let (words, now) = (visit.words, people.parts.now())
        var card = CardView("invitations", words("operators.invitations"), words("operators.invitations-text"))
        card.items = try await people.administration.invitations().filter { $0.isOpen(at: now) }.map { invitation in
            var item = ItemView(
                title: invitation.email.text,
                detail: words("operators.until", ["date": AccountFrame.moment(invitation.expiresAt, visit)]), icon: "mail")
            var form = FormView("/operators/invitation/revocation", submit: words("operators.revoke"), kind: .plain)
            form.hidden = [("invitation", invitation.id)]
            item.forms = [form.values()]
            return item
        }
        let field = FieldView("email", .email, words("account.field.email"), autocomplete: "off")
        card.forms = [FormView("/operators/invitation", [field], submit: words("operators.invite")).values(errors, typed: typed)]
        return card
    }

    private func invite(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(operations.invite, fields)
            return .redirect("/operators?done=invited")
        } catch {
            // Operators may know which addresses have an account: they see the list.
            var errors = try FormErrors(error, ["email"], visit.words)
            if let general = errors.general { errors.add(general, to: "email") }
            return .page(try await page(visit, errors, refused: "invitation", typed: fields))
        }
    }
}
