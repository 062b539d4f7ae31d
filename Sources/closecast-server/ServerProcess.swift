import APIKit
import Access
import Forecasting
import Glibc
import HTTPEdge
import Hummingbird
import Inference
import InferenceGRPC
import LSTMEngine
import Logging
import Metrics
import NIOCore
import Platform
import Server
import ServiceLifecycle
import Services
import Telemetry
import Tracing

/// The common parts of every kind of server: settings, log, metrics, models, the ports and an orderly shutdown.
struct ServerProcess {
    let arguments: ServerArguments
    let settings: ServerSettings
    let metrics = PrometheusMetrics()
    let logger: Logger
    let spans: SpanLog
    private let threshold: LogThreshold
    private let lines: LineWriter

    /// Seconds for requests in progress at shutdown; then their connections are closed.
    private static let graceSeconds = 5.0
    /// Seconds after the drain until all services must have stopped, and until the process ends in any case.
    private static let (stopSeconds, endSeconds) = (6.5, 7.5)

    /// Sets up the process's log, metrics and spans. Call it once per process.
    init(_ arguments: ServerArguments, _ settings: ServerSettings) {
        (self.arguments, self.settings) = (arguments, settings)
        let threshold = LogThreshold(Logger.Level(rawValue: settings.logLevel) ?? .info)
        let form: LogLines.Form =
            settings.logForm == .text || (settings.logForm == .automatic && ProcessState.isTerminal(2)) ? .text : .json
        let lines = LineWriter.standardError(form, threshold: threshold)
        lines.flushAtExit()
        self.lines = lines
        LoggingSystem.bootstrap(
            { label, provider in
                LogLines(label: label, threshold: threshold, form: form, provider: provider, write: lines.append)
            }, metadataProvider: SpanLog.metadataProvider)
        MetricsSystem.bootstrap(metrics)
        metrics.addProcess(startedAt: Double(ProcessState.secondsSince1970))
        metrics.counter("closecast_log_lines_lost_total", "Log lines dropped because they were not read in time.") {
            Double(lines.lostLines)
        }
        self.threshold = threshold
        logger = Logger(label: "closecast")
        spans = SpanLog(logger: Logger(label: "closecast.spans"))
        InstrumentationSystem.bootstrap(spans)
    }

    // MARK: Parts

    /// Returns the folder of the models.
    ///
    /// - Throws: ``ServerSettingsError`` if there is none.
    static func modelsFolder(_ settings: ServerSettings) throws -> String {
        guard let models = settings.inference.models ?? Locations.modelsFolder(having: ModelFolder.defaultName) else {
            throw ServerSettingsError.noModelsFolder(searched: Locations.searched("models"))
        }
        guard Files.isFolder(models) else { throw ServerSettingsError.notAFolder(models) }
        return models
    }

    /// Returns the models, loaded.
    func catalogue() async throws -> ModelCatalogue {
        let catalogue = ModelCatalogue(
            folder: try Self.modelsFolder(settings), defaultName: ModelFolder.defaultName,
            logger: Logger(label: "closecast.models"),
            metrics: metrics)
        await catalogue.rescan()
        return catalogue
    }

    private var workers: Int { settings.inference.workers ?? ProcessState.processorCount }

    /// Returns the queue of work for the models.
    func queue() -> InferenceQueue {
        InferenceQueue(
            workers: workers, capacity: settings.inference.queueCapacity, longestWait: settings.edge.requestSeconds,
            metrics: metrics)
    }

    /// Returns the certificate; nil without TLS.
    func certificate() throws -> ServerCertificate? {
        try settings.edge.tlsCertificate.map {
            try ServerCertificate(certificatePath: $0, keyPath: settings.edge.tlsKey ?? "")
        }
    }

    /// Writes the metrics for an `Accept` header.
    var metricsText: MetricsText {
        { [metrics] accept in
            let format = ExpositionFormat(accept: accept)
            return (metrics.text(format), format.contentType)
        }
    }

    /// Returns the edge of the HTTP port.
    ///
    /// - Parameter refusalCodes: codes of problems that are refusals, not faults of the server.
    func edge(_ certificate: ServerCertificate?, refusalCodes: Set<String> = []) -> Edge<CallContext> {
        let edge = Edge<CallContext>(
            settings.edge, certificate: certificate, logger: Logger(label: "closecast.requests"), metrics: metrics,
            refusalCodes: refusalCodes)
        metrics.gauge("closecast_http_connections", "Open connections to the port of HTTP.") {
            Double(edge.server.connections.count)
        }
        metrics.gauge("closecast_grpc_connections", "Open connections to the port of gRPC.") { Double(edge.otherConnections.count) }
        metrics.counter(
            "closecast_connections_closed_for_room_total",
            "Connections closed because their address had too many or others needed the room."
        ) { Double(edge.server.connections.closedCount + edge.otherConnections.closedCount) }
        return edge
    }

    /// Adds the figures of the server's health.
    func addGauges(_ health: HealthMonitor) {
        metrics.describe("closecast_degraded", "Findings of /v2/health/ready about a part.")
        metrics.gauge("closecast_ready", "Whether the server takes work: 1 or 0.") { health.health.isReady ? 1 : 0 }
    }

    /// The path under which people reach the server.
    var path: ServedPath { ServedPath(settings.accounts.publicURL) }

