import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct ValueOverTimeTests {
    @Test(arguments: 0..<8) func everyDayIsThatDaysValuation(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: seed % 2 == 0 ? 0.2 : 0, unknown: 0.3)
        for wallet in journal.wallets {
            let days = try await journal.portfolio.valueHistory.values(of: wallet, from: day0 - 1, through: day0 + 31)
            #expect(days.map(\.day) == (-1...31).map { day0 + $0 })
            for day in days {
                let valuation = try await journal.portfolio.valuations.valuation(of: wallet, on: day.day)
                #expect(day.value == valuation.total, "seed \(seed), \(day.day)")
                #expect(day.missing == valuation.missing.map(\.id).sorted(), "seed \(seed), \(day.day)")
            }
            for day in days[5..<15] {
                guard let flows = try await journal.flows(of: WalletGroup(wallet), on: day.day) else {
                    #expect(day.netFlow == nil, "seed \(seed), \(day.day)")
                    continue
                }
                #expect(day.inflow == flows.inflow && day.outflow == flows.outflow, "seed \(seed), \(day.day)")
                #expect(day.netFlow == flows.inflow - flows.outflow, "seed \(seed), \(day.day)")
            }
            // A later start changes nothing.
            #expect(
                try await journal.portfolio.valueHistory.values(of: wallet, from: day0 + 9, through: day0 + 31)
                    == Array(days[10...]))
        }
    }

    /// A value uses the sum of the quantities, so it may differ from the sum of the values by the rounding of each product.
    @Test(arguments: 0..<8) func severalWalletsAreWorthTheirSumAndTransfersBetweenThemAreNotFlows(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed)
        let last = day0 + RandomJournal.dayCount - 1
        for group in [WalletGroup(journal.wallets), WalletGroup([journal.wallets[0], journal.wallets[2]])] {
            var sums = [Money](repeating: .zero, count: RandomJournal.dayCount)
            for wallet in group.wallets {
                let days = try await journal.portfolio.valueHistory.values(of: wallet, from: day0, through: last)
                for (index, day) in days.enumerated() { sums[index] += try #require(day.value) }
            }
            for (index, day) in try await journal.portfolio.valueHistory.values(of: group, from: day0, through: last).enumerated() {
                #expect((try #require(day.value) - sums[index]).magnitude.units <= 12, "seed \(seed), \(day.day)")
                let flows = try #require(try await journal.flows(of: group, on: day.day))
                #expect(day.inflow == flows.inflow && day.outflow == flows.outflow, "seed \(seed), \(day.day)")
            }
        }
    }

    @Test func theSpanIsFromTheFirstTransactionToTheNewestClose() async throws {
        let world = try World(today: day0 + 20)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        func span() async throws -> [Day]? { try await portfolio.valueHistory.span(of: wallet).map { [$0.first, $0.last] } }
        #expect(try await span() == nil)
        try await world.store([1, 2, 3, 4, 5], of: bitcoin)
        let id = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 2, 1))
        #expect(try await span() == [day0 + 2, day0 + 4])
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 9, 1))
        try await portfolio.orders.takeBack([id])
        #expect(try await span() == [day0 + 9, day0 + 9])  // its closes end before
        try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 10, 1))
        #expect(try await span() == [day0 + 9, day0 + 19])  // nothing is held: yesterday
        #expect(try await portfolio.valueHistory.values(of: wallet, from: day0 + 5, through: day0 + 4).isEmpty)
    }
}
