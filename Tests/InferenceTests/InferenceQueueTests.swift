import Forecasting
import Inference
import LSTMEngine
import Market
import Testing

@Suite struct InferenceQueueTests {
    // MARK: Answers

    /// The server promises that batching changes no bit of a forecast. The gate makes blocks of every size.
    @Test(arguments: [1, 2, 3, 5, 8, 13, 24, 25, 60]) func answersEqualThoseOfRequestsAlone(count: Int) async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 1)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let requests = (0..<count).map { index in Task { try await queue.forecast(history(UInt64(index)), with: model).points } }
        try await queue.fill(to: count)
        gate.open()
        try await held.value
        var workspace = model.network?.makeWorkspace()
        for (index, request) in requests.enumerated() {
            let alone = model.forecaster!.forecast([history(UInt64(index))], days: 96, using: &workspace)[0]
            #expect(try await request.value == alone.get().points, "request \(index) of \(count)")
        }
    }

    @Test func answersUnderLoadEqualThoseOfRequestsAlone() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 3)
        var workspace = model.network?.makeWorkspace()
        let expected = try model.forecaster!.forecast((0..<16).map { history($0) }, days: 30, using: &workspace).map {
            try $0.get().points
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<24 {
                group.addTask {
                    for round in 0..<8 {
                        let seed = (caller + round) % 16
                        let forecast = try await queue.forecast(history(UInt64(seed)), ForecastOptions(days: 30), with: model)
                        #expect(forecast.points == expected[seed], "caller \(caller), round \(round)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func severalHistoriesAreAnsweredInTheirOrder() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 2)
        let histories = (0..<70).map { history($0, count: $0 % 7 == 3 ? 40 : 510) }
        let answers = try await queue.forecasts(histories, with: model)
        #expect(answers.count == 70)
        for (index, answer) in answers.enumerated() {
            switch answer {
            case .success(let forecast): #expect(forecast.ticker == histories[index].ticker && index % 7 != 3)
            case .failure(let error):
                #expect(error == .historyTooShort(ticker: histories[index].ticker, have: 40, need: 500) && index % 7 == 3)
            }
        }
        #expect(try await queue.forecasts([], with: model).isEmpty)
    }

    @Test func samplePathsAreThoseOfTheForecaster() async throws {
        let model = try TestModel.paths.loaded()
        let queue = InferenceQueue(workers: 2)
        let options = ForecastOptions(days: 12, paths: 100, seed: 7)
        let answers = try await queue.forecasts((0..<5).map { history($0) }, options, with: model)
        var workspace = model.network?.makeWorkspace()
        for (seed, answer) in answers.enumerated() {
            let alone = model.forecaster!.forecast(
                [history(UInt64(seed))], days: 12, sampling: Sampling(paths: 100, seed: 7), using: &workspace)[0]
            #expect(try answer.get().paths == alone.get().paths && answer.get().points == alone.get().points)
        }
    }

    /// Short requests are computed between the paths of a long one, on the same thread, without changing its result.
    @Test(arguments: [InferencePriority.interactive, .background]) func shortRequestsGoBetweenPaths(priority: InferencePriority)
        async throws
    {
        let (points, paths) = (try TestModel.points.loaded("p"), try TestModel.paths.loaded("t"))
        let queue = InferenceQueue(workers: 1)
        let options = ForecastOptions(days: 96, paths: 4000)
        let hasEnded = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let forecast = try await queue.forecast(history(1), options, with: paths, priority: priority)
                hasEnded.change { $0 = true }
                var workspace = paths.network?.makeWorkspace()
                let sampling = Sampling(paths: 4000)
                let alone = try paths.forecaster!.forecast([history(1)], days: 96, sampling: sampling, using: &workspace)[0].get()
                #expect(forecast.paths == alone.paths)
            }
            let expected = try await queue.forecast(history(2), with: points).points
            while !hasEnded.value { #expect(try await queue.forecast(history(2), with: points).points == expected) }
            try await group.waitForAll()
        }
    }

    @Test func slidingWindowsAreAnOption() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 1)
        let forecast = try await queue.forecast(history(1), ForecastOptions(days: 5, decode: .slidingWindow), with: model)
        let sliding = try Forecaster(ModelFolder(TestModel.points.path), mode: .slidingWindow)
        let alone = try sliding.forecast([history(1)], days: 5, threads: 1)[0].get()
        #expect(zip(forecast.points, alone.points).allSatisfy { abs($0 / $1 - 1) < 1e-6 })
    }

    // MARK: Tensors

    @Test(arguments: [TestModel.points, .oneInput, .twoInputs], DecodeMode.allCases) func tensorsGiveWhatTheNetworkGives(
        kind: TestModel, decode: DecodeMode
    ) async throws {
        let model = try kind.loaded()
        let queue = InferenceQueue(workers: 2)
        let inputs = model.network!.architecture.inputs
        let requests = try (1...9).map { try tensor(UInt64($0), [$0, 20 + $0 % 4, inputs]) }
        let answers = try await withThrowingTaskGroup(of: (Int, RawOutputs).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await queue.outputs(request, steps: 6, decode: decode, with: model)) }
            }
            return try await group.reduce(into: [Int: RawOutputs]()) { $0[$1.0] = $1.1 }
        }
        var workspace = model.network?.makeWorkspace()
        let decoding: Decoding = decode == .recursive ? .recursive : .slidingWindow(length: 500)
        for (index, request) in requests.enumerated() {
            let width = request.steps * inputs
            let series = (0..<request.series).map { Array(request.values[$0 * width..<($0 + 1) * width]) }
            let alone = try series.flatMap {
                try model.network!.forecast([$0], steps: 6, decoding: decoding, using: &workspace!)[0]
            }
            #expect(answers[index]?.values == alone, "\(request.series) series")
            #expect(answers[index]?.shape == (inputs == 1 ? [request.series, 6] : [request.series, 6, inputs]))
        }
    }

    @Test func theStepsOfATensorDefaultToTheHorizon() async throws {
        let queue = InferenceQueue(workers: 1)
        #expect(try await queue.outputs(tensor(1, [2, 30, 1]), with: TestModel.oneInput.loaded()).shape == [2, 96])
        #expect(try await queue.outputs(tensor(1, [2, 30, 1]), with: TestModel.threeOutputs.loaded()).shape == [2, 1, 3])
    }

    @Test(arguments: [[], [4], [2, 2], [1, 4, 0], [0, 4, 1], [-1, -4, 1], [2, 3, 1], [1, 1, 1, 4], [Int.max, 2, 1]])
    func otherShapesAreRefused(shape: [Int]) {
        #expect(throws: InferenceError.badShape(shape, have: 4)) { try RawInputs([1, 2, 3, 4], shape: shape) }
    }

    @Test func badTensorsAreRefused() async throws {
        let queue = InferenceQueue(workers: 1)
        let (one, three) = (try TestModel.oneInput.loaded("one"), try TestModel.threeOutputs.loaded())
        let wide = try tensor(1, [1, 4, 2])
        #expect(await fault { try await queue.outputs(wide, with: one) } == .wrongInputs(model: "one", have: 2, need: 1))
        let good = try tensor(1, [1, 4, 1])
        #expect(await fault { try await queue.outputs(good, steps: 0, with: one) } == .network(.stepsNotPositive(0)))
        #expect(
            await fault { try await queue.outputs(good, steps: 2, with: three) }
                == .network(.cannotFeedBack(inputs: 1, outputs: 3, steps: 2)))
        let infinite = try RawInputs([1, 2, 3, .infinity], shape: [2, 2, 1])
        #expect(
            await fault { try await queue.outputs(infinite, with: one) }
                == .network(.inputNotFinite(series: 1, index: 1, value: .infinity)))
    }

    // MARK: Refusals

    @Test func unsupportedRequestsAreRefused() async throws {
        let queue = InferenceQueue(workers: 1)
        let (raw, paths) = (try TestModel.oneInput.loaded("raw"), try TestModel.paths.loaded("t"))
        let points = try TestModel.points.loaded()
        let own = history(1)
        #expect(await fault { try await queue.forecast(own, with: raw) } == .readsNoPrices(model: "raw"))
        let sliding = ForecastOptions(decode: .slidingWindow)
        #expect(await fault { try await queue.forecast(own, sliding, with: paths) } == .hasNoWindow(model: "t"))
        for days in [0, -1, 97, Int.max, Int.min] {
            let options = ForecastOptions(days: days)
            #expect(
                await fault { try await queue.forecast(own, options, with: points) }
                    == .forecast(.horizonOutOfRange(days: days, horizon: 96)))
        }
        for count in [0, -1, 100_001, Int.max] {
            let options = ForecastOptions(paths: count)
            #expect(await fault { try await queue.forecast(own, options, with: paths) } == .pathsOutOfRange(count, limit: 100_000))
        }
        let short = history(1, count: 499)
        #expect(
            await fault { try await queue.forecast(short, with: points) }
                == .forecast(.historyTooShort(ticker: short.ticker, have: 499, need: 500)))
    }

    @Test(arguments: [1_000_000, Int.max]) func endlessWorkIsRefused(steps: Int) async throws {
        let queue = InferenceQueue(workers: 1)
        let (model, inputs) = (try TestModel.points.loaded(), try tensor(1, [4, 500, 1]))
        for decode in DecodeMode.allCases {
            guard case .tooMuchWork? = await fault({ try await queue.outputs(inputs, steps: steps, decode: decode, with: model) })
            else {
                Issue.record("\(decode), \(steps) steps")
                return
            }
        }
    }
}
