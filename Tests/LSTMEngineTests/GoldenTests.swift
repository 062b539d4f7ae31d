import Forecasting
import JSONText
import LSTMEngine
import Platform
import Testing

/// The frameworks' own outputs on random weights, exported by `scripts/models/export_*.py --golden`.
@Suite struct GoldenTests {
    private static let folder = Files.folder(of: #filePath) + "/Golden"
    static let cases = (try? Files.names(in: folder)) ?? []

    @Test func thereIsACaseOfEveryFramework() {
        for framework in ["keras", "torch", "onnx"] { #expect(Self.cases.contains { $0.hasPrefix(framework) }, "\(framework)") }
    }

    @Test(arguments: cases) func outputsEqualTheFramework(name: String) throws {
        let folder = try ModelFolder("\(Self.folder)/\(name)")
        let golden = try JSONValue(parsing: try Files.read("\(Self.folder)/\(name)/golden.json"))
        let network = folder.network()!
        let series = try #require(golden["inputs"]?.array).map { $0.flattened.map { Float($0) } }

        let last = try network.forecast(series, steps: 1, threads: 1)
        expectClose(last.flatMap { $0 }, try #require(golden["last"]).flattened, tolerance: 2e-5, "\(name) last")
        if let recursive = golden["recursive"]?.array {
            let expected = recursive.map(\.flattened)
            let found = try network.forecast(series, steps: recursive[0].array!.count, threads: 1)
            for (index, values) in expected.enumerated() { expectClose(found[index], values, tolerance: 2e-5, "\(name) recursive") }
        }
        if let sliding = golden["sliding_window"] {
            let window = try #require(sliding["window"]?.integer)
            let expected = try #require(sliding["outputs"]?.array)
            let found = try network.forecast(
                series, steps: expected[0].array!.count, decoding: .slidingWindow(length: window), threads: 1)
            for (index, values) in expected.enumerated() {
                expectClose(found[index], values.flattened, tolerance: 2e-5, "\(name) sliding window")
            }
        }
    }
}

extension JSONValue {
    /// All numbers of nested arrays, in order.
    fileprivate var flattened: [Double] { array.map { $0.flatMap(\.flattened) } ?? number.map { [$0] } ?? [] }
}
