import Forecasting
import Market
import MarketData
import PaperTrading
import Platform

/// The sources of a paper match's closes: price files, or stored closes with their gaps.
struct PaperSources {
    let tickers: [String]
    let files: [String]
    let fileOptions: PriceFileOptions
    let storeOptions: StoreOptions

    /// Reads the closes of every coin that have ended before a day.
    func read(today: Day) async throws -> [PaperCloses] {
        var coins: [PaperCloses] = []
        for source in try PriceSources(tickers: tickers, files: files, command: "paper").pairs {
            for coin in try await closes(source, today) {
                guard !coins.contains(where: { $0.asset.ticker == coin.asset.ticker || $0.asset.id == coin.asset.id }) else {
                    throw Failure("\(coin.asset.ticker) is given more than once; name each coin once", .usage)
                }
                coins.append(coin)
            }
        }
        return coins
    }

    private func closes(_ source: PriceSources.Pair, _ today: Day) async throws -> [PaperCloses] {
        guard let file = source.file else { return [try await stored(source.ticker, today)] }
        let name = file == "-" ? "standard input" : file
        return try PriceSources.coins(source, name, try Files.readOrFail(file), try fileOptions.form()).map { ticker, coin in
            guard let asset = Asset(unknown: ticker.description) else {
                throw Failure("\(name): \(ticker) cannot be the id of a coin; name it otherwise: BTC --from FILE", .usage)
            }
            do {
                let closes = try FileCloses(coin, as: ticker, since: nil, today: today)
                closes.notes.forEach { Console.note($0.description) }
                return PaperCloses(asset, closes.candles)
            } catch let error as FileClosesError {
                throw Failure("\(name): \(error.detail)", .data)
            }
        }
    }

    private func stored(_ ticker: Ticker, _ today: Day) async throws -> PaperCloses {
        guard let store = try storeOptions.openIfThere() else {
            throw StoredClosesReader.nowhere(ticker, "nothing is stored yet", command: "paper")
        }
        do {
            let asset = try await store.asset(ticker.description)
            let candles = try await store.file.newestCandles(of: asset.id, count: .max, through: today - 1)
            guard !candles.isEmpty else { throw StoredClosesReader.nowhere(ticker, "none are stored", command: "paper") }
            return PaperCloses(asset, candles.map(\.candle))
        } catch AssetError.unknown(_, let near) {
            throw StoredClosesReader.unknown(ticker, near: near, command: "paper")
        }
    }
}
