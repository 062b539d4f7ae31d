import APIKit
import Forecasting
import Forecasts
import Inference
import Market
import MarketData
import PaperTrading
import Platform
import Synchronization

/// Results of paper matches for API and pages: computed one at a time for each match and a few at once for each owner, with
/// forecasts at background priority, and cached until stored data or the model changes.
package final class PaperOutcomes: Sendable {
    private struct Key: Hashable, Sendable {
        let match: PaperMatchKey
        let today: Day
        /// The revision of the model; nil if no forecast is followed.
        let revision: UInt64?
    }

    private struct Kept: Sendable {
        let outcome: PaperOutcome
        /// The version of the store before the closes were read.
        let store: Int
    }

    private let market: MarketData
    private let models: ServedModels
    private let storeVersion: StoreVersion
    private let play: PaperPlay
    /// The newest result of each key.
    private let kept = Mutex(BoundedCache<Key, Kept>(maximumBytes: 8 << 20))
    /// The version of the store is not a part of the key: it changes with every write by any owner, and each change would start
    /// another computation of a match that is still being computed.
    private let computations = OwnerComputations<PaperMatchKey, PaperOutcome>()

    init(market: MarketData, models: ServedModels, storeVersion: StoreVersion, worker: WorkerThreads) {
        (self.market, self.models, self.storeVersion) = (market, models, storeVersion)
        play = PaperPlay(executor: worker.executor)
    }

    /// The first day that has not ended.
    package var today: Day { market.today }

    /// Returns the SHA-256 of the weights of the model that a match follows now; nil if it follows no forecast.
    ///
    /// - Throws: what the catalogue throws.
    package func modelSHA256(of match: PaperMatch) throws -> String? {
        try basis(of: match).forecaster?.model.configuration.sha256
    }

    /// Returns the result of a match. If the caller gives up, the computation continues, so that a later request finds its result.
    ///
    /// - Throws: a `Problem` of status 503 if there are too many computations, see ``ComputationLimits``, and what `PaperPlay` and
    ///   the catalogue throw.
    package func outcome(of match: PaperMatch, for owner: String) async throws -> PaperOutcome {
        let key = try basis(of: match).key
        let store = await storeVersion.current()
        if let outcome = known(key, store: store) { return outcome }
        return try await computations.value(key.match, of: owner) { [self] in try await compute(match) }
    }

    /// Returns the result of a match if it is known within some seconds. If not, returns today's last result, from before the
    /// newest changes of the store, so that readers get a result even during constant writes; nil if there is none.
    package func outcome(of match: PaperMatch, for owner: String, within seconds: Double) async throws -> PaperOutcome? {
        let first = FirstResult<PaperOutcome?>()
        Task { first.give(await Result.of { try await self.outcome(of: match, for: owner) }) }
        let timer = Task {
            try await Task.sleep(for: .seconds(seconds))
            first.give(.success(nil))
        }
        defer { timer.cancel() }
        if let outcome = try await first.value() { return outcome }
        return known(try basis(of: match).key)
    }

    /// Reads the version of the store first, so that closes that arrive meanwhile are not mistaken for its closes.
    private func compute(_ match: PaperMatch) async throws -> PaperOutcome {
        let store = await storeVersion.current()
        let (key, forecaster) = try basis(of: match)
        // The previous computation may have produced the result that these requests wait for.
        if let outcome = known(key, store: store) { return outcome }
        let outcome = try await play.outcome(of: match, in: market) { forecaster! }
        kept.withLock { $0.insert(Kept(outcome: outcome, store: store), for: key, bytes: Self.bytes(outcome)) }
        return outcome
    }

    private func basis(of match: PaperMatch) throws -> (key: Key, forecaster: QueueForecaster?) {
        let forecaster = match.followsForecast ? try models.forecaster(for: ForecastRequest(), priority: .background) : nil
        return (Key(match: PaperMatchKey(match), today: market.today, revision: forecaster?.revision), forecaster)
    }

    /// - Parameter store: the version that the result must have; nil for any.
    private func known(_ key: Key, store: Int? = nil) -> PaperOutcome? {
        guard let kept = kept.withLock({ $0.value(for: key) }), store == nil || kept.store == store else { return nil }
        return kept.outcome
    }

    private static func bytes(_ outcome: PaperOutcome) -> Int {
        guard case .result(let result) = outcome else { return 1024 }
        return 1024 + result.lines.reduce(0) { $0 + 16 * $1.values.count + 120 * $1.trades.count } + 200 * result.decisions.count
    }
}

/// Distinguishes definitions of matches.
private struct PaperMatchKey: Hashable, Sendable {
    private let parts: [String]

    init(_ match: PaperMatch) {
        parts =
            match.coins.map(\.description)
            + ["\(match.start)", match.end.map { "\($0)" } ?? "", "\(match.cash)", "\(match.feeRate)", "\(match.threshold)"]
            + match.strategies.map(\.rawValue) + ["\(match.seed)"]
    }
}
