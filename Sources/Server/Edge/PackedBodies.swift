import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Packed bodies by the entity tag of the body, up to a number of bytes; those that came first go first.
final class PackedBodies: Sendable {
    private struct State {
        var bodies: [String: ByteBuffer] = [:]
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let state = Mutex(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    subscript(tag: String) -> ByteBuffer? {
        get { state.withLock { $0.bodies[tag] } }
        set {
            guard let newValue, newValue.readableBytes <= maximumBytes / 8 else { return }
            state.withLock { state in
                guard state.bodies.updateValue(newValue, forKey: tag) == nil else { return }
                state.order.append(tag)
                state.bytes += newValue.readableBytes + 200
                var gone = 0
                while state.bytes > maximumBytes, gone < state.order.count {
                    state.bytes -= (state.bodies.removeValue(forKey: state.order[gone])?.readableBytes ?? 0) + 200
                    gone += 1
                }
                state.order.removeFirst(gone)
            }
        }
    }
}

/// The entity tag of a packed form: that of the body with `-gzip` before the last quotation mark.
enum PackedTag {
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
