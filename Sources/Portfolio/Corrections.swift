import Ledger
import Market

/// The result of taking transactions back.
package struct CorrectionReceipt: Sendable {
    /// The transactions that take them back, in the order given.
    package let corrections: [LoggedTransaction]
    /// The holdings that changed.
    package let effects: [PreparedOrder.Effect]
    /// False if an earlier attempt of the same request had already taken them back.
    package let isNew: Bool
}

/// Takes an owner's transactions back, even if a client sends the request again.
package struct Corrections: Sendable {
    private let orders: Orders
    private let transactions: TransactionLog

    init(_ orders: Orders, _ transactions: TransactionLog) { (self.orders, self.transactions) = (orders, transactions) }

    /// Takes transactions back, all or none; a repeated request takes effect once.
    ///
    /// - Parameters:
    ///   - ids: a number given twice counts once.
    ///   - isRetry: whether the request may have been executed before. If all of the transactions are taken back already, the
    ///     result is that of the first request.
    /// - Throws: whatever ``Orders/takeBack(_:)`` throws.
    package func correct(_ ids: [TransactionID], isRetry: Bool = false) async throws -> CorrectionReceipt {
        let unique = ids.indices.filter { !ids[..<$0].contains(ids[$0]) }.map { ids[$0] }
        do {
            var corrections: [LoggedTransaction] = []
            for result in try await orders.takeBack(unique) { corrections.append(try await transactions.transaction(result.id)) }
            return try await receipt(corrections, isNew: true)
        } catch let error as PortfolioError {
            guard isRetry, case .alreadyCorrected = error, let done = try await recordedCorrections(of: unique) else { throw error }
            return try await receipt(done, isNew: false)
        }
    }

    private func receipt(_ corrections: [LoggedTransaction], isNew: Bool) async throws -> CorrectionReceipt {
        CorrectionReceipt(corrections: corrections, effects: try await orders.effects(of: corrections.map(\.id)), isNew: isNew)
    }

    /// Returns the recorded corrections of all these transactions; nil if one of them has none.
    private func recordedCorrections(of ids: [TransactionID]) async throws -> [LoggedTransaction]? {
        var corrections: [LoggedTransaction] = []
        for id in ids {
            guard let correction = try await transactions.transaction(id).correctedBy else { return nil }
            corrections.append(try await transactions.transaction(correction))
        }
        return corrections
    }
}
