import Forecasting
import Forecasts
import Ledger
import Market
import MarketData
import Portfolio
import Store

/// Computes the figures that alerts watch.
package struct AlertFigures: Sendable {
    package let market: MarketData
    let portfolio: @Sendable (_ owner: String) -> Portfolio
    let practice: @Sendable (_ owner: String) async throws -> WalletGroup
    let diary: Diary
    let forecaster: @Sendable () async throws -> (any CoinForecaster)?

    /// Figures of forecasts are computed for at most this many days that were missed.
    static let mostForecastDays = 31
    /// The forecasts that are computed at once.
    private static let block = 16

    /// - Parameters:
    ///   - practice: returns the wallets of an owner's simulated account.
    ///   - forecaster: returns the default model; nil if there is none.
    package init(
        market: MarketData, diary: Diary, portfolio: @escaping @Sendable (_ owner: String) -> Portfolio,
        practice: @escaping @Sendable (_ owner: String) async throws -> WalletGroup,
        forecaster: @escaping @Sendable () async throws -> (any CoinForecaster)?
    ) {
        (self.market, self.diary, self.portfolio, self.practice, self.forecaster) = (market, diary, portfolio, practice, forecaster)
    }

    /// Seconds since 1970-01-01 UTC.
    package var now: Int { market.now() }

    /// Returns the figures after a time, oldest first.
    ///
    /// Figures that cannot be computed, for example because closes are missing, are left out.
    ///
    /// - Parameters:
    ///   - after: seconds since 1970-01-01 UTC.
    ///   - forecastDays: the most days for which a forecast is made.
    package func figures(
        of terms: AlertTerms, _ owner: String, after: Int, forecastDays: Int = mostForecastDays
    ) async throws -> [AlertFigure] {
        try await figures(of: terms, owner, after: after, forecastDays: forecastDays, prices: nil)
    }

    /// - Parameter prices: what ``prices(of:)`` returned for the series, if it was called.
    func figures(
        of terms: AlertTerms, _ owner: String, after: Int, forecastDays: Int = mostForecastDays, prices: [Price]?
    ) async throws -> [AlertFigure] {
        switch terms.measure {
        case .price, .change, .highest, .lowest: try await figuresOfPrice(terms, owner, after: after, prices)
        case .probabilityBelow, .probabilityAbove, .band, .range:
            try await figuresOfForecasts(terms, after: after, most: forecastDays)
        case .coverage: try await coverage(of: terms.asset!, after: after)
        case .staleness: try await staleness(of: terms.asset!, after: after)
        case .total, .totalChange, .share: try await figuresOfWallets(terms, owner, after: after)
        }
    }

    /// The names of what an alert is about.
    ///
    /// - Parameter coins: those of several alerts, if they have been read.
    package func subject(of terms: AlertTerms, _ owner: String, coins: [AssetID: Asset]? = nil) async throws -> AlertSubject {
        var coins = coins ?? [:]
        if let asset = terms.asset, coins[asset] == nil { coins = try await market.store.assets(ids: [asset]) }
        let coin = terms.asset.map { coins[$0]?.ticker.description ?? "\($0)" }
        guard let wallet = terms.wallet else { return AlertSubject(coin: coin, wallet: nil) }
        // A deleted wallet keeps its alerts.
        let name = try? await portfolio(owner).wallets.named(wallet).name
        return AlertSubject(coin: coin, wallet: name ?? wallet)
    }

    // MARK: Prices

    /// A close or a quote.
    struct Price: Sendable {
        let time: Int
        let day: Day
        let price: Double
        let isClose: Bool
    }

    private func closes(of asset: AssetID, from first: Day) async throws -> [Price] {
        let now = now
        return try await market.store.reading { try $0.prices(of: asset, from: first, quotesAfter: now, now: now) }
    }

    /// Returns the closes and quotes from which the figures of prices are computed, in one read: reading for each coin alone costs
    /// a change of threads each time.
    ///
    /// A series that cannot be read is nil, so that it does not stop the alerts of the others.
    func prices(of series: [(terms: AlertTerms, after: Int)]) async throws -> [[Price]?] {
        let now = now
        return try await market.store.reading { reading in
            series.map { terms, after in try? Self.prices(of: terms, after: after, now: now, in: reading) }
        }
    }

    /// Returns nil if the figures are not those of prices.
    private static func prices(of terms: AlertTerms, after: Int, now: Int, in reading: borrowing Reading) throws -> [Price]? {
        guard [.price, .change, .highest, .lowest].contains(terms.measure), let asset = terms.asset else { return nil }
        let recent = Day(secondsSince1970: after) - (terms.days ?? 0)
        let first = terms.measure.hasSince ? terms.since ?? Day(daysSince1970: 0) : recent
        return try reading.prices(of: asset, from: first, quotesAfter: after, now: now)
    }

    private func figuresOfPrice(_ terms: AlertTerms, _ owner: String, after: Int, _ known: [Price]?) async throws -> [AlertFigure] {
        let firstNew = Day(secondsSince1970: after)
        var events = known
        let now = now
        if events == nil { events = try await market.store.reading { try Self.prices(of: terms, after: after, now: now, in: $0) } }
        guard let events else { return [] }
        let new = { (event: Price) in event.time > after }
        switch terms.measure {
        case .change:
            let known = Dictionary(events.filter(\.isClose).map { ($0.day, $0.price) }) { $1 }
            return events.filter(new).compactMap { event in
                known[event.day - terms.days!].map { figure(event, event.price / $0 - 1, $0) }
            }
        case .highest, .lowest: return extremes(events, isHighest: terms.measure == .highest).filter { $0.time > after }
        default:
            guard terms.currency != .usd else {
                return events.filter(new).map { AlertFigure(time: $0.time, value: $0.price, price: $0.price) }
            }
            let conversion = try await portfolio(owner).prices.conversion(to: terms.currency, from: firstNew)
            return events.filter(new).compactMap { event in
                guard let rate = conversion.rate(on: event.day)?.close.doubleValue, rate > 0 else { return nil }
                return AlertFigure(time: event.time, value: event.price / rate, price: event.price / rate)
            }
        }
    }

    private func figure(_ event: Price, _ share: Double, _ reference: Double) -> AlertFigure {
        AlertFigure(time: event.time, value: share * 100, price: event.price, reference: reference)
    }

    /// How far each price is beyond the most extreme close before it.
    private func extremes(_ events: [Price], isHighest: Bool) -> [AlertFigure] {
        var extreme: Double?
        return events.compactMap { event in
            let before = extreme
            if event.isClose { extreme = before.map { isHighest ? max($0, event.price) : min($0, event.price) } ?? event.price }
            return before.map { figure(event, isHighest ? event.price / $0 - 1 : 1 - event.price / $0, $0) }
        }
    }

    private func staleness(of asset: AssetID, after: Int) async throws -> [AlertFigure] {
        guard let newest = try await market.store.newestCandles(of: asset, count: 1, through: market.today - 1).last?.candle,
            now > after
        else { return [] }
        return [AlertFigure(time: now, value: Double(now - newest.day.end) / 86_400, price: newest.close)]
    }

    // MARK: Forecasts

    private func figuresOfForecasts(_ terms: AlertTerms, after: Int, most: Int) async throws -> [AlertFigure] {
        guard let forecaster = try await forecaster(), forecaster.model.hasDistribution else { throw AlertError.noForecasts }
        guard let asset = try await market.store.assets(ids: [terms.asset!])[terms.asset!] else { return [] }
        let new = try await closes(of: asset.id, from: Day(secondsSince1970: after)).filter { $0.time > after }
        var request = ForecastRequest()
        (request.days, request.touch) = (terms.days, terms.price?.doubleValue)
        var (events, histories): ([Price], [PriceHistory]) = ([], [])
        // Sample paths take about a hundred times as long.
        for event in new.suffix(forecaster.model.drawsPaths ? min(most, Self.mostForecastDays) : most) {
            request.asOf = terms.measure == .band ? event.day - terms.days! : event.day
            guard let history = try await history(of: asset, request, forecaster.model) else { continue }
            events.append(event)
            histories.append(history)
        }
        let options = try request.plan(for: forecaster.model).options
        var figures: [AlertFigure] = []
        // Several at once, because models compute series in blocks, but less than the most that one request may compute.
        for start in stride(from: 0, to: histories.count, by: Self.block) {
            let block = start..<min(start + Self.block, histories.count)
            let forecasts = try await forecaster.forecasts(of: Array(histories[block]), options)
            for (event, forecast) in zip(events[block], forecasts) {
                if let forecast = try? forecast.get() { figures.append(figure(event, terms, forecast)) }
            }
        }
        return figures
    }

    /// Returns nil if the closes do not suffice.
    private func history(of asset: Asset, _ request: ForecastRequest, _ model: Forecaster) async throws -> PriceHistory? {
        do {
            let selection = request.selection(need: model.contextLength, today: market.today)
            return model.inputs(of: try await market.histories.history(of: asset, selection).history)
        } catch let error where error is CloseSeriesError || error is StoredClosesError {
            return nil
        }
    }

    /// Whether the closes suffice for the figure of a day.
    func hasHistory(_ terms: AlertTerms, until day: Day, _ model: Forecaster) async throws -> Bool {
        guard let asset = try await market.store.assets(ids: [terms.asset!])[terms.asset!] else { return false }
        var request = ForecastRequest()
        request.days = terms.days
        request.asOf = terms.measure == .band ? day - terms.days! : day
        return try await history(of: asset, request, model) != nil
    }

    private func figure(_ event: Price, _ terms: AlertTerms, _ forecast: Forecast) -> AlertFigure {
        let days = terms.days!
        func quantile(_ level: Double) -> Double { forecast.distribution!.quantile(level, step: days) }
        switch terms.measure {
        case .band:
            let (low, high) = (quantile(0.025), quantile(0.975))
            let isAbove = event.price / high > low / event.price
            return figure(event, max(event.price / high, low / event.price) - 1, isAbove ? high : low)
        case .range: return figure(event, (quantile(0.9) - quantile(0.1)) / event.price, quantile(0.1))
        default:
            let price = terms.price!.doubleValue
            let isThere = terms.measure == .probabilityBelow ? event.price <= price : event.price >= price
            return figure(event, isThere ? 1 : PriceQuestion.touch(price).probability(forecast, step: days), price)
        }
    }

    /// The share of closes within the 95 % bands of the forecasts in the diary, of the model of the newest entry.
    private func coverage(of asset: AssetID, after: Int) async throws -> [AlertFigure] {
        guard let newest = try await market.store.newestCandles(of: asset, count: 1, through: market.today - 1).last?.candle,
            newest.day.end > after, let summary = try await diary.summaries(of: asset).first, let share = summary.coverage95
        else { return [] }
        return [AlertFigure(time: newest.day.end, value: share * 100, price: newest.close)]
    }

    // MARK: Wallets

    private func group(_ terms: AlertTerms, _ portfolio: Portfolio) async throws -> WalletGroup {
        guard terms.account == .wallets else { return try await practice(portfolio.owner) }
        return try await portfolio.wallets.group(terms.wallet.map { [$0] })
    }

    /// When the newest figure that needs no forecast is known: the end of the day of the newest close.
    func newestTime(of terms: AlertTerms, _ owner: String) async throws -> Int? {
        if !terms.measure.isOfWallets {
            return try await market.store.newestCandles(of: terms.asset!, count: 1, through: market.today - 1).last?.candle.day.end
        }
        let portfolio = portfolio(owner)
        let group = try await group(terms, portfolio)
        guard !group.wallets.isEmpty else { return nil }
        return try await portfolio.valueHistory.span(of: group, in: terms.currency).map { min($0.last, market.today - 1).end }
    }

    /// Returns the newest figure that is known; nil if there is none.
    ///
    /// - Throws: ``AlertError``.
    package func newest(of terms: AlertTerms, _ owner: String) async throws -> AlertFigure? {
        guard let time = try await newestTime(of: terms, owner) else { return nil }
        return try await figures(of: terms, owner, after: time - 1).last
    }

    private func figuresOfWallets(_ terms: AlertTerms, _ owner: String, after: Int) async throws -> [AlertFigure] {
        var figures = try await totals(terms, owner, after: after)
        guard let (first, last) = figures.first.flatMap({ first in figures.last.map { (first.time, $0.time) } }) else { return [] }
        let arrivals = try await arrivals(from: Day(secondsSince1970: first) - 1, through: Day(secondsSince1970: last) - 1)
        for index in figures.indices {
            figures[index].arrivedAt = arrivals[figures[index].time].map { $0 + Self.storingSeconds }
        }
        return figures
    }

    /// The longest time from the answer of a provider, which a close's time of arrival is, until it is stored.
    private static let storingSeconds = 600

    /// When the newest close of each day was stored, by the day's end.
    private func arrivals(from first: Day, through last: Day) async throws -> [Int: Int] {
        try await market.store.reading { reading in
            let rows = try reading.rows(
                """
                SELECT (day + 1) * 86400, max(retrieved_at) FROM assets
                JOIN candles ON candles.asset = assets.id AND day BETWEEN ? AND ? GROUP BY day
                """, [first.daysSince1970, last.daysSince1970])
            return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) })
        }
    }

    private func totals(_ terms: AlertTerms, _ owner: String, after: Int) async throws -> [AlertFigure] {
        let portfolio = portfolio(owner)
        let group: WalletGroup
        // A wallet that was deleted has no figures.
        do { group = try await self.group(terms, portfolio) } catch is PortfolioError { return [] }
        guard !group.wallets.isEmpty, let span = try await portfolio.valueHistory.span(of: group, in: terms.currency) else {
            return []
        }
        let (firstNew, last) = (Day(secondsSince1970: after), min(span.last, market.today - 1))
        guard last.end > after else { return [] }
        if terms.measure == .share { return try await shares(terms, portfolio, group, from: firstNew, through: last, after: after) }
        let from = max(span.first, firstNew - (terms.days ?? 0))
        let values = try await portfolio.valueHistory.values(of: group, from: from, through: last, in: terms.currency)
        return values.indices.compactMap { index in
            guard values[index].day.end > after, let value = values[index].value?.doubleValue else { return nil }
            guard let days = terms.days else { return AlertFigure(time: values[index].day.end, value: value, price: value) }
            guard index >= days else { return nil }
            return change(values[index - days...index], value)
        }
    }

    /// How far the total has moved from the first day to the last, without what was paid in or out after the first.
    private func change(_ values: ArraySlice<DayValue>, _ value: Double) -> AlertFigure? {
        guard let start = values.first?.value?.doubleValue, start > 0, let day = values.last?.day else { return nil }
        var flows = 0.0
        for each in values.dropFirst() {
            guard let flow = each.netFlow?.doubleValue else { return nil }
            flows += flow
        }
        return AlertFigure(time: day.end, value: ((value - flows) / start - 1) * 100, price: value, reference: start)
    }

    private func shares(
        _ terms: AlertTerms, _ portfolio: Portfolio, _ group: WalletGroup, from first: Day, through last: Day, after: Int
    ) async throws -> [AlertFigure] {
        var figures: [AlertFigure] = []
        var day = max(first, last - (Self.mostForecastDays - 1))
        while day <= last {
            defer { day = day + 1 }
            guard day.end > after else { continue }
            let valuation = try await portfolio.valuations.valuation(of: group, on: day)
            guard let total = valuation.total?.doubleValue, total > 0 else { continue }
            let part = valuation.holdings.first { $0.asset.id == terms.asset }?.value?.doubleValue ?? 0
            figures.append(AlertFigure(time: day.end, value: part / total * 100, price: total, reference: part))
        }
        return figures
    }
}

extension Reading {
    /// The closes of the days that have ended, from a day on, and the quotes after a time, in their order.
    fileprivate func prices(of asset: AssetID, from first: Day, quotesAfter: Int, now: Int) throws -> [AlertFigures.Price] {
        try rows(
            """
            SELECT (day + 1) * 86400 AS time, day, close AS price, 1 AS is_close FROM candles
            WHERE asset = (SELECT id FROM assets WHERE slug = ?1) AND day >= ?2 AND day < ?4 / 86400
            UNION ALL SELECT time, time / 86400, price, 0 FROM quotes
            WHERE asset = (SELECT id FROM assets WHERE slug = ?1) AND time > ?3 AND time <= ?4
            ORDER BY time, is_close DESC
            """, [asset.description, first.daysSince1970, quotesAfter, now]
        ).map { row in
            AlertFigures.Price(
                time: try row.decode(atIndex: 0), day: Day(daysSince1970: try row.decode(atIndex: 1)),
                price: try row.decode(atIndex: 2), isClose: try row.decode(atIndex: 3))
        }
    }
}

extension Day {
    /// The end of the day, when its close is known: seconds since 1970-01-01 UTC.
    package var end: Int { (self + 1).daysSince1970 * 86_400 }
}
