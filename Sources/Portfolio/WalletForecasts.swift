import Forecasting
import Ledger
import Market

/// The forecast of a wallet's total, and what it is of.
package struct ForecastOfWallet: Sendable {
    /// Whose total it is.
    package let wallets: WalletGroup
    /// The forecast of the total.
    package let forecast: WalletForecast
    /// Coins that the total is without, with the reason; empty unless they were to be left out.
    package let leftOut: [(asset: Asset, quantity: Quantity, reason: String)]
    /// What happened to closes on the way, for people.
    package let notes: [String]
    /// How the last day that the forecast sees lies among the transactions; later ones count, since it is of what is held now.
    package let timing: ReportTiming

    /// The wallet; of a group the first one.
    package var wallet: Wallet { wallets.wallets[0] }
}

extension Portfolio {
    /// Forecasts the total of wallets from what they hold now and the stored closes of their coins.
    ///
    /// - Parameters:
    ///   - group: whose holdings are forecast.
    ///   - forecaster: the model of the coins.
    ///   - days: 1 to the model's horizon.
    ///   - asOf: the last day that the forecast may see; nil for the newest one that all coins have, of those whose closes end within
    ///     ``longestLagDays`` of the newest.
    ///   - sampling: how many sample paths, and their seed.
    ///   - missing: whether a coin that cannot be forecast is left out or refuses the whole.
    ///   - fillsWithPrevious: whether gaps and bad closes are filled with the close before them.
    ///   - threads: how many threads the coins are shared among.
    /// - Throws: ``PortfolioError/nothingToForecast(wallets:)``, `WalletForecastError`, and where a coin refuses the whole
    ///   ``PortfolioError/unusableCloses(_:reason:)``.
    package func forecast(
        _ group: WalletGroup, with forecaster: Forecaster, days: Int, asOf: Day? = nil, sampling: Sampling = Sampling(),
        missing: MissingParts = .refused, fillsWithPrevious: Bool = false, threads: Int = 1
    ) async throws -> ForecastOfWallet {
        let parts = try await forecastParts(
            of: group, need: forecaster.contextLength, asOf: asOf, missing: missing, fillsWithPrevious: fillsWithPrevious)
        let forecast = try JointForecaster(forecaster).forecast(
            parts.coins.map { WalletPart(history: $0.history, amount: $0.amount) }, cash: parts.cash, days: days,
            asOf: parts.cutoff, sampling: sampling, missing: missing, threads: threads)
        return parts.told(forecast)
    }

    /// Closes that end so many days before the newest of a wallet hold its forecast back; those that end earlier are stale.
    package static let longestLagDays = 7

    /// What the forecast of wallets is made of: the stored closes of the coins that they hold now.
    ///
    /// - Parameters:
    ///   - need: how many closes the model reads.
    ///   - asOf: as ``forecast(_:with:days:asOf:sampling:missing:fillsWithPrevious:threads:)`` has it, as all others.
    ///   - tell: says why a coin cannot be forecast: a `PriceFileError` or ``PortfolioError/noCloses(_:)``.
    /// - Throws: ``PortfolioError/nothingToForecast(wallets:)``, ``PortfolioError/noCloseOn(_:asset:first:last:cutoff:isPast:)`` where no coin
    ///   has a close on `asOf`, and where a coin refuses the whole ``PortfolioError/unusableCloses(_:reason:)``.
    package func forecastParts(
        of group: WalletGroup, need: Int, asOf: Day? = nil, missing: MissingParts = .refused, fillsWithPrevious: Bool = false,
        tell: (any Error) -> String = { "\($0)" }
    ) async throws -> ForecastParts {
        try check(group)
        let balances = try await balances(of: group)
        let assets = try await assets(balances.keys)
        let selection = PriceFile.Selection(need: need, today: today, asOf: asOf, fillsWithPrevious: fillsWithPrevious)
        var parts = ForecastParts(wallets: group, cash: (balances[.usd] ?? .zero).doubleValue, asOf: asOf)
        var missingDay: PortfolioError?
        for (id, quantity) in balances.sorted(by: { $0.key < $1.key }) where id != .usd {
            let asset = assets[id]!
            do {
                let stored = try await history(of: asset, selection)
                parts.coins.append(ForecastParts.Coin(asset: asset, quantity: quantity, history: stored.history))
                parts.notes += stored.notes
            } catch  where error is PriceFileError || error is PortfolioError {
                if case PortfolioError.noCloseOn = error {
                    missingDay = missingDay ?? error as? PortfolioError
                    // Leaving coins out does not help if the day is wrong for all of them.
                    guard try await hasClose(on: asOf, ofAny: balances.keys) else {
                        let coins = assets.values.filter { $0.id != .usd && balances[$0.id] != .zero }
                        throw try await wrongDay(error, of: coins, need: need)
                    }
                }
                guard missing == .leftOut else { throw PortfolioError.unusableCloses(asset.ticker, reason: tell(error)) }
                parts.leftOut.append((asset, quantity, tell(error)))
            }
        }
        guard !parts.coins.isEmpty else { throw missingDay ?? PortfolioError.nothingToForecast(wallets: group.wallets.map(\.name)) }
        parts.timing = try await timing(of: group, day: parts.cutoff, includesLater: true)
        return parts
    }

