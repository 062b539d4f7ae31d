import Foundation

/// Sends one request and reads its answer, without following redirects and without retries.
package protocol HTTPTransport: Sendable {
    /// Sends a GET request.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: the longest duration from first to last byte, by the machine's clock.
    ///   - sizeLimit: the most bytes that are read of a body.
    func get(
        _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
    ) async throws(TransportError) -> HTTPAnswer
}

/// The answer of a server.
package struct HTTPAnswer: Equatable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// Header fields with lower-case names.
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// The reasons why there is no answer.
package enum TransportError: Error, Equatable, Sendable {
    case timedOut
    case connection(String)
    case tooLarge
    case cancelled
}
