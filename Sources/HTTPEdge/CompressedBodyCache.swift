import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compressed bodies by the entity tag of the body, up to a number of bytes; the oldest are dropped first.
///
/// Two resources may have the same tag, so the body itself is kept too and compared: one caller never gets another's data.
final class CompressedBodyCache: Sendable {
    private struct State {
        var bodies: [String: (body: ByteBuffer, compressed: ByteBuffer)] = [:]
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let state = Mutex(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The compressed form of exactly this body; nil if it is not cached.
    func compressed(_ body: ByteBuffer, tag: String) -> ByteBuffer? {
        guard let kept = state.withLock({ $0.bodies[tag] }), kept.body == body else { return nil }
        return kept.compressed
    }

    func store(_ compressed: ByteBuffer, of body: ByteBuffer, tag: String) {
        let bytes = compressed.readableBytes + body.readableBytes
        guard bytes <= maximumBytes / 8 else { return }
        state.withLock { state in
            guard state.bodies[tag] == nil else { return }
            state.bodies[tag] = (body, compressed)
            state.order.append(tag)
            state.bytes += bytes
            var gone = 0
            while state.bytes > maximumBytes, gone < state.order.count {
                let first = state.bodies.removeValue(forKey: state.order[gone])
                state.bytes -= first.map { $0.body.readableBytes + $0.compressed.readableBytes } ?? 0
                gone += 1
            }
            state.order.removeFirst(gone)
        }
    }
}

/// The entity tag of a compressed body: that of the body with `-gzip` before the last quotation mark.
enum CompressedEntityTag {
    private static let suffix = "-gzip\""

    static func add(to headers: inout HTTPFields) {
        guard let tag = headers[.eTag], tag.hasSuffix("\""), !tag.hasSuffix(suffix) else { return }
        headers[.eTag] = tag.dropLast() + suffix
    }

    /// Returns the request with the tags of compressed bodies replaced by those of the bodies, and whether there were any.
    static func removed(from request: Request) -> (Request, Bool) {
        let names = [HTTPField.Name.ifNoneMatch, .ifMatch].filter { request.headers[$0]?.contains(suffix) == true }
        guard !names.isEmpty else { return (request, false) }
        var head = request.head
        for name in names {
            head.headerFields[name] = head.headerFields[name]?.split(separator: suffix, omittingEmptySubsequences: false).joined(
                separator: "\"")
        }
        return (Request(head: head, body: request.body), true)
    }
}
