import APIKit
import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Languages
import NIOCore
import Notices
import People
import Platform
import Services
import Store

/// The pages of the server: their routes, their frame, and the common parts of their responses.
package struct Site: PageRoutes {
    private let files: WebFiles
    private let parts: ServerParts
    private let host: PageHost
    private let outlooks: CoinOutlooks
    private let board: TaskBoard
    private let list: PageList
    /// The places of the navigation, by group.
    private let places: [Page.Place]
    private let signs: StoredCoinSigns
    /// The token of forms on one person's machine, where there are no sessions. A page of another site cannot read it.
    private let localToken: String

    private let marks = RenderedPage.Marks()
    private let kept = PageCache()
    private let unread: OwnerFigures<Int>

    /// - Parameters:
    ///   - files: the folder of templates, styles, scripts and messages.
    ///   - faces: what the capabilities show, in the order of each group of the menu.
    package init(_ parts: ServerParts, _ host: PageHost, files: WebFiles, faces: [Face]) {
        (self.parts, self.host, self.files) = (parts, host, files)
        unread = OwnerFigures(parts.storeVersion)
        localToken = RandomID.hexadecimal(digits: 64)
        outlooks = CoinOutlooks(parts.forecasts(cache: CoinOutlooks.makeCache()), parts.models)
        board = TaskBoard(now: parts.market.now)
        signs = StoredCoinSigns(parts.market, icons: parts.icons)
        places = faces.places
        list = faces.pages(of: SiteParts(server: parts, outlooks: outlooks, board: board, files: files, api: host.api))
    }

    /// Computes the outlooks of all coins in the background, again after every change of the stored data, until the task is cancelled.
    package func warmUp() async { await OutlookWarmUp(market: parts.market, version: parts.storeVersion, outlooks: outlooks).run() }

    /// Ends event streams and long work when the server stops; waits for running work, at most `seconds`.
    package func stop(within seconds: Double) async { await board.stop(within: seconds) }

    // MARK: Routes

    package func add(to router: Router<CallContext>) {
        for route in list.routes {
            let path = RouterPath(route.path)
            router.on(path, method: route.method) { request, context in try await response(route, request, context) }
            if route.method == .get {
                router.on(path, method: .head) { request, context in try await response(route, request, context) }
            }
        }
        SiteFiles(files: files, icons: parts.icons, path: parts.path, places: places).add(to: router)
    }

    private func response(
        _ route: PageList.Route, _ request: Request, _ context: CallContext
    ) async throws -> Response {
        // Checked before the form is read, so that a client without rights cannot make the server hold megabytes.
        let caller = try route.need.checked(context.caller)
        let fields = route.method == .post ? try await Fields(request, maximumBytes: route.maximumBytes) : Fields()
        // Before any work for the form.
        if route.method == .post { try checkForm(fields, request, context) }
        return try await host.time.within(isAbandoned: { context.isAbandoned }) {
            let visit = try await visit(request, context, caller, hasCopy: route.hasCopy)
            guard route.isKept else { return response(try await route.handler(visit, fields), visit) }
            return try await keptResponse(route, visit)
        }
    }

    /// Returns a page from memory if none of its dependencies has changed.
    private func keptResponse(_ route: PageList.Route, _ visit: Visit) async throws -> Response {
        let key = PageCache.Key(
            url: visit.request.head.path ?? "/", owner: visit.caller.owner, person: visit.person?.id, scope: visit.caller.scope,
            hasForms: !visit.formToken.isEmpty, preferences: visit.preferences,
            isCopy: visit.copy == .wanted, version: await parts.storeVersion.current(), tasks: board.changes,
            step: parts.market.now() / PageCache.seconds)
        if let page = kept.page(key) { return pageResponse(page, .ok, [:], visit, isKept: true) }
        let outcome = try await route.handler(visit, Fields())
        guard case .page(let page) = outcome, page.status == .ok, page.headers.isEmpty, !page.isPassing, visit.zoom == nil else {
            return response(outcome, visit)
        }
        let rendered = rendered(page, visit)
        // Debug builds show changed templates at once.
        #if !DEBUG
            kept.keep(rendered, key)
        #endif
        return pageResponse(rendered, .ok, [:], visit, isKept: true)
    }

    /// - Parameter hasCopy: whether the page has an anonymous form. Other pages need the checked caller.
    private func visit(
        _ request: Request, _ context: CallContext, _ caller: Principal, hasCopy: Bool = false
    ) async throws -> Visit {
        var person: Person?
        if let accounts = parts.accounts, let id = caller.standing?.person {
            person = try await accounts.people.profiles.person(id)
        }
        let preferences = Preferences(request.headers, person?.choices)
        let isCopy = hasCopy && host.hasAccounts && OfflineCopies.isWanted(request)
        return Visit(
            request, context, caller: isCopy ? .anonymous : caller, person: isCopy ? nil : person, preferences: preferences,
            words: files.current.words[preferences.language]!.with(await signs.current()), host: host,
            places: places, formToken: isCopy ? "" : formToken(context),
            openTasks: isCopy ? 0 : board.openCount(of: caller.owner),
            unreadNotices: isCopy ? 0 : try await unreadNotices(of: caller.owner),
            copy: !hasCopy ? .none : isCopy ? .wanted : .offered)
    }

    private func unreadNotices(of owner: String) async throws -> Int {
        try await unread.figure(owner) { try await parts.store.reading { try $0.unreadNotices(of: owner) } }
    }

    private func formToken(_ context: CallContext) -> String {
        host.formToken(context) ?? (host.hasAccounts ? "" : localToken)
    }

    /// Refuses a form that does not come from one of our pages.
    private func checkForm(_ fields: Fields, _ request: Request, _ context: CallContext) throws(Problem) {
        if host.hasAccounts { return try host.checkForm(FormToken.unmasked(fields["csrf"]), request, context) }
        guard FormToken.unmasked(fields["csrf"]) == localToken else { throw PageHost.foreignForm }
    }

    // MARK: Responses

    private func response(_ outcome: Outcome, _ visit: Visit) -> Response {
        switch outcome {
        case .page(let page): return pageResponse(rendered(page, visit), page.status, page.headers, visit)
        case .response(let response): return response
        case .redirect(let path, var headers):
            headers[.location] = path
            headers[.cacheControl] = "no-store"
            return Response(status: .seeOther, headers: headers)
        }
    }

    private func pageResponse(
        _ page: RenderedPage, _ status: HTTPResponse.Status, _ own: HTTPFields, _ visit: Visit, isKept: Bool = false
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLanguage: visit.words.language.rawValue,
            .contentSecurityPolicy: policy, .vary: "Cookie, Accept-Language, Closecast-Copy",
        ]
        headers[.closecastKeep] = page.copies
        // When the browser goes back to a form, the form must have a new key.
        headers[.cacheControl] = isKept && !visit.host.hasAccounts ? "private, no-cache" : "no-store"
        headers[.reportingEndpoints] = "csp=\"\(parts.path.outer(PolicyReports.path))\""
        headers.append(contentsOf: own)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: page.body(token: visit.formToken)))
    }

    private func rendered(_ page: Page, _ visit: Visit) -> RenderedPage {
        let files = files.current
        let html = files.templates.render(page.template, Frame(files.assets, page, visit, marks).values)
        return RenderedPage(PageAddresses.under(parts.path, html), marks, copies: OfflineCopies.header(page, visit))
    }

    /// The content policy: everything may only be loaded from this server, and nothing inline.
    private var policy: String { Self.policy + "report-uri \(parts.path.outer(PolicyReports.path)); report-to csp" }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
        + "worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types closecast; "

    // MARK: Problems

    package func page(of problem: Problem, for request: Request, _ context: CallContext) async -> Response? {
        if let path = ProblemPage.detour(of: problem, for: request, hasAccounts: parts.accounts != nil) {
            return Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
        }
        let visit = await visit(ofProblem: request, context)
        let near = await NearPlaces(market: parts.market, portfolios: parts.portfolios, visit: visit).place(
            of: problem, path: request.uri.path, caller: context.caller)
        var response = response(.page(ProblemPage.page(of: problem, visit, near: near)), visit)
        for header in problem.responseHeaders where ![.contentType, .cacheControl].contains(header.name) {
            response.headers[header.name] = header.value
        }
        return response
    }

    /// The visitor of a problem's page. A signed-in person stays signed in, in their language, unless the store cannot be read.
    private func visit(ofProblem request: Request, _ context: CallContext) async -> Visit {
        let known = context.caller ?? .anonymous
        if let visit = try? await visit(request, context, known) { return visit }
        let preferences = Preferences(request.headers, nil)
        return Visit(
            request, context, caller: .anonymous, person: nil, preferences: preferences,
            words: files.current.words[preferences.language]!, host: host, places: places,
            formToken: "")
    }
}

extension HTTPField.Name {
    static let reportingEndpoints = HTTPField.Name("Reporting-Endpoints")!
}
