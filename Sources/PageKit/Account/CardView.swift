import HTMLTemplates

/// A card on an account's page: its subject, the facts, and the actions.
package struct CardView: Sendable {
    let id: String
    package let heading: String
    package var texts: [String] = []
    /// A notice shown before everything else.
    package var notice: String?
    package var pairs: [(name: String, value: String)] = []
    /// A picture drawn by our own code.
    package var drawing: String?
    /// The address of a photo, with its name.
    package var photo: (source: String, name: String)?
    /// A text to copy, shown once.
    package var secret: String?
    package var codes: [String] = []
    package var items: [ItemView] = []
    /// The text shown if there are no items.
    package var emptyText: String?
    package var forms: [TemplateValue] = []
    package var isDanger = false
    /// A link to the previous or next page.
    package var link: (text: String, href: String)?

    package init(_ id: String, _ heading: String, _ texts: String...) { (self.id, self.heading, self.texts) = (id, heading, texts) }

    package var values: TemplateValue {
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
package struct ItemView: Sendable {
    package let title: String
    package var detail = ""
    package var icon: String?
    /// A word about the item, and its class.
    package var badge: (text: String, kind: String)?
    /// A page about the item.
    package var link: (text: String, href: String)?
    package var forms: [TemplateValue] = []
    /// The title of the part that the forms are folded into; nil if they always show.
    package var fold: String?
    /// Whether it is open at first, such as after a refusal.
    package var isOpen = false

    package init(
        title: String, detail: String = "", icon: String? = nil, badge: (text: String, kind: String)? = nil,
        link: (text: String, href: String)? = nil, forms: [TemplateValue] = [], fold: String? = nil, isOpen: Bool = false
    ) {
        (self.title, self.detail, self.icon, self.badge, self.link, self.forms) = (title, detail, icon, badge, link, forms)
        (self.fold, self.isOpen) = (fold, isOpen)
    }

    var values: TemplateValue {
        [
            "title": .text(title), "detail": .optional(detail.isEmpty ? nil : detail), "icon": .optional(icon),
            "badge": badge.map { ["text": .text($0.text), "kind": .text($0.kind)] } ?? false, "forms": .list(forms),
            "link": link.map { ["text": .text($0.text), "href": .text($0.href)] } ?? false,
            "hasForms": .flag(!forms.isEmpty), "fold": .optional(fold), "isOpen": .flag(isOpen),
        ]
    }
}
