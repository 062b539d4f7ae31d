import Ledger
import Market
import Portfolio
import PortfolioWorld

/// Flows into and out of wallets, computed from the rows of an export.
extension RandomJournal {
    /// The rows that change any of the wallets.
    func rows(of group: WalletGroup) async throws -> [TransactionRow] {
        let names = Set(group.wallets.map(\.name))
        return try await portfolio.rows().filter { names.contains($0.wallet) || $0.target.map(names.contains) == true }
    }

    /// At the closes of a day; nil where one of them is not stored.
    func flows(of group: WalletGroup, on day: Day) async throws -> (inflow: Money, outflow: Money)? {
        let names = Set(group.wallets.map(\.name))
        var (came, went): ([AssetID: Quantity], [AssetID: Quantity]) = ([:], [:])
        for row in try await rows(of: group) where Day(secondsSince1970: row.time) == day {
            switch row.kind {
            case .deposit: came[row.asset, default: .zero] += row.quantity
            case .withdrawal where row.label == .loss: break  // it is gone, not taken out
            case .withdrawal: went[row.asset, default: .zero] += row.quantity
            case .transfer:
                let (leaves, arrives) = (names.contains(row.wallet), names.contains(row.target!))
                if leaves, !arrives { went[row.asset, default: .zero] += row.quantity }
                if arrives, !leaves { came[row.asset, default: .zero] += row.quantity }
            default: break
            }
        }
        guard let inflow = try await value(of: came, on: day), let outflow = try await value(of: went, on: day) else { return nil }
        return (inflow, outflow)
    }

    private func value(of quantities: [AssetID: Quantity], on day: Day) async throws -> Money? {
        var value = Money.zero
        for (asset, quantity) in quantities {
            guard let price = try await portfolio.prices.price(of: asset, on: day)?.price else { return nil }
            value += try quantity.multiplied(by: price)
        }
        return value
    }
}
