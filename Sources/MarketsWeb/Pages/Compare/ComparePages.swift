import APIKit
import Access
import Charts
import HTMLTemplates
import HTTPTypes
import Market
import MarketData
import PageKit
import Portfolio

/// Two to five coins in one chart, where each line is 100 on the first day.
package struct ComparePages: Sendable {
    let market: MarketData
    let favourites: @Sendable (Principal) -> Favourites
    let coins: CoinFinder

    func add(to pages: inout PageList) {
        pages.get(CompareChoice.path, .scope(.read), isKept: true, hasCopy: true, page)
        pages.get("\(CompareChoice.path)/chart.json", .scope(.read)) { visit in
            let chart = try await chart(try await CompareChoice(visit, market), visit).chart
            return .response(ChartData.response(ChartData.json(chart), to: visit))
        }
        pages.get("\(CompareChoice.path)/chart.csv", .scope(.read)) { visit in
            let comparison = try await chart(try await CompareChoice(visit, market), visit).comparison
            let name = comparison.lines.map { "\($0.asset.id)" }.joined(separator: "-")
            return .response(
                ChartData.download(
                    Array(CompareData.csv(comparison).utf8), name: "compare-\(name).csv", type: "text/csv; charset=utf-8"))
        }
    }

    /// The chart of a choice that a page offered.
    private func chart(_ choice: CompareChoice, _ visit: Visit) async throws -> CompareChart {
        guard choice.faults.isEmpty, (2...CompareChoice.most).contains(choice.coins.count),
            let comparison = try await market.comparison(of: choice.coins, days: choice.past.days)
        else { throw Problem.notFound("there is nothing to compare") }
        return CompareChart(comparison: comparison, words: visit.words)
    }

    private func page(_ visit: Visit) async throws -> Outcome {
        let choice = try await CompareChoice(visit, market)
        if CompareChoice.isForm(visit), choice.faults.isEmpty, choice.coins.count <= CompareChoice.most {
            return .redirect(choice.href)
        }
        let isTooMany = choice.coins.count > CompareChoice.most
        var chart: CompareChart?
        if choice.coins.count >= 2, !isTooMany {
            chart = try await market.comparison(of: choice.coins, days: choice.past.days).map {
                CompareChart(comparison: $0, words: visit.words)
            }
        }
        let favourites = try await self.favourites(visit.caller).all().map(\.id)
        var picker = try await CoinPicker(.priced, coins, visit.words, besides: Set(choice.coins.map(\.id)))
        picker.sendsForm = !choice.coins.isEmpty
        let view = CompareView(
            choice: choice, chart: chart, words: visit.words, favourites: favourites, today: market.today,
            picker: picker, coverage: try await market.store.coverage())
        let page = Page(
            "compare", title: view.title, place: .compare, scripts: chart == nil ? [] : ["chart-page"], view.values)
        return .page(isTooMany ? page.with(.unprocessableContent) : page)
    }
}
