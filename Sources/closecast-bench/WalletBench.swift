import Forecasting
import Glibc
import JSONText
import LSTMEngine
import Market
import Platform

/// Forecasts random wallets and scores their totals: joint paths compared with simpler assumptions about dependence.
///
/// Each coin is forecast once for each cutoff, and its forecast is part of every wallet that holds it. A wallet has the same
/// coins and shares of value at every cutoff.
struct WalletBench {
    /// The coins' indices, and their shares of the wallet's value.
    struct Wallet: Sendable {
        let coins: [Int]
        let shares: [Double]
    }

    /// A coin at a cutoff: its history, its forecast and the actual closes.
    struct Coin: Sendable {
        let history: PriceHistory
        let forecast: Forecast
        /// The actual close of each day of the horizon.
        let outcomes: [Double]
    }

    /// A wallet at a cutoff, with scores of shape `[methods, groups]`.
    struct Case: Sendable {
        let wallet: Int
        let cutoff: Day
        let scores: [[WalletScores]]
    }

    private let forecaster: Forecaster
    private let sampling: Sampling
    /// The baseline that forecasts the coins; nil for the model.
    private let marginals: Baseline?
    private let histories: [PriceHistory]
    private let cutoffs: [Day]
    private let wallets: [Wallet]
    private let methods: [WalletMethod]
    private let threads: Int

    init(_ options: Options) throws {
        forecaster = try Forecaster(withDistributionOf: options)
        sampling = Sampling(paths: options.integer("paths"), seed: UInt64(options.integer("seed")))
        marginals = Baseline(rawValue: options["marginals"])
        threads = options.integer("threads")
        histories = try Self.read(options["from"], tickers: options["tickers"], need: forecaster.contextLength)
        let (first, last) = (Day(iso: options["first"])!, Day(iso: options["last"])!)
        cutoffs = stride(from: 0, through: last - first, by: options.integer("every")).map { first + $0 }
        var random = SeededGenerator(seed: sampling.seed, stream: 1)
        let count = histories.count
        wallets = (0..<options.integer("wallets")).map { _ in Wallet(of: count, &random) }
        methods =
            [.naive(context: forecaster.contextLength, horizon: forecaster.horizon)]
            + WalletMethod.joined(horizon: forecaster.horizon, sampling: sampling)
            + (marginals == nil ? [.asCoin(forecaster, sampling: sampling)] : [])
    }

    /// Reads the closes of all coins, or of the named ones, from a folder's files.
    private static func read(_ folder: String, tickers: String, need: Int) throws -> [PriceHistory] {
        let wanted = tickers.split(separator: ",")
        return try Files.names(in: folder).filter { $0.hasSuffix(".csv") }.sorted().compactMap { name in
            guard let ticker = Ticker(name.dropLast(4)) else { fatalError("\(name) is not named after a ticker") }
            guard tickers == "all" || wanted.contains(where: { $0 == ticker.description }) else { return nil }
            let file = try PriceFile(Files.read("\(folder)/\(name)"), name: name)
            return try file.history(ticker, .init(need: need, today: Day(iso: "9999-12-31")!)).history
        }
    }

    /// Prints the scores as JSON.
    func run() {
        let known = cutoffs.map { coins(at: $0) }
        let work = zip(cutoffs, known).flatMap { cutoff, coins in
            wallets.enumerated().compactMap { index, wallet -> (wallet: Int, cutoff: Day, coins: [Coin])? in
                let held = wallet.coins.compactMap { coins[$0] }
                return held.count == wallet.coins.count ? (index, cutoff, held) : nil
            }
        }
        let cases = Workers.map(work.count, workers: threads, makeScratch: {}) { index, _ in
            let (wallet, cutoff, coins) = work[index]
            return Case(wallet: wallet, cutoff: cutoff, scores: score(coins, wallets[wallet].shares))
        }
        let horizon = forecaster.horizon
        var writer = JSONWriter()
        writer.object { writer in
            WalletReport(cases: cases, methods: methods.map(\.name), horizon: horizon).write(to: &writer)
            let coins = known.map { coins in coins.keys.sorted().map { coins[$0]! } }.filter { $0.count > 1 }
            WalletTails(coins: coins, horizon: horizon, sampling: sampling).write(to: &writer)
        }
        print(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Returns the scores of a wallet with a value of 1, by method and group.
    private func score(_ coins: [Coin], _ shares: [Double]) -> [[WalletScores]] {
        let amounts = zip(coins, shares).map { $1 / $0.forecast.lastClose }
        let actuals = (0..<forecaster.horizon).map { day in zip(coins, amounts).reduce(0) { $0 + $1.1 * $1.0.outcomes[day] } }
        return methods.map { WalletScores.all($0.distribution(coins, amounts), actuals: actuals, totalNow: 1) }
    }

    /// Returns, by index, the coins with a full context before a cutoff and a full horizon after it.
    private func coins(at cutoff: Day) -> [Int: Coin] {
        let known = histories.indices.filter {
            cutoff - histories[$0].firstDay + 1 >= forecaster.contextLength
                && histories[$0].lastDay >= cutoff + forecaster.horizon
        }
        let cut = known.map { index in
            let history = histories[index]
            return history.through(cutoff)
        }
        let coins = zip(cut, forecasts(of: cut)).enumerated().map { place, coin in
            let outcomes = histories[known[place]].closes[coin.0.count...].prefix(forecaster.horizon)
            return (known[place], Coin(history: coin.0, forecast: coin.1, outcomes: Array(outcomes)))
        }
        return Dictionary(uniqueKeysWithValues: coins)
    }

    /// Forecasts with the model, or with a baseline. A baseline is fitted to the context alone, while a model has seen its training
    /// days.
    private func forecasts(of histories: [PriceHistory]) -> [Forecast] {
        guard let marginals else {
            return forecaster.forecast(histories, days: forecaster.horizon, sampling: sampling, threads: threads).map { result in
                guard case .success(let forecast) = result else { fatalError("\(result)") }
                return forecast
            }
        }
        return Workers.map(histories.count, workers: threads, makeScratch: {}) { index, _ in
            Forecast(of: histories[index], by: marginals, forecaster, sampling)
        }
    }
}

extension WalletBench.Wallet {
    /// Draws 2 to 8 of `count` coins, with uniformly distributed shares.
    fileprivate init(of count: Int, _ random: inout SeededGenerator) {
        var left = Array(0..<count)
        coins = (0..<min(2 + random.index(below: 7), count)).map { _ in left.remove(at: random.index(below: left.count)) }
        let drawn = coins.map { _ in -log(random.uniform()) }
        shares = drawn.map { $0 / drawn.reduce(0, +) }
    }
}

extension Forecast {
    /// Creates a baseline's forecast, with a seed derived from the coin's closes.
    fileprivate init(of history: PriceHistory, by baseline: Baseline, _ forecaster: Forecaster, _ sampling: Sampling) {
        let context = history.closes.suffix(forecaster.contextLength)
        let made = baseline.method.forecast(
            after: context, days: forecaster.horizon, paths: sampling.paths,
            seed: context.reduce(sampling.seed) { ($0 ^ $1.bitPattern) &* 0x100_0000_01B3 })
        self.init(
            ticker: history.ticker, cutoff: history.lastDay, lastClose: history.lastClose, modelName: baseline.rawValue,
            modelSHA256: "", points: made.points, distribution: made.distribution)
    }
}
