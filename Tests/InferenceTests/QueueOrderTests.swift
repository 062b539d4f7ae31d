import Forecasting
import Inference
import Market
import Testing
import Waits

/// The order of the queue, and refusals when it is full.
@Suite struct QueueOrderTests {
    @Test func aFullQueueRefusesAtOnceWithARetryTime() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 1, capacity: 10)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let waiting = Task { try await queue.forecasts((0..<8).map { history($0) }, with: model) }
        try await queue.fill(to: 8)
        let three = (0..<3).map { history($0) }
        guard case .queueFull(let seconds)? = await fault({ try await queue.forecasts(three, with: model) }) else {
            Issue.record("3 series more than 10")
            return
        }
        #expect((1...60).contains(seconds))
        // Background work has its own room in the queue.
        let background = Task { try await queue.forecasts(three, with: model, priority: .background) }
        try await queue.fill(to: 11)
        #expect(
            await fault { try await queue.forecasts((0..<11).map { history($0) }, with: model) } == .tooManySeries(11, limit: 10))
        gate.open()
        #expect(try await waiting.value.count == 8)
        #expect(try await background.value.count == 3)
        try await held.value
        #expect(queue.waiting == 0)
    }

    @Test func cancellingATaskTakesItsRequestOut() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 1, capacity: 10)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let first = Task { try await queue.forecasts((0..<6).map { history($0) }, with: model) }
        try await queue.fill(to: 6)
        let second = Task { try await queue.forecast(history(9), with: model) }
        try await queue.fill(to: 7)
        first.cancel()
        #expect(await fault { try await first.value } == .cancelled)
        #expect(queue.waiting == 1)
        gate.open()
        #expect(try await second.value.ticker == history(9).ticker)
        try await held.value
    }

    /// In 0.1.0 the worker drew all paths although no caller waited for them.
    @Test func samplePathsOfACancelledTaskStopAtTheNextBlock() async throws {
        let model = try TestModel.paths.loaded()
        // The worker reads the clock after each block of paths: the task is cancelled there, however fast the worker is.
        let request = Shared<Task<Forecast, any Error>?>(nil)
        let looks = Shared(0)
        let queue = InferenceQueue(
            workers: 1, largestRequest: .infinity,
            now: {
                if let request = request.value {
                    looks.change { $0 += 1 }
                    if looks.value == 9 { request.cancel() }
                }
                return 0
            })
        let gate = Gate()
        let held = try await queue.hold(gate)
        let drawing = Task { try await queue.forecast(history(1), ForecastOptions(paths: 100_000), with: model) }
        try await queue.fill(to: 1)
        request.change { $0 = drawing }
        gate.open()
        try await held.value
        #expect(await fault { try await drawing.value } == .cancelled)
        #expect((9...40).contains(looks.value), "it looks at the clock twice a block")
        #expect(try await queue.forecast(history(2), ForecastOptions(days: 1, paths: 1), with: model).horizon == 1)
    }

    @Test func aRequestThatWouldBeAnsweredTooLateIsRefusedAtOnce() async throws {
        let model = try TestModel.paths.loaded()
        let options = ForecastOptions(days: 4, paths: 1000)
        // Each reading of the clock takes a second, and there are several after each block of paths: a machine that is certainly
        // slow.
        let clock = Shared(0.0)
        let tick: @Sendable () -> Double = {
            clock.change { $0 += 1 }
            return clock.value
        }
        _ = try await InferenceQueue(workers: 1, now: tick).forecast(history(1), options, with: model)
        // Long enough for one such forecast, and too short for two; some readings are not by the worker.
        let queue = InferenceQueue(workers: 1, longestWait: 1.5 * (clock.value - 5), now: tick)
        // The speed assumed at the start weighs little after many blocks.
        for _ in 0..<250 { _ = try await queue.forecast(history(1), options, with: model) }
        let gate = Gate()
        let held = try await queue.hold(gate)
        let first = Task { try await queue.forecast(history(2), options, with: model) }
        try await queue.fill(to: 1)
        let secondEnded = Shared(false)
        let second = Task {
            let fault = await fault { try await queue.forecast(history(3), options, with: model) }
            secondEnded.change { $0 = true }
            return fault
        }
        // It is refused without waiting for the gate; if it waits instead, the test fails.
        try await until("the second one is refused, or waits") { secondEnded.value || queue.waiting > 1 }
        // A short one is answered in time.
        let short = Task { try await queue.forecast(history(4), ForecastOptions(days: 1, paths: 1), with: model) }
        try await queue.fill(to: 2)
        let waited = queue.waiting
        gate.open()
        try await held.value
        let refused = await second.value
        #expect(refused?.code == "queue-full", "\(String(describing: refused))")
        if case .queueFull(let seconds)? = refused { #expect((1...60).contains(seconds)) }
        #expect(waited <= 2)
        #expect(try await first.value.horizon == 4)
        #expect(try await short.value.horizon == 1)
    }

    @Test func aCancelledTaskDoesNotBeginToWait() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 1)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let request = Task {
            try await until("it is cancelled") { Task.isCancelled }
            return try await queue.forecast(history(1), with: model)
        }
        request.cancel()
        _ = await request.result
        #expect(queue.waiting == 0)
        gate.open()
        try await held.value
    }

    /// Callers come and go at random: each gets one answer, and the queue ends up empty.
    @Test(arguments: 0..<4 as Range<UInt64>) func everybodyIsAnsweredOnce(seed: UInt64) async throws {
        let models = [try TestModel.points.loaded("a"), try TestModel.points.loaded("b")]
        let queue = InferenceQueue(workers: 2, capacity: 40)
        let histories = (0..<8).map { history($0) }
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<200 {
                var random = SeededGenerator(seed: seed, stream: UInt64(caller))
                let (cancels, pause) = (random.uniform() < 0.4, Int(random.uniform() * 5000))
                let (count, isShort) = (1 + Int(random.uniform() * 6), random.uniform() < 0.5)
                let priority: InferencePriority = random.uniform() < 0.3 ? .background : .interactive
                group.addTask {
                    // Pause: callers come one after the other.
                    try? await Task.sleep(for: .microseconds(pause))
                    let request = Task {
                        try await queue.forecasts(
                            Array(histories[..<count]), ForecastOptions(days: isShort ? 3 : 96), with: models[caller % 2],
                            priority: priority)
                    }
                    if cancels {
                        // Pause: the moment of the cancellation.
                        try? await Task.sleep(for: .microseconds(pause / 4))
                        request.cancel()
                    }
                    switch await request.result {
                    case .success(let forecasts): #expect(forecasts.count == count, "seed \(seed)")
                    case .failure(let error):
                        let error = error as? InferenceError
                        #expect(error == .cancelled || error?.code == "queue-full", "seed \(seed)")
                    }
                }
            }
        }
        #expect(queue.waiting == 0, "seed \(seed)")
        await queue.shutDown()
    }

    @Test func whoseDeadlineHasPassedIsDropped() async throws {
        let model = try TestModel.points.loaded()
        let clock = Shared(100.0)
        let queue = InferenceQueue(workers: 1, now: { clock.value })
        let gate = Gate()
        let held = try await queue.hold(gate)
        let late = Task { try await queue.forecast(history(1), with: model, deadline: 105) }
        let patient = Task { try await queue.forecast(history(2), with: model, deadline: 107) }
        try await queue.fill(to: 2)
        clock.change { $0 = 106 }
        gate.open()
        #expect(await fault { try await late.value } == .deadlinePassed)
        #expect(try await patient.value.ticker == history(2).ticker)
        try await held.value
        #expect(queue.waiting == 0)
    }

    /// Runs bodies behind a gate and records their order.
    private func order(_ bodies: [(String, InferencePriority)]) async throws -> [String] {
        let queue = InferenceQueue(workers: 1)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let names = Shared<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, (name, priority)) in bodies.enumerated() {
                group.addTask { try await queue.compute(priority: priority) { names.change { $0.append(name) } } }
                try await queue.fill(to: index + 1)
            }
            gate.open()
            try await group.waitForAll()
        }
        try await held.value
        return names.value
    }

    @Test func theBackgroundComesLast() async throws {
        let order = try await order([("b1", .background), ("b2", .background), ("i1", .interactive), ("i2", .interactive)])
        #expect(order == ["i1", "i2", "b1", "b2"])
    }

    @Test func theBackgroundHasATurnAmongMany() async throws {
        let many = (0..<30).map { ("i\($0)", InferencePriority.interactive) }
        let order = try await order([("b0", .background), ("b1", .background)] + many)
        #expect((1...9).contains(order.firstIndex(of: "b0")!) && (10...18).contains(order.firstIndex(of: "b1")!), "\(order)")
    }

    /// Forty series of sample paths came first; a forecast of points waits for only a few of them.
    @Test func cheapRequestsDoNotWaitForAllTheDearOnesBefore() async throws {
        let (points, paths) = (try TestModel.points.loaded("p"), try TestModel.paths.loaded("t"))
        let queue = InferenceQueue(workers: 1)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let done = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<40 as Range<UInt64> {
                group.addTask {
                    _ = try await queue.forecast(history(seed), ForecastOptions(days: 30, paths: 200), with: paths)
                    done.change { $0 += 1 }
                }
            }
            try await queue.fill(to: 40)
            group.addTask {
                _ = try await queue.forecast(history(99), with: points)
                #expect(done.value <= 3)
            }
            try await queue.fill(to: 41)
            gate.open()
            try await group.waitForAll()
        }
        try await held.value
    }

    @Test func aBodysErrorIsThrownOn() async throws {
        let queue = InferenceQueue(workers: 1)
        #expect(try await queue.compute { 6 * 7 } == 42)
        await #expect(throws: CancellationError.self) { try await queue.compute { throw CancellationError() } }
    }

    @Test func aWorkerIsKeptFreeOfVeryLongBodies() async throws {
        let queue = InferenceQueue(workers: 2)
        let gate = Gate()
        let first = try await queue.hold(gate, cost: 2e10)
        let second = Task { try await queue.compute(cost: 2e10) { gate.wait() } }
        try await queue.fill(to: 1)
        #expect(try await queue.compute { true })
        gate.open()
        try await first.value
        try await second.value
    }

    @Test func aBodyThatIsTooMuchWorkIsRefused() async throws {
        let queue = InferenceQueue(workers: 1)
        let error = await fault { try await queue.compute(cost: 2e11) {} }
        #expect(error == .tooMuchWork(multiplications: 2e11, limit: InferenceQueue.largestRequest))
    }

    @Test func anAverageCostsItsGARCHToo() async throws {
        let queue = InferenceQueue(workers: 1, largestRequest: 1)
        func cost(_ model: LoadedModel, days: Int? = nil) async -> Double? {
            let error = await fault { try await queue.forecast(history(1), ForecastOptions(days: days), with: model) }
            guard case .tooMuchWork(let multiplications, _) = error else { return nil }
            return multiplications
        }
        let folder = try ModelFolder(packageRoot.appending(path: "models/daily-average").path)
        let model = try LoadedModel(name: "a", version: "1", folder: folder)
        let average = try #require(await cost(model))
        let network = try #require(await cost(TestModel.paths.loaded()))
        #expect((1.05...1.2).contains(average / network))
        // GARCH simulates all days of the horizon for a forecast of one day too.
        let aDay = try #require(await cost(model, days: 1))
        let parameters = try Double(model.rawNetwork().architecture.parameterCount)
        let otherDays = Double(model.configuration.horizon - 1) * Double(ForecastOptions().paths)
        #expect(average - aDay == parameters * otherDays)
    }

    // MARK: The end

    @Test func shuttingDownAnswersWhoWaitsAndDropsTheBackground() async throws {
        let model = try TestModel.points.loaded()
        let queue = InferenceQueue(workers: 2)
        let (one, other) = (Gate(), Gate())
        let held = [try await queue.hold(one), try await queue.hold(other)]
        let interactive = Task { try await queue.forecasts((0..<30).map { history($0) }, with: model) }
        try await queue.fill(to: 30)
        let background = Task { try await queue.forecast(history(1), with: model, priority: .background) }
        try await queue.fill(to: 31)
        let end = Task { await queue.shutDown() }
        #expect(await fault { try await background.value } == .stopped)
        let own = history(1)
        #expect(await fault { try await queue.forecast(own, with: model) } == .stopped)
        one.open()
        other.open()
        await end.value
        #expect(try await interactive.value.count == 30)
        for task in held { try await task.value }
        await queue.shutDown()
    }

    @Test func aDrainThatTakesTooLongDropsTheRest() async throws {
        let model = try TestModel.points.loaded()
        let clock = Shared(100.0)
        let queue = InferenceQueue(workers: 1, now: { clock.value })
        let gate = Gate()
        let held = try await queue.hold(gate)
        let waiting = Task { try await queue.forecast(history(1), with: model) }
        try await queue.fill(to: 1)
        let background = Task { try await queue.forecast(history(2), with: model, priority: .background) }
        try await queue.fill(to: 2)
        let end = Task { await queue.shutDown(within: 2) }
        #expect(await fault { try await background.value } == .stopped)
        clock.change { $0 = 103 }
        gate.open()
        #expect(await fault { try await waiting.value } == .stopped)
        await end.value
        try await held.value
    }

    @Test func aReleasedQueueEndsItsThreads() async throws {
        weak var queue: InferenceQueue?
        do {
            let own = InferenceQueue(workers: 3)
            queue = own
            #expect(try await own.compute { true })
        }
        #expect(queue == nil)
    }
}
