import Glibc
import HTTPEdge
import Inference
import Jobs
import Logging
import Platform
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

/// Ends when the writes whose clients have gone are done: after all who take requests, before the queue and the store.
struct WritesDraining: Service {
    let server: ServerParts

    func run() async throws {
        try? await gracefulShutdown()
        await server.drainWrites(within: 5)
    }
}

/// Tells the probes that the server is about to end, and ends what would go on for ever: streams of events.
///
/// Where something holds the end up nevertheless, such as a store that is locked, the process ends without it: all that was confirmed
/// is on the disk.
struct StopNotice: Service {
    let health: HealthMonitor
    let jobs: JobService
    let shutdown: ServerShutdown
    /// While which connections are still accepted, so that probes see that the server is not ready.
    let drainSeconds: Double
    /// From the signal to the end, at the latest.
    let seconds: Double
    let logger: Logger
    let lines: LineWriter

    func run() async throws {
        do {
            try await gracefulShutdown()
        } catch {
            return  // another service failed, and nobody asked for the end
        }
        health.noteStopping()
        shutdown.beginDraining()
        Task.detached { [seconds, logger, lines] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            logger.warning("stopped while something was still at work")
            lines.flush(within: 0.5)
            _exit(0)
        }
        await jobs.endWatching()
        // Cancelled when the time for the whole end is over.
        try? await Task.sleep(for: .seconds(drainSeconds))
    }
}

/// Ends a service that has not ended by itself some seconds after the shutdown began: clients are slow, or never send the rest.
struct TimeLimitedService: Service {
    let service: any Service
    let seconds: Double
    let logger: Logger
    /// Called when the time is over; what it does has a moment to take effect.
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

/// Reads settings, certificates and models again at SIGHUP. What cannot be read stays as it was, and `degraded` names it.
struct Reloading: Service {
    let arguments: ServerArguments
    let settings: ServerSettings
    let edge: Edge<CallContext>
    let certificate: ServerCertificate?
    let threshold: LogThreshold
    let catalogue: ModelCatalogue
    let health: HealthMonitor
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var settings = settings
            for await _ in await HangupSignals.sequence() {
                reloadSettings(&settings)
                reloadCertificate()
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
            // What was applied is told by the old level or the new one.
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
            health.noteReload(of: .certificate, problem: nil)
        } catch {
            logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
            health.noteReload(
                of: .certificate,
                problem: "The certificate could not be read again; the previous one is in use. The log says why.")
        }
    }
}
