import Ledger
import Market
import Portfolio
import Testing

@Suite(.serialized) struct ValueOverTimeTests {
    /// Day by day, from the transactions as a file tells them.
    private func flow(_ journal: RandomJournal, _ wallet: Wallet, _ day: Day, costs: Bool) async throws -> Money? {
        var flows: [AssetID: Quantity] = [:]
        var paid = Money.zero
        for row in try await journal.portfolio.rows() where Day(secondsSince1970: row.time) == day {
            switch row.kind {
            case .deposit where row.wallet == wallet.name:
                if costs, row.asset != .usd, let cost = row.value {
                    paid += cost
                } else {
                    flows[row.asset, default: .zero] += row.quantity
                }
            case .withdrawal where row.wallet == wallet.name: flows[row.asset, default: .zero] -= row.quantity
            case .transfer where row.wallet == wallet.name: flows[row.asset, default: .zero] -= row.quantity
            case .transfer where row.target == wallet.name: flows[row.asset, default: .zero] += row.quantity
            default: break
            }
        }
        for (asset, quantity) in flows where quantity != .zero {
            guard let price = try await journal.portfolio.price(of: asset, on: day)?.price else { return nil }
            paid += try quantity.multiplied(by: price)
        }
        return paid
    }

    @Test(arguments: 0..<8) func everyDayIsThatDaysValuation(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: seed % 2 == 0 ? 0.2 : 0, unknown: 0.3)
        for wallet in journal.wallets {
            let days = try await journal.portfolio.valueOverTime(wallet, from: day0 - 1, through: day0 + 31)
            #expect(days.map(\.day) == (-1...31).map { day0 + $0 })
            for day in days {
                let valuation = try await journal.portfolio.valuation(of: wallet, on: day.day)
                #expect(day.value == valuation.total, "seed \(seed), \(day.day)")
                #expect(day.missing == valuation.missing.map(\.id).sorted(), "seed \(seed), \(day.day)")
            }
            for day in days[5..<15] {
                #expect(day.netFlow == (try await flow(journal, wallet, day.day, costs: false)), "seed \(seed), \(day.day)")
                #expect(day.paidIn == (try await flow(journal, wallet, day.day, costs: true)), "seed \(seed), \(day.day)")
            }
            // A later beginning changes nothing.
            #expect(try await journal.portfolio.valueOverTime(wallet, from: day0 + 9, through: day0 + 31) == Array(days[10...]))
        }
    }

    @Test func theSpanIsFromTheFirstTransactionToTheNewestClose() async throws {
        let world = try World(today: day0 + 20)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.createWallet("w")
        func span() async throws -> [Day]? { try await portfolio.span(of: wallet).map { [$0.first, $0.last] } }
        #expect(try await span() == nil)
        try await world.store([1, 2, 3, 4, 5], of: bitcoin)
        let id = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 2, 1))
        #expect(try await span() == [day0 + 2, day0 + 4])
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 9, 1))
        try await portfolio.takeBack([id])
        #expect(try await span() == [day0 + 9, day0 + 9])  // its closes end before
        try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 10, 1))
        #expect(try await span() == [day0 + 9, day0 + 19])  // nothing is held: yesterday
        #expect(try await portfolio.valueOverTime(wallet, from: day0 + 5, through: day0 + 4).isEmpty)
    }
}
