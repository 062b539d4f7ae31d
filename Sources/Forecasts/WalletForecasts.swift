import Forecasting
import Ledger
import Market
import MarketData
import Platform
import Portfolio

/// Why the stored closes of a coin cannot be used for a forecast.
package enum CoinFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// They have an error among those that the model reads.
    case series(CloseSeriesError)
    /// There are none, or none on the requested cutoff.
    case stored(StoredClosesError)
    /// The model cannot forecast them, or the coin's closes do not align with those of the others.
    case forecast(WalletForecastError)

    package var description: String {
        switch self {
        case .series(let error): error.description(offering: \.keepsStart)
        case .stored(let error): error.description
        case .forecast(let error): error.description
        }
    }
}

/// Why wallets cannot be forecast from the stored data. Errors of joining coins are `WalletForecastError`.
package enum WalletInputError: Error, Equatable, Sendable {
    /// No coin in the wallets, given by name, has enough stored closes.
    case nothingToForecast(wallets: [String])
    /// The stored closes of a coin cannot be used for a forecast.
    case unusableCloses(Ticker, CoinFault)
    /// The total needs the close of a currency on the cutoff, which is not stored.
    case noRate(Currency, Day)
}

extension WalletInputError: CustomStringConvertible {
    /// A sentence with the names and what to do.
    package var description: String {
        switch self {
        case .nothingToForecast(let wallets):
            "\(Self.walletsHold(wallets)) no coin whose stored closes suffice for a forecast; get closes (closecast history fetch TICKER) or "
                + "add a coin: closecast wallet set \(wallets.first.map(PortfolioError.word) ?? "NAME") BTC=0.05"
        case .noRate(let currency, let day):
            "no close of \(currency.code) on \(day) is stored, which the total needs; get it (\(CurrencyTable.ratesCommand(currency.code))), "
                + "or forecast from a day that has one: --as-of DATE"
        case .unusableCloses(let asset, let fault): "\(fault)\nthe total without \(asset): --leave-out"
        }
    }

    /// Returns `wallet Main holds`, `the wallets Main, Savings hold`, or `all wallets hold` for an empty list.
    package static func walletsHold(_ wallets: [String]) -> String {
        switch wallets.count {
        case 0: "all wallets hold"
        case 1: "wallet \(wallets[0]) holds"
        default: "the wallets \(wallets.joined(separator: ", ")) hold"
        }
    }
}

/// The forecast of a wallet's total, with the data it was made from.
package struct IssuedWalletForecast: Sendable {
    /// A coin of the total.
    package struct Coin: Sendable {
        package let asset: Asset
        package let quantity: Quantity
        /// The closes that the forecast was made from, possibly with later ones.
        package let history: PriceHistory
    }

    /// A coin that is not part of the total.
    package struct LeftOut: Sendable {
        package let asset: Asset
        package let quantity: Quantity
        package let reason: CoinFault
    }

    /// The wallets of the total.
    package let wallets: WalletGroup
    /// The forecast of the total.
    package let forecast: WalletForecast
    /// The coins of the total, in the order of its parts.
    package let coins: [Coin]
    /// The coins left out of the total; always empty unless the request allowed it.
    package let leftOut: [LeftOut]
    /// Notes for the user about closes that were left out or filled in.
    package let notes: [String]
    /// How the cutoff relates to the transactions. Later transactions count too, since the forecast is of today's holdings.
    package let timing: ReportTiming
    /// Cash of every currency that is held, which the forecast keeps at the rates of the cutoff.
    package let cash: CurrencyCash

    /// Why the measured accuracy does not hold for coins of the total, in their order; empty for most wallets.
    package var caveats: [(ticker: Ticker, caveat: ForecastCaveat)] {
        forecast.parts.flatMap { part in part.forecast.caveats.map { (part.forecast.ticker, $0) } }
    }

    /// The currency of all totals.
    package var currency: Currency { cash.currency }
    /// US dollars for one unit of ``currency`` at the cutoff.
    package var rate: Double { cash.conversion.rate(on: forecast.cutoff)?.close.doubleValue ?? 1 }
    /// The rates at the cutoff that totals were converted by, in the order of their currencies.
    package var rates: [(currency: Currency, rate: CurrencyConversion.Rate)] { cash.rates(on: forecast.cutoff) }

    /// Returns the value of today's holdings on the days up to the cutoff, oldest first.
    ///
    /// - Parameter days: the number of days; fewer are returned if a coin's closes begin later.
    package func pastTotals(days: Int) -> [Double] {
        let cutoff = forecast.cutoff
        let known = min(days, coins.map { cutoff - $0.history.firstDay + 1 }.min() ?? 0)
        // Days before one without a rate are left out.
        let usable = (0..<known).first { cash.value(on: cutoff - $0) == nil } ?? known
        return (0..<usable).reversed().map { age in
            let day = cutoff - age
            let rate = cash.conversion.rate(on: day)?.close.doubleValue ?? 1
            return coins.reduce(cash.value(on: day) ?? 0) { total, coin in
                total + coin.quantity.doubleValue * coin.history.closes[day - coin.history.firstDay] / rate
            }
        }
    }
}

