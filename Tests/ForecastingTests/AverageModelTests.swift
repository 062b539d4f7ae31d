import Forecasting
import Foundation
import Glibc
import JSONText
import Market
import Scratch
import Testing

/// The shipped average, compared with its parts.
@Suite struct AverageModelTests {
    private static let path = packageRoot.appending(path: "models/daily-average").path
    private static let history = SimulatedMarket(
        days: 700, seed: 3, lastDay: Day(iso: "2025-02-28")!
    ).history(1, ticker: Ticker("SIM03")!)

    /// Copies the shipped folder with another configuration.
    private static func changed(_ scratch: Scratch, _ change: (String) -> String) throws -> String {
        for name in ["model.safetensors", "volatility.safetensors"] {
            try scratch.write(Data(contentsOf: URL(filePath: "\(path)/\(name)")), to: name)
        }
        try scratch.write(change(try String(contentsOfFile: "\(path)/config.json", encoding: .utf8)).utf8, to: "config.json")
        return scratch.path
    }

    private static func sorted(_ forecast: Forecast, step: Int) throws -> [Double] {
        let paths = try #require(forecast.paths)
        return (0..<paths.count).map { log(paths.closes[$0 * paths.horizon + step - 1]) }.sorted()
    }

    @Test(arguments: [true, false]) func everyQuantileIsTheMeanOfTheParts(withGARCH: Bool) throws {
        let scratch = try Scratch()
        let folder = try ModelFolder(Self.changed(scratch) { $0.replacing("\"garch\": true", with: "\"garch\": \(withGARCH)") })
        let network = try Scratch()
        let sampling = Sampling(paths: 400, seed: 3)
        let average = try Forecaster(folder).forecast([Self.history], days: 30, sampling: sampling, threads: 1)[0].get()
        #expect(average.variant == .closes)
        // The network alone, without a calibration.
        try network.write(Data(contentsOf: URL(filePath: "\(Self.path)/model.safetensors")), to: "model.safetensors")
        let shipped = try String(
            contentsOfFile: packageRoot.appending(path: "models/daily-close-t/config.json").path, encoding: .utf8)
        var members = try #require(try JSONValue(parsing: Array(shipped.utf8)).members)
        members.removeAll { $0.key == "calibration" || $0.key == "skill" }
        var writer = JSONWriter()
        writer.value(.object(members))
        try network.write(writer.bytes, to: "config.json")
        let alone = try Forecaster(ModelFolder(network.path)).forecast([Self.history], days: 30, sampling: sampling, threads: 1)[0]
            .get()
        let context = Self.history.suffix(500)
        let volatility = try #require(folder.volatility).distribution(after: context, days: 30)
        let garch = GARCHBaseline().paths(after: context.closes[...], days: 96, paths: 400, seed: 3)
        let garchValues = garch.evenQuantiles(400, steps: 1...96)
        for step in [1, 8, 30] {
            var sums = try Self.sorted(alone, step: step)
            let even = volatility.evenQuantiles(400, steps: 1...30)
            for place in 0..<400 {
                sums[place] += log(even[(step - 1) * 400 + place])
                if withGARCH { sums[place] += log(garchValues[(step - 1) * 400 + place]) }
            }
            for (found, sum) in zip(try Self.sorted(average, step: step), sums) {
                #expect(abs(found - sum / (withGARCH ? 3 : 2)) < 1e-6)
            }
        }
        // The n-th lowest path of a step stays the n-th lowest.
        let (own, mixed) = (try #require(alone.paths), try #require(average.paths))
        for step in [1, 30] {
            func order(_ paths: SamplePaths) -> [Int] {
                (0..<paths.count).sorted { paths.closes[$0 * 30 + step - 1] < paths.closes[$1 * 30 + step - 1] }
            }
            #expect(order(own) == order(mixed))
        }
    }

    @Test func bothFilesBelongToTheHash() throws {
        for name in ["model.safetensors", "volatility.safetensors"] {
            let scratch = try Scratch()
            let path = try Self.changed(scratch) { $0 }
            var bytes = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(filePath: "\(path)/\(name)"))
            #expect { try ModelFolder(path) } throws: { "\($0)".contains("expected sha256") }
        }
    }

    @Test(arguments: [
        ("\"student-t\"", "\"point\"", "draws no sample paths"), ("\"garch\": true", "\"garch\": 1", "neither true nor false"),
        ("\"kind\": \"average\"", "\"kind\": \"mean\"", "log-volatility"),
        ("\"knots\": [1, 2, 3", "\"knots\": [1, 3, 2", "ascending"),
        ("\"knots\": [1, 2,", "\"knots\": [1.5, 2,", "ascending"), ("[\"closes\", ", "[\"hlc\", ", "at most once"),
        ("[\"closes\", \"ohlc\", ", "[\"ohlc\", ", "lacks \"closes\""),
        ("\"absolute_returns\": [0.5", "\"absolute_returns\": [1.5", "from 0.0 to 1.0"),
        ("[1, 30]", "[30, 1]", "the shorter first"), ("[0.005, 0.025", "[0.005, 0.0050000001", "1e-6 apart"),
        ("\"levels\": [0.005", "\"levels\": [0.5", "ascending levels"),
    ]) func faultsOfTheConfigurationAreNamed(from: String, to: String, words: String) throws {
        let scratch = try Scratch()
        let path = try Self.changed(scratch) { text in
            #expect(text.contains(from), "\(from)")
            return text.replacing(from, with: to)
        }
        #expect { try ModelFolder(path) } throws: { error in
            if "\(error)".contains(words) { return true }
            Issue.record("\(error)")
            return false
        }
    }

    @Test func aMissingSecondFileIsNamed() throws {
        let scratch = try Scratch()
        let path = try Self.changed(scratch) { $0 }
        try FileManager.default.removeItem(atPath: "\(path)/volatility.safetensors")
        #expect { try ModelFolder(path) } throws: { "\($0)".contains("volatility.safetensors") }
    }

    @Test(arguments: [(60, "redraw at least"), (200, "365 days of volume")])
    func aContextThatIsTooShortIsNamed(context: Int, words: String) throws {
        let scratch = try Scratch()
        let shipped = packageRoot.appending(path: "models/daily-volatility").path
        let text = try String(contentsOfFile: "\(shipped)/config.json", encoding: .utf8)
        try scratch.write(text.replacing("\"context\": 500", with: "\"context\": \(context)").utf8, to: "config.json")
        try scratch.write(Data(contentsOf: URL(filePath: "\(shipped)/model.safetensors")), to: "model.safetensors")
        #expect { try ModelFolder(scratch.path) } throws: { "\($0)".contains(words) }
    }
}
