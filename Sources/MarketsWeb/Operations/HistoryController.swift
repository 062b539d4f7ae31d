import APIKit
import Forecasts
import HTTPEdge
import HTTPTypes
import JSONText
import Market
import MarketData
import NIOCore
import Platform
import Portfolio

/// The stored closes.
struct HistoryController: Sendable {
    let market: MarketData
    let worker: WorkerThreads

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.show, show)
        api.add(Self.check, check)
        api.add(Self.remove, remove)
        HistoryImportController(market: market, worker: worker).add(to: &api)
    }

    private var today: Day { market.today }

    private func asset(_ call: Call) async throws -> Asset {
        try await market.directory.asset(call)
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/history", id: "listHistory", tag: "History", "The assets with stored closes, sorted by ticker.",
        need: .scope(.read), parameters: Pagination.parameters,
        answers: [.json(200, "A page of assets.", Pagination.schema(of: MarketDocuments.stored.schema))])

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await market.storedRanges(), call) { "\($0.asset.id)" }
        return Reply { Pagination.write(page, next, &$0) { MarketDocuments.stored.write($0, &$1) } }
    }

    // MARK: Closes

    private static let show = Operation(
        .get, "/v1/assets/{asset}/history", id: "getHistory", tag: "History",
        "Stored closes, oldest first: all of them, or page by page with a limit.", need: .scope(.read),
        parameters: [
            .asset, .query("start", .day, "The first day (default: the first stored day)."),
            .query("end", .day, "The last day (default: the last stored day)."),
            .query(
                "interval", .choice(CandleInterval.allCases.map(\.rawValue)), "Days, weeks starting on Monday, or calendar months.",
                default: .string(CandleInterval.day.rawValue)),
            .format,
            Pagination.limitParameter(upTo: mostCandles, default: nil),
            .query("cursor", Pagination.cursor, "The `next_cursor` of the previous page; for CSV, its Next-Cursor header."),
        ],
        answers: [
            .contents(
                200, "The candles.", [("application/json", candleList), ("text/csv", MarketDocuments.csv)],
                headers: ["Next-Cursor"]),
            .problem(422, "The first day is after the last."),
        ])

    /// The largest number of candles on a page.
    private static let mostCandles = 10_000

    private static let candleList = Pagination.schema(
        of: MarketDocuments.candle, most: 10_000_000, MarketDocuments.history.members.map(\.schema))

    private func show(_ call: Call) async throws -> Reply {
        let asset = try await asset(call)
        let interval: CandleInterval = call.required("interval", Call.choice)
        let stored = try await market.store.candles(of: asset.id, from: call.day("start") ?? .first, through: try lastDay(call))
        let (history, next) = try page(MarketHistory(asset: asset, interval: interval, stored: stored), call)
        guard call.text("format") == "csv" else {
            return Reply { writer in
                MarketDocuments.history.write(history, &writer)
                Pagination.write(history.rows, next, &writer) { MarketHistory.write($0, &$1) }
            }
        }
        let reply = Reply(.ok, ByteBuffer(string: history.csv), type: "text/csv; charset=utf-8")
        return next.map { reply.with(.nextCursor, $0) } ?? reply
    }

    private func lastDay(_ call: Call) throws(Problem) -> Day {
        guard let last = call.day("end") else { return today }
        if let first = call.day("start"), first > last {
            throw Problem(
                .unprocessableContent, "no-range", "start \(first) is after end \(last)", field: "end",
                value: .string(last.description), accepted: "a day from \(first) on")
        }
        return last
    }

    private func page(_ history: MarketHistory, _ call: Call) throws(Problem) -> (MarketHistory, next: String?) {
        let rows = history.rows
        let last = try Pagination.key(call) { Day(iso: $0) }
        let start = last.map { day in rows.firstIndex { $0.candle.start > day } ?? rows.count } ?? 0
        let page = Page(rows[start...], limit: call.integer("limit").map { min($0, Self.mostCandles) } ?? rows.count)
        return (history.page(page.elements.indices), Pagination.cursor(after: page) { $0.candle.start.description })
    }

    // MARK: Check and remove

    private static let check = Operation(
        .get, "/v1/assets/{asset}/history/check", id: "checkHistory", tag: "History",
        "Reports gaps, jumps and old closes, one sentence each.",
        need: .scope(.read), parameters: [.asset],
        answers: [
            .json(200, "The problems found; an empty list if there are none.", MarketDocuments.faults.schema),
            .problem(422, "There are no closes to check."),
        ])

    private func check(_ call: Call) async throws -> Reply {
        let asset = try await asset(call)
        guard let faults = try await market.faults(of: asset) else { throw ForecastProblem.noCloses(of: asset) }
        return Reply { MarketDocuments.faults.write((asset, faults), &$0) }
    }

    private static let remove = Operation(
        .delete, "/v1/assets/{asset}/history", id: "removeHistory", tag: "History",
        "Removes all stored closes of an asset, so that you can send corrected ones.", need: .scope(.admin), parameters: [.asset],
        answers: [.json(200, "The number of removed closes.", .object([.init("removed", .integer(0...10_000_000))]))])

    private func remove(_ call: Call) async throws -> Reply {
        let removed = try await market.store.removeCandles(of: try await asset(call).id)
        return Reply { $0.member("removed", removed) }
    }
}

extension Day {
    /// A day before any close.
    fileprivate static let first = Day(daysSince1970: -719_162)
}
