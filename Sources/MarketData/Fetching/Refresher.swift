import Market
import Store
import Synchronization

/// Refreshes stored closes for a whole process: for its schedule and for requests.
///
/// Concurrent refreshes of the same asset share one fetch.
package final class Refresher: Sendable {
    private struct Fetch {
        let task: Task<RefreshResult, Never>
        let isUpkeep: Bool
    }

    private struct State {
        var running: [AssetID: Fetch] = [:]
        var feeds = RefreshState()
    }

    package let fetcher: HistoryFetcher
    private let state = Mutex(State())

    package init(_ fetcher: HistoryFetcher) { self.fetcher = fetcher }

    /// The state of the feeds, for metrics and health.
    package var feedState: RefreshState { state.withLock { $0.feeds } }

    /// Fetches an asset's missing closes and the hourly prices of the last day.
    ///
    /// - Parameters:
    ///   - deadlineSeconds: the time limit; whatever has arrived by then is kept. A caller that joins a running fetch waits at
    ///     most as long as that fetch runs, and stops waiting when its own task is cancelled.
    ///   - isUpkeep: whether this is the scheduled refresh. Only then does a failure count in ``RefreshState/failuresInARow``: a
    ///     caller with a short deadline, or with an asset that no provider knows, proves nothing about the providers.
    package func refresh(_ asset: Asset, deadlineSeconds: Double, isUpkeep: Bool = false) async -> RefreshResult {
        let (fetch, isJoined) = fetch(of: asset, deadlineSeconds, isUpkeep)
        let result = await result(of: fetch, asset)
        // The joined fetch failed within the deadline of another caller.
        guard isJoined, isUpkeep, !fetch.isUpkeep, result.failure != nil, !Task.isCancelled else { return result }
        return await self.result(of: self.fetch(of: asset, deadlineSeconds, isUpkeep).0, asset)
    }

    private func fetch(of asset: Asset, _ deadlineSeconds: Double, _ isUpkeep: Bool) -> (Fetch, isJoined: Bool) {
        state.withLock { state in
            if let running = state.running[asset.id] { return (running, true) }
            // Not a child task of the caller, nor part of its transaction: others may wait for the result after the caller is gone.
            let task = Task { await Store.apart { await self.fetch(asset, deadlineSeconds, isUpkeep) } }
            let fetch = Fetch(task: task, isUpkeep: isUpkeep)
            state.running[asset.id] = fetch
            return (fetch, false)
        }
    }

    private func result(of fetch: Fetch, _ asset: Asset) async -> RefreshResult {
        let (results, continuation) = AsyncStream.makeStream(of: RefreshResult.self)
        Task {
            continuation.yield(await fetch.task.value)
            continuation.finish()
        }
        for await result in results { return result }
        var abandoned = RefreshResult(asset: asset, newest: nil)
        abandoned.failure = "cancelled: no request needs it any more"
        return abandoned
    }

    private func fetch(_ asset: Asset, _ deadlineSeconds: Double, _ isUpkeep: Bool) async -> RefreshResult {
        let result: RefreshResult
        do {
            let last = try await fetcher.market.store.coverage()[asset.id]?.last
            result = await fetcher.bringUpToDate(asset, last: last, budgetSeconds: deadlineSeconds, withQuotes: true)
        } catch {
            var failed = RefreshResult(asset: asset, newest: nil)
            failed.failure = "\(error)"
            result = failed
        }
        state.withLock { state in
            state.running[asset.id] = nil
            state.feeds.note(result, at: fetcher.market.now(), isUpkeep: isUpkeep)
        }
        return result
    }

    /// Sets the stored days of the assets in use in ``feedState``.
    func note(stored: [AssetID: Day?]) { state.withLock { $0.feeds.newestDays = stored } }

    /// Records a failure other than a provider's that prevents a refresh, such as an unreadable store.
    func note(failure: String) { state.withLock { $0.feeds.note(failure: failure, at: fetcher.market.now()) } }
}
