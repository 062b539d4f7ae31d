import APIKit
import HTMLTemplates
import Languages
import Market
import MarketData
import MarketsWeb
import NewsWeb
import PageKit

/// The first page: one total, the reader's own or that of the practice account, favourites, and what waits for the reader.
struct HomePages: Sendable {
    typealias Total = TotalChoice

    let mine: HomeTotal
    let practice: PracticeTotal
    let waiting: WaitingItems
    let market: MarketData
    let favourites: OrderedFavourites
    let outlooks: CoinOutlooks
    let headlines: Headlines

    func add(to pages: inout PageList) {
        pages.get(Page.Place.home.path, .scope(.read), isKept: true) { visit in .page(try await home(visit)) }
    }

    static func path(_ total: Total) -> String {
        total == .mine ? Page.Place.home.path : "\(Page.Place.home.path)?of=\(total.rawValue)"
    }

    private func home(_ visit: Visit) async throws -> Page {
        let (words, total) = (visit.words, visit.choice("of", default: Total.mine))
        let shown = total == .mine ? try await mine.values(visit) : try await practice.values(visit)
        let waiting = try await waiting.values(visit)
        let rows = try await favouriteRows(visit)
        let values: Values = [
            "totals": .list(Total.allCases.map { Self.choice($0, isCurrent: $0 == total, words) }),
            "isPractice": .flag(total == .practice), "path": .text(Self.path(total)),
            "waiting": .list(waiting), "hasWaiting": .flag(!waiting.isEmpty),
            "favourites": .list(rows), "hasFavourites": .flag(!rows.isEmpty),
            "headlines": try await headlines.atHome(visit),
        ]
        var page = Page(
            "home", title: Page.Place.home.label(words), place: .home, scripts: ["wallet"], values.merging(shown.values) { $1 })
        page.isPassing = shown.isPassing
        return page
    }

    private static func choice(_ total: Total, isCurrent: Bool, _ words: Words) -> TemplateValue {
        ["label": .text(words("home.of.\(total.rawValue)")), "href": .text(path(total)), "isCurrent": .flag(isCurrent)]
    }

    /// The favourites with their price and its change over a day.
    private func favouriteRows(_ visit: Visit) async throws -> [TemplateValue] {
        let listed = try await market.listed(try await favourites.coins(of: visit).coins, periodDays: 30)
        return MarketRows(outlooks: outlooks, today: market.today).rows(of: listed, favourites: []).map { $0.values(visit.words) }
    }
}

/// The values of a total on the first page.
struct ShownTotal {
    let values: Values
    /// Whether a forecast is still being computed.
    var isPassing = false
}
