import HTTPTypes
import Hummingbird

/// Forbids browsers to do anything with a response except read it. Headers set by a handler are kept: a page may have its own
/// policy.
package struct SecurityHeaders<Context: RemoteAddressContext>: RouterMiddleware {
    private let fields: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"), (.xContentTypeOptions, "nosniff"),
        (.referrerPolicy, "no-referrer"), (.crossOriginResourcePolicy, "same-origin"), (.crossOriginOpenerPolicy, "same-origin"),
    ]
    private let transportSecurity: String?

    /// - Parameter maximumAgeSeconds: how long browsers insist on TLS after their first TLS connection; nil to omit the header.
    package init(maximumAgeSeconds: Int? = 31_536_000) {
        transportSecurity = maximumAgeSeconds.map { "max-age=\($0)" }
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        for (name, value) in fields where !response.headers.contains(name) {
            response.headers.append(HTTPField(name: name, value: value))
        }
        if context.isSecure, let transportSecurity { response.headers[.strictTransportSecurity] = transportSecurity }
        return response
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
