import HTMLTemplates
import Languages
import Market

/// The fields by which every history is filtered: coin and days.
package struct HistoryFields: Sendable {
    package private(set) var asset: AssetID?
    package private(set) var since: Day?
    package private(set) var until: Day?
    private let typed: Fields
    /// The names of the fields that name no coin or day.
    private var wrong: Set<String> = []
    private let coins: CoinPicker

    private static let names = ["asset", "since", "until"]

    package init(_ visit: Visit, _ scope: CoinScope, _ coins: CoinFinder) async throws {
        typed = visit.fields
        self.coins = try await CoinPicker(scope, coins, visit.words)
        if let text = visit.query("asset") {
            do { asset = try await coins.market.directory.asset(text).id } catch { wrong.insert("asset") }
        }
        since = day("since")
        until = day("until")
    }

    private mutating func day(_ name: String) -> Day? {
        guard !typed[name].isEmpty else { return nil }
        let day = Day(iso: typed[name])
        if day == nil { wrong.insert(name) }
        return day
    }

    /// Whether a field names no coin or day.
    package var isRefused: Bool { !wrong.isEmpty }

    package var isActive: Bool { Self.names.contains { !typed[$0].isEmpty } }

    /// The parts of a query.
    ///
    /// - Parameter onlyValid: whether to leave out fields that name no coin or day.
    package func query(onlyValid: Bool = false) -> [String] {
        Self.names.filter { !typed[$0].isEmpty && !(onlyValid && wrong.contains($0)) }
            .map { "\($0)=\(URLForm.encoded(typed[$0]))" }
    }

    /// - Parameters:
    ///   - first: the fields before them.
    ///   - errors: those of the fields before them.
    package func values(after first: [FieldView] = [], errors: FormErrors = FormErrors(), _ words: Words) -> TemplateValue {
        var errors = errors
        for field in wrong {
            let key = field == "asset" ? "wallet.filter.bad-asset" : "wallet.filter.bad-day"
            errors.add(words(key, ["value": typed[field]]), to: field)
        }
        let fields = [
            FieldView("asset", .coin(coins), words("wallet.coin")), FieldView("since", .date, words("wallet.filter.since")),
            FieldView("until", .date, words("wallet.filter.until")),
        ]
        return .list((first + fields).map { $0.values(errors, typed: typed) })
    }
}
