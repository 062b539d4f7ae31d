import Forecasting
import Market
import MarketData
import Store

/// The result of recording a forecast.
package enum DiaryRecording: Equatable, Sendable {
    /// Recorded under this number.
    case recorded(Int64)
    /// The same forecast was recorded before, under this number.
    case known(Int64)
    /// Not recorded, because its cutoff is not the newest stored close, whose day is given: a forecast as of a past day is a
    /// backtest.
    case notNewest(Day?)
}

/// The forecast diary: which forecasts were made, when, from which closes, and how they compare with the actual closes.
package struct Diary: Sendable {
    private let store: Store
    /// The clock, in seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: Store, now: @escaping @Sendable () -> Int) {
        (self.store, self.now) = (store, now)
    }

    /// The first day that has not ended.
    private var today: Day { Day(secondsSince1970: now()) }

    /// Returns the options of the forecast to record for a plan; nil for a plan whose forecast is not recorded.
    ///
    /// The diary is permanent and shared by all owners, so a token that may only read must not be able to fill it: only forecasts
    /// with default sampling are recorded, one per model and last close. They cover the model's whole horizon, however many days
    /// were requested, so that a user who always requests 30 days gets a diary as well. A forecast as of a past day would be a
    /// backtest, and one with closes left out is not a forecast of the stored closes.
    package static func options(for plan: ForecastPlan) -> ForecastOptions? {
        let isDefault = plan.options == ForecastOptions(days: plan.options.days) && plan.request.skippedDays.isEmpty
        return isDefault && plan.request.asOf == nil ? ForecastOptions() : nil
    }

    /// Records a forecast of stored closes, if it was made from the newest one.
    ///
    /// - Parameters:
    ///   - issued: the forecast as the caller gets it.
    ///   - forecaster: what computed it.
    ///   - sampling: how its sample paths were drawn.
    /// - Throws: whatever the repositories throw.
    package func record(_ issued: IssuedForecast, by forecaster: some CoinForecaster, sampling: Sampling) async throws
        -> DiaryRecording
    {
        let asset = issued.asset.id
        let newest = try await store.newestCandle(of: [asset], through: today - 1)[asset]?.candle.day
        guard newest == issued.forecast.cutoff else { return .notNewest(newest) }
        let entry = DiaryEntry(issued, by: forecaster, sampling: sampling, issuedAt: now())
        let kept = try await store.append(entry)
        return kept.isNew ? .recorded(kept.id) : .known(kept.id)
    }

    /// Returns the number of entries of each asset that has any.
    package func assets() async throws -> [AssetID: Int] { try await store.entryCounts() }

    /// Returns entries of an asset with their scores, newest first.
    ///
    /// - Parameters:
    ///   - before: the number of the last entry on the previous page; nil for the first page.
    ///   - limit: the largest number of entries.
    package func scores(of asset: AssetID, before: Int64? = nil, limit: Int) async throws -> [ScoredEntry] {
        let today = today
        let kept = try await store.entries(of: asset, before: before, limit: limit)
        let closes = try await closes(of: asset, for: kept.map(\.entry))
        return kept.map { ScoredEntry(kept: $0, score: DiaryScore($0.entry, closes: closes, today: today)) }
    }

    private func closes(of asset: AssetID, for entries: [DiaryEntry]) async throws -> [Day: Double] {
        guard let first = entries.map(\.cutoff).min(), let last = entries.map(\.lastDay).max() else { return [:] }
        let stored = try await store.candles(of: asset, from: first + 1, through: last)
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.candle.day, $0.candle.close) })
    }

    /// Returns how each model's forecasts of an asset have scored, starting with the model of the newest entry.
    ///
    /// - Parameter visit: is called with each entry, newest first.
    /// - Complexity: about 0.1 ms per entry.
    package func summaries(of asset: AssetID, _ visit: (ScoredEntry) -> Void = { _ in }) async throws -> [DiarySummary] {
        var tallies: [DiaryTally] = []
        var before: Int64?
        while true {
            let page = try await scores(of: asset, before: before, limit: Self.pageSize)
            for entry in page {
                visit(entry)
                let model = entry.kept.entry.model
                if !tallies.contains(where: { $0.model.sha256 == model.sha256 }) { tallies.append(DiaryTally(model)) }
                tallies[tallies.firstIndex { $0.model.sha256 == model.sha256 }!].add(entry)
            }
            guard page.count == Self.pageSize, let last = page.last else { return tallies.map(\.summary) }
            before = last.kept.id
        }
    }

    /// Calls `body` with each entry of an asset, newest first, scored on some days alone.
    func eachScore(of asset: AssetID, on days: ClosedRange<Day>, _ body: (ScoredEntry) -> Void) async throws {
        let (today, stored) = (today, try await store.candles(of: asset, from: days.lowerBound, through: days.upperBound))
        let closes = Dictionary(uniqueKeysWithValues: stored.map { ($0.candle.day, $0.candle.close) })
        guard !closes.isEmpty else { return }
        try await eachEntry(of: asset) { kept in
            body(ScoredEntry(kept: kept, score: DiaryScore(kept.entry, closes: closes, today: today)))
            return true
        }
    }

    /// Calls `body` with each entry of an asset, newest first, until it returns false.
    ///
    /// - Parameter pageSize: the entries that are read at once.
    func eachEntry(of asset: AssetID, pageSize: Int = Self.pageSize, _ body: (KeptEntry) -> Bool) async throws {
        var before: Int64?
        while true {
            let page = try await store.entries(of: asset, before: before, limit: pageSize)
            guard page.allSatisfy(body), page.count == pageSize, let last = page.last else { return }
            before = last.id
        }
    }

    /// Entries in memory at once, 16.5 kB each.
    private static let pageSize = 200
}

extension DiaryEntry {
    /// Creates the entry of a forecast.
    ///
    /// - Precondition: `issued.history` ends at the forecast's cutoff.
    init(_ issued: IssuedForecast, by forecaster: some CoinForecaster, sampling: Sampling, issuedAt: Int) {
        let (forecast, model) = (issued.forecast, forecaster.model)
        precondition(issued.history.lastDay == forecast.cutoff, "a forecast is kept with the closes that it was made from")
        let context = model.inputs(of: issued.history)
        self.init(
            asset: issued.asset.id, cutoff: forecast.cutoff, issuedAt: issuedAt,
            model: Model(name: forecast.modelName, version: forecaster.version, sha256: forecast.modelSHA256),
            inputSHA256: InputHash.of(context),
            settings: Settings(
                days: forecast.horizon, paths: forecast.paths?.count ?? 0, seed: forecast.paths == nil ? 0 : sampling.seed,
                decode: model.mode),
            lastClose: forecast.lastClose, numbers: DiaryNumbers(forecast, context: context.closes[...]))
    }
}
