import Market
import Synchronization

/// Brings stored closes up to date for a whole process: for its schedule and for whoever asks.
///
/// Two that want the same asset at once share one fetch.
package final class Refresher: Sendable {
    private struct State {
        var running: [AssetID: Task<RefreshResult, Never>] = [:]
        var told = RefreshState()
    }

    package let history: FetchedHistory
    private let state = Mutex(State())

    package init(_ history: FetchedHistory) { self.history = history }

    /// What is known of the feeds, for metrics and health.
    package var told: RefreshState { state.withLock { $0.told } }

    /// Fetches an asset's missing closes and the prices of its last hours.
    ///
    /// - Parameter deadlineSeconds: when it is over, what has arrived is what there is; whoever joins a fetch under way waits no longer
    ///   than that one does, and no longer than its task is wanted.
    package func refresh(_ asset: Asset, deadlineSeconds: Double) async -> RefreshResult {
        let task = state.withLock { state in
            if let running = state.running[asset.id] { return running }
            // Not the caller's child: others may wait for it when the caller is gone.
            let task = Task { await fetch(asset, deadlineSeconds) }
            state.running[asset.id] = task
            return task
        }
        let (results, continuation) = AsyncStream.makeStream(of: RefreshResult.self)
        Task {
            continuation.yield(await task.value)
            continuation.finish()
        }
        for await result in results { return result }
        var abandoned = RefreshResult(asset: asset, newest: nil)
        abandoned.failure = "nobody waits for it any more"
        return abandoned
    }

    private func fetch(_ asset: Asset, _ deadlineSeconds: Double) async -> RefreshResult {
        let result: RefreshResult
        do {
            let last = try await history.repositories.candles.coverage()[asset.id]?.last
            result = await history.bringUpToDate(asset, last: last, budgetSeconds: deadlineSeconds, withQuotes: true)
        } catch {
            var failed = RefreshResult(asset: asset, newest: nil)
            failed.failure = "\(error)"
            result = failed
        }
        state.withLock { state in
            state.running[asset.id] = nil
            state.told.note(result, at: history.now())
        }
        return result
    }

    /// Tells ``told`` which closes are stored of the assets in use.
    func note(stored: [AssetID: Day?]) { state.withLock { $0.told.newestDays = stored } }

    /// Tells ``told`` that something else than a provider keeps closes from coming.
    func note(failure: String) { state.withLock { $0.told.note(failure: failure, at: history.now()) } }
}
