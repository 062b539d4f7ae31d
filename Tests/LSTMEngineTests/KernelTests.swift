import Glibc
import LSTMEngine
import Testing

@Suite struct KernelTests {
    /// Every version of the loops that this processor runs.
    private static let versions = Kernels.available.map(\.name)

    private func map(_ name: String, _ function: KeyPath<Kernels, Kernels.Map>, _ values: [Float]) -> [Float] {
        var values = values
        let kernels = Kernels.available.first { $0.name == name }!
        values.withUnsafeMutableBufferPointer { kernels[keyPath: function]($0.baseAddress!, $0.count) }
        return values
    }

    private let grid = stride(from: -20.0, through: 20.0, by: 1e-4).map { Float($0) }

    @Test(arguments: versions) func tanhIsWithin5e7(version: String) {
        let worst = zip(grid, map(version, \.tanh, grid)).map { abs(Double($1) - tanh(Double($0))) }.max()!
        #expect(worst <= 5e-7)
    }

    @Test(arguments: versions) func sigmoidIsWithin5e7(version: String) {
        let worst = zip(grid, map(version, \.sigmoid, grid)).map { abs(Double($1) - 1 / (1 + exp(-Double($0)))) }.max()!
        #expect(worst <= 5e-7)
    }

    @Test(arguments: versions) func limitsAreExactBeyond20(version: String) {
        let far: [Float] = [20.001, 21, 88, 1e4, 1e19, 1e38, .greatestFiniteMagnitude, .infinity]
        #expect(map(version, \.tanh, far) == far.map { _ in 1 })
        #expect(map(version, \.tanh, far.map { -$0 }) == far.map { _ in -1 })
        #expect(map(version, \.sigmoid, far) == far.map { _ in 1 })
        #expect(map(version, \.sigmoid, far.map { -$0 }) == far.map { _ in 0 })
    }

    @Test(arguments: versions) func valuesStayInTheirRange(version: String) {
        #expect(map(version, \.tanh, grid).allSatisfy { (-1...1).contains($0) })
        #expect(map(version, \.sigmoid, grid).allSatisfy { (0...1).contains($0) })
    }

    @Test(arguments: versions) func notANumberStays(version: String) {
        // Many of them, so that vectors and scalar remainders are met.
        let values = [Float](repeating: .nan, count: 35)
        #expect(map(version, \.tanh, values).allSatisfy { $0.isNaN })
        #expect(map(version, \.sigmoid, values).allSatisfy { $0.isNaN })
    }

    @Test(arguments: versions, [1, 2, 15, 16, 17, 31, 32, 100, 128]) func cellsEqualDoublePrecision(version: String, units: Int)
        throws
    {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: units, gates: .ifgo), .dense(inputs: units, units: 1, activation: .linear)],
            seed: UInt64(units))
        let kernels = Kernels.available.first { $0.name == version }!
        let network = Network(try random.weights(), kernels: kernels)
        let series = random.series(steps: 80, seed: 3)
        let outputs = try network.forecast([series, series], steps: 10, threads: 1)
        let expected = ReferenceNetwork(random).recursive(steps(series, inputs: 1), steps: 10).flatMap { $0 }
        for output in outputs { expectClose(output, expected, tolerance: 2e-5, "\(version), \(units) units") }
    }

    @Test func theBestVersionIsTheFirst() {
        #expect(Kernels.best.name == Kernels.available[0].name)
        #expect(Kernels.available.count == (Kernels.best.name == "x86-64-v4" ? 3 : Kernels.best.name == "x86-64-v3" ? 2 : 1))
    }
}
