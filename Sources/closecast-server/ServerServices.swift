import Inference
import InferenceGRPC
import Logging
import Server
import ServiceLifecycle
import Telemetry

/// Work that goes on until the server ends.
struct Background: Service {
    let work: @Sendable () async -> Void

    init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

    func run() async throws { await cancelWhenGracefulShutdown { await work() } }
}

/// Ends the queue when all who ask it have ended.
struct Draining: Service {
    let queue: InferenceQueue

    func run() async throws {
        try? await gracefulShutdown()
        await queue.shutDown(within: 2)
    }
}

/// Tells the probes that the server is about to end.
struct StopNotice: Service {
    let health: HealthMonitor

    func run() async throws {
        try? await gracefulShutdown()
        health.noteStopping()
    }
}

/// Reads settings, certificates and models again at SIGHUP.
struct Reloading: Service {
    private let arguments: ServerArguments
    private let settings: ServerSettings
    private let edge: Edge<CallContext>
    private let certificate: ServerCertificate?
    private let grpcCertificates: GRPCCertificates?
    private let threshold: LogThreshold
    private let catalogue: ModelCatalogue
    private let logger: Logger

    init(
        _ arguments: ServerArguments, _ settings: ServerSettings, _ edge: Edge<CallContext>, _ certificate: ServerCertificate?,
        _ grpcCertificates: GRPCCertificates?, _ threshold: LogThreshold, _ catalogue: ModelCatalogue, _ logger: Logger
    ) {
        (self.arguments, self.settings, self.edge, self.certificate) = (arguments, settings, edge, certificate)
        (self.grpcCertificates, self.threshold, self.catalogue, self.logger) = (grpcCertificates, threshold, catalogue, logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var settings = settings
            for await _ in HangUps.sequence() {
                reloadSettings(&settings)
                reloadCertificates()
                await catalogue.rescan()
            }
        }
    }

    private func reloadSettings(_ settings: inout ServerSettings) {
        do {
            let change = settings.reloaded(
                try ServerSettings.read(flags: arguments.settings, file: arguments.configurationPath))
            settings = change.settings
            edge.apply(settings)
            if let level = Logger.Level(rawValue: settings.logLevel) { threshold.level = level }
            logger.notice(
                "settings read again",
                metadata: [
                    "applied": "\(change.applied.joined(separator: ", "))",
                    "need_restart": "\(change.needRestart.joined(separator: ", "))",
                ])
        } catch {
            logger.error("the settings stay as they were", metadata: ["error": "\(error)"])
        }
    }

    private func reloadCertificates() {
        do {
            try certificate?.reload()
            try grpcCertificates?.reload()
        } catch {
            logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
        }
    }
}
