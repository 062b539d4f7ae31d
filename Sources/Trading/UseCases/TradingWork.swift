import Platform

/// The scheduled work: orders whose price was reached, plans, payments. All its state is in the store: a server that is killed
/// leaves nothing half done, and the next one finds the due work.
package struct TradingWork: Sendable {
    private let parts: TradingParts
    /// Identifies this process.
    private let holder: String
    /// How long other processes wait for one that has died, such as a restarted server. Two at once would do no harm: each step
    /// checks again in its own transaction.
    package static let leaseSeconds = 5

    init(_ parts: TradingParts, holder: String) { (self.parts, self.holder) = (parts, holder) }

    /// Does the due work, unless another process is doing it.
    ///
    /// - Returns: the number of changes; nil if another process does the work.
    /// - Throws: ``UnfinishedWork`` at the end, if some work could not be done; errors of the store at once.
    @discardableResult package func run() async throws -> Int? {
        // Checking needs no write: if nothing is due, the server leaves the file and its caches alone.
        let (isHeldUp, isDue) = try await parts.read { change in
            let bankNow = try change.bankNow
            let isDue =
                try !change.records.duePayments(at: bankNow, limit: 1).isEmpty
                || !change.records.duePlans(at: bankNow, limit: 1).isEmpty
                || !change.records.dueDocuments(at: change.now, limit: 1).isEmpty
            return (try change.isBankHeldUp, isDue)
        }
        if isHeldUp { try await parts.change { try $0.letBankGoOn() } }
        let orders = try await StandingOrders(parts: parts).due()
        guard isDue || !orders.isEmpty else { return 0 }
        let (holder, now) = (holder, parts.now())
        let isOurs = try await parts.store.changeTrading {
            try $0.takeLease("work", holder: holder, now: now, until: now + Self.leaseSeconds)
        }
        guard isOurs else { return nil }
        var unfinished = UnfinishedWork()
        try await Payments(parts: parts).settleDue(&unfinished)
        try await StandingOrders(parts: parts).execute(orders, &unfinished)
        try await Plans(parts: parts).runDue(&unfinished)
        unfinished.count += try await Verifications(parts: parts).deleteDue()
        guard unfinished.ids.isEmpty else { throw unfinished }
        return unfinished.count
    }

    /// Lets another process start at once.
    package func stop() async throws {
        let holder = holder
        try await parts.store.changeTrading { try $0.dropLease("work", holder: holder) }
    }
}
