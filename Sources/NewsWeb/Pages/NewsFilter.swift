import HTMLTemplates
import Languages
import Market
import News
import PageKit

/// The choices by which the news are filtered, from the query of the page's address.
struct NewsFilter: Sendable {
    /// Which articles are listed.
    enum Show: String, CaseIterable, Sendable {
        case latest, trending
        case forYou = "for-you"
        case saved
    }

    let show: Show
    private let fields: HistoryFields
    private let typed: Fields

    /// The fields before those of every history.
    static let own = ["search", "topic", "source"]

    init(_ visit: Visit, _ coins: CoinFinder) async throws {
        show = visit.choice("show", default: .latest)
        fields = try await HistoryFields(visit, .all, coins)
        typed = visit.fields
    }

    /// Whether a field names no coin or day: then nothing matches.
    var isRefused: Bool { fields.isRefused }

    var isActive: Bool { fields.isActive || Self.own.contains { !typed[$0].isEmpty } }

    /// The input of the operation that lists articles.
    var input: KeyValuePairs<String, String?> {
        [
            "asset": fields.asset?.description, "since": fields.since?.description, "until": fields.until?.description,
            "search": typed["search"], "topic": typed["topic"], "source": typed["source"],
            "saved": show == .saved ? "true" : nil,
        ]
    }

    /// The address of these articles.
    ///
    /// - Parameter first: the id of the first article shown; nil for the first of all.
    func href(from first: String? = nil) -> String {
        let filters = Self.own.filter { !typed[$0].isEmpty }.map { "\($0)=\(URLForm.encoded(typed[$0]))" } + fields.query()
        return Self.href(show, filters + (first.map { ["from=\(URLForm.encoded($0))"] } ?? []))
    }

    static func href(_ show: Show, _ more: [String] = []) -> String {
        let query = (show == .latest ? [] : ["show=\(show.rawValue)"]) + more
        return NewsPages.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// - Parameter day: only the articles of this day, UTC.
    static func href(coin: AssetID, on day: Day? = nil) -> String {
        href(.latest, ["asset=\(URLForm.encoded(coin.description))"] + (day.map { ["since=\($0)", "until=\($0)"] } ?? []))
    }

    static func href(topic: String) -> String { href(.latest, ["topic=\(URLForm.encoded(topic))"]) }

    /// The fields of the form, with what was refused in them.
    func values(_ topics: [String], _ sources: [String], _ errors: FormErrors, _ words: Words) -> TemplateValue {
        var search = FieldView("search", .text, words("news.search"))
        search.maximumLength = 200
        return fields.values(
            after: [
                search, Self.choice("topic", words("news.topic"), topics, all: words("news.all-topics"), typed),
                Self.choice("source", words("news.source"), sources, all: words("news.all-sources"), typed),
            ], errors: errors, words)
    }

    /// A list of names, with the chosen one even if it is no longer among them.
    private static func choice(_ name: String, _ label: String, _ names: [String], all: String, _ typed: Fields) -> FieldView {
        let chosen = typed[name]
        let names = chosen.isEmpty || names.contains(chosen) ? names : [chosen] + names
        return FieldView(name, .choice([(value: "", text: all)] + names.map { (value: $0, text: $0) }), label)
    }
}
