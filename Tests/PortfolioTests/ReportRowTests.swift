import JSONText
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// The rows of a report add up to its totals, in every form that programs read.
@Suite(.serialized) struct ReportRowTests {
    private static let figures = ["market_value", "cost", "unrealized_gain", "proceeds", "realized_cost", "realized_gain"]

    /// Nil where one of them is missing.
    private func sum(_ values: [FixedDecimal?]) -> FixedDecimal? {
        values.reduce(FixedDecimal.zero) { sum, value in sum.flatMap { sum in value.map { sum + $0 } } }
    }

    private func expectSums(_ document: JSONValue, _ note: String) throws {
        let rows = try #require(document["holdings"]?.array)
        let total = try #require(document["total"])
        for name in Self.figures {
            let values = rows.map { $0[name]?.string.flatMap { FixedDecimal($0) } }
            #expect(sum(values) == total[name]?.string.flatMap { FixedDecimal($0) }, "\(note), \(name)")
        }
    }

    private func expectSums(csv: String, _ note: String) throws {
        let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let header = try #require(rows.first)
        #expect(rows.last?.first == "total")
        for name in Self.figures {
            let column = try #require(header.firstIndex(of: name))
            let values = rows[1..<(rows.count - 1)].map { FixedDecimal($0[column]) }
            #expect(sum(values) == rows.last.flatMap { FixedDecimal($0[column]) }, "\(note), \(name)")
        }
    }

    @Test(arguments: 0..<24) func rowsAddUpToTheTotal(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: seed % 3 == 0 ? 0.2 : 0, unknown: seed % 2 == 0 ? 0.2 : 0)
        let groups = journal.wallets.map { WalletGroup($0) } + [WalletGroup(journal.wallets)]
        for group in groups {
            for day in [nil, day0 + 3, day0 + 17] {
                let report = try await journal.portfolio.gains.report(of: group, on: day)
                let note = "seed \(seed), \(group.name), \(day.map { "\($0)" } ?? "now")"
                let json = GainsDocuments.gains.jsonLine(try ShownGains(report, returns: nil, explained: false))
                try expectSums(try JSONValue(parsing: Array(json.utf8)), note)
                try expectSums(csv: GainsDocuments.csv(report), note)
            }
        }
    }

    @Test func whatIsSoldOutAndWhatCashBroughtHaveARow() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 150], of: bitcoin)
        try await portfolio.perform(wallet, .usd, .income("20"), at: moment(day0, 1))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "80"), at: moment(day0, 2))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "150", fee: .zero), at: moment(day0 + 1, 1))
        try await portfolio.perform(wallet, .usd, .withdraw("170"), at: moment(day0 + 1, 2))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.holdings.holdings.isEmpty && report.total.realized.gain.total == "90")
        #expect(report.rows.map { "\($0.asset.id) \($0.quantity)" } == ["usd 0", "bitcoin 0"])
        #expect(report.rows.map { report.gains.assets[$0.asset.id]?.realized.gain.total } == ["20", "70"])
    }
}

/// Notes of a report about the transactions around its day.
@Suite(.serialized) struct ReportTimingTests {
    @Test func whatHappenedAfterTheDayOfTheClosesIsNamed() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 110], of: bitcoin)
        let first = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "80"))
        let later = try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "90"), at: moment(day0 + 3, 1))
        let mistake = try await portfolio.perform(wallet, bitcoin, .deposit("9", cost: "90"), at: moment(day0 + 4, 1))
        try await portfolio.orders.takeBack([mistake])

        let now = try await portfolio.gains.report(of: wallet)
        #expect(now.isOfNow && now.day == day0 + 1 && now.gains.lots.map(\.lot.origin) == [first, later])
        let included = try #require(now.timing.later)
        #expect(included.transactions == [later] && included.count == 1 && included.areIncluded)
        #expect(included.first == day0 + 3 && included.last == day0 + 3 && now.timing.firstDay == day0)

        let past = try await portfolio.gains.report(of: wallet, on: day0 + 1)
        #expect(!past.isOfNow && past.gains.lots.map(\.lot.origin) == [first] && past.lastDay == day0 + 1)
        #expect(past.timing.later?.transactions == [later] && past.timing.later?.areIncluded == false)
        let after = try await portfolio.gains.report(of: wallet, on: day0 + 3)
        #expect(after.timing.later == nil && after.gains.lots.count == 2)
    }

    @Test func aDayBeforeTheFirstTransactionIsOneWithoutAnything() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        #expect(
            try await portfolio.gains.report(of: wallet).timing
                == (try await portfolio.transactions.timing(of: WalletGroup(wallet), day: day0, includesLater: true)))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "80"))
        let report = try await portfolio.gains.report(of: wallet, on: day0 - 1)
        #expect(report.timing.firstDay == day0 && report.rows.isEmpty && report.timing.later?.count == 1)
    }
}
