import Ledger
import Market

/// Transactions that were taken back.
package struct CorrectionReceipt: Sendable {
    /// The transactions that take them back, in the order given.
    package let corrections: [LoggedTransaction]
    /// The holdings that changed.
    package let effects: [PreparedOrder.Effect]
    /// False if an earlier attempt of the same request had taken them back.
    package let isNew: Bool
}

extension Portfolio {
    /// Takes transactions back, all or none, once however often the request is sent.
    ///
    /// - Parameters:
    ///   - ids: a number given twice counts once.
    ///   - isRetry: whether the request may have been executed before. If all of them are taken back already, that is its result.
    /// - Throws: whatever ``takeBack(_:)`` throws.
    package func correct(_ ids: [TransactionID], isRetry: Bool = false) async throws -> CorrectionReceipt {
        let unique = ids.indices.filter { !ids[..<$0].contains(ids[$0]) }.map { ids[$0] }
        do {
            var corrections: [LoggedTransaction] = []
            for result in try await takeBack(unique) { corrections.append(try await transaction(result.id)) }
            return try await receipt(corrections, isNew: true)
        } catch let error as PortfolioError {
            guard isRetry, case .alreadyCorrected = error, let done = try await recordedCorrections(of: unique) else { throw error }
            return try await receipt(done, isNew: false)
        }
    }

    /// Takes investments back, all or none, as if they had never been made: ``correct(_:isRetry:)`` of investments only.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``, and whatever ``takeBack(_:)`` throws.
    @discardableResult
    package func removeInvestments(_ ids: [TransactionID], isRetry: Bool = false) async throws -> CorrectionReceipt {
        for id in ids { _ = try await investment(id) }
        return try await correct(ids, isRetry: isRetry)
    }

    private func receipt(_ corrections: [LoggedTransaction], isNew: Bool) async throws -> CorrectionReceipt {
        CorrectionReceipt(corrections: corrections, effects: try await effects(of: corrections.map(\.id)), isNew: isNew)
    }

    /// Returns the recorded corrections of all these transactions; nil if one of them has none.
    private func recordedCorrections(of ids: [TransactionID]) async throws -> [LoggedTransaction]? {
        var corrections: [LoggedTransaction] = []
        for id in ids {
            guard let correction = try await transaction(id).correctedBy else { return nil }
            corrections.append(try await transaction(correction))
        }
        return corrections
    }
}
