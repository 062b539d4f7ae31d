import HTTPTypes
import Hummingbird
import People

/// The path under which people reach the server, such as `/closecast` of `https://home.example.org/closecast/`; empty if the server
/// has the host to itself.
///
/// Routes, links, redirects and cookies are written as if the server had the host to itself: their paths begin at `/`.
/// ``RouterUnderPath`` translates requests and headers, and the pages' `PageAddresses` the addresses in HTML.
package struct ServedPath: Sendable, Equatable {
    package static let root = ServedPath(nil)

    /// Without a slash at the end.
    package let text: String

    /// - Parameter url: nil for a host of its own.
    package init(_ url: PublicURL?) { text = url?.path ?? "" }

    package var isRoot: Bool { text.isEmpty }

    /// Returns one of our paths as browsers request it. Other addresses are unchanged.
    package func outer(_ address: String) -> String { address.hasPrefix("/") ? text + address : address }

    /// The location of a request's path.
    enum Place: Sendable { case inside, slashMissing, outside }

    /// Returns a path with its query as the routes know it, or says why it is not one of ours.
    ///
    /// - Parameter target: a path, or the URL that clients send to proxies.
    func inner(_ target: String) -> (path: String, place: Place) {
        var path = target[...]
        if !path.hasPrefix("/"), let scheme = path.firstRange(of: "://") {
            path = path[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        guard path.utf8.starts(with: text.utf8) else { return (target, .outside) }
        let rest = path[path.utf8.index(path.startIndex, offsetBy: text.utf8.count)...]
        if rest.isEmpty || rest.utf8.first == UInt8(ascii: "?") { return ("/\(rest)", .slashMissing) }
        // An address that begins with two slashes would name another host.
        guard rest.utf8.first == UInt8(ascii: "/"), !rest.utf8.starts(with: "//".utf8) else { return (target, .outside) }
        return (String(rest), .inside)
    }
}

// MARK: Cookies

/// Cookies of a server under a path.
///
/// Their `Path` is that path, so that browsers send the session to no other program on the host. `__Host-` requires `Path=/`, so
/// the prefix becomes `__Secure-`. The cost: a host below the same domain can set a cookie of the same name, and the server then
/// refuses both or accepts one of the attacker's own session. A secret that every neighbour receives would be worse.
///
/// Their names end in the path, because browsers also send the cookies of `/` and `/a` to `/a/b`, where another Closecast may run.
extension ServedPath {
    private var mark: String { text.replacing("/", with: "+") }

    /// Returns the value of `Set-Cookie` that browsers get.
    func outer(setCookie header: String) -> String {
        let name = header.prefix { $0 != "=" }
        let rest = header.dropFirst(name.count).replacing("; Path=/;", with: "; Path=\(text)/;", maxReplacements: 1)
        return (name.hasPrefix("__Host-") ? "__Secure-\(name.dropFirst(7))" : "\(name)") + mark + rest
    }

    /// Returns the value of `Cookie` with only our cookies, under their inner names; nil if there are none.
    func inner(cookies headers: [String]) -> String? {
        let mark = mark
        let ours = headers.flatMap { $0.split(separator: ";") }.compactMap { part -> String? in
            let pair = part.trimmingPrefix { $0 == " " || $0 == "\t" }
            let name = pair.prefix { $0 != "=" }
            guard name.hasSuffix(mark), name.count < pair.count, !name.hasPrefix("__Host-") else { return nil }
            let own = name.dropLast(mark.count)
            return (own.hasPrefix("__Secure-") ? "__Host-\(own.dropFirst(9))" : "\(own)") + pair[name.endIndex...]
        }
        return ours.isEmpty ? nil : ours.joined(separator: "; ")
    }
}

// MARK: Requests and responses

/// A router under a path: translates requests and responses.
package struct RouterUnderPath: HTTPResponderBuilder {
    private let router: Router<CallContext>
    private let path: ServedPath

    package init(_ router: Router<CallContext>, _ path: ServedPath) { (self.router, self.path) = (router, path) }

    package func buildResponder() -> ResponderUnderPath {
        ResponderUnderPath(responder: router.buildResponder(), path: path)
    }
}

/// Answers requests under a path. See ``RouterUnderPath``.
package struct ResponderUnderPath: HTTPResponder {
    let responder: RouterResponder<CallContext>
    let path: ServedPath

    package func respond(to request: Request, context: CallContext) async throws -> Response {
        guard !path.isRoot else { return try await responder.respond(to: request, context: context) }
        var context = context
        let (inner, place) = path.inner(request.head.path ?? "")
        // Monitors know the server's address but not its path.
        context.place = place == .outside && ServedHosts.isProbe(request.uri.path) ? .inside : place
        var head = request.head
        head.path = inner
        translate(&head.headerFields)
        var response = try await responder.respond(to: Request(head: head, body: request.body), context: context)
        translateBack(&response.headers)
        return response
    }

    private func translate(_ headers: inout HTTPFields) {
        headers[.cookie] = path.inner(cookies: headers[values: .cookie])
        guard let referer = headers[.referer], let scheme = referer.firstRange(of: "://"),
            let slash = referer[scheme.upperBound...].firstIndex(of: "/")
        else { return }
        // A page of another program on this host is not one of our pages.
        let (inner, place) = path.inner(String(referer[slash...]))
        headers[.referer] = place == .inside ? referer[..<slash] + inner : nil
    }

    private func translateBack(_ headers: inout HTTPFields) {
        for name in [HTTPField.Name.location, .contentLocation] { headers[name] = headers[name].map { path.outer($0) } }
        headers[values: .setCookie] = headers[values: .setCookie].map { path.outer(setCookie: $0) }
        // It would remove the data of other programs on this host from the browser.
        headers[.clearSiteData] = nil
    }
}

/// Refuses requests outside the path, and redirects the path without its slash to the start page.
package struct InsidePath: RouterMiddleware {
    package typealias Context = CallContext

    package let path: ServedPath

    package init(path: ServedPath) { self.path = path }

    package func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response)
        async throws
        -> Response
    {
        switch context.place {
        case .inside: return try await next(request, context)
        case .slashMissing:
            return Response(
                status: .permanentRedirect, headers: [.location: request.head.path ?? "/", .cacheControl: "no-store"])
        case .outside:
            throw Problem(
                .notFound, "outside-path",
                "addresses of this server begin with \(path.text)/, as --public-url says; a proxy must pass the path on unchanged",
                field: "path", accepted: "\(path.text)/")
        }
    }
}
