import Ledger
import Market

/// The result of taking transactions back.
package struct CorrectionReceipt: Sendable {
    /// The transactions that take them back, in the order given.
    package let corrections: [LoggedTransaction]
    /// The holdings that changed.
    package let effects: [PreparedOrder.Effect]
}

/// Takes an owner's transactions back.
package struct Corrections: Sendable {
    private let orders: Orders
    private let transactions: TransactionLog

    init(_ orders: Orders, _ transactions: TransactionLog) { (self.orders, self.transactions) = (orders, transactions) }

    /// Takes transactions back, all or none.
    ///
    /// - Parameter ids: a number given twice counts once.
    /// - Throws: whatever ``Orders/takeBack(_:)`` throws.
    package func correct(_ ids: [TransactionID]) async throws -> CorrectionReceipt {
        try await receipt(of: try await orders.takeBack(ids).map(\.id))
    }

    /// Records transactions again that were taken back, all or none.
    ///
    /// - Throws: whatever ``Orders/restore(_:)`` throws.
    package func restore(_ ids: [TransactionID]) async throws -> CorrectionReceipt {
        try await receipt(of: try await orders.restore(ids).map(\.id))
    }

    /// Returns the receipt of recorded corrections.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    package func receipt(of ids: [TransactionID]) async throws -> CorrectionReceipt {
        var corrections: [LoggedTransaction] = []
        for id in ids { corrections.append(try await transactions.transaction(id)) }
        return CorrectionReceipt(corrections: corrections, effects: try await orders.effects(of: ids))
    }
}