/// Forecasts the totals of wallets from their current holdings and the stored closes of their coins.
package struct WalletForecasts: Sendable {
    private let market: MarketData

    package init(_ market: MarketData) { self.market = market }

    /// A coin whose closes end up to this many days before the newest moves the cutoff back; closes that end earlier are stale.
    package static let longestLagDays = 7

    /// Forecasts the total of wallets.
    ///
    /// The cutoff is the day that the request names, or the newest day that all coins have, of those whose closes end within
    /// ``longestLagDays`` of the newest.
    ///
    /// - Parameters:
    ///   - group: the wallets.
    ///   - portfolio: the portfolio of the wallets' owner.
    ///   - plan: the checked request.
    ///   - missing: whether a coin that cannot be forecast is left out or makes the whole request fail.
    ///   - forecaster: computes the forecasts.
    /// - Throws: ``WalletInputError``, `WalletForecastError`, `StoredClosesError` if no coin has a close on the requested
    ///   cutoff, `ForecastRequestError` if there are too many sample paths, and whatever `forecaster` throws.
    package func forecast(
        _ group: WalletGroup, of portfolio: Portfolio, _ plan: ForecastPlan, missing: MissingParts,
        by forecaster: some CoinForecaster,
        in currency: Currency = .usd
    ) async throws -> IssuedWalletForecast {
        let holdings = try await portfolio.valuations.holdings(of: group)
        let cash = try await CurrencyCash(holdings, in: currency, of: portfolio)
        let found = try await closes(
            of: holdings.coins.filter { !CurrencyCash.isCash($0.asset.id) }, plan, need: forecaster.model.contextLength, missing)
        guard !found.coins.isEmpty else {
            throw found.missingDay ?? WalletInputError.nothingToForecast(wallets: group.wallets.map(\.name)) as any Error
        }
        try plan.checkSize(coins: found.coins.count)
        let cutoff = plan.request.asOf ?? Self.cutoff(found.coins.map(\.history.lastDay))
        let timing = try await portfolio.transactions.timing(of: group, day: cutoff, includesLater: true)
        guard let cashNow = cash.value(on: cutoff) else { throw WalletInputError.noRate(cash.missingRate(on: cutoff), cutoff) }
        // All totals are sums of quantities times prices, so smaller quantities give them in another currency.
        let rate = cash.conversion.rate(on: cutoff)?.close.doubleValue ?? 1
        let joint = WalletCoins(
            found.coins.map { WalletPart(history: $0.history, amount: $0.quantity.doubleValue / rate) }, cutoff: cutoff)
        let forecasts = try await forecaster.forecasts(of: joint.histories, plan.options)
        let sampling = plan.sampling
        let forecast = try await forecaster.compute(values: plan.pathValues(series: joint.histories.count)) {
            try joint.joined(
                forecasts, cash: cashNow, sampling: sampling, missing: missing, threads: ProcessState.processorCount)
        }
        return IssuedWalletForecast(
            wallets: group, forecast: forecast, coins: forecast.parts.map { found.coins[$0.index] },
            leftOut: found.leftOut
                + forecast.excluded.map { excluded in
                    let coin = found.coins[excluded.index]
                    return .init(asset: coin.asset, quantity: coin.quantity, reason: .forecast(excluded.reason))
                }, notes: found.notes, timing: timing, cash: cash)
    }

    // MARK: Closes

    /// The coins whose stored closes suffice, and the others.
    private struct Found {
        var coins: [IssuedWalletForecast.Coin] = []
        var leftOut: [IssuedWalletForecast.LeftOut] = []
        var notes: [String] = []
        /// The error of the first coin without a close on the requested cutoff.
        var missingDay: StoredClosesError?
    }

    private func closes(
        of holdings: [(asset: Asset, quantity: Quantity)], _ plan: ForecastPlan, need: Int, _ missing: MissingParts
    ) async throws -> Found {
        let selection = plan.request.selection(need: need, today: market.today)
        var found = Found()
        for (asset, quantity) in holdings {
            let fault: CoinFault
            do {
                let stored = try await market.histories.history(of: asset, selection)
                found.coins.append(.init(asset: asset, quantity: quantity, history: stored.history))
                found.notes += stored.notes
                continue
            } catch let error as CloseSeriesError {
                fault = .series(error)
            } catch let error as StoredClosesError {
                fault = .stored(error)
                if case .noCloseOn = error {
                    found.missingDay = found.missingDay ?? error
                    // If no coin has a close on that day, leaving coins out does not help: the day is wrong.
                    guard try await hasClose(on: selection.asOf, holdings) else { throw try await wrongDay(error, holdings, need) }
                }
            }
            guard missing == .leftOut else { throw WalletInputError.unusableCloses(asset.ticker, fault) }
            found.leftOut.append(.init(asset: asset, quantity: quantity, reason: fault))
        }
        return found
    }

    /// The error for a day on which no coin has a close, with a day that all of them can be forecast from if there is one.
    private func wrongDay(
        _ error: StoredClosesError, _ holdings: [(asset: Asset, quantity: Quantity)], _ need: Int
    ) async throws -> StoredClosesError {
        guard case .noCloseOn(let day, let asset, let first, let last, _, let isPast) = error,
            let common = try await market.histories.commonCutoff(of: holdings.map(\.asset), near: day, need: need)
        else { return error }
        return .noCloseOn(day, asset: asset, first: first, last: last, cutoff: common, isPast: isPast)
    }

    private func hasClose(on day: Day?, _ holdings: [(asset: Asset, quantity: Quantity)]) async throws -> Bool {
        guard let day else { return true }
        let newest = try await market.store.newestCandle(of: Set(holdings.map(\.asset.id)), through: day)
        return newest.values.contains { $0.candle.day == day }
    }

    /// Returns the earliest last day among the coins that are not stale. Providers and files end on different days: a coin that
    /// is a day ahead must not make all others stale.
    private static func cutoff(_ lastDays: [Day]) -> Day {
        let newest = lastDays.max()!
        return lastDays.filter { newest - $0 <= longestLagDays }.min()!
    }
}
