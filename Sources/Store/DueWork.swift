import GRDB

/// Work that falls due, such as an order whose price was reached.
///
/// What is due follows from the store alone: a process that is killed leaves nothing half done, and the next one finds it.
package struct DueWork: Sendable {
    /// Does what is due, and returns the number of changes.
    package typealias Step = @Sendable () async throws -> Int

    /// How long other processes wait for one that has died, such as a restarted server. Two at once must do no harm: each step
    /// checks again in its own transaction.
    package static let leaseSeconds = 5
    /// The longest pause after an error, in seconds.
    private static let retrySeconds = 60.0

    package let name: String
    private let pauseSeconds: Double
    /// Where this process takes its lease; nil for work without one.
    private let lease: (store: Store, holder: String)?
    private let look: @Sendable () async throws -> Step?

    /// Work that one process does at a time.
    ///
    /// - Parameters:
    ///   - name: the name of its lease.
    ///   - pauseSeconds: the time from the end of a run to the next.
    ///   - holder: identifies this process.
    ///   - look: returns what does the due work, or nil if there is none. It runs without the lease, and should only read: then the
    ///     file is left alone while nothing is due.
    package init(
        _ name: String, every pauseSeconds: Double, in store: Store, holder: String,
        look: @escaping @Sendable () async throws -> Step?
    ) {
        (self.name, self.pauseSeconds, self.look) = (name, pauseSeconds, look)
        lease = (store, holder)
    }

    /// Work that is done at each time, and that several processes may do at once.
    package init(_ name: String, every pauseSeconds: Double, run: @escaping @Sendable () async throws -> Void) {
        let step: Step = {
            try await run()
            return 0
        }
        (self.name, self.pauseSeconds) = (name, pauseSeconds)
        lease = nil
        look = { step }
    }

    /// Does what is due, unless another process is doing it.
    ///
    /// - Returns: the number of changes; nil if another process does the work.
    @discardableResult package func run() async throws -> Int? {
        guard let step = try await look() else { return 0 }
        if let (store, holder) = lease {
            guard try await store.change({ try $0.takeLease(name, holder: holder) }) else { return nil }
        }
        return try await step()
    }

    /// Runs again and again until the task is cancelled, and then gives the lease back.
    ///
    /// - Parameter report: receives the number of changes, or the error, of each run that another process did not prevent.
    package func repeatUntilCancelled(_ report: @Sendable (Result<Int, any Error>) -> Void) async {
        while !Task.isCancelled {
            var pause = pauseSeconds
            do {
                if let count = try await run() { report(.success(count)) }
            } catch is CancellationError {
                break
            } catch {
                report(.failure(error))
                pause = min(pause, Self.retrySeconds)
            }
            guard (try? await Task.sleep(for: .seconds(pause))) != nil else { break }
        }
        // If this fails, the lease ends by itself. In a new task, because nothing can be written in this cancelled one.
        try? await Task { try await stop() }.value
    }

    /// Gives the lease back, so that another process can begin at once.
    package func stop() async throws {
        guard let (store, holder) = lease else { return }
        try await store.change { try $0.run("DELETE FROM leases WHERE name = ? AND holder = ?", name, holder) }
    }
}

extension Change {
    /// Takes a lease for ``DueWork/leaseSeconds``, or extends the holder's own. Returns false while another holder has it.
    package func takeLease(_ name: String, holder: String) throws -> Bool {
        // A lease that ends long after one taken now was taken before the clock was set back.
        try run(
            """
            INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?3 + ?4)
            ON CONFLICT DO UPDATE SET holder = ?2, until = ?3 + ?4
            WHERE holder = ?2 OR until <= ?3 OR until > ?3 + 2 * ?4
            """, name, holder, now.seconds, DueWork.leaseSeconds)
        return reading.connection.changesCount > 0
    }
}

extension Capability {
    /// The leases of due work.
    package static let dueWork = Capability("due-work", migrations: [Migration("leases", leases)])

    private static let leases = """
        CREATE TABLE leases (
            name TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
