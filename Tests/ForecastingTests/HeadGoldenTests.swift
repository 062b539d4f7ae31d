import Forecasting
import Foundation
import JSONText
import LSTMEngine
import Testing

/// JAX's outputs of the shipped models on simulated markets, written by `scripts/models/train.py --golden`.
@Suite struct HeadGoldenTests {
    private static let folder = packageRoot.appending(path: "Tests/ForecastingTests/Golden")

    private struct Golden {
        let name: String
        let json: JSONValue
        let folder: ModelFolder

        init(_ name: String) throws {
            self.name = name
            json = try JSONValue(parsing: Array(Data(contentsOf: HeadGoldenTests.folder.appending(path: "\(name).json"))))
            folder = try ModelFolder(packageRoot.appending(path: "models/\(name)").path)
        }

        /// Nested arrays as rows of numbers, each row of the last two dimensions flattened.
        func rows(_ key: String) throws -> [[Double]] { try #require(json[key]?.array, "\(name): \(key)").map(\.flattened) }

        func numbers(_ key: String) throws -> [Double] { try #require(json[key], "\(name): \(key)").flattened }

        /// Inputs of the network, as JAX got them.
        func inputs() throws -> [[Float]] { try rows("inputs").map { $0.map(Float.init) } }
    }

    /// Every value within 2e-5 of the largest expected magnitude.
    private func expectClose(_ found: [Double], _ expected: [Double], _ comment: String) {
        #expect(found.count == expected.count && !found.isEmpty, "\(comment)")
        let largest = expected.map(abs).max() ?? 0
        let worst = zip(found, expected).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst <= 2e-5 * largest, "\(comment): \(worst) of \(largest)")
    }

    @Test(arguments: ["daily-close", "daily-close-t"]) func theInputsAreTheTransformOfTheCloses(name: String) throws {
        let golden = try Golden(name)
        #expect(golden.json["model_sha256"]?.string == golden.folder.configuration.sha256, "written of other weights")
        let (closes, scales, inputs) = try (golden.rows("closes"), golden.numbers("scale"), golden.inputs())
        #expect(closes.count == 3 && scales.count == 3 && inputs.count == 3)
        for context in closes.indices {
            #expect(closes[context].count == 500 && inputs[context].count == 499)
            let encoded = golden.folder.configuration.network!.transform.encode(closes[context][...])
            #expect(abs(encoded.scale / scales[context] - 1) < 1e-9)
            expectClose(encoded.inputs.map(Double.init), inputs[context].map(Double.init), "\(name), context \(context)")
        }
    }

    @Test func thePointsAreThoseOfJAX() throws {
        let golden = try Golden("daily-close")
        let expected = try golden.rows("recursive")
        let found = try golden.folder.network()!.forecast(golden.inputs(), steps: 96, threads: 1)
        #expect(expected.map(\.count) == [96, 96, 96])
        for context in expected.indices { expectClose(found[context].map(Double.init), expected[context], "context \(context)") }
    }

    @Test func theHeadAndItsDensityAreThoseOfJAX() throws {
        let golden = try Golden("daily-close-t")
        let expected = try golden.rows("outputs")
        let found = try golden.folder.network()!.forecast(golden.inputs(), steps: 1, threads: 1)
        #expect(expected.map(\.count) == [3, 3, 3])
        expectClose(found.joined().map(Double.init), Array(expected.joined()), "outputs")
        let heads = found.map { StudentTHead($0[0], $0[1], $0[2]) }
        expectClose(heads.flatMap { [$0.location, $0.scale, $0.degrees] }, Array(try golden.rows("head").joined()), "head")
        let value = try #require(golden.json["value"]?.number ?? 0.5)
        expectClose(heads.map { $0.logDensity(value) }, try golden.numbers("log_density"), "log density")
    }

    @Test func furtherInputsGiveTheOutputsOfJAX() throws {
        let golden = try Golden("daily-close-t")
        let further = golden.json["fed_inputs"]?.flattened.map(Float.init) ?? [0.5, -1, 2, 0, -0.25]
        let (inputs, expected) = try (golden.inputs(), golden.rows("fed"))
        let network = golden.folder.network()!
        #expect(expected.map(\.count) == Array(repeating: 3 * further.count, count: 3))
        for (context, values) in inputs.enumerated() {
            let series = (1...further.count).map { values + further.prefix($0) }
            let found = try network.forecast(series, steps: 1, threads: 1)
            expectClose(found.joined().map(Double.init), expected[context], "context \(context)")
        }
    }
}

extension JSONValue {
    /// All numbers of nested arrays, in order.
    var flattened: [Double] { array.map { $0.flatMap(\.flattened) } ?? number.map { [$0] } ?? [] }
}
