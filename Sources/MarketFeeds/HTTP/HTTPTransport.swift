import Foundation

/// Sends one request and reads its answer, without following redirects and without trying again.
package protocol HTTPTransport: Sendable {
    /// - Parameters:
    ///   - timeoutSeconds: how long it may take from first to last byte, by the machine's clock.
    ///   - sizeLimit: the most bytes that are read of a body.
    func get(
        _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
    ) async throws(TransportError) -> HTTPAnswer
}

/// What a server answered.
package struct HTTPAnswer: Equatable, Sendable {
    /// HTTP's number, 200 when all is well.
    package let status: Int
    /// Names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why there is no answer.
package enum TransportError: Error, Equatable, Sendable {
    case timedOut
    case connection(String)
    case tooLarge
    case cancelled
}
