import Identity
import Store

/// The scheduled work: orders whose price was reached, plans, payments, documents at the end of their period.
struct TradingWork {
    let parts: TradingParts
    let verifications: Verifications

    /// - Parameter holder: identifies this process.
    func due(holder: String) -> DueWork { DueWork("trading", every: 1, in: parts.store, holder: holder) { try await look() } }

    private func look() async throws -> DueWork.Step? {
        let (isHeldUp, isDue) = try await parts.read { change in
            let bankNow = try change.bankNow
            let isDue =
                try !change.records.duePayments(at: bankNow, limit: 1).isEmpty
                || !change.records.duePlans(at: bankNow, limit: 1).isEmpty
                || Verifications.isDeletionDue(at: change.now, in: change.records.connection)
            return (try change.isBankHeldUp, isDue)
        }
        if isHeldUp { try await parts.change { try $0.letBankGoOn() } }
        let orders = try await StandingOrders(parts: parts).due()
        guard isDue || !orders.isEmpty else { return nil }
        return { try await work(on: orders) }
    }

    /// - Throws: ``UnfinishedWork`` at the end, if some work could not be done; errors of the store at once.
    private func work(on orders: [String]) async throws -> Int {
        var unfinished = UnfinishedWork()
        try await Payments(parts: parts).settleDue(&unfinished)
        try await StandingOrders(parts: parts).execute(orders, &unfinished)
        try await Plans(parts: parts).runDue(&unfinished)
        unfinished.count += try await verifications.deleteDue()
        guard unfinished.ids.isEmpty else { throw unfinished }
        return unfinished.count
    }
}
