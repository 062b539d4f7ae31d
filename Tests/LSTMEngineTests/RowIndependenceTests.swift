import LSTMEngine
import Market
import Testing

/// The server's requirement of a network: the same bits alone and in a batch.
@Suite struct RowIndependenceTests {
    private static func network(_ kernels: Kernels, _ activation: Activation = .linear) throws -> (RandomNetwork, Network) {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: 100, gates: .ifgo), .dense(inputs: 100, units: 1, activation: activation)], seed: 11)
        return (random, Network(try random.weights(), kernels: kernels, rowsAreIndependent: true))
    }

    @Test(arguments: Kernels.available, [1, 2, 3, 4, 5, 7, 13, 24, 25, 49, 64, 67])
    func neighboursChangeNoBit(kernels: Kernels, count: Int) throws {
        let (random, network) = try Self.network(kernels)
        let series = (0..<count).map { random.series(steps: 120, seed: UInt64($0)) }
        let together = try network.forecast(series, steps: 48, threads: 1)
        for index in Set([0, 1, 2, count / 2, count - 2, count - 1]) where series.indices.contains(index) {
            #expect(try together[index] == network.forecast([series[index]], steps: 48, threads: 1)[0], "\(index) of \(count)")
        }
    }

    @Test(arguments: Kernels.available, [Decoding.recursive, .slidingWindow(length: 64)])
    func otherLengthsChangeNoBit(kernels: Kernels, decoding: Decoding) throws {
        for activation in [Activation.linear, .tanh] {
            let (random, network) = try Self.network(kernels, activation)
            let series = [1, 2, 90, 64, 65, 33, 1, 200, 64, 17].enumerated().map { random.series(steps: $1, seed: UInt64($0)) }
            let together = try network.forecast(series, steps: 12, decoding: decoding, threads: 1)
            for (index, own) in series.enumerated() {
                let alone = try network.forecast([own], steps: 12, decoding: decoding, threads: 1)[0]
                #expect(alone == together[index], "length \(own.count), \(activation)")
            }
        }
    }

    /// Random widths and depths of 1 to 3 layers: some that OpenBLAS adds up in another order than the tiles.
    @Test(arguments: 0..<24 as Range<UInt64>) func anyNetworkIsIndependent(seed: UInt64) throws {
        let random = try RandomNetwork(seed: seed)
        let network = Network(try random.weights(), rowsAreIndependent: true)
        let series = (0..<29).map { random.series(steps: 20 + $0 % 3, seed: UInt64($0)) }
        let together = try network.forecast(series, steps: 4, threads: 1)
        for (index, own) in series.enumerated() {
            #expect(try network.forecast([own], steps: 4, threads: 1)[0] == together[index], "seed \(seed), series \(index)")
        }
    }

    @Test func itIsTheSameForecastWithinTheLastBits() throws {
        let (random, network) = try Self.network(.best)
        let series = [random.series(steps: 300, seed: 1)]
        let other = try random.network().forecast(series, steps: 96, threads: 1)[0]
        #expect(largestDifference(try network.forecast(series, steps: 96, threads: 1)[0], other) <= 1e-6)
    }
}
