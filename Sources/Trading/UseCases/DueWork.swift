import Ledger
import Market
import MarketData
import Portfolio

/// What is due and could not be done. Everything else that was due was done, and this is tried again the next time.
package struct UnfinishedWork: Error, Equatable, CustomStringConvertible {
    /// Ids of orders, payments and plans.
    package private(set) var ids: [String] = []
    /// Why the first of them failed.
    package private(set) var reason = ""
    /// How many other things changed.
    package var count = 0

    package var description: String {
        "\(ids.count) due orders, payments or plans could not be done, the first of them \(ids.first ?? ""): \(reason); "
            + "look at the file: closecast doctor"
    }

    fileprivate mutating func add(_ id: String, _ error: any Error) {
        if ids.isEmpty { reason = "\(error)" }
        ids.append(id)
    }

    /// Does things that are due, each in a transaction of its own. One that the rules of the ledger refuse keeps no other waiting.
    ///
    /// - Returns: how many changed.
    /// - Throws: errors of the store, after which the others would fail too.
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

    /// Whether an error is about one order, payment or plan, and not about the store.
    private static func isOfOne(_ error: any Error) -> Bool {
        error is PortfolioError || error is LedgerError || error is DecimalError || error is AssetError || error is TradingError
    }
}
