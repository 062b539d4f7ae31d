import HTTPTypes
import Hummingbird

/// Forbids browsers to do anything with a response except read it. Headers set by a handler are kept: a page may have its own
/// policy.
package struct SecurityHeaders<Context: RemoteAddressContext>: RouterMiddleware {
    private let fields: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox"),
        (.xContentTypeOptions, "nosniff"), (.permissionsPolicy, BrowserPermissions.standard),
        (.crossOriginResourcePolicy, "same-origin"), (.crossOriginOpenerPolicy, "same-origin"),
    ]
    private let transportSecurity: String

    /// - Parameter coversSubdomains: whether browsers insist on TLS for names below the server's too.
    package init(coversSubdomains: Bool = true) {
        transportSecurity = "max-age=31536000" + (coversSubdomains ? "; includeSubDomains" : "")
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        if context.isSecure { response.headers[.strictTransportSecurity] = transportSecurity }
        // Browsers replace the headers of their stored page with those of a 304, which does not state the kind of page.
        guard response.status != .notModified else { return response }
        for (name, value) in fields where !response.headers.contains(name) {
            response.headers.append(HTTPField(name: name, value: value))
        }
        if !response.headers.contains(.referrerPolicy) {
            // With no-referrer, browsers send "Origin: null" with a page's forms, as they do for sandboxed pages of other sites.
            response.headers[.referrerPolicy] = Self.isPage(response) ? "same-origin" : "no-referrer"
        }
        return response
    }

    private static func isPage(_ response: Response) -> Bool {
        response.headers[.contentType].map { $0.prefix { $0 != ";" } == "text/html" } ?? false
    }
}

/// What a page may ask the person for: `Permissions-Policy`.
package enum BrowserPermissions {
    static let standard = policy(camera: "()")
    /// For the one page that reads codes.
    package static let camera = policy(camera: "(self)")

    private static func policy(camera: String) -> String { "geolocation=(self), camera=\(camera)" }
}

extension HTTPField.Name {
    package static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
