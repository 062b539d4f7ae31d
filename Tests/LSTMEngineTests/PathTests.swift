import LSTMEngine
import Market
import Testing

@Suite struct PathTests {
    /// Feeds outputs back unchanged.
    private struct Echo: PathSampler {
        func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
            for index in 0..<outputs.count { next[index] = outputs[index] }
        }
    }

    /// Location and scale of two outputs; the noise depends on path and step only.
    private struct Normal: PathSampler {
        func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
            for (row, path) in paths.enumerated() {
                var random = SeededGenerator(seed: 42, stream: UInt64(path * 1000 + step))
                next[row] = outputs[2 * row] + outputs[2 * row + 1] * Float(random.normal())
            }
        }
    }

    @Test(arguments: [1, 2, 5]) func pathsThatEchoAreTheRecursiveForecast(inputs: Int) throws {
        let random = try RandomNetwork(
            [
                .lstm(inputs: inputs, units: 30, gates: .ifgo), .lstm(inputs: 30, units: 21, gates: .ifgo),
                .dense(inputs: 21, units: inputs, activation: .tanh),
            ], seed: 3)
        let network = try random.network()
        for length in [77, 78] {
            let series = random.series(steps: length, seed: 1)
            let recursive = try network.forecast([series], steps: 40, threads: 1)[0]
            let paths = try network.paths(after: series, count: 30, steps: 40, sampler: Echo())
            for path in 0..<30 {
                let own = Array(paths[path * 40 * inputs..<(path + 1) * 40 * inputs])
                #expect(largestDifference(own, recursive) <= 1e-6, "path \(path), length \(length)")
            }
        }
    }

    @Test func aDistributionHeadFeedsBackItsDraws() throws {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: 20, gates: .ifgo), .dense(inputs: 20, units: 2, activation: .softplus)], seed: 4)
        let network = try random.network()
        let series = random.series(steps: 60, seed: 2)
        let paths = try network.paths(after: series, count: 50, steps: 12, sampler: Normal())
        #expect(paths.count == 50 * 12)
        // The oracle draws the same noise and runs each path alone, from the series' start.
        for path in [0, 17, 49] {
            var oracle = ReferenceNetwork(random)
            var output = oracle.run(steps(series, inputs: 1))
            var expected: [Double] = []
            for step in 1...12 {
                var noise = SeededGenerator(seed: 42, stream: UInt64(path * 1000 + step))
                expected.append(output[0] + output[1] * noise.normal())
                output = oracle.step([expected.last!])
            }
            expectClose(Array(paths[path * 12..<(path + 1) * 12]), expected, tolerance: 2e-5, "path \(path)")
        }
    }

    @Test func threadsChangeNoPath() throws {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: 40, gates: .ifgo), .dense(inputs: 40, units: 2, activation: .softplus)], seed: 4)
        let network = try random.network()
        let series = random.series(steps: 60, seed: 2)
        let one = try network.paths(after: series, count: 90, steps: 20, threads: 1, sampler: Normal())
        #expect(try one == network.paths(after: series, count: 90, steps: 20, threads: 1, sampler: Normal()))
        for threads in [2, 3, 8] {
            #expect(
                try one == network.paths(after: series, count: 90, steps: 20, threads: threads, sampler: Normal()), "\(threads)")
        }
    }
}
