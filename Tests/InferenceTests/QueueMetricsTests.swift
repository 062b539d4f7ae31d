import CoreMetrics
import Inference
import Scratch
import Testing

/// Keeps recorded metrics, by label and dimensions.
private final class Notebook: MetricsFactory {
    final class Line: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        let values = Shared<[Double]>([])

        func increment(by amount: Int64) { note(Double(amount)) }
        func increment(by amount: Double) { note(amount) }
        func decrement(by amount: Double) { note(-amount) }
        func set(_ value: Int64) { note(Double(value)) }
        func set(_ value: Double) { note(value) }
        func record(_ value: Int64) { note(Double(value)) }
        func record(_ value: Double) { note(value) }
        func recordNanoseconds(_ duration: Int64) { note(Double(duration)) }
        func reset() {}

        private func note(_ value: Double) { values.change { $0.append(value) } }
    }

    private let lines = Shared<[String: Line]>([:])

    func values(_ key: String) -> [Double] { lines.value[key]?.values.value ?? [] }

    private func line(_ label: String, _ dimensions: [(String, String)]) -> Line {
        let key = label + dimensions.map { " \($0)=\($1)" }.joined()
        lines.change { if $0[key] == nil { $0[key] = Line() } }
        return lines.value[key]!
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { line(label, dimensions) }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { line(label, dimensions) }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        line(label, dimensions)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { line(label, dimensions) }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

@Suite struct QueueMetricsTests {
    @Test func whatIsComputedTogetherIsCounted() async throws {
        let model = try TestModel.points.loaded("daily")
        let notebook = Notebook()
        let queue = InferenceQueue(workers: 1, capacity: 30, metrics: notebook)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let requests = (0..<30).map { seed in Task { try await queue.forecast(history(UInt64(seed)), with: model) } }
        try await queue.fill(to: 30)
        let own = history(1)
        _ = await fault { try await queue.forecast(own, with: model) }
        gate.open()
        for request in requests { _ = try await request.value }
        try await held.value
        await queue.shutDown()
        let blocks = notebook.values("closecast_inference_batch_series model=daily")
        #expect(blocks.reduce(0, +) == 30 && blocks.max() == 24, "\(blocks)")
        #expect(notebook.values("closecast_inference_seconds model=daily").count == blocks.count)
        #expect(notebook.values("closecast_inference_wait_seconds model=daily").count == 30)
        #expect(notebook.values("closecast_inference_rejected_total reason=queue-full") == [1])
        #expect(notebook.values("closecast_inference_waiting_series priority=interactive").max() == 30)
        #expect(notebook.values("closecast_inference_waiting_series priority=interactive").last == 0)
    }

    @Test func servedModelsAreAGauge() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let notebook = Notebook()
        let catalogue = ModelCatalogue(folder: models.path, defaultName: nil, logger: silent, metrics: notebook)
        await catalogue.rescan()
        try models.put(.paths, at: "a", files: ["config.json"])
        await catalogue.rescan()
        try models.put(.paths, at: "a")
        await catalogue.rescan()
        try models.remove("a")
        await catalogue.rescan()
        #expect(notebook.values("closecast_model_ready model=a version=1") == [1, 0, 1, 0])
    }
}
