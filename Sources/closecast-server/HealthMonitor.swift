import Inference
import Logging
import Market
import MarketData
import Metrics
import ServiceLifecycle
import Services
import Storage
import Synchronization
import Text

/// Monitors the server's health: checks the store every two seconds and answers probes from the last result.
final class HealthMonitor: NamedService {
    /// Nil if nothing is stored.
    private let store: Store?
    private let catalogue: ModelCatalogue
    private let queue: InferenceQueue
    private let refresher: Refresher?
    private let queueCapacity: Int
    private let logger: Logger
    private let now: @Sendable () -> Int
    private let state: Mutex<State>

    private struct State {
        var storage: StorageHealth?
        var isStopping = false
        /// Findings about parts that could not be reloaded at SIGHUP.
        var reloadFindings: [Health.Part: Health.Finding] = [:]
        var loggedProblems: Set<String> = []
    }

    /// Free disk space below this is reported: backups and jobs need some.
    private static let scarceBytes = 64 << 20
    private static let intervalSeconds = 2.0
    /// The number of failures in a row before a provider is reported; a single failure is normal.
    private static let manyFailures = 3

    init(
        store: Store? = nil, catalogue: ModelCatalogue, queue: InferenceQueue, refresher: Refresher? = nil,
        queueCapacity: Int, logger: Logger,
        now: @escaping @Sendable () -> Int
    ) {
        (self.store, self.catalogue, self.queue, self.refresher) = (store, catalogue, queue, refresher)
        (self.queueCapacity, self.logger, self.now) = (queueCapacity, logger, now)
        state = Mutex(State())
    }

    /// The server's health now.
    var health: Health {
        let (storage, isStopping, reloads) = state.withLock { ($0.storage, $0.isStopping, $0.reloadFindings) }
        var findings = Health.Part.allCases.compactMap { reloads[$0] }
        if isStopping { findings.append(.init(.process, "the server is stopping", preventsService: true)) }
        findings += modelFindings()
        if let storage { findings += storageFindings(storage) }
        if let fault = store?.lastWriteFault ?? storage?.writeFault { findings.append(Self.finding(fault)) }
        if queue.waiting >= queueCapacity {
            findings.append(
                .init(.queue, "\(queue.waiting) series wait for a forecast, and no more are taken", preventsService: true))
        }
        if let refresher { findings += feedFindings(refresher) }
        return Health(findings)
    }

    /// Only names and versions are reported to clients; errors and paths are in the log.
    private func modelFindings() -> [Health.Finding] {
        var findings: [Health.Finding] = []
        if !catalogue.health.isReady {
            findings.append(.init(.models, "the default model is not loaded, or about to be unloaded", preventsService: true))
        }
        for entry in catalogue.entries {
            let name = "the model \(entry.name), version \(entry.version),"
            let problem: String? =
                switch entry.state {
                case .ready: nil
                case .degraded: "\(name) was replaced by files that are not a valid model; still serving the previous version"
                case .withdrawn: "\(name) is about to be unloaded"
                case .unavailable: "\(name) is not loaded: its files are not a valid model"
                }
            if let problem { findings.append(.init(.models, problem, preventsService: false)) }
        }
        if catalogue.passedOverCount > 0 {
            findings.append(.init(.models, "a model folder was skipped; the log names it", preventsService: false))
        }
        return findings
    }

    private func storageFindings(_ storage: StorageHealth) -> [Health.Finding] {
        var findings: [Health.Finding] = []
        if storage.readFault != nil { findings.append(.init(.database, "the database cannot be read", preventsService: true)) }
        if let free = storage.freeBytes, free < Self.scarceBytes {
            findings.append(.init(.disk, "the database's disk has \(free >> 20) MB free", preventsService: false))
        }
        return findings
    }

    private static func finding(_ writeFault: StorageError) -> Health.Finding {
        switch writeFault {
        case .locked:
            .init(
                .database, "another process has locked the database; writes are refused until it finishes", preventsService: false)
        case .diskFull: .init(.disk, "the database's disk is full; nothing can be written", preventsService: false)
        default: .init(.database, "the database cannot be written", preventsService: false)
        }
    }

    private func feedFindings(_ refresher: Refresher) -> [Health.Finding] {
        var findings: [Health.Finding] = []
        let feeds = refresher.feedState
        if feeds.isStale(today: Day(secondsSince1970: now())) {
            findings.append(.init(.feeds, "the closes of some assets are more than two days old", preventsService: false))
        }
        if feeds.failuresInARow >= Self.manyFailures {
            findings.append(
                .init(.feeds, "the last \(feeds.failuresInARow) attempts to fetch closes failed", preventsService: false))
        }
        let ahead = refresher.fetcher.feeds.clockAheadSeconds
        if ahead != 0 {
            let place = ahead > 0 ? "ahead of" : "behind"
            findings.append(
                .init(
                    .clock, "this machine's clock is \((abs(ahead) / 60).counted("minute")) \(place) a price provider's",
                    preventsService: false
                ))
        }
        return findings
    }

    /// Free bytes on the store's disk at the last check; nil if the system does not report them.
    var freeBytes: Int? { state.withLock { $0.storage?.freeBytes } }

    /// Whether the server is stopping. It is then no longer ready, so that load balancers send requests elsewhere.
    var isStopping: Bool { state.withLock { $0.isStopping } }
    func noteStopping() { state.withLock { $0.isStopping = true } }

    /// Records the result of the last reload of settings or certificates.
    ///
    /// - Parameter problem: a sentence without paths; nil if all is well.
    func noteReload(of part: Health.Part, problem: String?) {
        state.withLock {
            $0.reloadFindings[part] = problem.map { Health.Finding(part, $0, preventsService: false) }
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                // A separate task, because the store's probe waits behind writes, which may wait for another process.
                if let store = self.store {
                    group.addTask { await self.everySoOften { self.noteStorage(await store.health()) } }
                }
                group.addTask { await self.everySoOften { self.logChanges() } }
            }
        }
    }

    private func everySoOften(_ look: () async -> Void) async {
        while !Task.isCancelled {
            await look()
            // Cancellation ends the sleep, and with it the loop.
            try? await Task.sleep(for: .seconds(Self.intervalSeconds))
        }
    }

    private func noteStorage(_ storage: StorageHealth) { state.withLock { $0.storage = storage } }

    /// Logs each finding once, and again when it is over.
    private func logChanges() {
        let findings = health.findings
        for part in Health.Part.allCases {
            Gauge(label: "closecast_degraded", dimensions: [("part", part.rawValue)]).record(findings.count { $0.part == part })
        }
        let problems = Set(findings.map { "\($0.part.rawValue): \($0.problem)" })
        let known = state.withLock { state in
            defer { state.loggedProblems = problems }
            return state.loggedProblems
        }
        for problem in problems.subtracting(known).sorted() { logger.warning("degraded", metadata: ["problem": "\(problem)"]) }
        for problem in known.subtracting(problems).sorted() { logger.notice("recovered", metadata: ["problem": "\(problem)"]) }
    }
}
