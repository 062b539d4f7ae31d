import Forecasts
import Market
import Server

/// The forecasts issued for a coin, read for its page.
struct CoinDiary: Sendable {
    let diary: Diary
    let worker: WorkerThread

    /// Returns an entry of a coin by its number.
    func entry(_ id: Int64, of coin: AssetID) async throws -> ScoredEntry? {
        guard id > 0, id < .max else { return nil }
        return try await diary.scores(of: coin, before: id + 1, limit: 1).first { $0.kept.id == id }
    }

    /// Returns the newest entries of a coin, newest first, and the summary for the model of the newest one.
    func newest(_ limit: Int, of coin: AssetID) async throws -> (entries: [ScoredEntry], summary: DiarySummary?) {
        // Scores are sums over a thousand numbers per forecast: not for an event loop.
        try await worker.run {
            (entries: try await diary.scores(of: coin, limit: limit), summary: try await diary.summaries(of: coin).first)
        }
    }
}
