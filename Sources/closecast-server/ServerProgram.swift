import Access
import Forecasts
import Glibc
import HTTPEdge
import Hummingbird
import Inference
import InferenceGRPC
import Jobs
import LSTMEngine
import Logging
import MarketData
import Metrics
import NIOCore
import Platform
import Server
import ServiceLifecycle
import Storage
import Telemetry
import Tracing
import Trading
import Web

/// The composition root: creates all parts from the settings and runs them until SIGTERM.
struct ServerProgram {
    private let arguments: ServerArguments
    private let settings: ServerSettings
    private let startedAt = ProcessState.secondsSince1970
    private let metrics = PrometheusMetrics()
    private let threshold: LogThreshold
    private let logger: Logger
    private let lines: LineWriter
    private let spans: SpanLog

    /// Seconds for requests in progress at shutdown; then their connections are closed.
    private static let graceSeconds = 5.0
    /// Seconds after the drain for everything to stop, and then until the process ends anyway.
    private static let (stopSeconds, endSeconds) = (6.5, 7.5)
    private static let defaultModel = "daily-close-t"

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
        metrics.addProcess(startedAt: Double(startedAt))
        self.threshold = threshold
        logger = Logger(label: "closecast")
        spans = SpanLog(logger: Logger(label: "closecast.spans"))
        InstrumentationSystem.bootstrap(spans)
    }

    func run() async throws {
        let path = try databasePath()
        // Taken before the file is opened, because opening may change the schema.
        let lock = try StoreFile.lock(path)
        defer { lock.release() }
        let store = try StoreFile.open(path)
        if arguments.storesSample {
            let added = try await SampleMarkets.store(in: store, now: ProcessState.secondsSince1970)
            logger.info("sample", metadata: ["closes_added": "\(added)"])
        }
        if arguments.simulatesPrices { try await PracticeMarkets(store) { ProcessState.secondsSince1970 }.update() }
        let parts = try await parts(on: store)
        logStart(parts)
        do {
            try await serve(parts)
        } catch {
            close(parts)
            throw error
        }
        close(parts)
        logger.notice("stopped")
    }

    /// Closes the connections to the store, the change counter's first. The last connection to close merges SQLite's log into the
    /// database file and removes it.
    private func close(_ parts: Parts) {
        do {
            try parts.changes.close()
            try parts.store.close()
        } catch {
            logger.warning("the store was not closed", metadata: ["error": "\(error)"])
        }
    }

    /// The running parts of the server.
    private struct Parts {
        let store: any Store
        let changes: ChangeCounter
        let catalogue: ModelCatalogue
        let queue: InferenceQueue
        let feeds: Feeds
        let jobs: JobService
        let health: HealthMonitor
        let server: ServerParts
        /// The files of the pages.
        let web: WebFiles
        /// Nil on one person's machine.
        let accounts: Accounts?
        let certificate: ServerCertificate?
    }

    // MARK: Parts

    /// Returns the folder of the models.
    ///
    /// - Throws: ``ServerSettingsError`` if there is none.
    static func modelsFolder(_ settings: ServerSettings) throws -> String {
        guard let models = settings.inference.models ?? Locations.modelsFolder(having: defaultModel) else {
            throw ServerSettingsError.noModelsFolder
        }
        guard Files.isFolder(models) else { throw ServerSettingsError.notAFolder(models) }
        return models
    }

    /// Returns the folder of the pages' files.
    ///
    /// - Throws: ``ServerSettingsError`` if there is none.
    static func webFolder(_ settings: ServerSettings) throws -> String {
        guard let folder = settings.web ?? Locations.webFolder else { throw ServerSettingsError.noWebFolder }
        return folder
    }

    private func parts(on store: any Store) async throws -> Parts {
        let now: @Sendable () -> Int = { ProcessState.secondsSince1970 }
        let models = try Self.modelsFolder(settings)
        let catalogue = ModelCatalogue(
            folder: models, defaultName: Self.defaultModel, logger: Logger(label: "closecast.models"), metrics: metrics)
        await catalogue.rescan()
        let queue = InferenceQueue(
            workers: settings.inference.workers ?? ProcessState.processorCount, capacity: settings.inference.queueCapacity,
            longestWait: settings.edge.requestSeconds, metrics: metrics)
        let feeds = try Feeds(MarketData(store, now: now))
        let health = HealthMonitor(
            store: store, catalogue: catalogue, queue: queue, refresher: feeds.refresher,
            queueCapacity: settings.inference.queueCapacity,
            logger: logger, now: now)
        let jobs = try await jobs(InferenceJobModels(catalogue: catalogue, queue: queue))
        let changes = try store.changeCounter()
        var accounts: Accounts?
        if let policy = try settings.accounts.policy(isExposed: settings.edge.requiresCredentials) {
            accounts = try await Accounts(policy, settings, store: store, databasePath: try databasePath(), now: now)
        }
        var server = ServerParts(
            store: store, catalogue: catalogue, queue: queue, storeVersion: StoreVersion { try await changes.value() },
            refresh: feeds.refresh(requestSeconds: settings.edge.requestSeconds), requiresToken: settings.edge.requiresCredentials,
            trading: try await trading(on: store, accounts, now))
        server.jobs = jobs
        server.accounts = accounts?.parts
        server.health = { health.health }
        server.metrics = { [metrics] accept in
            let format = ExpositionFormat(accept: accept)
            return (metrics.text(format), format.contentType)
        }
        addGauges(server, feeds, now)
        addGauges(health, store)
        if let accounts { addGauges(accounts) }
        return Parts(
            store: store, changes: changes, catalogue: catalogue, queue: queue, feeds: feeds, jobs: jobs, health: health,
            server: server, web: try WebFiles(try Self.webFolder(settings)), accounts: accounts,
            certificate: try settings.edge.tlsCertificate.map {
                try ServerCertificate(certificatePath: $0, keyPath: settings.edge.tlsKey ?? "")
            })
    }

    private func trading(
        on store: any Store, _ accounts: Accounts?, _ now: @escaping @Sendable () -> Int
    ) async throws -> TradingParts {
        let clock = try await TradingParts.clock(of: store, speed: settings.trading.clockSpeed, now: now)
        // Without accounts nobody could decide a verification.
        return TradingParts(
            store, rules: try TradingRules.read(file: settings.trading.rules), clock: clock,
            startsVerified: accounts == nil, identity: accounts?.identity, now: now)
    }

    private func databasePath() throws -> String {
        guard let path = settings.database ?? Locations.database else {
            throw ServerSettingsError.noDataFolder
        }
        return path
    }

    private func jobs(_ models: InferenceJobModels) async throws -> JobService {
        let folder = try settings.jobs.folder ?? (databasePath() + ".jobs")
        try Files.makeFolder(folder, mode: 0o700)
        let jobs = JobService(settings: JobSettings(folder: folder), models: models, logger: Logger(label: "closecast.jobs"))
        try await jobs.open()
        return jobs
    }

    private func addGauges(_ server: ServerParts, _ feeds: Feeds, _ now: @escaping @Sendable () -> Int) {
        let (forecasts, coins, refresher) = (server.forecastCache, server.models.paths, feeds.refresher)
        metrics.counter("closecast_forecast_cache_hits_total", "Forecasts of stored assets that were answered from memory.") {
            Double(forecasts.counts.hits)
        }
        metrics.counter("closecast_forecast_cache_misses_total", "Forecasts of stored assets that were computed.") {
            Double(forecasts.counts.misses)
        }
        metrics.counter("closecast_log_lines_lost_total", "Lines of the log that nobody read in time.") { [lines] in
            Double(lines.lostLines)
        }
        metrics.gauge("closecast_forecast_cache_bytes", "Memory of the answers that are kept.") { Double(forecasts.counts.bytes) }
        metrics.counter(
            "closecast_coin_forecast_cache_hits_total", "Coins of wallets' forecasts whose sample paths were in memory."
        ) {
            Double(coins.counts.hits)
        }
        metrics.counter("closecast_coin_forecast_cache_misses_total", "Coins of wallets' forecasts that were computed.") {
            Double(coins.counts.misses)
        }
        metrics.gauge("closecast_feed_age_seconds", "Since closes last came from a provider; NaN before the first time.") {
            refresher.feedState.lastSuccessAt.map { Double(now() - $0) } ?? .nan
        }
        metrics.counter("closecast_feed_failures_total", "Refreshes of an asset that brought no closes.") {
            Double(refresher.feedState.failures)
        }
        metrics.gauge(
            "closecast_oldest_close_age_seconds",
            "Since the newest stored day ended of the asset in use that is furthest behind; NaN before the first look."
        ) { refresher.feedState.oldestCloseSeconds(now: now()).map(Double.init) ?? .nan }
        metrics.gauge(
            "closecast_clock_ahead_seconds", "By which our clock is ahead of a price provider's; 0 within a quarter of an hour."
        ) { Double(refresher.fetcher.feeds.clockAheadSeconds) }
    }

    private func addGauges(_ health: HealthMonitor, _ store: any Store) {
        metrics.describe("closecast_degraded", "Findings of /v2/health/ready about a part.")
        metrics.gauge("closecast_ready", "Whether the server takes work: 1 or 0.") { health.health.isReady ? 1 : 0 }
        metrics.gauge("closecast_store_free_bytes", "Free space on the database's disk; NaN if the system does not report it.") {
            health.freeBytes.map(Double.init) ?? .nan
        }
        metrics.counter("closecast_store_write_faults_total", "Writes that a lock, a full disk or the like kept from being done.") {
            Double(store.writeFaultCount)
        }
    }

    private func addGauges(_ accounts: Accounts) {
        let hasher = accounts.hasher
        metrics.describe("closecast_security_events", "Events of accounts, such as sign-ins, by outcome.")
        metrics.counter("closecast_password_hashes_total", "Passwords and PINs that were hashed or compared.") {
            Double(hasher.hashCount)
        }
        metrics.gauge("closecast_password_hashes_waiting", "Passwords and PINs that wait for their hash.") {
            Double(hasher.waitingCount)
        }
    }

    private func addGauges(_ edge: Edge<CallContext>) {
        metrics.gauge("closecast_http_connections", "Open connections to the port of HTTP.") {
            Double(edge.server.connections.count)
        }
        metrics.gauge("closecast_grpc_connections", "Open connections to the port of gRPC.") { Double(edge.otherConnections.count) }
        metrics.counter(
            "closecast_connections_closed_for_room_total",
            "Connections closed because their address had too many or others needed the room."
        ) { Double(edge.server.connections.closedCount + edge.otherConnections.closedCount) }
    }

    // MARK: Running

    private func logStart(_ parts: Parts) {
        let processor = Processor.current
        var facts: Logger.Metadata = [
            "version": "\(Locations.version)", "openblas_core": "\(processor.openBLASCore)", "kernels": "\(processor.kernels)",
            "workers": "\(settings.inference.workers ?? ProcessState.processorCount)",
            "models": "\(parts.catalogue.entries.filter(\.isReady).map(\.name).joined(separator: ", "))",
        ]
        // The log hides values whose key looks like that of a secret, so this key must not.
        facts["authentication"] = parts.accounts == nil ? "not needed on this machine" : "by session or token"
        if let accounts = parts.accounts { facts.merge(accounts.facts) { $1 } }
        logger.notice("starting", metadata: facts)
        if let warning = processor.warning { logger.warning("slow", metadata: ["reason": "\(warning)"]) }
        if parts.accounts != nil, settings.edge.requiresCredentials, settings.accounts.publicURL == nil {
            logger.warning(
                "any host",
                metadata: ["reason": "the host of requests is not checked; give --public-url https://closecast.example.com"])
        }
        if let weakness = parts.certificate?.weakness { logger.warning("weak certificate", metadata: ["reason": "\(weakness)"]) }
    }

    private func serve(_ parts: Parts) async throws {
        let edge = Edge<CallContext>(
            settings.edge, certificate: parts.certificate, logger: Logger(label: "closecast.requests"), metrics: metrics,
            refusalCodes: ["not-a-picture", "too-many-pixels", "picture-too-slow"])
        addGauges(edge)
        var site: Site?
        let router = ServerAPI.router(parts.server, edge: edge, spans: RequestSpans(spans)) { host in
            let made = Site(parts.server, host, files: parts.web)
            site = made
            return made
        }
        let application = Application(
            router: router, server: edge.server.builder,
            configuration: edge.configuration(), services: edge.services,
            onServerRunning: { [logger, settings] channel in
                edge.server.connections.resume(channel)
                let scheme = settings.edge.tlsCertificate == nil ? "http" : "https"
                logger.notice(
                    "listening",
                    metadata: ["address": "\(scheme)://\(settings.edge.host):\(channel.localAddress?.port ?? settings.edge.port)"])
            },
            logger: Logger(label: "closecast.http"))
        var services: [any Service] = [
            Background { await parts.catalogue.run() }, parts.health, Background { await parts.jobs.run() },
            Background { await purge(parts.store) }, Background { await warmUp(parts).run() }, Draining(queue: parts.queue),
            WritesDraining(server: parts.server),
        ]
        services.append(Background { await TradingLoop(parts.server.trading.work).run() })
        if arguments.simulatesPrices {
            let practice = PracticeMarkets(parts.store) { ProcessState.secondsSince1970 }
            services.append(Background { await practice.run() })
        }
        if let site { services.append(Background { await site.warmUp() }) }
        if let accounts = parts.accounts {
            services.append(Background { await accounts.tidy(parts.jobs) })
            if let courier = accounts.courier { services.append(Background { await accounts.sendMails(by: courier) }) }
        }
        if let hour = settings.refresh.hour {
            let schedule = parts.feeds.schedule(hour: hour, parts.store, logger: Logger(label: "closecast.feeds"))
            services.append(Background { await schedule.run() })
        }
        services.append(
            Reloading(
                arguments: arguments, settings: settings, edge: edge, certificate: parts.certificate, threshold: threshold,
                catalogue: parts.catalogue, health: parts.health, logger: logger))
        if let port = settings.grpc.port {
            services.append(TimeLimitedService(service: grpc(port, parts, edge), seconds: 1, logger: logger))
        }
        services.append(
            TimeLimitedService(
                service: application, seconds: Self.graceSeconds, logger: logger, onTimeout: { edge.server.shutdown.endRequests() })
        )
        // The last service stops first: from then on probes report that the server is not ready.
        services.append(
            StopNotice(
                health: parts.health, jobs: parts.jobs, stopPages: { [site] in await site?.stop(within: 0.5) },
                shutdown: edge.server.shutdown, drainSeconds: settings.drainSeconds,
                seconds: settings.drainSeconds + Self.endSeconds, logger: logger, lines: lines))
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

    private func grpc(_ port: Int, _ parts: Parts, _ edge: Edge<CallContext>) -> InferenceGRPCServer {
        var grpc = InferenceGRPCServer.Settings()
        (grpc.host, grpc.port, grpc.tls) = (settings.edge.host, port, parts.certificate?.configuration)
        grpc.requestSeconds = settings.edge.requestSeconds
        let gate = edge.gate
        grpc.onConnection = { gate.admit($0) }
        grpc.onStream = { gate.noteStream($0) }
        let health = parts.health
        let admission = CallAdmission(parts.server, edge: edge, logger: Logger(label: "closecast.grpc"))
        return InferenceGRPCServer(
            parts.server.openInference, grpc, isReady: { health.health.isReady },
            access: { call in
                // gRPC requires the same rights as HTTP does to infer and to read models.
                try await admission.admit(
                    address: call.address, forwarded: call.forwarded, token: call.token, scope: call.needsToken ? .read : nil)
            }, logger: Logger(label: "closecast.grpc"),
            onListening: { [logger] port in logger.notice("listening", metadata: ["grpc_port": "\(port)"]) })
    }

    /// Returns an error that names the settings, if an address cannot be listened on.
    private func failure(_ error: any Error) -> any Error {
        guard let error = error as? IOError else { return error }
        let ports = ([settings.edge.port] + (settings.grpc.port.map { [$0] } ?? [])).map(String.init).joined(separator: " or ")
        return ListeningError(
            description:
                "cannot listen on \(settings.edge.host), port \(ports): \(String(cString: strerror(error.errnoCode))); give another --port, "
                + "--grpc-port or --host")
    }

    private func warmUp(_ parts: Parts) -> ForecastWarmUp {
        parts.server.warmUp(wait: { try await Task.sleep(for: .seconds(5)) }) { try await parts.store.heldAssets() }
    }

    /// Deletes stored responses to idempotent requests once they are a day old.
    private func purge(_ store: any Store) async {
        while !Task.isCancelled {
            do {
                try await store.purgeIdempotency(
                    startedBefore: ProcessState.secondsSince1970 - IdempotencyRecord.lifetimeSeconds)
                try await Task.sleep(for: .seconds(3600))
            } catch is CancellationError {
                return
            } catch {
                logger.warning("old answers stay", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }
}

/// The server cannot listen on an address.
private struct ListeningError: Error, CustomStringConvertible {
    let description: String
}
