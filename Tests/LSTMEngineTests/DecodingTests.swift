import LSTMEngine
import Testing

@Suite struct DecodingTests {
    @Test func recursiveRowsBeginWhereTheirSeriesDo() {
        let timeline = Timeline(lengths: [4, 2], steps: 3, decoding: .recursive)
        #expect(
            timeline.rows == [
                .init(series: 0, first: 0, last: 5, emitsFrom: 3),
                .init(series: 1, first: 2, last: 5, emitsFrom: 3),
            ])
    }

    @Test func slidingWindowsFollowEachOther() {
        let timeline = Timeline(lengths: [4], steps: 3, decoding: .slidingWindow(length: 4))
        #expect(
            timeline.rows == [
                .init(series: 0, first: 0, last: 3, emitsFrom: 3),
                .init(series: 0, first: 1, last: 4, emitsFrom: 4),
                .init(series: 0, first: 2, last: 5, emitsFrom: 5),
            ])
    }

    /// With one step the two ways are the same.
    @Test func theFirstStepIsTheSameBothWays() throws {
        let random = try RandomNetwork(seed: 5)
        let series = [random.series(steps: 70, seed: 1)]
        let network = try random.network()
        let recursive = try network.forecast(series, steps: 1, threads: 1)[0]
        let window = try network.forecast(series, steps: 1, decoding: .slidingWindow(length: 70), threads: 1)[0]
        #expect(largestDifference(recursive, window) <= 1e-6)
    }

    @Test func aWindowShorterThanTheSeriesReadsItsEndOnly() throws {
        let random = try RandomNetwork(seed: 9)
        let series = random.series(steps: 70, seed: 1)
        let network = try random.network()
        let end = Array(series.suffix(50 * random.architecture.inputs))
        let window = Decoding.slidingWindow(length: 50)
        let whole = try network.forecast([series], steps: 9, decoding: window, threads: 1)[0]
        #expect(try whole == network.forecast([end], steps: 9, decoding: window, threads: 1)[0])
    }

    @Test func aHeadWithOtherOutputsRunsOnlyOneStep() throws {
        let random = try RandomNetwork(
            [.lstm(inputs: 1, units: 8, gates: .ifgo), .dense(inputs: 8, units: 3, activation: .linear)], seed: 2)
        let network = try random.network()
        let series = [random.series(steps: 10, seed: 1)]
        #expect(try network.forecast(series, steps: 1, threads: 1)[0].count == 3)
        #expect(throws: NetworkError.cannotFeedBack(inputs: 1, outputs: 3, steps: 2)) {
            try network.forecast(series, steps: 2, threads: 1)
        }
    }

    @Test func badSeriesAreRefusedByName() throws {
        let random = try RandomNetwork(
            [.lstm(inputs: 2, units: 8, gates: .ifgo), .dense(inputs: 8, units: 2, activation: .linear)], seed: 2)
        let network = try random.network()
        func refusal(_ series: [[Float]], steps: Int = 1, decoding: Decoding = .recursive) -> NetworkError? {
            do throws(NetworkError) {
                _ = try network.forecast(series, steps: steps, decoding: decoding, threads: 1)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([[1, 2], []]) == .emptySeries(series: 1))
        #expect(refusal([[1, 2, 3]]) == .raggedSeries(series: 0, count: 3, inputs: 2))
        #expect(refusal([[1, 2], [1, 2, 3, .infinity]]) == .inputNotFinite(series: 1, index: 3, value: .infinity))
        #expect(refusal([[1, 2]], steps: 0) == .stepsNotPositive(0))
        #expect(refusal([[1, 2]], decoding: .slidingWindow(length: 0)) == .windowNotPositive(0))
        #expect(refusal([]) == nil)
    }
}
