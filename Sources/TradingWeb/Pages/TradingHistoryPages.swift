import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// The movements of the simulated account: filtered, page by page, with a receipt for each entry.
package struct TradingHistoryPages: Sendable {
    let trading: Trading
    let market: MarketData
    let coins: CoinFinder

    private static let pageSize = 50

    func add(to pages: inout PageList) {
        pages.get("/trading/history", .scope(.read), list)
        pages.get("/trading/history/:entry", .scope(.read), receipt)
    }

    // MARK: The list

    private func list(_ visit: Visit) async throws -> Outcome {
        let write = TradingWords(visit, trading)
        let filter = try await TradingHistoryFilter(visit, coins)
        var query = filter.query
        query.limit = Self.pageSize + 1
        let found = try await trading.accounts.history(of: visit.caller.owner, query)
        let shown = found.prefix(Self.pageSize)
        let assets = try await market.store.assets(ids: Set(shown.compactMap(\.asset)))
        let rows = shown.map { TradingEntryView(entry: $0, assets: assets, write: write).row }
        var values: Values = [
            "htmlClass": write.amounts.pageClass, "rows": .list(rows), "isEmpty": .flag(rows.isEmpty),
            "isFiltered": .flag(filter.isActive),
            "olderHref": .optional(found.count > Self.pageSize ? shown.last.map { filter.href(after: $0) } : nil),
            "newestHref": .optional(query.after == nil ? nil : filter.href()),
            "csvHref": .text(filter.exportHref("csv")), "jsonHref": .text(filter.exportHref("json")),
        ]
        values.merge(filter.values(visit.words)) { $1 }
        var page = Page("trade-history", title: visit.words("trade.history.title"), place: .practice, values)
        if !rows.isEmpty {
            page.add(PaymentPlace.clockNotices(try await trading.accounts.state(of: visit.caller.owner), write))
        }
        return .page(page)
    }

    // MARK: A receipt

    private func receipt(_ visit: Visit) async throws -> Outcome {
        let owner = visit.caller.owner
        let entry = try await trading.accounts.entry(visit.path("entry"), of: owner)
        let order = entry.id.hasPrefix("o_") ? try await trading.orders.order(entry.id, of: owner) : nil
        let assets = try await market.store.assets(ids: Set([entry.asset].compactMap(\.self)))
        let write = TradingWords(visit, trading)
        let view = TradingEntryView(entry: entry, assets: assets, write: write)
        let title = visit.words("trade.receipt.title", ["kind": view.kind])
        return .page(
            Page(
                "trade-receipt", title: title, place: .practice, scripts: ["trade"],
                [
                    "htmlClass": write.amounts.pageClass, "heading": .text(title), "figure": view.figure,
                    "lines": .list(view.lines(order: order)), "holder": .text(visit.person?.name ?? ""),
                    "printed": .text(visit.words("trade.receipt.issued", ["moment": write.moment(write.now)])),
                ]))
    }
}

/// The entries of a history that are shown, and the start of the page.
struct TradingHistoryFilter: Sendable {
    /// The choices of the chips above the list.
    enum Group: String, CaseIterable, Sendable {
        case all, deposits, withdrawals, trades, transfers

        var kinds: Set<HistoryEntry.Kind> {
            switch self {
            case .all: []
            case .deposits: [.deposit, .reward]
            case .withdrawals: [.withdrawal]
            case .trades: [.buy, .sell]
            case .transfers: [.send, .receive]
            }
        }
    }

    let group: Group
    private(set) var query = HistoryQuery()
    private let fields: HistoryFields

    init(_ visit: Visit, _ coins: CoinFinder) async throws {
        group = visit.choice("show", default: .all)
        fields = try await HistoryFields(visit, .practice(nil), coins)
        (query.kinds, query.asset) = (group.kinds, fields.asset)
        query.since = fields.since.map { $0.daysSince1970 * 86_400 }
        query.before = fields.until.map { ($0.daysSince1970 + 1) * 86_400 }
        let place = (visit.query("after") ?? "").split(separator: ":", maxSplits: 1)
        if place.count == 2, let time = Int(place[0]) { query.after = (time, String(place[1])) }
    }

    var isActive: Bool { group != .all || fields.isActive }

    private func pairs(_ group: Group) -> [String] {
        (group == .all ? [] : ["show=\(group.rawValue)"]) + fields.query()
    }

    private func href(_ pairs: [String]) -> String {
        "/trading/history" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// The address of the same entries, from the newest on or after an entry.
    func href(after entry: HistoryEntry? = nil) -> String {
        href(pairs(group) + (entry.map { ["after=\($0.time):\($0.id)"] } ?? []))
    }

    /// The address of a file with the shown entries.
    func exportHref(_ format: String) -> String {
        let kinds = group.kinds.isEmpty ? [] : ["kind=" + group.kinds.map(\.rawValue).sorted().joined(separator: ",")]
        let query = ["format=\(format)"] + kinds + fields.query(onlyValid: true)
        return "/v1/trading/history/export?" + query.joined(separator: "&")
    }

    func values(_ words: Words) -> Values {
        [
            "groups": .list(
                Group.allCases.map { each in
                    [
                        "label": .text(words("trade.show.\(each.rawValue)")), "href": .text(href(pairs(each))),
                        "isCurrent": .flag(each == group),
                    ]
                }),
            "filterFields": fields.values(words), "show": .text(group.rawValue),
        ]
    }
}
