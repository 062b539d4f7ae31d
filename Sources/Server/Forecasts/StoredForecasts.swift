import Documents
import Forecasting
import Inference
import Logging
import Market
import NIOCore
import Portfolio

/// Forecasts of stored assets: from memory where nothing has changed, else computed once for all who ask, and kept in the diary.
struct StoredForecasts: Sendable {
    let services: Services

    private var cache: ForecastCache { services.market.forecasts }
    private static let logger = Logger(label: "closecast.forecasts")

    /// The answer to a query: the document of `closecast forecast --json`.
    func answer(to query: ForecastQuery) async throws -> ForecastCache.Answer {
        let model = try services.catalogue.model(query.settings.model, version: query.settings.version)
        let moment = ForecastCache.Moment(
            today: Day(secondsSince1970: services.now()), storeVersion: await services.market.storeVersion.current(),
            modelRevision: model.revision)
        if let answer = cache.answer(to: query, at: moment) { return answer }
        return try await cache.lookups.value(.init(query: query, moment: moment)) {
            try await found(query, model, moment)
        }
    }

    private func found(
        _ query: ForecastQuery, _ model: LoadedModel, _ moment: ForecastCache.Moment
    ) async throws -> ForecastCache.Answer {
        let forecaster = try model.forecaster(.recursive)
        let details = try query.settings.details(forecaster)
        let portfolio = services.portfolio(of: .local)
        let asset = try await portfolio.namedAsset(query.asset)
        let (history, last) = try await closes(of: asset, portfolio, need: forecaster.contextLength, moment.today)
        let origin = ClosesOrigin(
            source: last.source, retrievedAt: last.retrievedAt, ageDays: moment.today - history.lastDay)
        let key = ForecastCache.Key(
            asset: asset.id, ticker: asset.ticker, inputSHA256: InputHash.of(history), origin: origin,
            modelRevision: model.revision,
            settings: query.settings)
        if let answer = cache.answer(of: key, to: query, at: moment) { return answer }
        return try await cache.computations.value(key) {
            cache.noteMiss()
            let (options, isKept) = Self.whole(query.settings.options, forecaster)
            let whole = try await computed(history, options, model)
            let isRecorded = isKept ? await record(whole, of: asset, from: history, forecaster, model, details.sampling) : true
            let forecast = whole.prefix(query.settings.days ?? whole.horizon)
            let body = try await services.queue.compute {
                ByteBuffer(bytes: ForecastJSON.document([forecast], details, [asset.ticker: origin]))
            }
            let answer = ForecastCache.Answer(body: body, tag: EntityTag.of(body))
            if isRecorded { cache.keep(answer, of: key, to: query, at: moment) }
            return answer
        }
    }

    /// The diary is for good and all owners share it, so a token that may only read must not fill it: it keeps forecasts with default
    /// sampling alone, one for each model and last close. That one is of all days that the model forecasts, however many were asked for:
    /// whoever always asks for 30 finds a diary.
    private static func whole(_ options: ForecastOptions, _ forecaster: Forecaster) -> (options: ForecastOptions, isKept: Bool) {
        let standard = ForecastOptions(days: options.days)
        guard options == standard, (1...forecaster.horizon).contains(options.days ?? 1) else { return (options, false) }
        return (ForecastOptions(), true)
    }

    /// The closes that the model reads, and where the last one came from.
    private func closes(
        of asset: Asset, _ portfolio: Portfolio, need: Int, _ today: Day
    ) async throws -> (PriceHistory, StoredCandle) {
        do {
            let stored = try await portfolio.history(of: asset, PriceFile.Selection(need: need, today: today))
            return (stored.history.suffix(need), stored.last)
        } catch let error as PriceFileError {
            throw ForecastProblem.unusable(asset, error)
        } catch PortfolioError.noCloses {
            throw ForecastProblem.noCloses(of: asset)
        }
    }

    private func computed(
        _ history: PriceHistory, _ options: ForecastOptions, _ model: LoadedModel
    ) async throws -> Forecast {
        do {
            return try await services.queue.forecast(history, options, with: model)
        } catch {
            throw ForecastProblem.of(error)
        }
    }

    /// Keeps the forecast in the diary.
    ///
    /// - Returns: false where that failed: whoever asked gets the answer all the same, and the next one has it computed and kept.
    private func record(
        _ forecast: Forecast, of asset: Asset, from history: PriceHistory, _ forecaster: Forecaster, _ model: LoadedModel,
        _ sampling: Sampling
    ) async -> Bool {
        let diary = Diary(services.market.diary, candles: services.repositories.candles, now: services.now)
        do {
            // Its naive quantiles take a while.
            // A forecast that was made belongs in the diary; the queue limits how many there are.
            try await services.atLength(isLimited: false) {
                _ = try await diary.record(
                    forecast, of: asset.id, from: history, with: forecaster, version: model.version, sampling: sampling)
            }
            return true
        } catch is CancellationError {
            return false  // nobody waits for the answer
        } catch {
            Self.logger.error("a forecast is not in the diary", metadata: ["asset": "\(asset.id)", "error": "\(error)"])
            return false
        }
    }
}
