import HTTPEdge
import Hummingbird
import Inference
import Platform

/// All routes of the server.
package enum ServerAPI {
    /// The operations of all controllers.
    package static func operations(_ services: Services) -> API {
        var api = API()
        AssetsController(services: services).add(to: &api)
        HistoryController(services: services).add(to: &api)
        ForecastsController(services: services).add(to: &api)
        DiaryController(services: services).add(to: &api)
        FavouritesController(services: services).add(to: &api)
        WalletsController(services: services).add(to: &api)
        TransactionsController(services: services).add(to: &api)
        OrdersController(services: services).add(to: &api)
        TransactionFilesController(services: services).add(to: &api)
        WalletFiguresController(services: services).add(to: &api)
        RealizedGainsController(services: services).add(to: &api)
        WalletForecastController(services: services).add(to: &api)
        InvestmentsController(services: services).add(to: &api)
        ModelsController(services: services).add(to: &api)
        OpenInferenceController(services.openInference, health: services.health).add(to: &api)
        if let jobs = services.jobs { JobsController(jobs: jobs).add(to: &api) }
        MetricsController(services: services).add(to: &api)
        DocumentController(others: api.routes).add(to: &api)
        return api
    }

    /// The router of server and tests alike: what stands in front of the routes, then the routes.
    ///
    /// - Parameter spans: makes a span of each request; nil: none are made.
    package static func router(
        _ services: Services, edge: Edge<CallContext>, spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil
    ) -> Router<CallContext> {
        let router = Router(context: CallContext.self)
        edge.addOuter(to: router, spans: spans)
        router.add(middleware: ProblemMiddleware(Problem.of))
        let api = operations(services)
        edge.addInner(to: router, isStreamed: api.isStreamed)
        let time = edge.timeLimit
        router.add(middleware: Authentication(authenticators: authenticators(services, time)))
        edge.addCallerLimit(to: router)
        api.register(in: router, writes: services.writes, time: time)
        return router
    }

    /// The kinds of credentials that the routes accept.
    private static func authenticators(_ services: Services, _ time: TimeLimit) -> [any Authenticator] {
        let tokens = BearerTokens(services.tokens, uses: services.tokenUses, time: time)
        return services.requiresToken ? [tokens] : [tokens, SameMachine()]
    }
}
