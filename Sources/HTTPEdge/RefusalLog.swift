import Hummingbird
import Logging
import Platform
import Synchronization

/// Logs one line per request that was refused for security reasons: caller, address, route and reason, never the request's content.
///
/// Many refusals must not fill the disk: further refusals within a second are counted, and the next line states their number.
package final class RefusalLog: RequestObserver {
    private struct Second {
        var start = -Double.infinity
        var lines = 0
        var omitted = 0
    }

    private static let linesPerSecond = 20

    private let logger: Logger
    private let codes: Set<String>
    private let now: @Sendable () -> Double
    private let second = Mutex(Second())

    /// - Parameters:
    ///   - codes: the codes of problems to log whatever their status, such as uploads that are not what they claim to be.
    ///   - now: seconds of any clock that does not go back.
    package init(
        _ logger: Logger, codes: Set<String> = [], now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        (self.logger, self.codes, self.now) = (logger, codes, now)
    }

    package func began() {}

    package func finished(_ request: FinishedRequest) {
        guard isRefused(request), let omitted = takeLine() else { return }
        var fields: Logger.Metadata = [
            "event": "request-refused", "outcome": "failure", "request_id": .string(request.requestID),
            "method": .string(request.method.rawValue), "route": .string(request.route),
            "status": .stringConvertible(request.status), "address": .string(request.remoteAddress),
        ]
        if let problem = request.problem { fields["problem"] = .string(problem) }
        if let caller = request.caller { fields["caller"] = .string(caller) }
        if omitted > 0 { fields["omitted_before"] = .stringConvertible(omitted) }
        logger.notice("security", metadata: fields)
    }

    /// 404 is logged for known callers only, because strangers try paths all day.
    private func isRefused(_ request: FinishedRequest) -> Bool {
        switch request.status {
        case 401, 403, 413, 415, 421, 429: true
        case 404: request.caller != nil
        default: request.problem.map(codes.contains) ?? false
        }
    }

    /// Returns the number of lines omitted since the last one; nil if this one is omitted too.
    private func takeLine() -> Int? {
        second.withLock { second in
            let time = now()
            if time - second.start >= 1 { (second.start, second.lines) = (time, 0) }
            guard second.lines < Self.linesPerSecond else {
                second.omitted += 1
                return nil
            }
            second.lines += 1
            defer { second.omitted = 0 }
            return second.omitted
        }
    }
}
