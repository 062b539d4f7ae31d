import APIKit
import Forecasts
import HTTPEdge
import JSONText
import Market
import MarketData
import Platform
import Portfolio
import Records

/// The forecasts recorded for an asset, and their scores.
struct DiaryController: Sendable {
    let directory: AssetDirectory
    let diary: Diary
    let worker: WorkerThreads

    func add(to api: inout API) { api.add(Self.show, show) }

    private static let show = Operation(
        .get, "/v1/assets/{asset}/diary", id: "getDiary", tag: "Forecasts",
        "Issued forecasts of an asset, newest first, scored against the naive forecast as their days arrive.",
        need: .scope(.read),
        parameters: [
            .asset,
            .query("values", .boolean, "Whether to include each day's numbers and the naive forecast's.", default: .boolean(false)),
        ] + Pagination.parameters,
        answers: [
            .json(
                200, "A page of entries, and each model's score over all of them.",
                Pagination.schema(
                    of: DiaryDocuments.entry.schema,
                    [.init("asset", Schema.assetID), .init("models", .array(DiaryDocuments.summary.schema, count: 0...10_000))]))
        ])

    private func show(_ call: Call) async throws -> Reply {
        let asset = try await directory.asset(call)
        let (limit, hasValues) = (Pagination.limit(call), call.flag("values"))
        let before = try Pagination.key(call) { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        return try await worker.run(for: call.caller.owner) {
            let page = try await Page(limit: limit) { try await diary.scores(of: asset.id, before: before, limit: $0) }
            let summaries = try await diary.summaries(of: asset.id)
            let next = Pagination.cursor(after: page) { "\($0.kept.id)" }
            return Reply { writer in
                writer.member("asset", "\(asset.id)")
                writer.member("models", summaries) { DiaryDocuments.summary.write($0, &$1) }
                Pagination.write(page.elements, next, &writer) { DiaryDocuments.entry.write(($0, hasValues), &$1) }
            }
        }
    }
}
