import Dispatch
import Forecasting
import Foundation
import Inference
import LSTMEngine
import Logging
import Market
import Scratch
import Synchronization
import Waits

let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A model of points, of sample paths, and others that read raw numbers, all small but for the first two.
enum TestModel: String, CaseIterable {
    case points = "models/daily-close"
    case paths = "models/daily-close-t"
    case oneInput = "Tests/LSTMEngineTests/Golden/keras-1x24"
    case twoInputs = "Tests/LSTMEngineTests/Golden/keras-2layers"
    case threeOutputs = "Tests/LSTMEngineTests/Golden/keras-head3"

    var path: String { packageRoot.appending(path: rawValue).path }

    func loaded(_ name: String = "m", version: String = "1") throws -> LoadedModel {
        try LoadedModel(name: name, version: version, folder: ModelFolder(path))
    }
}

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A folder of models that a test fills.
extension Scratch {
    /// Copies a model's two files to `place`, such as `daily` or `daily/2`.
    func put(_ model: TestModel, at place: String, files: [String] = ["config.json", "model.safetensors"]) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(place)", withIntermediateDirectories: true)
        for file in files { try write(Data(contentsOf: URL(filePath: "\(model.path)/\(file)")), to: "\(place)/\(file)") }
    }

    func remove(_ place: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(place)") }

    func catalogue(default name: String? = nil) -> ModelCatalogue { ModelCatalogue(folder: path, defaultName: name) }
}

/// A random walk.
func history(_ seed: UInt64, count: Int = 500) -> PriceHistory {
    var random = SeededGenerator(seed: seed)
    var price = 100.0
    let closes = (0..<count).map { _ in
        price *= exp(0.03 * random.normal())
        return price
    }
    return PriceHistory(ticker: Ticker("T\(seed)")!, firstDay: Day(iso: "2020-01-01")!, closes: closes)
}

/// Normal numbers of a shape.
func tensor(_ seed: UInt64, _ shape: [Int]) throws -> RawInputs {
    var random = SeededGenerator(seed: seed)
    return try RawInputs((0..<shape.reduce(1, *)).map { _ in Float(random.normal()) }, shape: shape)
}

/// A gate that holds a queue's worker until the test opens it.
final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let isReached = Atomic(false)

    /// Runs in the queue; a worker thread may block.
    func wait() {
        isReached.store(true, ordering: .releasing)
        isOpen.wait()
        // For the next one.
        isOpen.signal()
    }

    func open() { isOpen.signal() }

    /// Waits until a worker has reached the gate.
    func reached() async throws { try await until("a worker reaches the gate") { isReached.load(ordering: .acquiring) } }
}

extension InferenceQueue {
    /// Holds one worker of the queue until the gate opens.
    func hold(
        _ gate: Gate, cost: Double = InferenceQueue.bodyCost, priority: InferencePriority = .interactive
    ) async throws -> Task<Void, any Error> {
        let task = Task { try await compute(cost: cost, priority: priority) { gate.wait() } }
        try await gate.reached()
        return task
    }

    /// Waits until `count` series are waiting.
    func fill(to count: Int) async throws { try await until("\(count) series wait, not \(waiting)") { waiting >= count } }
}

/// The error that a call throws.
func fault<Output>(_ body: () async throws -> Output) async -> InferenceError? {
    do {
        _ = try await body()
        return nil
    } catch { return error as? InferenceError }
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func change(_ body: @Sendable (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
