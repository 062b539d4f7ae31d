import Market
import MarketData
import Platform
import Portfolio

/// Where a backtest's histories come from: price files, or closes that are stored.
struct BacktestSources {
    let tickers: [String]
    let files: [String]
    let fileOptions: PriceFileOptions
    let storeOptions: StoreOptions
    let lineup: Lineup
    /// Closes after its horizon are not read; nil where all are.
    let lastCutoff: Day?

    /// One bad file does not withhold the others: what can be measured is, and what cannot is told.
    ///
    /// - Parameter leftOut: gets why a file was left out.
    func read(_ leftOut: inout [Failure]) async throws -> [PriceHistory] {
        // The newest unbroken run of days, however short: whether there is a cutoff in it is seen later.
        let selection = CloseSeries.Selection(
            need: 2, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            through: lastCutoff.map { $0 + lineup.horizon })
        // Those that are left out too.
        var all: [PriceHistory] = []
        var histories: [PriceHistory] = []
        var lastObstacle = ""
        let sources = try PriceSources(tickers: tickers, files: files, command: "backtest").pairs
        for source in sources {
            let name = source.file ?? "stored closes of \(source.ticker)"
            do {
                let read = try await self.histories(source, selection)
                try PriceSources.checkDistinct(all + read)
                all += read
                for history in read {
                    // That a coin is too young for a period is no fault of its file.
                    if let obstacle = obstacle(history) {
                        lastObstacle = "\(name): \(obstacle)"
                        Console.note("left out: \(name): \(obstacle)")
                    } else {
                        histories.append(history)
                    }
                }
            } catch {
                let failure = Failure(error)
                // What is wrong with the only one is told once.
                guard sources.count > 1 else { throw failure }
                Console.note("left out: \(failure.message)")
                leftOut.append(failure)
                lastObstacle = failure.message
            }
        }
        guard !histories.isEmpty else {
            throw Failure("no file can be measured; the last: \(lastObstacle)", leftOut.last?.status ?? .data)
        }
        return histories
    }

    private func histories(_ source: PriceSources.Pair, _ selection: CloseSeries.Selection) async throws -> [PriceHistory] {
        if let file = source.file {
            return try PriceSources.histories(source, file, try Files.readOrFail(file), selection, try fileOptions.form())
        }
        guard let store = try storeOptions.openIfThere() else { throw Self.nowhere(source.ticker, "nothing is stored yet") }
        do {
            return [try await Self.stored(source, selection, store)]
        } catch AssetError.unknown(_, let near) {
            throw StoredClosesReader.unknown(source.ticker, near: near, command: "backtest")
        } catch StoredClosesError.noCloses {
            throw Self.nowhere(source.ticker, "none are stored")
        }
    }

    private static func nowhere(_ ticker: Ticker, _ reason: String) -> Failure {
        StoredClosesReader.nowhere(ticker, reason, command: "backtest")
    }

    private static func stored(
        _ source: PriceSources.Pair, _ selection: CloseSeries.Selection, _ store: LocalStore
    ) async throws -> PriceHistory {
        let asset = try await store.asset(source.ticker.description)
        let stored = try await store.market.histories.history(of: asset, selection, newest: .max)
        stored.notes.forEach(Console.note)
        return PriceHistory(ticker: source.ticker, firstDay: stored.history.firstDay, closes: stored.history.closes)
    }

    /// Why a history cannot be measured.
    private func obstacle(_ history: PriceHistory) -> String? {
        guard history.count >= lineup.contextLength + lineup.horizon else {
            return "\(history.count) closes in a row, \(history.firstDay) to \(history.lastDay); a backtest needs "
                + "\(lineup.contextLength) to forecast from and \(lineup.horizon) to score"
        }
        let wild = history.closes.first { !(1e-200...1e200).contains($0) }
        return wild.map { "the close \($0) cannot be scored; expected prices from 1e-200 to 1e200" }
    }
}
