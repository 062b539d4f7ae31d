import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Refuses requests whose URI, headers or declared body are too large before doing any work for them, and requests with a
/// malformed or incomplete body.
package struct RequestLimits<Context: RequestContext>: RouterMiddleware {
    private let maximumURIBytes: Int
    private let maximumHeaderBytes: Int
    private let maximumHeaderCount: Int
    private let maximumBodyBytes: Int
    private let isStreamed: @Sendable (Request) -> Bool

    /// - Parameters:
    ///   - maximumBodyBytes: the limit for any route; a route applies its own limit when it reads the body.
    ///   - isStreamed: whether only the route's own limit applies.
    package init(
        maximumURIBytes: Int, maximumHeaderBytes: Int, maximumHeaderCount: Int, maximumBodyBytes: Int,
        isStreamed: @escaping @Sendable (Request) -> Bool = { _ in false }
    ) {
        self.isStreamed = isStreamed
        (self.maximumURIBytes, self.maximumHeaderBytes) = (maximumURIBytes, maximumHeaderBytes)
        (self.maximumHeaderCount, self.maximumBodyBytes) = (maximumHeaderCount, maximumBodyBytes)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let uriBytes = request.head.path?.utf8.count ?? 0
        guard uriBytes <= maximumURIBytes else {
            throw Problem(
                .uriTooLong, "uri-too-long", "the path and query have \(uriBytes) bytes; at most \(maximumURIBytes) are accepted",
                accepted: "at most \(maximumURIBytes) bytes")
        }
        try checkHeaders(request.headers)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > maximumBodyBytes, !isStreamed(request) {
            throw Problem(
                .contentTooLarge, "body-too-large", "the body has \(length) bytes; at most \(maximumBodyBytes) are accepted",
                field: "Content-Length", value: .number(Double(length)), accepted: "at most \(maximumBodyBytes) bytes")
        }
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            throw Problem(.badRequest, "malformed-request", "the body's bytes are no HTTP: \(error)")
        } catch let error as RequestRefusal {
            throw error.problem
        }
    }

    private func checkHeaders(_ headers: HTTPFields) throws(Problem) {
        var bytes = 0
        for field in headers { bytes += field.name.rawName.utf8.count + field.value.utf8.count }
        guard headers.count <= maximumHeaderCount, bytes <= maximumHeaderBytes else {
            throw Problem(
                .requestHeaderFieldsTooLarge, "headers-too-large",
                "the headers (count \(headers.count), \(bytes) bytes in all) are over the limit of \(maximumHeaderCount) headers and "
                    + "\(maximumHeaderBytes) bytes",
                accepted: "at most \(maximumHeaderCount) headers of \(maximumHeaderBytes) bytes in all")
        }
    }
}
