import HTMLTemplates

/// A result that is no coin.
package enum FoundRow {
    package static func values(title: String, detail: String = "", href: String, icon: String, amount: TemplateValue = false)
        -> TemplateValue
    {
        [
            "title": .text(title), "detail": .optional(detail.isEmpty ? nil : detail), "href": .text(href), "icon": .text(icon),
            "amount": amount,
        ]
    }
}
