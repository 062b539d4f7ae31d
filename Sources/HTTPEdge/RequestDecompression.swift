import HTTPTypes
import Hummingbird
import NIOCore
import Platform

/// Decompresses request bodies with `Content-Encoding: gzip` while they are read, up to a limit; refuses other encodings.
///
/// Nothing is decompressed ahead: a route that collects the body refuses it as soon as it exceeds the route's own limit. The limit here
/// is for routes that read a body as a stream.
package struct RequestDecompression<Context: RequestContext>: RouterMiddleware {
    private let maximumBytes: Int

    /// - Parameter maximumBytes: the limit for a decompressed body.
    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        guard let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" else {
            return try await next(request, context)
        }
        guard ["gzip", "x-gzip"].contains(encoding.lowercased()) else {
            var problem = Problem(
                .unsupportedMediaType, "unsupported-encoding", "the body's encoding \(encoding.cut(to: 100)) is not understood",
                field: "Content-Encoding", value: .string(encoding.cut(to: 100)), accepted: "gzip, or none")
            problem.headers[.acceptEncoding] = "gzip"
            throw problem
        }
        // A few bytes could become a form of a quarter of a megabyte to parse, and no browser compresses forms.
        guard !isForm(request) else {
            throw Problem(
                .unsupportedMediaType, "unsupported-encoding", "forms are not decompressed; send the form as it is",
                field: "Content-Encoding", value: .string(encoding), accepted: "none")
        }
        var head = request.head
        head.headerFields[.contentEncoding] = nil
        head.headerFields[.contentLength] = nil
        var unpacked = Request(head: head, body: request.body)
        unpacked.body = RequestBody(asyncSequence: UnpackedBody(packed: request.body, maximumBytes: maximumBytes))
        return try await next(unpacked, context)
    }
}

extension RequestDecompression {
    private func isForm(_ request: Request) -> Bool {
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.trimmed.lowercased()
        return type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
    }
}

/// The decompressed bytes of a gzip body.
private struct UnpackedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    let packed: RequestBody
    let maximumBytes: Int

    func makeAsyncIterator() -> Iterator { Iterator(packed: packed.makeAsyncIterator(), left: maximumBytes, maximum: maximumBytes) }

    struct Iterator: AsyncIteratorProtocol {
        var packed: RequestBody.AsyncIterator
        var left: Int
        let maximum: Int
        private let inflater = Inflater()

        init(packed: RequestBody.AsyncIterator, left: Int, maximum: Int) {
            (self.packed, self.left, self.maximum) = (packed, left, maximum)
        }

        mutating func next() async throws -> ByteBuffer? {
            guard let inflater else {
                throw Problem(.serviceUnavailable, "out-of-memory", "no memory to unpack the body", retryAfterSeconds: 1)
            }
            while true {
                if let piece = try inflater.next() { return try counted(piece) }
                guard let more = try await packed.next() else {
                    guard inflater.isFinished else { throw Inflater.malformed("it ends too early") }
                    return nil
                }
                inflater.feed(more)
            }
        }

        private mutating func counted(_ piece: ByteBuffer) throws -> ByteBuffer {
            left -= piece.readableBytes
            guard left >= 0 else {
                throw Problem(
                    .contentTooLarge, "body-too-large", "the body unpacks to more than the \(maximum) bytes that are accepted",
                    accepted: "at most \(maximum) bytes")
            }
            return piece
        }
    }
}
