import Forecasts
import Synchronization

/// The current state of work that takes longer than a request.
package struct LongTask: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case measure
        case importPrices = "import-prices"
        case fetchPrices = "fetch-prices"
        case importTransactions = "import-transactions"

        /// Tasks of different lanes run at the same time.
        var lane: Lane { self == .fetchPrices ? .network : .processor }
    }

    /// What a task mostly waits for.
    enum Lane: CaseIterable { case processor, network }

    package enum State: Sendable {
        case waiting, running
        /// The work is finished; its result is shown on the task's page.
        case done(Result)
        /// The work failed.
        case failed(any Error)
        case cancelled
    }

    /// The result of a task.
    package enum Result: Sendable {
        case measured(CoinMeasurement)
        /// The coins whose closes were stored, and those whose closes were not.
        case imported([StoredPrices], failed: [PriceFailure])
        /// A page of the site shows it.
        case page(String)
    }

    package let id: String
    /// Ascending in the order in which tasks were started. Times do not give this order: many tasks may start in one second.
    let number: Int
    package let owner: String
    package let kind: Kind
    /// The subject of the work: for one owner, work of the same kind on the same subject runs once.
    package let subject: String
    /// The name that the reader recognizes: a ticker, or names of files.
    package let label: String
    /// In seconds since 1970-01-01 UTC, like the other times.
    package let createdAt: Int
    package internal(set) var startedAt: Int?
    package internal(set) var endedAt: Int?
    package internal(set) var state = State.waiting
    package let progress = TaskProgress()

    /// Whether its state is final.
    package var isOver: Bool {
        switch state {
        case .waiting, .running: false
        case .done, .failed, .cancelled: true
        }
    }

    /// Whether it was asked to stop but still runs.
    package var isStopping: Bool { !isOver && progress.isCancelled }
}

/// The progress of a task. The working thread records it without a lock, which other threads might have to wait for.
package final class TaskProgress: Sendable {
    private let doneCount = Atomic(0)
    private let totalCount = Atomic(0)
    private let cancelled = Atomic(false)

    package var done: Int { doneCount.load(ordering: .relaxed) }
    /// 0 until it is known.
    package var total: Int { totalCount.load(ordering: .relaxed) }
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    package func note(done: Int, of total: Int) {
        totalCount.store(total, ordering: .relaxed)
        doneCount.store(done, ordering: .relaxed)
    }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError` if the task was asked to stop.
    package func check() throws(CancellationError) { if isCancelled { throw CancellationError() } }
}
