import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Gives each request an id, the client's own if it is well-formed, and echoes it.
package struct RequestIDs<Context: RequestIDContext>: RouterMiddleware {
    private let made: MadeIDs

    /// - Parameter seed: of the ids that are made; by default different in each process.
    package init(seed: UInt64 = .random(in: .min ... .max)) { made = MadeIDs(seed: seed) }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var context = context
        let given = request.headers[.requestID]
        context.requestID = given.flatMap { Self.isWellFormed($0) ? $0 : nil } ?? made.next()
        context.logger[metadataKey: "request_id"] = .string(context.requestID)
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        return response
    }

    /// Short, and without characters that have a meaning in a log, a shell or a page.
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

/// 16 hexadecimal digits each, different ones within 2^64.
private final class MadeIDs: Sendable {
    private let state: Atomic<UInt64>

    init(seed: UInt64) { state = Atomic(seed) }

    func next() -> String {
        var value = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        return String(unsafeUninitializedCapacity: 16) { bytes in
            for position in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * position)) & 15
                bytes[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
