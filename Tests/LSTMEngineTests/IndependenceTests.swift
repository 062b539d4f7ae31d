import COpenBLAS
import LSTMEngine
import Market
import Testing

@Suite struct IndependenceTests {
    private func network() throws -> (RandomNetwork, Network) {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: 100, gates: .ifgo), .dense(inputs: 100, units: 1, activation: .linear)], seed: 11)
        return (random, try random.network())
    }

    /// One series among others, in every position of blocks of every size.
    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 12, 16, 23, 24, 25, 49, 64, 65]) func neighboursChangeNothing(count: Int) throws {
        let (random, network) = try network()
        let mine = random.series(steps: 120, seed: 0)
        let alone = try network.forecast([mine], steps: 96, threads: 1)[0]
        for position in Set([0, 1, count / 2, count - 1]) where position < count {
            var series = (0..<count).map { random.series(steps: 120, seed: UInt64($0) + 1) }
            series[position] = mine
            let among = try network.forecast(series, steps: 96, threads: 1)[position]
            #expect(largestDifference(alone, among) <= 1e-6, "position \(position) of \(count)")
        }
    }

    @Test(arguments: [Decoding.recursive, .slidingWindow(length: 100)]) func threadsChangeNothing(decoding: Decoding) throws {
        let (random, network) = try network()
        let series = (0..<37).map { random.series(steps: 120, seed: UInt64($0)) }
        let one = try network.forecast(series, steps: 24, decoding: decoding, threads: 1)
        for threads in [2, 3, 8] {
            let many = try network.forecast(series, steps: 24, decoding: decoding, threads: threads)
            #expect(zip(one, many).allSatisfy { largestDifference($0, $1) <= 1e-6 }, "\(threads) threads")
        }
    }

    @Test func twoRunsAreEqualToTheBit() throws {
        let (random, network) = try network()
        let series = (0..<50).map { random.series(steps: 200, seed: UInt64($0)) }
        for threads in [1, 2] {
            let first = try network.forecast(series, steps: 96, threads: threads)
            let second = try network.forecast(series, steps: 96, threads: threads)
            #expect(first == second, "\(threads) threads")
        }
    }

    @Test func aUsedWorkspaceIsAsGoodAsANewOne() throws {
        let (random, network) = try network()
        var workspace = network.makeWorkspace()
        let long = (0..<60).map { random.series(steps: 150, seed: UInt64($0)) }
        _ = try network.forecast(long, steps: 96, using: &workspace)
        let short = [random.series(steps: 20, seed: 5), random.series(steps: 33, seed: 6)]
        let used = try network.forecast(short, steps: 7, using: &workspace)
        var fresh = network.makeWorkspace()
        #expect(try used == network.forecast(short, steps: 7, using: &fresh))
    }

    @Test(arguments: [Decoding.recursive, .slidingWindow(length: 64)]) func differentLengthsAtOnceEqualOneByOne(decoding: Decoding)
        throws
    {
        let (random, network) = try network()
        let lengths = [1, 2, 90, 64, 65, 33, 1, 500, 64, 17]
        let series = lengths.enumerated().map { random.series(steps: $1, seed: UInt64($0)) }
        let together = try network.forecast(series, steps: 12, decoding: decoding, threads: 2)
        for (index, own) in series.enumerated() {
            let alone = try network.forecast([own], steps: 12, decoding: decoding, threads: 1)[0]
            #expect(largestDifference(alone, together[index]) <= 1e-6, "length \(lengths[index])")
        }
    }

    @Test func openBLASRunsOnOneThread() throws {
        _ = try network()
        #expect(openblas_get_num_threads() == 1)
    }
}

func largestDifference(_ first: [Float], _ second: [Float]) -> Float {
    precondition(first.count == second.count, "\(first.count) and \(second.count) values")
    return zip(first, second).map { abs($0 - $1) }.max()!
}
