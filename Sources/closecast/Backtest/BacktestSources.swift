import Forecasting
import Market
import MarketData
import Platform
import Portfolio
import Text

/// The sources of a backtest's histories: price files or stored closes.
struct BacktestSources {
    let tickers: [String]
    let files: [String]
    let fileOptions: PriceFileOptions
    let storeOptions: StoreOptions
    let lineup: Lineup
    /// The last cutoff, or nil for no limit. Closes more than one horizon after it are not read.
    let lastCutoff: Day?

    /// Reads every history. A source that cannot be measured is noted on standard error and left out.
    ///
    /// - Parameter leftOut: receives the failure of each source that could not be read. A history that is only too short is noted
    ///   but not added here.
    /// - Throws: the failure itself if there is only one source; a ``Failure`` if no history can be measured.
    func read(_ leftOut: inout [Failure]) async throws -> [PriceHistory] {
        // The newest unbroken run of days, however short; whether it contains a cutoff is checked later.
        let selection = CloseSeries.Selection(
            need: 2, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            through: lastCutoff.map { $0 + lineup.horizon })
        // All histories, including those left out.
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
                    // A coin that is too young for the period is not an error of its file.
                    if let obstacle = obstacle(history) {
                        lastObstacle = "\(name): \(obstacle)"
                        Console.note("left out: \(name): \(obstacle)")
                    } else {
                        histories.append(history)
                    }
                }
            } catch {
                let failure = Failure(error)
                // With a single source, throw: a note as well would report the same failure twice.
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
            return try PriceSources.histories(
                source, file, try Files.readOrFail(file), selection, try fileOptions.form(), canRepair: false)
        }
        guard let store = try storeOptions.openIfThere() else { throw Self.nowhere(source.ticker, "nothing is stored yet") }
        do {
            return [try await Self.stored(source, selection, store)]
        } catch AssetError.unknown(_, let near) {
            throw StoredClosesReader.unknown(source.ticker, near: near, command: "backtest")
        } catch StoredClosesError.noCloses {
            throw Self.nowhere(source.ticker, "none are stored")
        } catch let error as CloseSeriesError {
            throw Failure(error.facts, .data)
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
        return stored.history.renamed(source.ticker)
    }

    /// Returns why a history cannot be measured, or nil if it can.
    private func obstacle(_ history: PriceHistory) -> String? {
        switch lineup.obstacle(to: history) {
        case nil: return nil
        case .tooShort:
            return "\(history.count.counted("close")) in a row, \(history.firstDay) to \(history.lastDay); a backtest needs "
                + "\(lineup.contextLength) to forecast from and \(lineup.horizon) to score"
        case .unscorable(let close): return "the close \(close) cannot be scored; expected prices from 1e-200 to 1e200"
        }
    }
}
