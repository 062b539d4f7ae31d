import Ledger
import Market
import MarketData
import Portfolio

/// The due work that could not be done. All other due work was done, and this will be retried.
package struct UnfinishedWork: Error, Equatable, CustomStringConvertible {
    /// Ids of orders, payments and plans.
    package private(set) var ids: [String] = []
    /// Why the first of them failed.
    package private(set) var reason = ""
    /// The number of other changes.
    package var count = 0

    package var description: String {
        "\(ids.count) due orders, payments or plans could not be done, the first of them \(ids.first ?? ""): \(reason); "
            + "look at the file: closecast doctor"
    }

    fileprivate mutating func add(_ id: String, _ error: any Error) {
        if ids.isEmpty { reason = "\(error)" }
        ids.append(id)
    }

    /// Does due work items, each in a transaction of its own. An item that the ledger's rules refuse does not delay the others.
    ///
    /// - Returns: the number of changes.
    /// - Throws: errors of the store, after which the other items would fail too.
    mutating func doEach(
        _ ids: [String], _ parts: TradingParts, _ body: @escaping @Sendable (TradingChange, String) throws -> Bool
    ) async throws -> Int {
        var done = 0
        for id in ids where !Task.isCancelled {
            do {
                done += try await parts.change { try body($0, id) } ? 1 : 0
            } catch {
                guard Self.isOfOne(error) else { throw error }
                add(id, error)
            }
        }
        count += done
        return done
    }

    /// Whether an error concerns one order, payment or plan rather than the store.
    private static func isOfOne(_ error: any Error) -> Bool {
        error is PortfolioError || error is LedgerError || error is DecimalError || error is AssetError || error is TradingError
    }
}
