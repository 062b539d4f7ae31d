import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Synchronization
import Testing

@Suite(.serialized) struct ConcurrencyTests {
    /// Gains that include the transfer but not the origin of its coins would be refused as a shortage, or lack their cost.
    @Test func aTransferDuringAReportIsWholeOrAbsent() async throws {
        let world = try World()
        let (portfolio, other) = (world.portfolio(), world.portfolio())
        let main = try await other.wallets.create("main")
        try await world.store([100], of: bitcoin)
        async let transfers: Void = {
            for number in 0..<40 {
                let late = try await other.wallets.create("late \(number)")
                try await other.perform(late, bitcoin, .deposit("2", cost: "50"))
                try await other.perform(late, bitcoin, .transfer("2", to: main, fee: .zero))
            }
        }()
        var seen: Set<Int> = []
        while seen.max() != 40 {
            let lots = try await portfolio.gains.report(of: main).gains.lots
            #expect(lots.allSatisfy { $0.lot.cost == "50" })
            seen.insert(lots.count)
        }
        try await transfers
        #expect(seen.count > 2, "no report was made between two transfers")
    }

    /// Both read, prepare and retry at the same time: nothing is bought twice or with money already spent.
    @Test func twoProcessesThatSetTheSameHoldingEndWithIt() async throws {
        let world = try World()
        let wallet = try await world.portfolio().wallets.create("main")
        try await world.store([100], of: bitcoin)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for wanted in ["1", "1", "1", "1"] as [Quantity] {
                group.addTask {
                    let portfolio = world.portfolio()
                    while true {
                        do {
                            try await portfolio.orders.commit(
                                portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .set(wanted))]))
                            return
                        } catch PortfolioError.changedMeanwhile {
                            continue
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.portfolio().balances(wallet) == [bitcoin: "1"])
        #expect(try await world.portfolio().rows().count == 1)
    }

    /// The random journals of the other tests hold something of everything.
    @Test func randomJournalsHaveEveryKind() async throws {
        var kinds: [Transaction.Kind: Int] = [:]
        var corrected = 0
        for seed in 0..<6 as Range<UInt64> {
            let journal = try await RandomJournal(seed: seed)
            for wallet in journal.wallets {
                for logged in try await journal.portfolio.transactions.page(of: wallet, limit: 1000) {
                    kinds[logged.row.kind, default: 0] += 1
                    corrected += logged.correctedBy == nil ? 0 : 1
                }
            }
        }
        for kind in Transaction.Kind.allCases { #expect(kinds[kind, default: 0] >= 8, "\(kind)") }
        #expect(corrected >= 8)
    }
}
