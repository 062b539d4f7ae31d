import Glibc
import LSTMEngine
import Testing

@Suite struct KernelTests {
    /// Every version of the loops that this processor runs.
    private static let versions = Kernels.available

    private func mapped(_ values: [Float], _ function: (UnsafeMutablePointer<Float>, Int) -> Void) -> [Float] {
        var values = values
        values.withUnsafeMutableBufferPointer { function($0.baseAddress!, $0.count) }
        return values
    }

    private let grid = stride(from: -20.0, through: 20.0, by: 1e-4).map { Float($0) }

    @Test(arguments: versions) func tanhIsWithin5e7(version: Kernels) {
        let worst = zip(grid, mapped(grid, version.tanh)).map { abs(Double($1) - tanh(Double($0))) }.max()!
        #expect(worst <= 5e-7)
    }

    @Test(arguments: versions) func sigmoidIsWithin5e7(version: Kernels) {
        let worst = zip(grid, mapped(grid, version.sigmoid)).map { abs(Double($1) - 1 / (1 + exp(-Double($0)))) }.max()!
        #expect(worst <= 5e-7)
    }

    @Test(arguments: versions) func limitsAreExactBeyond20(version: Kernels) {
        let far: [Float] = [20.001, 21, 88, 1e4, 1e19, 1e38, .greatestFiniteMagnitude, .infinity]
        #expect(mapped(far, version.tanh) == far.map { _ in 1 })
        #expect(mapped(far.map { -$0 }, version.tanh) == far.map { _ in -1 })
        #expect(mapped(far, version.sigmoid) == far.map { _ in 1 })
        #expect(mapped(far.map { -$0 }, version.sigmoid) == far.map { _ in 0 })
    }

    @Test(arguments: versions) func valuesStayInTheirRange(version: Kernels) {
        #expect(mapped(grid, version.tanh).allSatisfy { (-1...1).contains($0) })
        #expect(mapped(grid, version.sigmoid).allSatisfy { (0...1).contains($0) })
    }

    @Test(arguments: versions) func notANumberStays(version: Kernels) {
        // Many of them, so that vectors and scalar remainders are met.
        let values = [Float](repeating: .nan, count: 35)
        #expect(mapped(values, version.tanh).allSatisfy { $0.isNaN })
        #expect(mapped(values, version.sigmoid).allSatisfy { $0.isNaN })
    }

    @Test(arguments: versions, [1, 2, 15, 16, 17, 31, 32, 100, 128]) func cellsEqualDoublePrecision(version: Kernels, units: Int)
        throws
    {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: units, gates: .ifgo), .dense(inputs: units, units: 1, activation: .linear)],
            seed: UInt64(units))
        let network = Network(try random.weights(), kernels: version)
        let series = random.series(steps: 80, seed: 3)
        let outputs = try network.forecast([series, series], steps: 10, threads: 1)
        let expected = ReferenceNetwork(random).recursive(steps(series, inputs: 1), steps: 10).flatMap { $0 }
        for output in outputs { expectClose(output, expected, tolerance: 2e-5, "\(version), \(units) units") }
    }

    @Test func versionsAreListedBestFirst() {
        #expect(Kernels.available == Array([.v4, .v3, .baseline].suffix(Kernels.available.count)))
    }
}
