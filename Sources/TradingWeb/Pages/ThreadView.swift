import HTMLTemplates
import PageKit
import Support

/// Messages between a person and the operators, as the template `support-thread` shows them.
struct ThreadView: Sendable {
    let heading: String
    let text: String
    var messages: [SupportMessage] = []
    var unreadCount = 0
    /// The author whose messages stand on the own side.
    var side = SupportMessage.Author.person
    /// The person's name, for operators.
    var name: String?
    var forms: [TemplateValue] = []

    func values(_ visit: Visit) -> TemplateValue {
        let words = visit.words
        return [
            "heading": .text(heading), "text": .text(text),
            "unread": .optional(unreadCount > 0 ? words("support.unread", n: unreadCount) : nil),
            "hasMessages": .flag(!messages.isEmpty), "forms": .list(forms),
            "messages": .list(
                messages.map { message -> TemplateValue in
                    let isOwn = message.author == side
                    let other = message.author == .person ? name ?? words("support.you") : words("support.operator")
                    return [
                        "side": .text(isOwn ? "own" : "other"),
                        "author": .text(isOwn && side == .person ? words("support.you") : other),
                        "time": .text(AccountFrame.moment(message.createdAt.seconds, visit)), "text": .text(message.text),
                        "isUnread": .flag(!isOwn && message.readAt == nil),
                    ]
                }),
        ]
    }

    /// The form for a message.
    static func form(
        _ path: String, _ visit: Visit, _ errors: FormErrors, _ typed: Fields?, hidden: [(name: String, value: String)] = []
    ) -> TemplateValue {
        var field = FieldView("text", .longText, visit.words("support.message"))
        field.maximumLength = Support.longestMessage
        var form = FormView(path, [field], submit: visit.words("support.send"))
        form.hidden = hidden
        return form.values(errors, typed: typed)
    }
}
