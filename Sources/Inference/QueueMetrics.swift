import CoreMetrics
import Synchronization

/// The metrics of a queue.
///
/// | label | kind | dimensions |
/// |---|---|---|
/// | closecast_inference_waiting_series | gauge | priority |
/// | closecast_inference_wait_seconds | timer: from arrival to the first block | model |
/// | closecast_inference_batch_series | histogram: series computed together | model |
/// | closecast_inference_seconds | timer: one block | model |
/// | closecast_inference_rejected_total | counter | reason |
final class QueueMetrics: Sendable {
    private struct OfModel {
        let wait: Timer
        let batch: Recorder
        let seconds: Timer
    }

    private let factory: any MetricsFactory
    private let waiting: [InferencePriority: Gauge]
    private let ofModels = Mutex<[String: OfModel]>([:])

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        waiting = Dictionary(
            uniqueKeysWithValues: InferencePriority.allCases.map {
                ($0, Gauge(label: "closecast_inference_waiting_series", dimensions: [("priority", "\($0)")], factory: factory))
            })
    }

    func record(waiting count: Int, _ priority: InferencePriority) { waiting[priority]?.record(count) }

    func recordRejection(_ error: InferenceError) {
        Counter(label: "closecast_inference_rejected_total", dimensions: [("reason", error.code)], factory: factory).increment()
    }

    /// Records a block.
    ///
    /// - Parameters:
    ///   - start: when it was started, in seconds of the queue's clock.
    ///   - seconds: the computing time.
    func record(_ block: InferenceBlock, start: Double, seconds: Double) {
        guard let name = block.model?.name else { return }
        let metrics = metrics(of: name)
        metrics.batch.record(block.series)
        metrics.seconds.recordNanoseconds(nanoseconds(seconds))
        for part in block.parts where part.series.lowerBound == 0 {
            metrics.wait.recordNanoseconds(nanoseconds(start - part.request.arrival))
        }
    }

    private func metrics(of model: String) -> OfModel {
        ofModels.withLock { models in
            if let known = models[model] { return known }
            let dimensions = [("model", model)]
            let new = OfModel(
                wait: Timer(label: "closecast_inference_wait_seconds", dimensions: dimensions, factory: factory),
                batch: Recorder(
                    label: "closecast_inference_batch_series", dimensions: dimensions, aggregate: true, factory: factory),
                seconds: Timer(label: "closecast_inference_seconds", dimensions: dimensions, factory: factory))
            models[model] = new
            return new
        }
    }

    private func nanoseconds(_ seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1e9) * 1e9) }
}
