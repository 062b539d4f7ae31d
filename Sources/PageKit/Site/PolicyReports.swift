import APIKit
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Logging
import Metrics
import NIOCore
import Platform
import Synchronization

/// Browsers' reports of violations of a page's content policy (`/csp-reports`).
///
/// A report contains addresses, which may be personal, and any client can send one. So only the directive and the origin of the
/// blocked address are logged, at most a few lines a minute; the metric counts all reports.
package final class PolicyReports: Sendable {
    /// A violation.
    package struct Report: Equatable {
        /// Such as `script-src-elem`.
        package let directive: String
        /// The scheme and host of the blocked address, or a word such as `inline`.
        package let blocked: String

        package init(directive: String, blocked: String) { (self.directive, self.blocked) = (directive, blocked) }
    }

    package static let path = "/csp-reports"
    private static let maximumBytes = 16 << 10
    private static let mostReports = 20
    private static let linesAMinute = 30

    private let lines = Mutex<(minute: Int, count: Int)>((0, 0))
    private let now: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }) { self.now = now }

    /// Accepts a report.
    ///
    /// - Throws: a ``Problem``.
    package func take(_ request: Request, _ context: CallContext) async throws -> Response {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.maximumBytes)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "body-too-large", "a report has at most \(Self.maximumBytes) bytes", field: "body")
        }
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        for report in try Self.reports(Array(body.readableBytesView), type: type) {
            Counter(label: "closecast_csp_reports_total").increment()
            guard isLogged() else { continue }
            context.logger.warning(
                "a browser kept a page from something",
                metadata: ["directive": "\(report.directive)", "blocked": "\(report.blocked)"])
        }
        return Response(status: .noContent)
    }

    /// Reads the body of a report.
    ///
    /// - Parameter type: `application/csp-report` of the directive `report-uri`, or `application/reports+json` of `report-to`.
    /// - Throws: a ``Problem`` for another type, and for text that is not JSON.
    package static func reports(_ bytes: [UInt8], type: String) throws -> [Report] {
        switch type {
        case "application/csp-report":
            guard let report = try JSONValue(parsing: bytes)["csp-report"] else { return [] }
            return [
                Report(
                    directive: directive(report["effective-directive"] ?? report["violated-directive"]),
                    blocked: origin(report["blocked-uri"]))
            ]
        case "application/reports+json":
            guard case .array(let reports) = try JSONValue(parsing: bytes) else { return [] }
            return reports.filter { $0["type"]?.string == "csp-violation" }.prefix(mostReports).map { report in
                Report(
                    directive: directive(report["body"]?["effectiveDirective"]), blocked: origin(report["body"]?["blockedURL"]))
            }
        default:
            throw Problem(
                .unsupportedMediaType, "content-type", "reports are application/csp-report or application/reports+json",
                field: "Content-Type", value: .string(type.cut(to: 100)),
                accepted: "application/csp-report or application/reports+json")
        }
    }

    private static func directive(_ value: JSONValue?) -> String {
        let text = (value?.string ?? "").prefix { $0 != " " }.lowercased().filter { $0.isASCII && ($0.isLetter || $0 == "-") }
        return text.isEmpty ? "unknown" : text.cut(to: 40)
    }

    /// The scheme and host of an address. A path or a query may contain a secret.
    private static func origin(_ value: JSONValue?) -> String {
        let text = (value?.string ?? "").prefix(1000)
        guard let scheme = text.range(of: "://") else {
            let word = text.prefix { $0 != ":" }.filter { $0.isASCII && ($0.isLetter || $0 == "-") }
            return word.isEmpty ? "unknown" : word.cut(to: 40)
        }
        let host = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // The part before an "@" is a name and a password.
        let named = host.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let origin = text[..<scheme.upperBound] + named
        return String(origin.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:/[]".contains($0)) }.prefix(120))
    }

    private func isLogged() -> Bool {
        let minute = Int(now() / 60)
        return lines.withLock { lines in
            if lines.minute != minute { lines = (minute, 0) }
            lines.count += 1
            return lines.count <= Self.linesAMinute
        }
    }
}
