import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses text with gzip for clients that accept it.
///
/// A body with a strong entity tag is compressed once and cached. Two representations must have different tags, so the compressed
/// body gets `"tag-gzip"`; a client that sends this tag in `If-None-Match` or `If-Match` means the same version.
package struct ResponseCompression<Context: RequestContext>: RouterMiddleware {
    /// Shorter bodies fit into one packet anyway.
    private let minimumBytes: Int
    /// Longer bodies are compressed while they are written.
    private let wholeBytes = 1 << 20
    private let deflaters: Deflaters
    private let cache: CompressedBodyCache

    /// - Parameters:
    ///   - level: 1 (fast) to 9 (small).
    ///   - keptBytes: memory for cached bodies.
    package init(minimumBytes: Int = 1000, level: Int32 = 4, keptBytes: Int = 16 << 20) {
        self.minimumBytes = minimumBytes
        deflaters = Deflaters(level: level)
        cache = CompressedBodyCache(maximumBytes: keptBytes)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let acceptsGzip = AcceptedEncoding.allowsGzip(request.headers[.acceptEncoding])
        let (request, hadTag) = CompressedEntityTag.removed(from: request)
        var response = try await next(request, context)
        if response.status == .notModified {
            response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
            if hadTag { CompressedEntityTag.add(to: &response.headers) }
        }
        guard request.method != .head, isCompressible(response) else { return response }
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        if acceptsGzip { try await compress(&response) }
        return response
    }

    private func isCompressible(_ response: Response) -> Bool {
        switch response.status {
        case .noContent, .notModified, .partialContent, .resetContent: return false
        default: break
        }
        if let length = response.body.contentLength, length < minimumBytes { return false }
        guard let type = response.headers[.contentType], Self.isText(type) else { return false }
        return !response.headers.contains(.contentEncoding) && response.headers[.cacheControl]?.contains("no-transform") != true
    }

    private static func isText(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        if type == "text/event-stream" { return false }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("+xml") || type == "application/javascript"
            || type == "application/openmetrics-text" || type == "application/yaml"
    }

    private func compress(_ response: inout Response) async throws {
        let tag = response.headers[.eTag].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        if let length = response.body.contentLength, length <= wholeBytes {
            guard let body = try await whole(response.body, tag: tag) else { return }
            response.body = ResponseBody(byteBuffer: body)
        } else if let borrowed = deflaters.take() {
            response.body = stream(response.body, borrowed)
        } else {
            return
        }
        response.headers[.contentEncoding] = "gzip"
        // Ranges would refer to the uncompressed body.
        response.headers[.acceptRanges] = nil
        if tag != nil { CompressedEntityTag.add(to: &response.headers) }
    }

    private func whole(_ body: ResponseBody, tag: String?) async throws -> ByteBuffer? {
        let collected = CollectedBody()
        try await body.write(CollectingWriter(body: collected))
        if let tag, let kept = cache.compressed(collected.buffer, tag: tag) { return kept }
        guard let result = deflaters.gzip(collected.buffer) else { return nil }
        if let tag { cache.store(result, of: collected.buffer, tag: tag) }
        return result
    }

    private func stream(_ body: ResponseBody, _ borrowed: Deflaters.Borrowed) -> ResponseBody {
        ResponseBody { [deflaters] writer in
            defer { deflaters.giveBack(borrowed) }
            try await body.write(CompressingWriter(parent: writer, borrowed: borrowed))
        }
    }
}

/// Compresses what it receives and writes it to another writer.
private struct CompressingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let borrowed: Deflaters.Borrowed

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard buffer.readableBytes > 0 else { return }
        var output = ByteBuffer()
        borrowed.deflater.compress(buffer, isLast: false, into: &output)
        if output.readableBytes > 0 { try await parent.write(output) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        var output = ByteBuffer()
        borrowed.deflater.compress(ByteBuffer(), isLast: true, into: &output)
        try await parent.write(output)
        try await parent.finish(trailingHeaders)
    }
}

/// A body's bytes in one buffer. Used by one task at a time.
private final class CollectedBody {
    var buffer = ByteBuffer()
}

private struct CollectingWriter: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        if body.buffer.readableBytes == 0 { body.buffer = buffer } else { body.buffer.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
