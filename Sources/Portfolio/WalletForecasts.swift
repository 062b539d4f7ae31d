import Forecasting
import Ledger
import Market

/// The forecast of a wallet's total, and what it is of.
public struct ForecastOfWallet: Sendable {
    /// The wallet.
    public let wallet: Wallet
    /// The forecast of the total.
    public let forecast: WalletForecast
    /// Coins that the total is without, with the reason; empty unless they were to be left out.
    public let leftOut: [(asset: Asset, quantity: Quantity, reason: String)]
    /// What happened to closes on the way, for people.
    public let notes: [String]
}

extension Portfolio {
    /// Forecasts the total of a wallet from what it holds now and the stored closes of its coins.
    ///
    /// - Parameters:
    ///   - wallet: whose holdings are forecast.
    ///   - forecaster: the model of the coins.
    ///   - days: 1 to the model's horizon.
    ///   - asOf: the last day that the forecast may see; nil for the newest one that all coins have, of those whose closes end within
    ///     ``longestLagDays`` of the newest.
    ///   - sampling: how many sample paths, and their seed.
    ///   - missing: whether a coin that cannot be forecast is left out or refuses the whole.
    ///   - fillsWithPrevious: whether gaps and bad closes are filled with the close before them.
    ///   - threads: how many threads the coins are shared among.
    /// - Throws: ``PortfolioError/nothingToForecast(_:)``, `WalletForecastError`, and where a coin refuses the whole
    ///   ``PortfolioError/unusableCloses(_:reason:)``.
    public func forecast(
        _ wallet: Wallet, with forecaster: Forecaster, days: Int, asOf: Day? = nil, sampling: Sampling = Sampling(),
        missing: MissingParts = .refused, fillsWithPrevious: Bool = false, threads: Int = 1
    ) async throws -> ForecastOfWallet {
        try check(wallet)
        let balances = try await repositories.journal.balances(of: wallet.id)
        let assets = try await assets(balances.keys)
        let selection = PriceFile.Selection(
            need: forecaster.contextLength, today: today, asOf: asOf, fillsWithPrevious: fillsWithPrevious)
        var parts: [(asset: Asset, quantity: Quantity, part: WalletPart)] = []
        var leftOut: [(asset: Asset, quantity: Quantity, reason: String)] = []
        var notes: [String] = []
        for (id, quantity) in balances.sorted(by: { $0.key < $1.key }) where id != .usd {
            let asset = assets[id]!
            do {
                let stored = try await history(of: asset, selection)
                parts.append((asset, quantity, WalletPart(history: stored.history, amount: quantity.doubleValue)))
                notes += stored.notes
            } catch let error as any CustomStringConvertible & Error where error is PriceFileError || error is PortfolioError {
                guard missing == .leftOut else {
                    throw PortfolioError.unusableCloses(asset.ticker, reason: error.description)
                }
                leftOut.append((asset, quantity, error.description))
            }
        }
        guard !parts.isEmpty else { throw PortfolioError.nothingToForecast(wallet.name) }
        let forecast = try JointForecaster(forecaster).forecast(
            parts.map(\.part), cash: (balances[.usd] ?? .zero).doubleValue, days: days,
            asOf: asOf ?? Self.cutoff(parts.map(\.part.history.lastDay)), sampling: sampling, missing: missing, threads: threads)
        for excluded in forecast.excluded {
            // Two assets may have one ticker; each is left out at most once.
            let index = parts.firstIndex { $0.asset.ticker == excluded.ticker && $0.part.amount == excluded.amount }!
            let (asset, quantity, _) = parts.remove(at: index)
            leftOut.append((asset, quantity, excluded.reason.description))
        }
        return ForecastOfWallet(wallet: wallet, forecast: forecast, leftOut: leftOut, notes: notes)
    }

    /// Closes that end so many days before the newest of a wallet hold its forecast back; those that end earlier are stale.
    public static let longestLagDays = 7

    /// Providers and files end on different days: a coin that is a day ahead must not make all others stale.
    private static func cutoff(_ lastDays: [Day]) -> Day {
        let newest = lastDays.max()!
        return lastDays.filter { newest - $0 <= longestLagDays }.min()!
    }
}
