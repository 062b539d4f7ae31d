import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Packed bodies by the entity tag of the body, up to a number of bytes; those that came first go first.
///
/// A tag belongs to one resource and says nothing of others, so the body itself is kept too and compared: two callers' data
/// under one tag are not mixed up.
final class CompressedBodyCache: Sendable {
    private struct State {
        var bodies: [String: (body: ByteBuffer, packed: ByteBuffer)] = [:]
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let state = Mutex(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The packed form of this very body, where it is kept.
    func packed(_ body: ByteBuffer, tag: String) -> ByteBuffer? {
        guard let kept = state.withLock({ $0.bodies[tag] }), kept.body == body else { return nil }
        return kept.packed
    }

    func keep(_ packed: ByteBuffer, of body: ByteBuffer, tag: String) {
        let bytes = packed.readableBytes + body.readableBytes
        guard bytes <= maximumBytes / 8 else { return }
        state.withLock { state in
            guard state.bodies[tag] == nil else { return }
            state.bodies[tag] = (body, packed)
            state.order.append(tag)
            state.bytes += bytes
            var gone = 0
            while state.bytes > maximumBytes, gone < state.order.count {
                let first = state.bodies.removeValue(forKey: state.order[gone])
                state.bytes -= first.map { $0.body.readableBytes + $0.packed.readableBytes } ?? 0
                gone += 1
            }
            state.order.removeFirst(gone)
        }
    }
}

/// The entity tag of a packed form: that of the body with `-gzip` before the last quotation mark.
enum CompressedEntityTag {
    private static let suffix = "-gzip\""

    static func add(to headers: inout HTTPFields) {
        guard let tag = headers[.eTag], tag.hasSuffix("\""), !tag.hasSuffix(suffix) else { return }
        headers[.eTag] = tag.dropLast() + suffix
    }

    /// The request with the tags of packed forms put back to those of the bodies, and whether there were any.
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
