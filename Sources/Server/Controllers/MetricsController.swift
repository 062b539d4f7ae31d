import APIKit
import NIOCore
import Services

/// Metrics for Prometheus.
struct MetricsController: Sendable {
    /// Writes the metrics for an `Accept` header.
    let metrics: MetricsText

    func add(to api: inout API) {
        api.add(Self.read) { call in
            let (bytes, type) = metrics(call.headers[.accept])
            return Reply(.ok, ByteBuffer(bytes: bytes), type: type).with(.cacheControl, "no-store")
        }
    }

    private static let read = Operation(
        .get, "/metrics", id: "metrics", tag: "Server", "The server's metrics for Prometheus.", need: .scope(.admin),
        answers: [
            .contents(
                200, "The Prometheus text format, or OpenMetrics.",
                [("text/plain", .any), ("application/openmetrics-text", .any)])
        ])
}
