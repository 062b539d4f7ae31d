import APIKit
import HTTPEdge
import Hummingbird
import Platform
import Services

extension ServerAPI {

    /// Returns an API of the operations, in order, and of the document that describes them.
    package static func api(_ parts: ServerParts, _ routes: [Routes]) -> API {
        var api = API()
        for add in routes { add(parts, &api) }
        AssistantController(AssistantTools(api, parts), pages: parts.accounts?.pages).add(to: &api)
        OpenAPIController(others: api.routes, path: parts.path).add(to: &api)
        return api
    }

    /// Returns the router for the server and its tests: the edge's middleware, then the routes. Serve it as a ``RouterUnderPath``.
    ///
    /// - Parameters:
    ///   - api: the operations for programs.
    ///   - spans: creates a span for each request; nil for none.
    ///   - makePages: creates the pages for people with browsers; nil for none.
    package static func router(
        _ parts: ServerParts, _ api: API, edge: Edge<CallContext>,
        spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil,
        pages makePages: ((PageHost) -> any PageRoutes)? = nil
    ) -> Router<CallContext> {
        let ownPages = parts.accounts?.pages
        let services = OperationServices(
            writes: parts.writes, time: edge.timeLimit, pages: ownPages, storeVersion: parts.storeVersion)
        return router(
            api, services, authenticators(parts, edge.timeLimit), hosts: servedHosts(parts), path: parts.path, edge: edge,
            spans: spans, pages: makePages)
    }

    /// Returns a router of an API: the edge's middleware, then the routes. Serve it as a ``RouterUnderPath``.
    static func router(
        _ api: API, _ services: OperationServices, _ authenticators: [any Authenticator], hosts: ServedHosts? = nil,
        path: ServedPath, edge: Edge<CallContext>, spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil,
        pages makePages: ((PageHost) -> any PageRoutes)? = nil
    ) -> Router<CallContext> {
        let router = Router(context: CallContext.self)
        let pages = makePages?(
            PageHost(operations: PageOperations(services: services), api: api, time: services.time, ownPages: services.pages))
        edge.addOuter(to: router, spans: spans)
        router.add(middleware: ProblemMiddleware(Problem.of))
        if let pages { router.add(middleware: ProblemPages(pages: pages)) }
        edge.addInner(to: router, isStreamed: api.isStreamed)
        if let hosts { router.add(middleware: hosts) }
        if !path.isRoot { router.add(middleware: InsidePath(path: path)) }
        router.add(middleware: Authentication(authenticators: authenticators))
        edge.addCallerLimit(to: router)
        api.register(in: router, services)
        pages?.add(to: router)
        return router
    }

    /// Returns the check of the host name in requests; nil without accounts, where ``SameMachine`` checks requests without a token,
    /// and nil if other machines connect but no public address is set.
    private static func servedHosts(_ parts: ServerParts) -> ServedHosts? {
        guard let accounts = parts.accounts, accounts.publicURL != nil || !parts.requiresToken else { return nil }
        return ServedHosts(publicURL: accounts.publicURL)
    }

    /// Returns the kinds of credentials that the routes accept.
    private static func authenticators(_ parts: ServerParts, _ time: TimeLimit) -> [any Authenticator] {
        let tokens = BearerTokens(parts.tokens, uses: parts.tokenUses, time: time, people: parts.accounts?.people)
        if let accounts = parts.accounts {
            let sessions = PeopleSessions(sessions: accounts.people.sessions, uses: accounts.sessionUses, time: time)
            return [sessions, tokens]
        }
        return parts.requiresToken ? [tokens] : [tokens, SameMachine()]
    }
}
