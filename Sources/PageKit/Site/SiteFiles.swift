import APIKit
import HTTPEdge
import HTTPTypes
import Hummingbird
import Languages
import NIOCore
import Services

/// Files other than pages: styles, scripts, images, and files that browsers expect at fixed places.
struct SiteFiles: Sendable {
    let files: WebFiles
    /// The pictures of coins, which are not files of the pages but served like them.
    let icons: CoinIcons
    /// The path under which browsers reach the files.
    let path: ServedPath
    /// The places of the navigation.
    let places: [Page.Place]
    private let reports = PolicyReports()

    init(files: WebFiles, icons: CoinIcons, path: ServedPath, places: [Page.Place]) {
        (self.files, self.icons, self.path, self.places) = (files, icons, path, places)
    }

    func add(to router: Router<CallContext>) {
        for method in [HTTPRequest.Method.get, .head] {
            router.on("/assets/:name", method: method) { request, context in
                try asset(context.parameters.get("name") ?? "", request)
            }
            router.on("/favicon.ico", method: method) { request, _ in try fixed("images/icon.svg", request) }
            router.on("/sw.js", method: method) { request, _ in
                var answer = response(files.current.worker, request, cacheControl: "no-cache")
                answer.headers[.contentSecurityPolicy] = ServiceWorker.policy
                return answer
            }
            router.on("/manifest.webmanifest", method: method) { request, _ in manifest(request) }
        }
        router.post(RouterPath(PolicyReports.path)) { request, context in try await reports.take(request, context) }
    }

    private func asset(_ name: String, _ request: Request) throws -> Response {
        if let icon = icons.icon(named: name) { return try response(icon, request) }
        guard let file = files.current.assets.files[name] else { throw Problem.notFound("no file \(name)") }
        return response(file, request, cacheControl: Self.permanent)
    }

    private static let permanent = "public, max-age=31536000, immutable"

    /// The picture of a coin, for `<img>` only: opened as a page, or embedded as a document, there is none.
    private func response(_ icon: CoinIcon, _ request: Request) throws -> Response {
        let use = HTTPField.Name("Sec-Fetch-Dest").flatMap { request.headers[$0] }
        // A worker's request has no destination of its own, and older browsers do not send one.
        guard use == nil || use == "image" || use == "empty" else { throw Problem.notFound("no page \(icon.name)") }
        let file = Assets.File(icon.bytes, type: icon.mediaType)
        var answer = response(file, request, cacheControl: Self.permanent)
        answer.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'none'; sandbox"
        return answer
    }

    /// A file whose address does not change with its content.
    private func fixed(_ name: String, _ request: Request) throws -> Response {
        let assets = files.current.assets
        guard let url = assets.urls[name], let file = assets.files[String(url.dropFirst(Assets.path.count))] else {
            throw Problem.notFound("no file \(name)")
        }
        return response(file, request, cacheControl: "no-cache")
    }

    private func response(_ file: Assets.File, _ request: Request, cacheControl: String) -> Response {
        var headers: HTTPFields = [.cacheControl: cacheControl, .eTag: file.entityTag]
        if let list = request.headers[.ifNoneMatch], EntityTag.matches(list, file.entityTag, isWeak: true) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private func manifest(_ request: Request) -> Response {
        let chosen = URLForm.pairs(request.uri.query ?? "").first { $0.name == "lang" }.flatMap { Language(rawValue: $0.value) }
        let language = chosen ?? Language(acceptLanguage: request.headers[.acceptLanguage] ?? "") ?? .english
        let files = files.current
        let file = Assets.File(
            AppManifest.json(files.assets, files.words[language]!, path, places), type: "application/manifest+json")
        return response(file, request, cacheControl: "no-cache")
    }
}
