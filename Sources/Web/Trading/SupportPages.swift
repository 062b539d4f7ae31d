import JSONText
import Server
import Trading

/// The messages of all people, for operators.
struct SupportPages: Sendable {
    let support: Support

    static let path = "/operators/support"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .operator(.full)) { .page(try await list($0)) }
        pages.get(Self.path + "/:account", .operator(.full)) { visit in .page(try await page(visit, visit.path("account"))) }
        pages.post(Self.path + "/answer", .operator(.full), answer)
        pages.post(Self.path + "/read", .operator(.full)) { visit, fields in
            _ = try await visit.perform("markSupportThreadRead", path: ["account": fields["account"]], key: fields.key)
            return .redirect(Self.path + "?done=thread-read")
        }
    }

    private func list(_ visit: Visit) async throws -> Page {
        let words = visit.words
        var card = CardView("threads", words("support.threads"), words("support.threads-text"))
        card.items = try await support.threads().map { thread in
            let (contact, last) = (thread.contact, thread.last)
            let detail = AccountFrame.moment(last.createdAt, visit) + " · " + last.text.prefix(100)
            var item = ItemView(title: contact.name, detail: detail, icon: "mail")
            if thread.unreadCount > 0 { item.badge = (words("support.unread", n: thread.unreadCount), "accent") }
            item.link = (words("support.open"), "\(Self.path)/\(contact.person)")
            return item
        }
        card.emptyText = words("support.none")
        return SimulatedFrame.operatorPage(words("support.operators-title"), [card])
    }

    private func page(
        _ visit: Visit, _ account: String, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) async throws -> Page {
        let words = visit.words
        let (contact, thread) = try await support.thread(ofPerson: account)
        var view = ThreadView(heading: words("support.messages"), text: contact.address)
        (view.messages, view.unreadCount, view.side, view.name) = (thread.messages, thread.unreadCount, .operator, contact.name)
        let hidden: [(name: String, value: String)] = [("account", contact.person)]
        if thread.unreadCount > 0 {
            var form = FormView(Self.path + "/read", submit: words("support.mark-read"), kind: .plain)
            form.hidden = hidden
            view.forms.append(form.values())
        }
        view.forms.append(ThreadView.form(Self.path + "/answer", visit, errors, typed, hidden: hidden))
        return Page(
            "support-thread-page", title: contact.name, place: .operators, scripts: ["account"],
            ["heading": .text(contact.name), "thread": view.values(visit)]
        ).with(errors)
    }

    private func answer(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let account = fields["account"]
        do {
            _ = try await visit.perform(
                "answerSupport", path: ["account": account], .members(["text": .string(fields["text"])]), key: fields.key)
            return .redirect("\(Self.path)/\(account)?done=message-sent")
        } catch {
            return .page(try await page(visit, account, try FormErrors(error, ["/text": "text"], visit.words), typed: fields))
        }
    }
}
