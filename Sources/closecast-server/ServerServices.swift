import APIKit
import Glibc
import HTTPEdge
import Inference
import Logging
import Platform
import ServiceLifecycle
import Services
import Telemetry

/// A service with a short name. Without one, its name would contain all its properties, including secrets; writing that took a
/// quarter of the start-up time.
protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    var description: String { "\(Self.self)" }
}

/// Background work that runs until the server stops.
struct Background: NamedService {
    let work: @Sendable () async -> Void

    init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

    func run() async throws { await cancelWhenGracefulShutdown { await work() } }
}

/// Shuts the queue down once every service that uses it has stopped.
struct Draining: NamedService {
    let queue: InferenceQueue

    func run() async throws {
        try? await gracefulShutdown()
        await queue.shutDown(within: 2)
    }
}

/// Waits for writes whose clients have disconnected. It stops after every service that accepts requests, and before the queue and
/// the store.
struct WritesDraining: NamedService {
    let server: ServerParts

    func run() async throws {
        try? await gracefulShutdown()
        await server.drainWrites(within: 5)
    }
}

/// Announces the shutdown to probes, and ends event streams, which would otherwise never end.
///
/// If something still prevents the end, such as a locked store, the process exits in any case: every confirmed write is on disk.
struct StopNotice: NamedService {
    let health: HealthMonitor
    /// Ends event streams and the long work of pages.
    let endStreams: @Sendable () async -> Void
    let shutdown: ServerShutdown
    /// How long connections are still accepted, so that probes see that the server is not ready.
    let drainSeconds: Double
    /// The latest end of the process, in seconds after the signal.
    let seconds: Double
    let logger: Logger
    let lines: LineWriter

    func run() async throws {
        do {
            try await gracefulShutdown()
        } catch {
            return  // another service failed; no shutdown was requested
        }
        health.noteStopping()
        shutdown.beginDraining()
        Task.detached { [seconds, logger, lines] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            logger.warning("stopped while something was still at work")
            lines.flush(within: 0.5)
            _exit(0)
        }
        await endStreams()
        // The sleep is cancelled if the time for the whole shutdown is over.
        try? await Task.sleep(for: .seconds(drainSeconds))
    }
}

/// Cancels a service that has not stopped some seconds after the shutdown began, because a client is slow or never sends the rest
/// of its request.
struct TimeLimitedService: NamedService {
    let service: any Service
    let seconds: Double
    let logger: Logger
    /// Called at the timeout; it has 0.8 s to take effect before the service is cancelled.
    var onTimeout: @Sendable () -> Void = {}
    private static let timeoutDuration = Duration.milliseconds(800)

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: .seconds(seconds))
                logger.warning("clients were cut off", metadata: ["seconds": "\(seconds)"])
                onTimeout()
                try await Task.sleep(for: Self.timeoutDuration)
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// Reloads settings, certificates and models at SIGHUP. Parts that cannot be read keep their previous state and are listed in
/// `degraded`.
struct Reloading: NamedService {
    let arguments: ServerArguments
    let settings: ServerSettings
    let edge: Edge<CallContext>
    let certificate: ServerCertificate?
    let threshold: LogThreshold
    let catalogue: ModelCatalogue
    let health: HealthMonitor
    /// Reloads more than settings, certificates and models.
    let reloadMore: @Sendable () -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var settings = settings
            for await _ in await HangupSignals.sequence() {
                reloadSettings(&settings)
                reloadCertificate()
                reloadMore()
                await catalogue.rescan()
            }
        }
    }

    private func reloadSettings(_ settings: inout ServerSettings) {
        do {
            let change = ServerSettings.reader.change(
                from: settings, to: try ServerSettings.read(flags: arguments.settings, file: arguments.configurationPath))
            settings = change.settings
            edge.apply(settings.edge)
            let level = Logger.Level(rawValue: settings.logLevel) ?? threshold.level
            // Log the change if either the old or the new level allows it.
            threshold.level = min(level, threshold.level)
            defer { threshold.level = level }
            logger.notice(
                "settings read again",
                metadata: [
                    "applied": "\(change.applied.joined(separator: ", "))",
                    "need_restart": "\(change.needRestart.joined(separator: ", "))",
                ])
            health.noteReload(of: .settings, problem: nil)
        } catch {
            logger.error("the settings stay as they were", metadata: ["error": "\(error)"])
            health.noteReload(
                of: .settings, problem: "The settings could not be read again; the previous ones are in force. The log says why.")
        }
    }

    private func reloadCertificate() {
        do {
            try certificate?.reload()
            if let weakness = certificate?.weakness { logger.warning("weak certificate", metadata: ["reason": "\(weakness)"]) }
            health.noteReload(of: .certificate, problem: nil)
        } catch {
            logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
            health.noteReload(
                of: .certificate,
                problem: "The certificate could not be read again; the previous one is in use. The log says why.")
        }
    }
}
