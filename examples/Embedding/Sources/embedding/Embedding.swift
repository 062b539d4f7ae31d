import Forecasting
import Foundation
import LSTMEngine
import Market

/// Forecasts the closes of a price file twice: as prices with their bands, and as raw numbers of the network.
///
///     embedding MODEL_FOLDER PRICES.csv
@main
enum Embedding {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: embedding MODEL_FOLDER PRICES.csv")
            exit(64)
        }
        let forecaster = try Forecaster(ModelFolder(CommandLine.arguments[1]))
        let history = try history(ofFile: CommandLine.arguments[2], need: forecaster.contextLength)
        try printPrices(history, forecaster)
        if let network = forecaster.network { try printRawNumbers(network) }
    }

    private static func history(ofFile path: String, need: Int) throws -> PriceHistory {
        let url = URL(filePath: path)
        guard let ticker = Ticker(url.deletingPathExtension().lastPathComponent) else {
            print("\(path): name the file after its ticker, such as BTC.csv")
            exit(64)
        }
        let today = Day(secondsSince1970: Int(Date().timeIntervalSince1970))
        let file = try PriceFile([UInt8](Data(contentsOf: url)), name: path)
        return try file.history(ticker, .init(need: need, today: today)).history
    }

    /// A forecast blocks its thread: a server calls it on a thread of its own.
    private static func printPrices(_ history: PriceHistory, _ forecaster: Forecaster) throws {
        let forecast = try forecaster.forecast([history], days: 30, threads: 1)[0].get()
        for step in [1, 7, 30] {
            let band = forecast.distribution.map { $0.interval(0.8, step: step) }
            print("\(history.ticker) \(forecast.day(step)): \(forecast.points[step - 1])", band.map { "80 %: \($0)" } ?? "")
        }
    }

    /// The engine alone: numbers to numbers. A worker that makes many forecasts keeps its workspace.
    private static func printRawNumbers(_ network: Network) throws {
        let series = (0..<500).map { Float(($0 * 37) % 100) / 100 }
        // A network feeds itself where its outputs can be its inputs; one with other outputs makes one step.
        let steps = network.architecture.outputs == network.architecture.inputs ? 96 : 1
        let outputs = try network.forecast([series], steps: steps, threads: 1)
        print("raw: \(outputs[0].prefix(3)) …")
    }
}
