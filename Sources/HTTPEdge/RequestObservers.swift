import HTTPTypes
import Hummingbird
import Logging
import Metrics
import Synchronization

/// Logs one line per request: method, route pattern, status, problem, duration, size, address, caller. Neither path nor query: they may contain
/// personal data.
package struct AccessLog: RequestObserver {
    private let logger: Logger

    package init(_ logger: Logger) { self.logger = logger }

    package func began() {}

    package func finished(_ request: FinishedRequest) {
        guard logger.logLevel <= .info else { return }
        var fields: Logger.Metadata = [
            "request_id": .string(request.requestID), "method": .string(request.method.rawValue), "route": .string(request.route),
            "status": .stringConvertible(request.status), "address": .string(request.remoteAddress),
            "duration_ms": .stringConvertible(Double(request.nanoseconds / 1000) / 1000),
        ]
        if let bytes = request.bytes { fields["bytes"] = .stringConvertible(bytes) }
        if let caller = request.caller { fields["caller"] = .string(caller) }
        if let problem = request.problem { fields["problem"] = .string(problem) }
        logger.info("request", metadata: fields)
    }
}

/// Counts requests by route pattern, method and class of status, their durations by route, and the requests in progress.
package final class RequestMetrics: RequestObserver {
    private struct Key: Hashable {
        let route: String
        let method: String
        let statusClass: Int
    }

    private let factory: any MetricsFactory
    private let inFlight: Meter
    private let counters = Mutex<[Key: Counter]>([:])
    private let timers = Mutex<[String: Metrics.Timer]>([:])

    package init(_ factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
        inFlight = Meter(label: "http.requests.in_flight", factory: factory)
    }

    package func began() { inFlight.increment() }

    package func finished(_ request: FinishedRequest) {
        inFlight.decrement()
        let key = Key(route: request.route, method: Self.known(request.method), statusClass: request.status / 100)
        counter(key).increment()
        timer(request.route).recordNanoseconds(request.nanoseconds)
    }

    private func counter(_ key: Key) -> Counter {
        if let known = counters.withLock({ $0[key] }) { return known }
        let dimensions = [("route", key.route), ("method", key.method), ("status", "\(key.statusClass)xx")]
        let made = Counter(label: "http.requests", dimensions: dimensions, factory: factory)
        counters.withLock { $0[key] = made }
        return made
    }

    private func timer(_ route: String) -> Metrics.Timer {
        if let known = timers.withLock({ $0[route] }) { return known }
        let made = Metrics.Timer(label: "http.request.duration", dimensions: [("route", route)], factory: factory)
        timers.withLock { $0[route] = made }
        return made
    }

    /// Returns the method as a label. Clients may send any word as a method, so unknown ones share a label.
    private static func known(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }
}
