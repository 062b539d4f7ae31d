import Digests
import HTTPTypes
import Hummingbird
import Logging
import Platform

/// Gives each request an id, the client's own if it is well-formed, and echoes it.
package struct RequestIDs<Context: RequestIDContext>: RouterMiddleware {
    private let made: IDSequence

    /// - Parameter seed: the seed of generated ids; by default different in each process.
    package init(seed: UInt64 = .random(in: .min ... .max)) { made = IDSequence(seed: seed) }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var context = context
        let given = request.headers[.requestID]
        context.requestID = given.flatMap { Self.isWellFormed($0) ? $0 : nil } ?? Hexadecimal.text(made.next())
        context.logger[metadataKey: "request_id"] = .string(context.requestID)
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        return response
    }

    /// Whether an id is short and has no characters with a meaning in a log, a shell or a page.
    static func isWellFormed(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"): true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID")!
}
