import HTMLTemplates

/// A card on an account's page: its subject, the facts, and the actions.
struct CardView: Sendable {
    let id: String
    let heading: String
    var texts: [String] = []
    /// A notice shown before everything else.
    var notice: String?
    var pairs: [(name: String, value: String)] = []
    /// A picture drawn by our own code.
    var drawing: String?
    /// The address of a photo, with its name.
    var photo: (source: String, name: String)?
    /// A text to copy, shown once.
    var secret: String?
    var codes: [String] = []
    var items: [ItemView] = []
    /// The text shown if there are no items.
    var emptyText: String?
    var forms: [TemplateValue] = []
    var isDanger = false
    /// A link to the previous or next page.
    var link: (text: String, href: String)?

    init(_ id: String, _ heading: String, _ texts: String...) { (self.id, self.heading, self.texts) = (id, heading, texts) }

    var values: TemplateValue {
        [
            "id": .text(id), "heading": .text(heading), "texts": .list(texts.map { .text($0) }), "notice": .optional(notice),
            "hasPairs": .flag(!pairs.isEmpty),
            "pairs": .list(pairs.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "photo": photo.map { ["source": .text($0.source), "name": .text($0.name)] } ?? false,
            "drawing": drawing.map { .html($0) } ?? false, "secret": .optional(secret),
            "hasCodes": .flag(!codes.isEmpty),
            "codes": .list(codes.map { .text($0) }), "hasItems": .flag(!items.isEmpty), "items": .list(items.map(\.values)),
            "emptyText": .optional(items.isEmpty ? emptyText : nil), "forms": .list(forms), "isDanger": .flag(isDanger),
            "link": link.map { ["text": .text($0.text), "href": .text($0.href)] } ?? false,
        ]
    }
}

/// An item of a list, such as a session, with the actions on it.
struct ItemView: Sendable {
    let title: String
    var detail = ""
    var icon: String?
    /// A word about the item, and its class.
    var badge: (text: String, kind: String)?
    /// A page about the item.
    var link: (text: String, href: String)?
    var forms: [TemplateValue] = []
    /// The title of the part that the forms are folded into; nil if they always show.
    var fold: String?
    /// Whether it is open at first, such as after a refusal.
    var isOpen = false

    var values: TemplateValue {
        [
            "title": .text(title), "detail": .optional(detail.isEmpty ? nil : detail), "icon": .optional(icon),
            "badge": badge.map { ["text": .text($0.text), "kind": .text($0.kind)] } ?? false, "forms": .list(forms),
            "link": link.map { ["text": .text($0.text), "href": .text($0.href)] } ?? false,
            "hasForms": .flag(!forms.isEmpty), "fold": .optional(fold), "isOpen": .flag(isOpen),
        ]
    }
}
