import Forecasts
import Synchronization

/// Work that takes longer than a request, as it is now.
package struct LongTask: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case measure
        case importPrices = "import-prices"
        case importTransactions = "import-transactions"
    }

    package enum State: Sendable {
        case waiting, running
        /// The work is finished; its result is shown on the task's page.
        case done(Result)
        /// The work could not be done.
        case failed(any Error)
        case cancelled
    }

    /// What a task leaves to be seen.
    package enum Result: Sendable {
        case measured(CoinMeasurement)
        case imported([PriceImport.Stored])
        /// A page of the site has it.
        case page(String)
    }

    package let id: String
    /// Ascending in the order in which tasks were started, as the times are not: a second has many tasks.
    let number: Int
    package let owner: String
    package let kind: Kind
    /// What the work is about: the same owner's work of the same kind about the same thing runs once.
    package let subject: String
    /// What the reader knows it by: a ticker, or names of files.
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

    /// Whether it was asked to stop and still runs.
    package var isStopping: Bool { !isOver && progress.isCancelled }
}

/// How far a task is. The thread that works notes it without a lock, which others might have to wait for.
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
