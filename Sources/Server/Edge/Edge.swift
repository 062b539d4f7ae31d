import Hummingbird
import Logging
import Metrics
import Platform
import ServiceLifecycle

/// All that stands between the socket and the routes, made from the settings.
///
/// ```swift
/// let edge = Edge<CallContext>(settings, certificate: certificate, logger: logger)
/// edge.addOuter(to: router)          // before ProblemMiddleware
/// router.add(middleware: ProblemMiddleware())
/// edge.addInner(to: router)          // behind it: these refuse by throwing
/// router.add(middleware: Authentication(…))
/// edge.addCallerLimit(to: router)
/// router.get("…") { … try await edge.timeLimit.within { … } }
/// Application(router: router, server: edge.server.builder, configuration: edge.configuration(), services: edge.services, …)
/// ```
package struct Edge<Context: RemoteAddressContext & RequestIDContext & NotedContext & CallerContext>: Sendable {
    private let settings: ServerSettings
    private let observers: [any RequestObserver]
    private let addresses: TokenBuckets<IPAddress>
    private let callers: TokenBuckets<String>
    private let deadlines: RequestDeadlines
    package let server: EdgeServer
    /// The connections of the port of gRPC.
    package let otherConnections: OpenConnections

    package init(
        _ settings: ServerSettings, certificate: ServerCertificate? = nil, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory,
        now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        self.settings = settings
        observers = [RequestMetrics(metrics)] + (settings.logsRequests ? [AccessLog(logger)] : [])
        addresses = TokenBuckets(settings.addressRate, capacity: settings.rateTableSize, now: now)
        callers = TokenBuckets(settings.tokenRate, capacity: settings.rateTableSize, now: now)
        deadlines = RequestDeadlines(now: now)
        var server = EdgeServer()
        server.times = settings.times
        (server.maximumHeaderBytes, server.maximumHeaderCount) = (settings.maximumHeaderBytes, settings.maximumHeaderCount)
        (server.maximumBodyBytes, server.certificate) = (settings.maximumBodyBytes, certificate)
        server.connections = settings.openConnections(refusesWhenFull: false)
        self.server = server
        otherConnections = settings.openConnections(refusesWhenFull: true)
    }

    /// Services that must run before the server and end after it.
    package var services: [any Service] { [deadlines] }

    /// What touches every answer, problems too.
    ///
    /// - Parameter spans: a ``RequestSpans`` of some tracer; nil: none are made.
    package func addOuter(to router: Router<Context>, spans: (any MiddlewareProtocol<Request, Response, Context>)? = nil) {
        router.add(middleware: ForwardedAddress(trusted: trustedProxies, speaksTLS: server.certificate != nil))
        router.add(middleware: RequestIDs())
        router.add(middleware: RequestRecords(observers))
        if let spans { router.add(middleware: spans) }
        router.add(middleware: SecurityHeaders())
        if settings.compresses { router.add(middleware: ResponseCompression()) }
        router.add(middleware: HeadAnswers())
    }

    /// What refuses requests.
    ///
    /// - Parameter isStreamed: whether the body of a request is read as it comes, by a handler that bounds it.
    package func addInner(to router: Router<Context>, isStreamed: @escaping @Sendable (Request) -> Bool = { _ in false }) {
        router.add(middleware: AddressRateLimit(addresses, limitsLoopback: settings.limitsLoopback || settings.isBehindProxy))
        router.add(
            middleware: RequestLimits(
                maximumURIBytes: settings.maximumURIBytes, maximumHeaderBytes: settings.maximumHeaderBytes,
                maximumHeaderCount: settings.maximumHeaderCount, maximumBodyBytes: settings.maximumBodyBytes,
                isStreamed: isStreamed))
        router.add(middleware: RequestDecompression(maximumBytes: settings.maximumUnpackedBytes))
    }

    /// Of what is done for a request: not a middleware, whose caller would have to wait for what comes behind it.
    package var timeLimit: RequestTimeLimit { RequestTimeLimit(deadlines, seconds: settings.requestSeconds) }

    private var trustedProxies: [AddressRange] { settings.isBehindProxy ? settings.trustedProxies : [] }

    /// Decides on calls that do not come through the router.
    package func admission(_ parts: ServerParts, logger: Logger) -> CallAdmission {
        let limits = CallLimits(
            addresses: addresses, callers: callers, limitsLoopback: settings.limitsLoopback,
            proxies: TrustedProxies(ranges: trustedProxies))
        return CallAdmission(
            limits: limits, tokens: parts.tokens, requiresToken: parts.requiresToken, time: timeLimit,
            uses: parts.tokenUses, logger: logger)
    }

    /// Guards connections that do not come through ``server``, such as those of gRPC, by the same limits.
    package var gate: ConnectionGate { ConnectionGate(otherConnections, times: settings.times) }

    /// Behind the authentication.
    package func addCallerLimit(to router: Router<Context>) { router.add(middleware: CallerRateLimit(callers)) }

    /// Address and connections at once; as connections are accepted up to four at a time, there may be three more.
    package func configuration() -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), backlog: 1024,
            availableConnectionsDelegate: ConnectionRoom(server.connections))
    }

    /// Takes over what ``ServerSettings/reloaded(_:)`` says has taken effect.
    package func apply(_ settings: ServerSettings) {
        addresses.rate = settings.addressRate
        callers.rate = settings.tokenRate
    }
}
