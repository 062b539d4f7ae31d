import HTTPEdge
import Hummingbird
import Inference
import Platform
import QRCodes

/// All routes of the server.
package enum ServerAPI {
    /// The operations of all controllers.
    package static func operations(_ parts: ServerParts) -> API {
        let (market, portfolios, worker) = (parts.market, parts.portfolios, parts.worker)
        var api = API()
        AssetsController(market: market, favourites: parts.favourites, refresh: parts.refresh)
            .add(to: &api)
        HistoryController(market: market, queue: parts.models.queue).add(to: &api)
        ForecastsController(models: parts.models, forecasts: parts.assetForecasts).add(to: &api)
        SentClosesController(models: parts.models).add(to: &api)
        DiaryController(directory: market.directory, diary: parts.diary, worker: worker).add(to: &api)
        FavouritesController(favourites: parts.favourites).add(to: &api)
        WalletsController(portfolios: portfolios).add(to: &api)
        TransactionsController(portfolios: portfolios).add(to: &api)
        OrdersController(portfolios: portfolios).add(to: &api)
        TransactionFilesController(portfolios: portfolios, worker: worker).add(to: &api)
        WalletFiguresController(portfolios: portfolios, worker: worker).add(to: &api)
        RealizedGainsController(portfolios: portfolios, worker: worker).add(to: &api)
        WalletForecastController(market: market, portfolios: portfolios, models: parts.models).add(to: &api)
        InvestmentsController(portfolios: portfolios).add(to: &api)
        addTrading(parts, to: &api)
        PaperMatchesController(market: market, matches: parts.paperMatches, outcomes: parts.paperOutcomes).add(to: &api)
        ModelsController(catalogue: parts.models.catalogue).add(to: &api)
        OpenInferenceController(parts.openInference, health: parts.health, hasAccounts: parts.accounts != nil).add(to: &api)
        if let jobs = parts.jobs {
            var controller = JobsController(jobs: jobs)
            if let sessions = parts.accounts?.people.sessions {
                // If the check fails because of a store fault, the stream ends rather than continuing unchecked.
                controller.isCurrent = { caller in (try? await sessions.isCurrent(caller)) ?? false }
            }
            controller.add(to: &api)
        }
        if let metrics = parts.metrics { MetricsController(metrics: metrics).add(to: &api) }
        if let accounts = parts.accounts { add(accounts, parts, to: &api) }
        OpenAPIController(others: api.routes, path: parts.path).add(to: &api)
        return api
    }

    private static func addTrading(_ parts: ServerParts, to api: inout API) {
        let (trading, market, profiles) = (parts.trading, parts.market, parts.accounts?.people.profiles)
        let preferred = PreferredCoin(market: market, profiles: profiles)
        TradesController(trading: trading, market: market).add(to: &api)
        PaymentsController(trading: trading, methodNeed: parts.accounts == nil ? .scope(.write) : .session(.fresh)).add(to: &api)
        TransfersController(trading: trading, market: market) { try QRCode.svg(of: $0, title: $1) }.add(to: &api)
        VerificationController(trading: trading, accounts: parts.accounts).add(to: &api)
        SupportOperations(parts.support).add(to: &api, parts.store)
        ReferralController(referrals: trading.referrals).add(to: &api)
        EarningsController(
            trading: trading, market: market, portfolios: parts.portfolios, preferred: preferred, worker: parts.worker
        ).add(to: &api)
        FeedController(trading: trading, market: market, preferred: preferred).add(to: &api)
        HelpController(help: parts.help, rules: trading.parts.rules, profiles: profiles).add(to: &api)
    }

    private static func add(_ accounts: AccountParts, _ parts: ServerParts, to api: inout API) {
        let people = accounts.people
        SignUpController(signUps: people.signUps).add(to: &api)
        SessionsController(people: people, pages: accounts.pages).add(to: &api)
        CredentialsController(people: people).add(to: &api)
        let archive = AccountArchive(
            store: parts.store, people: people, market: parts.market, portfolios: parts.portfolios, favourites: parts.favourites,
            paperMatches: parts.paperMatches, trading: parts.trading)
        AccountController(parts: accounts, archive: archive).add(to: &api)
        StorageController(quotas: parts.quotas, use: parts.storageUse).add(to: &api)
        PersonalTokensController(people: people).add(to: &api)
        OperatorsController(people: people).add(to: &api)
        VerificationQueueController(queue: parts.trading.verificationQueue).add(to: &api)
        SupportOperations(parts.support).addForOperators(to: &api, parts.store)
    }

    /// Returns the router for the server and its tests: the edge's middleware, then the routes. Serve it as a ``RouterUnderPath``.
    ///
    /// - Parameters:
    ///   - spans: creates a span for each request; nil for none.
    ///   - makePages: creates the pages for people with browsers; nil for none.
    package static func router(
        _ parts: ServerParts, edge: Edge<CallContext>, spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil,
        pages makePages: ((PageHost) -> any PageRoutes)? = nil
    ) -> Router<CallContext> {
        let ownPages = parts.accounts?.pages
        let services = OperationServices(
            writes: parts.writes, underWay: parts.writesUnderWay, time: edge.timeLimit, pages: ownPages,
            storeVersion: parts.storeVersion)
        return router(
            operations(parts), services, authenticators(parts, edge.timeLimit), hosts: servedHosts(parts), path: parts.path,
            edge: edge, spans: spans, pages: makePages)
    }

    /// Returns a router of an API: the edge's middleware, then the routes. Serve it as a ``RouterUnderPath``.
    static func router(
        _ api: API, _ services: OperationServices, _ authenticators: [any Authenticator], hosts: ServedHosts? = nil,
        path: ServedPath, edge: Edge<CallContext>, spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil,
        pages makePages: ((PageHost) -> any PageRoutes)? = nil
    ) -> Router<CallContext> {
        let router = Router(context: CallContext.self)
        let pages = makePages?(
            PageHost(operations: api.forPages(services), api: api, time: services.time, ownPages: services.pages))
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