    // MARK: Running

    /// Logs the server's configuration at start-up.
    ///
    /// - Parameter facts: additional metadata.
    func logStart(_ catalogue: ModelCatalogue, _ certificate: ServerCertificate?, _ facts: Logger.Metadata) {
        let processor = Processor.current
        let common: Logger.Metadata = [
            "version": "\(Locations.version)", "openblas_core": "\(processor.openBLASCore)", "kernels": "\(processor.kernels)",
            "workers": "\(workers)",
            "models": "\(catalogue.entries.filter(\.isReady).map(\.name).joined(separator: ", "))",
        ]
        logger.notice("starting", metadata: common.merging(facts) { $1 })
        if let warning = processor.warning { logger.warning("slow", metadata: ["reason": "\(warning)"]) }
        if let weakness = certificate?.weakness { logger.warning("weak certificate", metadata: ["reason": "\(weakness)"]) }
    }

    /// The parts on which the end of the process depends.
    struct RunningParts {
        let catalogue: ModelCatalogue
        let health: HealthMonitor
        let certificate: ServerCertificate?
        /// Services other than the ports. They stop in reverse order, after the ports.
        let services: [any Service]
        /// Reloads more than settings, certificates and models at SIGHUP.
        var reload: @Sendable () -> Void = {}
        /// Ends work that would never end by itself, such as event streams.
        var endStreams: @Sendable () async -> Void = {}
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Throws: an error that names the settings, if an address cannot be listened on.
    func serve(
        _ router: Router<CallContext>, on edge: Edge<CallContext>, inference: OpenInference, admission: CallAdmission,
        _ parts: RunningParts
    ) async throws {
        let application = Application(
            router: RouterUnderPath(router, path), server: edge.server.builder,
            configuration: edge.configuration(), services: edge.services,
            onServerRunning: { [logger, settings] channel in
                edge.server.connections.resume(channel)
                let scheme = settings.edge.tlsCertificate == nil ? "http" : "https"
                logger.notice(
                    "listening",
                    metadata: ["address": "\(scheme)://\(settings.edge.host):\(channel.localAddress?.port ?? settings.edge.port)"])
            },
            logger: Logger(label: "closecast.http"))
        var services: [any Service] = [Background { await parts.catalogue.run() }] + parts.services
        services.append(
            Reloading(
                arguments: arguments, settings: settings, edge: edge, certificate: parts.certificate, threshold: threshold,
                catalogue: parts.catalogue, health: parts.health, reloadMore: parts.reload, logger: logger))
        #if GRPC
            if let port = settings.grpc.port {
                let server = grpc(port, inference, admission, edge, parts)
                services.append(TimeLimitedService(service: server, seconds: 1, logger: logger))
            }
        #endif
        services.append(
            TimeLimitedService(
                service: application, seconds: Self.graceSeconds, logger: logger, onTimeout: { edge.server.shutdown.endRequests() })
        )
        // The last service stops first: from then on, probes report that the server is not ready.
        services.append(
            StopNotice(
                health: parts.health, endStreams: parts.endStreams, shutdown: edge.server.shutdown,
                drainSeconds: settings.drainSeconds, seconds: settings.drainSeconds + Self.endSeconds, logger: logger, lines: lines)
        )
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "closecast.services"))
        configuration.maximumGracefulShutdownDuration = .seconds(settings.drainSeconds + Self.stopSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            guard parts.health.isStopping else { throw failure(error) }
            logger.warning("not all ended by itself", metadata: ["error": "\(error)"])
        }
    }

    #if GRPC
        private func grpc(
            _ port: Int, _ inference: OpenInference, _ admission: CallAdmission, _ edge: Edge<CallContext>, _ parts: RunningParts
        ) -> InferenceGRPCServer {
            var grpc = InferenceGRPCServer.Settings()
            (grpc.host, grpc.port, grpc.tls) = (settings.edge.host, port, parts.certificate?.configuration)
            grpc.requestSeconds = settings.edge.requestSeconds
            let gate = edge.gate
            grpc.onConnection = { gate.admit($0) }
            grpc.onStream = { gate.noteStream($0) }
            let health = parts.health
            return InferenceGRPCServer(
                inference, grpc, isReady: { health.health.isReady },
                access: { call in
                    // gRPC requires the same rights as HTTP to infer and to read models.
                    try await admission.admit(
                        address: call.address, forwarded: call.forwarded, token: call.token, scope: call.needsToken ? .read : nil)
                }, logger: Logger(label: "closecast.grpc"),
                onListening: { [logger] port in logger.notice("listening", metadata: ["grpc_port": "\(port)"]) })
        }
    #endif

    /// Returns an error that names the settings, if an address cannot be listened on.
    private func failure(_ error: any Error) -> any Error {
        guard let error = error as? IOError else { return error }
        let ports = ([settings.edge.port] + (settings.grpc.port.map { [$0] } ?? [])).map(String.init).joined(separator: " or ")
        return ListeningError(
            description:
                "cannot listen on \(settings.edge.host), port \(ports): \(String(cString: strerror(error.errnoCode))); give another --port, "
                + "--grpc-port or --host")
    }
}

/// The server cannot listen on an address.
private struct ListeningError: Error, CustomStringConvertible {
    let description: String
}
