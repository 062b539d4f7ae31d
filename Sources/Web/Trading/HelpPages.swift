import HTMLTemplates
import Languages
import People
import Server
import Support
import Trading

/// Help: searchable questions and answers, places where people meet, and messages with the operators.
struct HelpPages: Sendable {
    let help: Help
    let operations: SupportOperations

    func add(to pages: inout PageList) {
        pages.get("/help", .scope(.read)) { .page(try await page($0)) }
        pages.post(
            "/help/message", .scope(.write),
            operations.send.form(to: "/help?done=message-sent", ["text"]) { try await page($0, $1, typed: $2) })
        pages.post("/help/read", .scope(.write), operations.markRead.form(to: "/help?done=thread-read"))
    }

    private func page(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) async throws -> Page {
        let (words, search) = (visit.words, visit.query("search") ?? "")
        let language = Person.Choices.Language(rawValue: words.language.rawValue) ?? .english
        let found = help.questions(matching: search, in: language)
        let isSearch = !search.isEmpty
        return Page(
            "help", title: words("help.title"), place: .help, scripts: ["account"],
            [
                "heading": .text(words("help.title")), "search": .text(search),
                "found": .optional(isSearch ? words("help.found", n: found.count) : nil), "showsAll": .flag(isSearch),
                "questions": .list(
                    found.map {
                        ["question": .text($0.question), "answer": .text($0.answer), "isOpen": .flag(isSearch && found.count <= 3)]
                    }),
                "hasLinks": .flag(!help.communityLinks.isEmpty),
                "links": .list(help.communityLinks.map { ["name": .text($0.name), "address": .text($0.address)] }),
                "thread": try await thread(visit, errors, typed),
            ]
        ).with(errors)
    }

    private func thread(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> TemplateValue {
        let words = visit.words
        guard visit.host.hasAccounts else {
            return ThreadView(heading: words("support.title"), text: words("support.nobody")).values(visit)
        }
        let thread = try await visit.perform(operations.show)
        var view = ThreadView(heading: words("support.title"), text: words("support.text"))
        (view.messages, view.unreadCount) = (thread.messages, thread.unread)
        if thread.unread > 0 {
            view.forms.append(FormView("/help/read", submit: words("support.mark-read"), kind: .plain).values())
        }
        view.forms.append(ThreadView.form("/help/message", visit, errors, typed))
        return view.values(visit)
    }
}