    /// The error for a day of which no coin has a close, with a day that all of them can be forecast from if there is one.
    private func wrongDay(_ error: any Error, of coins: [Asset], need: Int) async throws -> any Error {
        guard case PortfolioError.noCloseOn(let day, let asset, let first, let last, _, let isPast) = error,
            let common = try await commonCutoff(of: coins, near: day, need: need)
        else { return error }
        return PortfolioError.noCloseOn(day, asset: asset, first: first, last: last, cutoff: common, isPast: isPast)
    }

    private func hasClose(on day: Day?, ofAny assets: some Sequence<AssetID>) async throws -> Bool {
        guard let day else { return true }
        let newest = try await repositories.candles.newestCandle(of: Set(assets), through: day)
        return newest.values.contains { $0.candle.day == day }
    }
}

/// The coins of a wallet with the closes that they are forecast from.
package struct ForecastParts: Sendable {
    /// One coin.
    package struct Coin: Sendable {
        package let asset: Asset
        package let quantity: Quantity
        /// Ends on the last stored day up to the one that was asked for.
        package let history: PriceHistory

        /// In coins; negative for what is owed.
        package var amount: Double { quantity.doubleValue }
    }

    package let wallets: WalletGroup
    /// In US dollars.
    package let cash: Double
    /// In order of their ids.
    package fileprivate(set) var coins: [Coin] = []
    private let asOf: Day?
    fileprivate var leftOut: [(asset: Asset, quantity: Quantity, reason: String)] = []
    fileprivate var notes: [String] = []
    fileprivate var timing = ReportTiming(firstDay: nil, later: nil)

    fileprivate init(wallets: WalletGroup, cash: Double, asOf: Day?) {
        (self.wallets, self.cash, self.asOf) = (wallets, cash, asOf)
    }

    /// The last day that the forecast sees.
    package var cutoff: Day { asOf ?? Self.cutoff(coins.map(\.history.lastDay)) }

    /// The forecast with what it is of.
    ///
    /// - Parameter forecast: of these coins.
    package func told(_ forecast: WalletForecast) -> ForecastOfWallet {
        var (coins, leftOut) = (coins, leftOut)
        for excluded in forecast.excluded {
            // Two assets may have one ticker; each is left out at most once.
            let index = coins.firstIndex { $0.asset.ticker == excluded.ticker && $0.amount == excluded.amount }!
            let coin = coins.remove(at: index)
            leftOut.append((coin.asset, coin.quantity, excluded.reason.description))
        }
        return ForecastOfWallet(wallets: wallets, forecast: forecast, leftOut: leftOut, notes: notes, timing: timing)
    }

    /// Providers and files end on different days: a coin that is a day ahead must not make all others stale.
    private static func cutoff(_ lastDays: [Day]) -> Day {
        let newest = lastDays.max()!
        return lastDays.filter { newest - $0 <= Portfolio.longestLagDays }.min()!
    }
}
