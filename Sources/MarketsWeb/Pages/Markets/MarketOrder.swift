import HTMLTemplates
import MarketData
import PageKit

/// The sorting of the table of markets, and the heads of its columns, which are links that sort it.
struct MarketOrder {
    let field: MarketField
    let isDescending: Bool
    private let search: String?

    /// Whether rows are sorted by a change.
    var isOfChanges: Bool { [.day, .days3, .week, .month].contains(field) }

    init(_ visit: Visit) {
        (field, isDescending) = (visit.choice("sort", default: MarketField.ticker), visit.query("dir") == "down")
        search = visit.query("q")
    }

    /// A column, by the field that sorts it and the class that hides it on narrow screens.
    private static let all: [(field: MarketField, style: String)] = [
        (.ticker, "name"), (.price, ""), (.day, "middle-size"), (.days3, "wider"), (.week, "wider"), (.month, "wide"),
        (.volume, "wider"), (.supply, "wider"),
    ]

    func columns(_ hidden: Set<MarketField>, _ words: Words) -> TemplateValue {
        .list(
            Self.all.filter { !hidden.contains($0.field) }.map { field, style in
                let isSorted = field == self.field
                return [
                    "field": .text(field.rawValue), "style": .text(style),
                    "label": .text(words("markets.column.\(field.rawValue)")),
                    "href": .text(href(field, isSorted: isSorted)),
                    "sorted": .optional(isSorted ? (isDescending ? "descending" : "ascending") : nil),
                ]
            })
    }

    /// The changes, of which a phone shows one.
    func phoneColumns(_ words: Words) -> TemplateValue {
        .list(
            [MarketField.day, .days3, .week, .month].map { field in
                ["field": .text(field.rawValue), "label": .text(words("markets.column.\(field.rawValue)"))]
            })
    }

    /// Clicking the sorted column reverses the order; another column starts with its largest values, names with the first letter.
    private func href(_ field: MarketField, isSorted: Bool) -> String {
        let descends = isSorted ? !isDescending : field != .ticker
        return "\(Page.Place.markets.path)?sort=\(field.rawValue)&dir=\(descends ? "down" : "up")"
            + (search.map { "&q=\(URLForm.encoded($0))" } ?? "")
    }
}
