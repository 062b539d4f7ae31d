import Forecasting
import Forecasts
import HTTPEdge
import Inference
import Market
import MarketData
import PaperTrading
import Platform
import Synchronization

/// Results of paper matches for API and pages: computed once for all concurrent requests, with forecasts in the background's turn, and
/// kept until stored data or the model changes.
package final class PaperOutcomes: Sendable {
    private struct Key: Hashable, Sendable {
        let match: PaperMatchKey
        let store: Int
        let today: Day
        /// Of the model; nil if no forecast is followed.
        let revision: UInt64?
    }

    /// More matches than this are not computed at once.
    static let mostAtOnce = 16

    private let market: MarketData
    private let models: ServedModels
    private let storeVersion: StoreVersion
    private let play: PaperPlay
    private let kept = Mutex(BoundedCache<Key, PaperOutcome>(maximumBytes: 8 << 20))
    private let flights = SingleFlight<Key, PaperOutcome>()
    private let running = Atomic(0)

    init(market: MarketData, models: ServedModels, storeVersion: StoreVersion, worker: WorkerThread) {
        (self.market, self.models, self.storeVersion) = (market, models, storeVersion)
        play = PaperPlay(executor: worker)
    }

    /// The first day that has not ended.
    package var today: Day { market.today }

    /// Returns the result of a match. If the caller gives up, the computation goes on, so that a later request finds its result.
    ///
    /// - Throws: a ``Problem`` of status 503 if ``mostAtOnce`` matches are being computed, and what `PaperPlay` and the catalogue throw.
    package func outcome(of match: PaperMatch) async throws -> PaperOutcome {
        let forecaster = match.followsForecast ? try models.forecaster(for: ForecastRequest(), priority: .background) : nil
        let key = Key(
            match: PaperMatchKey(match), store: await storeVersion.current(), today: market.today, revision: forecaster?.revision)
        if let outcome = kept.withLock({ $0.value(for: key) }) { return outcome }
        let work = Task { try await flights.value(key) { [self] in try await compute(match, key, forecaster) } }
        return try await work.value
    }

    /// Returns the result of a match if it is known within some seconds; nil if it is still being computed.
    package func outcome(of match: PaperMatch, within seconds: Double) async throws -> PaperOutcome? {
        let first = FirstResult<PaperOutcome?>()
        Task { first.give(await Result.of { try await self.outcome(of: match) }) }
        let timer = Task {
            try await Task.sleep(for: .seconds(seconds))
            first.give(.success(nil))
        }
        defer { timer.cancel() }
        return try await first.value()
    }

    private func compute(_ match: PaperMatch, _ key: Key, _ forecaster: QueueForecaster?) async throws -> PaperOutcome {
        defer { running.subtract(1, ordering: .relaxed) }
        guard running.add(1, ordering: .relaxed).newValue <= Self.mostAtOnce else {
            throw Problem(
                .serviceUnavailable, "queue-full", "\(Self.mostAtOnce) paper matches are being computed; try again in 5 s",
                retryAfterSeconds: 5)
        }
        let outcome = try await play.outcome(of: match, in: market) { forecaster! }
        kept.withLock { $0.insert(outcome, for: key, bytes: Self.bytes(outcome)) }
        return outcome
    }

    private static func bytes(_ outcome: PaperOutcome) -> Int {
        guard case .result(let result) = outcome else { return 1024 }
        return 1024 + result.lines.reduce(0) { $0 + 16 * $1.values.count + 120 * $1.trades.count } + 200 * result.decisions.count
    }
}

/// What tells one definition from another.
private struct PaperMatchKey: Hashable, Sendable {
    private let parts: [String]

    init(_ match: PaperMatch) {
        parts =
            match.coins.map(\.description)
            + ["\(match.start)", match.end.map { "\($0)" } ?? "", "\(match.cash)", "\(match.feeRate)", "\(match.threshold)"]
            + match.strategies.map(\.rawValue) + ["\(match.seed)"]
    }
}
