import Forecasting
import Market
import MarketData

/// Why a stored asset cannot be forecast.
package enum AssetForecastError: Error, Sendable {
    /// No close of the asset is stored.
    case noCloses(Asset)
    /// Its stored closes have an error among those that the model reads.
    case unusableCloses(Asset, CloseSeriesError)
}

/// Issues forecasts of stored assets for a server: from the cache if nothing has changed, otherwise computed once for all
/// concurrent requests and recorded in the diary.
package struct AssetForecasts<Answer: Sendable>: Sendable {
    private let market: MarketData
    private let diary: Diary
    private let cache: ForecastCache<Answer>
    private let storeVersion: StoreVersion
    private let recorder: any TaskExecutor
    private let reportFailure: @Sendable (Asset, any Error) -> Void

    /// - Parameters:
    ///   - diary: records the forecasts.
    ///   - storeVersion: changes whenever the stored data changes.
    ///   - recorder: where forecasts are recorded: computing the naive quantiles for each takes milliseconds of processor time.
    ///   - reportFailure: called when a forecast could not be recorded.
    package init(
        market: MarketData, diary: Diary, cache: ForecastCache<Answer>, storeVersion: StoreVersion, recorder: any TaskExecutor,
        reportFailure: @escaping @Sendable (Asset, any Error) -> Void
    ) {
        (self.market, self.diary, self.cache) = (market, diary, cache)
        (self.storeVersion, self.recorder, self.reportFailure) = (storeVersion, recorder, reportFailure)
    }

    /// Returns the answer to a query.
    ///
    /// - Parameters:
    ///   - asset: the asset of the query, if the caller has already looked it up.
    ///   - forecaster: computes with the model that the query names.
    ///   - limits: the limits for the caller.
    ///   - encode: creates the answer; runs where `forecaster` computes.
    /// - Throws: `ForecastRequestError`, `AssetError`, ``AssetForecastError``, `ForecastError` and what `forecaster` throws.
    package func answer(
        to query: ForecastQuery, of asset: Asset? = nil, by forecaster: some CoinForecaster, limits: ForecastRequest.Limits,
        encode: @escaping @Sendable (IssuedForecast, ForecastPlan) -> Answer
    ) async throws -> Answer {
        let version = ForecastInputsVersion(today: market.today, store: await storeVersion.current(), model: forecaster.revision)
        if let answer = cache.answer(to: query, at: version) { return answer }
        return try await cache.lookups.value(.init(query: query, version: version)) {
            let plan = try query.request.plan(for: forecaster.model, limits: limits)
            let asset = if let asset { asset } else { try await market.directory.asset(query.asset) }
            let (history, origin) = try await closes(of: asset, plan, forecaster.model, version.today)
            let key = ForecastCache<Answer>.Key(
                asset: asset.id, ticker: asset.ticker, inputSHA256: InputHash.of(history), origin: origin,
                modelRevision: forecaster.revision, request: query.request)
            if let answer = cache.answer(of: key, to: query, at: version) { return answer }
            return try await cache.computations.value(key) {
                cache.noteMiss()
                let (issued, isRecorded) = try await issue(asset, history, origin, plan, forecaster)
                let answer = try await forecaster.compute(values: plan.pathValues(series: 1)) { encode(issued, plan) }
                if isRecorded { cache.keep(answer, of: key, to: query, at: version) }
                return answer
            }
        }
    }

    /// Returns the closes that the model reads, and the origin of the last one.
    private func closes(
        of asset: Asset, _ plan: ForecastPlan, _ model: Forecaster, _ today: Day
    ) async throws -> (PriceHistory, ClosesOrigin) {
        let need = model.contextLength
        do {
            let stored = try await market.histories.history(of: asset, plan.request.selection(need: need, today: today))
            return (model.inputs(of: stored.history), stored.origin(today: today))
        } catch let error as CloseSeriesError {
            throw AssetForecastError.unusableCloses(asset, error)
        } catch StoredClosesError.noCloses {
            throw AssetForecastError.noCloses(asset)
        }
    }

    /// Computes a forecast and records it, if the diary keeps such forecasts.
    ///
    /// - Returns: also whether the answer may be cached. If recording failed, the caller still gets the forecast, but the next
    ///   request computes and records it again.
    private func issue(
        _ asset: Asset, _ history: PriceHistory, _ origin: ClosesOrigin, _ plan: ForecastPlan, _ forecaster: some CoinForecaster
    ) async throws -> (IssuedForecast, isCacheable: Bool) {
        let kept = Diary.options(for: plan)
        let computed = try await forecaster.forecasts(of: [history], kept ?? plan.options)[0].get()
        let issued = IssuedForecast(computed, of: asset, from: history, origin: origin)
        let isRecorded = kept != nil ? await record(issued, plan.sampling, forecaster) : true
        return (IssuedForecast(computed.prefix(plan.days), of: asset, from: history, origin: origin), isRecorded)
    }

    private func record(_ issued: IssuedForecast, _ sampling: Sampling, _ forecaster: some CoinForecaster) async -> Bool {
        do {
            try await withTaskExecutorPreference(recorder) {
                _ = try await diary.record(issued, by: forecaster, sampling: sampling)
            }
            return true
        } catch is CancellationError {
            return false  // cancelled: no caller waits for the answer
        } catch {
            reportFailure(issued.asset, error)
            return false
        }
    }
}
