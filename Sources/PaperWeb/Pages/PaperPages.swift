import APIKit
import Access
import HTMLTemplates
import Languages
import Market
import MarketData
import PageKit
import PaperTrading
import Portfolio
import Services

/// Paper trading: the reader's matches, the form that starts one, and the result of each.
package struct PaperPages: Sendable {
    let market: MarketData
    let favourites: @Sendable (Principal) -> Favourites
    let paperMatches: @Sendable (Principal) -> PaperMatches
    let outcomes: PaperOutcomes
    let operations: PaperMatchesOperations
    let coins: CoinFinder

    static let path = "/paper"
    /// How long a page waits for a result before it says that the result is being computed.
    private static let patienceSeconds = 2.0

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { visit in
            let form = try await PaperForm(suggestingFrom: market, favourites(visit.caller), visit)
            return .page(try await list(visit, form, FormErrors()))
        }
        pages.post(Self.path, .scope(.write), start)
        pages.get("\(Self.path)/:match", .scope(.read), show)
        pages.post("\(Self.path)/:match/delete", .scope(.write), delete)
    }

    // MARK: The list

    private func list(_ visit: Visit, _ form: PaperForm, _ errors: FormErrors) async throws -> Page {
        let words = visit.words
        let matches = try await visit.perform(operations.list)
        let assets = try await market.store.assets(ids: Set(matches.flatMap(\.match.coins)))
        var coins = try await CoinPicker(.priced, coins, words)
        coins.isSeveral = true
        let values: Values = [
            "matches": .list(matches.map { PaperRow(recorded: $0, assets: assets, today: market.today, words: words).values }),
            "isEmpty": .flag(matches.isEmpty), "generalError": .optional(errors.general),
            "fields": form.fields(errors, coins, words), "strategies": .list(form.strategies(words)),
            "strategiesError": .optional(errors.byField["strategies"]),
        ]
        return Page("paper", title: words("paper.title"), place: .paper, values)
    }

    private func start(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let form = PaperForm(fields)
        let (input, errors) = form.input(visit.words)
        guard errors.isEmpty else { return .page(try await list(visit, form, errors).with(errors)) }
        do {
            let match = try await visit.perform(operations.start, input, key: fields.key)
            return .redirect("\(Self.path)/\(match.id)")
        } catch {
            let errors = try PaperForm.errors(error, visit.words)
            return .page(try await list(visit, form, errors).with(errors))
        }
    }

    // MARK: A match

    private func show(_ visit: Visit) async throws -> Outcome {
        let recorded = try await paperMatches(visit.caller).match(visit.path("match"))
        let assets = try await market.store.assets(ids: Set(recorded.match.coins))
        let row = PaperRow(recorded: recorded, assets: assets, today: market.today, words: visit.words)
        var values: Values = [
            "match": row.values, "facts": .text(row.facts), "computing": false, "waiting": .optional(nil), "result": false,
            "failure": .optional(nil),
            "mayAdd": .flag(visit.caller.scope.allows(.admin)),
        ]
        var isPassing = false
        do {
            let owner = visit.caller.owner
            switch try await outcomes.outcome(of: recorded.match, for: owner, within: Self.patienceSeconds) {
            case nil:
                isPassing = true
                values["computing"] = true
                values["refreshSeconds"] = .text("3")
            case .waiting(let coins):
                let names = coins.map { "\($0.ticker)" }.joined(separator: ", ")
                values["waiting"] = .text(visit.words("paper.waiting.text", ["coins": names]))
            case .result(let result): values["result"] = PaperView(recorded: recorded, result: result, words: visit.words).values
            }
        } catch let error as PaperTradingError {
            values["failure"] = .text(Self.sentence(error, visit.words))
        }
        var page = Page("paper-match", title: row.title, place: .paper, values)
        page.isPassing = isPassing
        if isPassing { page.scripts = ["reload"] }
        return .page(page)
    }

    private static func sentence(_ error: PaperTradingError, _ words: Words) -> String {
        switch error {
        case .noBands(let model): words("paper.failure.no-bands", ["model": model])
        case .tooLarge(let ticker, let day):
            words("paper.failure.too-large", ["coin": "\(ticker)", "date": words.format.date(day, .plain)])
        }
    }

    private func delete(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        try await visit.perform(operations.remove, ["match": visit.path("match")], key: fields.key)
        return .redirect("\(Self.path)?done=paper-deleted")
    }
}
