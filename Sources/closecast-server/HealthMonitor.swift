import Inference
import Logging
import Market
import Server
import ServiceLifecycle
import Storage
import Synchronization
import Upkeep

/// Knows how the server fares: looks at the store every few seconds and answers probes from what it saw last.
final class HealthMonitor: Service {
    private let database: Database
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
        var toldProblems: Set<String> = []
    }

    /// Less room than this on the disk is told: backups and jobs need some.
    private static let scarceBytes = 64 << 20
    private static let intervalSeconds = 2.0

    init(
        database: Database, catalogue: ModelCatalogue, queue: InferenceQueue, refresher: Refresher?, queueCapacity: Int,
        logger: Logger,
        now: @escaping @Sendable () -> Int
    ) {
        (self.database, self.catalogue, self.queue, self.refresher) = (database, catalogue, queue, refresher)
        (self.queueCapacity, self.logger, self.now) = (queueCapacity, logger, now)
        state = Mutex(State())
    }

    /// How it fares now.
    var health: Health {
        let (storage, isStopping) = state.withLock { ($0.storage, $0.isStopping) }
        var findings: [Health.Finding] = []
        if isStopping { findings.append(.init(.process, "the server is stopping", preventsService: true)) }
        let models = catalogue.health
        findings += models.problems.map { .init(.models, $0, preventsService: !models.isReady) }
        if !models.isReady, models.problems.isEmpty {
            findings.append(.init(.models, "the default model is not loaded", preventsService: true))
        }
        if let storage { findings += Self.findings(storage) }
        if queue.waiting >= queueCapacity {
            findings.append(
                .init(.queue, "\(queue.waiting) series wait for a forecast, and no more are taken", preventsService: true))
        }
        if refresher?.told.isStale(today: Day(secondsSince1970: now())) == true {
            findings.append(.init(.feeds, "the closes of some assets are more than two days old", preventsService: false))
        }
        return Health(findings)
    }

    private static func findings(_ storage: StorageHealth) -> [Health.Finding] {
        var findings: [Health.Finding] = []
        if storage.readFault != nil { findings.append(.init(.database, "the store cannot be read", preventsService: true)) }
        switch storage.writeFault {
        case nil: break
        case .locked:
            findings.append(.init(.database, "another process is writing to the store; writes wait", preventsService: false))
        case .some: findings.append(.init(.database, "the store cannot be written", preventsService: false))
        }
        if let free = storage.freeBytes, free < scarceBytes {
            findings.append(.init(.disk, "\(free >> 20) MB are free on the store's disk", preventsService: false))
        }
        return findings
    }

    /// From now on the server is not ready: whoever sends it work should look for another one.
    func noteStopping() { state.withLock { $0.isStopping = true } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let storage = await self.database.health()
                self.state.withLock { $0.storage = storage }
                self.tellChanges()
                try? await Task.sleep(for: .seconds(Self.intervalSeconds))
            }
        }
    }

    /// Logs what is wrong once, and when it is over.
    private func tellChanges() {
        let problems = Set(health.findings.map { "\($0.part.rawValue): \($0.problem)" })
        let known = state.withLock { state in
            defer { state.toldProblems = problems }
            return state.toldProblems
        }
        for problem in problems.subtracting(known).sorted() { logger.warning("degraded", metadata: ["problem": "\(problem)"]) }
        for problem in known.subtracting(problems).sorted() { logger.notice("recovered", metadata: ["problem": "\(problem)"]) }
    }
}
