import JSONText
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct RealizedReportTests {
    /// Two sales and a fee over two years, by hand.
    @Test func eachDisposalHasWhatItCostAndHowLongItWasHeld() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        let before = Day(iso: "2023-12-01")!
        try await world.store([100], of: bitcoin)
        let first = try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "100"), at: moment(before, 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "70", fee: "1"), at: moment(before + 10, 23))
        let second = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "90"), at: moment(day0, 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1.5"), price: "100", fee: .zero), at: moment(day0 + 1, 1))
        try await portfolio.perform(wallet, .usd, .fee("5"), at: moment(day0 + 1, 2))
        let report = try await portfolio.gains.realized(of: WalletGroup(wallet))
        func text(_ row: RealizedReport.Row) -> String {
            let disposal = row.disposal
            return "\(disposal.kind.rawValue) \(disposal.quantity) \(disposal.origin.map { "#\($0)" } ?? "-") "
                + "\(row.heldDays.map { "\($0)" } ?? "-") \(disposal.proceeds!) \(disposal.cost!) \(disposal.gain!)"
        }
        #expect(
            report.rows.map(text) == [
                "sale 1 #\(first) 10 69 50 19", "sale 1 #\(first) 32 100 50 50", "sale 0.5 #\(second) 1 50 45 5",
                "fee 5 - - 0 5 -5",
            ])
        #expect(report.years.map { "\($0.year) \($0.sums.gain.total!)" } == ["2023 19", "2024 50"])
        #expect(report.total.gain.total == "69")
        let year = try await portfolio.gains.realized(of: WalletGroup(wallet), year: 2024)
        #expect(year.rows.map(text) == report.rows.dropFirst().map(text) && year.total.gain.total == "50")
        #expect(try await portfolio.gains.realized(of: WalletGroup(wallet), year: 2022).rows.isEmpty)
        #expect(try await portfolio.gains.realized(of: WalletGroup(wallet), through: day0).total.gain.total == "19")
        let csv = RealizedDocuments.csv(year).split(separator: "\n")
        #expect(csv[0].hasPrefix("disposed,kind,wallet,asset,ticker,quantity,acquired,held_days,proceeds,cost,gain"))
        #expect(csv[2].hasPrefix("2024-01-02T01:00:00Z,sale,w,bitcoin,BTC,0.5,2024-01-01T01:00:00Z,1,50,45,5"))
    }

    private func sum(_ rows: [RealizedReport.Row]) -> SlowLedger.Realized {
        var sum = SlowLedger.Realized()
        for row in rows { sum.add(proceeds: row.disposal.proceeds!, cost: row.disposal.cost) }
        return sum
    }

    @Test(arguments: 0..<16) func rowsAddUpToTheRealizedGainOfTheReportForEveryCostBasis(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, unknown: seed % 3 == 0 ? 0.2 : 0)
        let groups = journal.wallets.map { WalletGroup($0) } + [WalletGroup(journal.wallets)]
        for basis in CostBasis.allCases + [nil] {
            for group in groups {
                let report = try await journal.portfolio.gains.realized(of: group, costBasis: basis)
                let gains = try await journal.portfolio.gains.report(of: group, costBasis: basis)
                #expect(report.total == gains.total.realized && report.costBasis == gains.costBasis, "seed \(seed)")
                let sums = sum(report.rows)
                #expect(sums.proceeds == gains.total.realized.proceeds.total, "seed \(seed), \(group.name)")
                #expect(sums.cost == gains.total.realized.cost.total, "seed \(seed), \(group.name)")
                #expect(sums.gain == gains.total.realized.gain.total, "seed \(seed), \(group.name)")
                // No coins are disposed of twice, or before they were acquired.
                #expect(
                    report.rows.allSatisfy { $0.heldDays.map { $0 >= 0 } ?? ($0.asset.id == .usd || $0.disposal.kind == .income) },
                    "seed \(seed)")
            }
        }
    }

    /// Over three years.
    @Test(arguments: 0..<8) func yearsAreThoseOfASlowLedger(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, unknown: seed % 2 == 0 ? 0.2 : 0, stretch: 37)
        var slow = SlowLedger(Dictionary(uniqueKeysWithValues: journal.wallets.map { ($0.id, $0.costBasis) }))
        let query = JournalQuery(wallets: Set(journal.wallets.map(\.id)), leavesOutCorrected: true, limit: .max)
        for record in try await journal.world.database.transactions(query) { try slow.apply(record) }
        for wallet in journal.wallets {
            let expected = slow.realizedByYear[wallet.id] ?? [:]
            let report = try await journal.portfolio.gains.realized(of: WalletGroup(wallet))
            #expect(report.years.map(\.year) == expected.keys.sorted(), "seed \(seed)")
            for year in report.years {
                #expect(year.sums.proceeds.total == expected[year.year]?.proceeds, "seed \(seed), \(year.year)")
                #expect(year.sums.cost.total == expected[year.year]!.cost, "seed \(seed), \(year.year)")
                #expect(year.sums.gain.total == expected[year.year]!.gain, "seed \(seed), \(year.year)")
                let only = try await journal.portfolio.gains.realized(of: WalletGroup(wallet), year: year.year)
                #expect(only.total == year.sums && only.years == [year], "seed \(seed), \(year.year)")
            }
        }
    }
}
