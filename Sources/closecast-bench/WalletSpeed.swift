import Forecasting
import JSONText
import Market
import Platform

/// Measures the joint forecast of a simulated wallet whose coins are already forecast, as on a server. The first run warms
/// caches and is not counted.
enum WalletSpeed {
    static func run(_ options: Options) throws {
        let forecaster = try Forecaster(withDistributionOf: options)
        let (coins, sampling) = (options.integer("coins"), Sampling(paths: options.integer("paths")))
        let market = SimulatedMarket(days: forecaster.contextLength, seed: 1, lastDay: Day(iso: "2024-12-31")!)
        let histories = (0..<coins).map { market.history($0, ticker: SimulatedMarket.ticker($0, of: coins)) }
        let forecasts = try forecaster.forecast(histories, days: options.integer("steps"), sampling: sampling, threads: 1).map {
            try $0.get()
        }
        let parts = zip(forecasts, histories).map { (forecast: $0, history: $1, amount: 1 / $1.lastClose) }
        var seconds: [Double] = []
        var checksum = 0.0
        for repetition in 0...options.integer("repeats") {
            let start = ProcessState.monotonicSeconds
            let wallet = try WalletForecast(parts: parts, sampling: sampling)
            if repetition > 0 { seconds.append(ProcessState.monotonicSeconds - start) }
            checksum = wallet.points.reduce(0, +)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("seconds")
            writer.array { writer in for value in seconds { writer.number(value) } }
            writer.key("checksum")
            writer.number(checksum)
        }
        print(String(decoding: writer.bytes, as: UTF8.self))
    }
}
