import APIKit
import Foundation
import HTTPEdge
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import JSONText
import Logging
import NIOCore
import NIOPosix
import PageKit
import Server
import ServerWorld
import Services
import Web

/// The server's router, called without a network.
struct FuzzTarget: Sendable {
    private let responder: RouterResponder<CallContext>
    /// A request's context names a channel; this one listens and is never connected to.
    private let channel: any Channel
    private let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    /// Returns the token of a request that has no credential of its own; nil if there is no sign-in.
    private let token: (@Sendable (FuzzRequest) async throws -> String)?

    init(_ parts: ServerParts, token: (@Sendable (FuzzRequest) async throws -> String)? = nil) async throws {
        self.token = token
        var settings = EdgeSettings()
        settings.logsRequests = false
        responder = ServerAPI.router(parts, Face.api(parts), edge: Edge(settings, logger: logger)).buildResponder()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close() }

    struct Answer {
        let status: Int
        let type: String
        let body: [UInt8]
        /// Whether these are all bytes of the body.
        let isWhole: Bool
    }

    /// - Returns: nil for a request that only a socket could carry.
    func answer(_ request: FuzzRequest) async throws -> Answer? {
        var request = request
        if let token, !request.headers.contains(where: { $0.name.lowercased() == "authorization" }) {
            request.headers.append(("Authorization", "Bearer \(try await token(request))"))
        }
        guard let request = request.request else { return nil }
        let context = CallContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await responder.respond(to: request, context: context)
        let collected = Collected()
        var isWhole = true
        do {
            try await response.body.write(collected)
        } catch is EnoughBytes {
            // An endless stream of events.
            isWhole = false
        }
        // The request may have asked for gzip. A body that cannot be unpacked is then reported as invalid JSON.
        let isPacked = response.headers[.contentEncoding] == "gzip"
        return Answer(
            status: response.status.code, type: response.headers[.contentType] ?? "",
            body: isPacked ? GzipOracle.unpacked(collected.bytes) ?? [] : collected.bytes,
            isWhole: isWhole)
    }

    /// The problem with an answer, or nil.
    static func fault(of answer: Answer) -> String? {
        if answer.status >= 500, answer.status != 503 { return "status \(answer.status)" }
        if answer.status >= 400 {
            guard answer.type == "application/problem+json" else { return "status \(answer.status) of type \(answer.type)" }
            guard let problem = try? JSONValue(parsing: answer.body), problem["code"]?.string != nil else {
                return "no problem details"
            }
        } else if answer.type == "application/json", (try? JSONValue(parsing: answer.body)) == nil {
            return "malformed JSON"
        }
        return nil
    }
}

extension ServerUnderTest {
    /// Undeclared parts of an answer; nil if there are none, or if the answer was not read to its end.
    static func fault(of answer: FuzzTarget.Answer, of request: FuzzRequest) -> String? {
        guard answer.isWhole else { return nil }
        let headers = answer.type.isEmpty ? [:] : ["content-type": answer.type]
        return fault(
            of: Answer(status: answer.status, headers: headers, body: answer.body), request.method, request.target)
    }
}

private struct EnoughBytes: Error {}

/// The bytes of an answer's body, up to a megabyte.
private final class Collected: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws {
        bytes += Array(buffer.readableBytesView)
        if bytes.count > 1 << 20 { throw EnoughBytes() }
    }

    func finish(_ trailers: HTTPFields?) async throws {}
}
