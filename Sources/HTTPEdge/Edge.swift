import Hummingbird
import Logging
import Metrics
import Platform
import ServiceLifecycle

/// Everything between the socket and the routes, created from the settings. It knows no routes.
///
/// ```swift
/// let edge = Edge<MyContext>(settings, certificate: certificate, logger: logger)
/// edge.addOuter(to: router)          // before ProblemMiddleware
/// router.add(middleware: ProblemMiddleware { error, _ in … })
/// edge.addInner(to: router)          // behind it, because these throw their refusals
/// router.add(middleware: …)          // authentication, which sets callerID
/// edge.addCallerLimit(to: router)
/// router.get("…") { … try await edge.timeLimit.within { … } }
/// Application(router: router, server: edge.server.builder, configuration: edge.configuration(), services: edge.services, …)
/// ```
package struct Edge<Context: RemoteAddressContext & RequestIDContext & NotedContext & CallerContext>: Sendable {
    private let settings: EdgeSettings
    private let observers: [any RequestObserver]
    private let addresses: TokenBuckets<IPAddress>
    private let callers: TokenBuckets<String>
    private let deadlines: Deadlines
    package let server: EdgeServer
    /// The connections to a second port, such as gRPC's.
    package let otherConnections: OpenConnections

    /// - Parameter refusalCodes: the codes of problems that ``RefusalLog`` logs whatever their status.
    package init(
        _ settings: EdgeSettings, certificate: ServerCertificate? = nil, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory, refusalCodes: Set<String> = [],
        now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        self.settings = settings
        observers =
            [RequestMetrics(metrics), RefusalLog(Logger(label: "closecast.security"), codes: refusalCodes)]
            + (settings.logsRequests ? [AccessLog(logger)] : [])
        addresses = TokenBuckets(settings.addressRate, capacity: settings.rateTableSize, now: now)
        callers = TokenBuckets(settings.tokenRate, capacity: settings.rateTableSize, now: now)
        deadlines = Deadlines(now: now)
        var server = EdgeServer()
        server.timeouts = settings.timeouts
        (server.maximumHeaderBytes, server.maximumHeaderCount) = (settings.maximumHeaderBytes, settings.maximumHeaderCount)
        (server.maximumBodyBytes, server.certificate) = (settings.maximumBodyBytes, certificate)
        server.connections = settings.openConnections(refusesWhenFull: false)
        self.server = server
        otherConnections = settings.openConnections(refusesWhenFull: true)
    }

    /// Services that must run before the server and end after it.
    package var services: [any Service] { [DeadlineService(deadlines)] }

    // MARK: Middleware

    /// Adds the middleware that handles every response, including problems.
    ///
    /// - Parameter spans: the ``RequestSpans`` of a tracer; nil for no spans.
    package func addOuter(to router: Router<Context>, spans: (any MiddlewareProtocol<Request, Response, Context>)? = nil) {
        router.add(
            middleware: ForwardedAddress(
                trusted: proxies.ranges, header: proxies.header, speaksTLS: server.certificate != nil))
        router.add(middleware: RequestIDs())
        router.add(middleware: RequestRecords(observers))
        if let spans { router.add(middleware: spans) }
        router.add(middleware: SecurityHeaders(coversSubdomains: settings.coversSubdomains))
        if settings.compresses { router.add(middleware: ResponseCompression()) }
        router.add(middleware: HeadResponses())
    }

    /// Adds the middleware that refuses requests.
    ///
    /// - Parameter isStreamed: whether a handler reads the body as it arrives and limits its size.
    package func addInner(to router: Router<Context>, isStreamed: @escaping @Sendable (Request) -> Bool = { _ in false }) {
        router.add(middleware: ForwardedAgreement(proxies: proxies))
        router.add(middleware: AddressRateLimit(addresses, limitsLoopback: settings.limitsLoopback || settings.isBehindProxy))
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: settings.maximumURIBytes, maximumHeaderBytes: settings.maximumHeaderBytes,
                maximumHeaderCount: settings.maximumHeaderCount, maximumBodyBytes: settings.maximumBodyBytes,
                isStreamed: isStreamed))
        router.add(middleware: RequestDecompression(maximumBytes: settings.maximumUnpackedBytes))
    }

    /// Adds the rate limit per caller. It belongs behind the authentication.
    package func addCallerLimit(to router: Router<Context>) { router.add(middleware: CallerRateLimit(callers)) }

    /// The time limit of a handler's work. It is not middleware, because middleware would have to wait for the handler to end.
    package var timeLimit: TimeLimit {
        TimeLimit(deadlines, seconds: settings.requestSeconds, lateError: Problem.timedOut)
    }

    // MARK: Connections and calls of other protocols

    /// The rate limits for calls that do not pass through the router; they draw on the same buckets as requests.
    package var callLimits: CallLimits {
        CallLimits(
            addresses: addresses, callers: callers, limitsLoopback: settings.limitsLoopback, proxies: proxies)
    }

    /// Guards connections that do not come through ``server``, such as gRPC's, with the same limits.
    package var gate: ConnectionGate { ConnectionGate(otherConnections, timeouts: settings.timeouts) }

    private var proxies: TrustedProxies {
        TrustedProxies(ranges: settings.isBehindProxy ? settings.trustedProxies : [], header: settings.proxyHeader)
    }

    // MARK: The application

    /// Returns the address to listen on and the connection limit. Up to four connections are accepted at a time, so there may be
    /// three more than the limit.
    package func configuration() -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), backlog: 1024,
            availableConnectionsDelegate: ConnectionLimitDelegate(server.connections))
    }

    /// Applies the settings that can change while the server runs.
    package func apply(_ settings: EdgeSettings) {
        addresses.rate = settings.addressRate
        callers.rate = settings.tokenRate
    }
}
