import APIKit
import PageKit
import Support

/// The messages of all people, for operators.
package struct SupportPages: Sendable {
    let operations: SupportOperations

    package static let path = "/operators/support"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .operator(.full)) { .page(try await list($0)) }
        pages.get(Self.path + "/:account", .operator(.full)) { visit in .page(try await page(visit, visit.path("account"))) }
        pages.post(Self.path + "/answer", .operator(.full), answer)
        pages.post(Self.path + "/read", .operator(.full), operations.markThreadRead.form(to: Self.path + "?done=thread-read"))
    }

    private func list(_ visit: Visit) async throws -> Page {
        let words = visit.words
        var card = CardView("threads", words("support.threads"), words("support.threads-text"))
        card.items = try await visit.perform(operations.threads).map { thread in
            let detail = AccountFrame.moment(thread.last.createdAt.seconds, visit) + " · " + thread.last.text.prefix(100)
            var item = ItemView(title: thread.person.name, detail: detail, icon: "mail")
            if thread.unread > 0 { item.badge = (words("support.unread", n: thread.unread), "accent") }
            item.link = (words("support.open"), "\(Self.path)/\(thread.person.account)")
            return item
        }
        card.emptyText = words("support.none")
        return SimulatedFrame.operatorPage(
            words("support.operators-title"), [card], back: (words("operators.title"), "/operators"))
    }

    private func page(
        _ visit: Visit, _ account: String, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) async throws -> Page {
        let words = visit.words
        let found = try await visit.perform(operations.thread, ["account": account])
        let (person, thread) = (found.person, found.thread)
        var view = ThreadView(heading: words("support.messages"), text: person.email)
        (view.messages, view.unreadCount, view.side, view.name) = (thread.messages, thread.unread, .operator, person.name)
        let hidden: [(name: String, value: String)] = [("account", person.account)]
        if thread.unread > 0 {
            var form = FormView(Self.path + "/read", submit: words("support.mark-read"), kind: .plain)
            form.hidden = hidden
            view.forms.append(form.values())
        }
        view.forms.append(ThreadView.form(Self.path + "/answer", visit, errors, typed, hidden: hidden))
        return Page(
            "support-thread-page", title: person.name, place: .operators, scripts: ["account"],
            ["heading": .text(person.name), "thread": view.values(visit), "isPractice": true]
        ).with(errors)
    }

    private func answer(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let account = fields["account"]
        do {
            _ = try await visit.perform(operations.answer, fields)
            return .redirect("\(Self.path)/\(account)?done=message-sent")
        } catch {
            return .page(try await page(visit, account, try FormErrors(error, ["text"], visit.words), typed: fields))
        }
    }
}
