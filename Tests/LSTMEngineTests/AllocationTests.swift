import AllocationCounter
import LSTMEngine
import Testing

@Suite struct AllocationTests {
    /// Ten times the steps without another allocation.
    @Test(arguments: [Decoding.recursive, .slidingWindow(length: 1000)]) func theStepLoopAllocatesNothing(decoding: Decoding) throws
    {
        let random = try RandomNetwork(seed: 21)
        let network = try random.network()
        let short = (0..<8).map { random.series(steps: 40, seed: UInt64($0)) }
        let long = (0..<8).map { random.series(steps: 400, seed: UInt64($0)) }
        var workspace = network.makeWorkspace()
        _ = try network.forecast(long, steps: 16, decoding: decoding, using: &workspace)

        func calls(_ series: [[Float]]) throws -> Int {
            let before = allocation_count()
            _ = try network.forecast(series, steps: 16, decoding: decoding, using: &workspace)
            return allocation_count() - before
        }
        let (fewSteps, manySteps) = (try calls(short), try calls(long))
        #expect(fewSteps > 0, "the counter counts")
        #expect(fewSteps == manySteps)
    }
}
