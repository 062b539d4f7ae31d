import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct ValueReportTests {
    @Test func daysLeadFromTheFirstTransactionToTheNewestClose() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let group = WalletGroup(try await portfolio.wallets.create("Main"))
        #expect(try await portfolio.valueHistory.days(of: group, since: nil, until: nil, in: .usd) == nil)
        let none = try await portfolio.valueHistory.report(of: group, nil, in: .usd)
        #expect(none.days.isEmpty && none.timing.firstDay == nil)
        try await world.store([1, 2, 3, 4], of: bitcoin)
        try await portfolio.perform(group.wallets[0], bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 1))
        func days(_ since: Day?, _ until: Day?) async throws -> [Day] {
            let days = try #require(try await portfolio.valueHistory.days(of: group, since: since, until: until, in: .usd))
            #expect(days.isEmpty == (days.since > days.until))
            return [days.since, days.until]
        }
        #expect(try await days(nil, nil) == [day0 + 1, day0 + 3])
        #expect(try await days(day0 + 2, nil) == [day0 + 2, day0 + 3])
        #expect(try await days(day0 + 9, nil) == [day0 + 9, day0 + 9], "later than any close")
        #expect(try await days(nil, day0) == [day0 + 1, day0], "nothing before the first transaction")
        let report = try await portfolio.valueHistory.report(
            of: group, try await portfolio.valueHistory.days(of: group, since: nil, until: nil, in: .usd), in: .usd)
        #expect(report.days.map(\.value) == ["2", "3", "4"])
    }

    @Test func whatWasPutInAndTheLastChangeLeaveEachOtherAlone() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let group = WalletGroup(try await portfolio.wallets.create("Main"))
        try await world.store([10, 10, 20, 30], of: bitcoin)
        try await portfolio.perform(group.wallets[0], bitcoin, .deposit("1", cost: "1"), at: moment(day0 + 1))
        try await portfolio.perform(group.wallets[0], bitcoin, .deposit("2", cost: "1"), at: moment(day0 + 3))
        try await portfolio.perform(group.wallets[0], bitcoin, .withdraw("0.5"), at: moment(day0 + 3, 1))
        let days = try await portfolio.valueHistory.days(of: group, since: nil, until: nil, in: .usd)
        let report = try await portfolio.valueHistory.report(of: group, days, in: .usd)
        #expect(report.days.map(\.value) == ["10", "20", "75"])
        // Flows count at the closes of their days: 10, then 60 in and 15 out.
        #expect(report.putIn == ["10", "10", "55"])
        // One coin went from 20 to 30; the day's inflow is not a gain.
        #expect(abs((report.lastChange ?? 0) - 0.5) < 1e-12)
    }

    @Test func tooManyDaysAreRefused() async throws {
        let portfolio = try World().portfolio()
        let wallet = try await portfolio.wallets.create("Main")
        try await portfolio.perform(wallet, AssetID.usd, .deposit("1", cost: nil))
        let (group, until) = (WalletGroup(wallet), day0 + ValueDays.most)
        await #expect(throws: TooManyDaysError.self) {
            try await portfolio.valueHistory.days(of: group, since: day0, until: until, in: .usd)
        }
        #expect(try await portfolio.valueHistory.days(of: group, since: day0 + 1, until: until, in: .usd)?.until == until)
    }
}
