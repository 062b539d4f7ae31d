import HTMLTemplates

/// A part of the pages of an account: what it is about, what is known, and what can be done.
struct CardView: Sendable {
    let id: String
    let heading: String
    var texts: [String] = []
    /// Something to know before anything else.
    var notice: String?
    var pairs: [(name: String, value: String)] = []
    /// A picture that our own code drew.
    var drawing: String?
    /// A text to be copied, shown once.
    var secret: String?
    var codes: [String] = []
    var items: [ItemView] = []
    /// What stands in place of no items.
    var emptyText: String?
    var forms: [TemplateValue] = []
    var isDanger = false
    /// A link to the page before or after.
    var link: (text: String, href: String)?

    init(_ id: String, _ heading: String, _ texts: String...) { (self.id, self.heading, self.texts) = (id, heading, texts) }

    var values: TemplateValue {
        [
            "id": .text(id), "heading": .text(heading), "texts": .list(texts.map { .text($0) }), "notice": .optional(notice),
            "hasPairs": .flag(!pairs.isEmpty),
            "pairs": .list(pairs.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "drawing": drawing.map { .html($0) } ?? false, "secret": .optional(secret), "hasCodes": .flag(!codes.isEmpty),
            "codes": .list(codes.map { .text($0) }), "hasItems": .flag(!items.isEmpty), "items": .list(items.map(\.values)),
            "emptyText": .optional(items.isEmpty ? emptyText : nil), "forms": .list(forms), "isDanger": .flag(isDanger),
            "link": link.map { ["text": .text($0.text), "href": .text($0.href)] } ?? false,
        ]
    }
}

/// One of several things, such as a session, each with what can be done to it.
struct ItemView: Sendable {
    let title: String
    var detail = ""
    var icon: String?
    /// A word about it, and its class.
    var badge: (text: String, kind: String)?
    /// A page about it.
    var link: (text: String, href: String)?
    var forms: [TemplateValue] = []

    var values: TemplateValue {
        [
            "title": .text(title), "detail": .optional(detail.isEmpty ? nil : detail), "icon": .optional(icon),
            "badge": badge.map { ["text": .text($0.text), "kind": .text($0.kind)] } ?? false, "forms": .list(forms),
            "link": link.map { ["text": .text($0.text), "href": .text($0.href)] } ?? false,
            "hasForms": .flag(!forms.isEmpty),
        ]
    }
}
