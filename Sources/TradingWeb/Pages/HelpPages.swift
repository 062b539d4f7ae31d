import APIKit
import HTMLTemplates
import Languages
import PageKit
import People
import Support
import Trading

/// Help: searchable questions and answers, places where people meet, and messages with the operators.
package struct HelpPages: Sendable {
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
                "questions": .list(isSearch ? found.map { value($0, isOpen: found.count <= 3) } : []),
                "hasPlaces": .flag(!isSearch && !found.isEmpty),
                "places": .list(isSearch ? [] : places(found, words)),
                "hasLinks": .flag(!help.communityLinks.isEmpty),
                "links": .list(help.communityLinks.map { ["name": .text($0.name), "address": .text($0.address)] }),
                "thread": try await thread(visit, errors, typed),
            ]
        ).with(errors)
    }

    private func value(_ question: HelpQuestion, isOpen: Bool) -> TemplateValue {
        [
            "id": .text(question.id), "question": .text(question.question), "answer": .text(question.answer),
            "isOpen": .flag(isOpen),
        ]
    }

    /// The questions under the names of the places that they are about. What a search finds has the order of its relevance instead.
    private func places(_ all: [HelpQuestion], _ words: Words) -> [TemplateValue] {
        var places: [(name: String, questions: [TemplateValue])] = []
        for question in all {
            if places.last?.name != question.place { places.append((question.place, [])) }
            places[places.count - 1].questions.append(value(question, isOpen: false))
        }
        return places.map { name, questions in
            ["id": .text("help-\(name)"), "name": .text(words("nav.\(name)")), "questions": .list(questions)]
        }
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
