import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Tax years in local time.
@Suite(.serialized) struct CalendarZoneTests {
    @Test func aSaleOnNewYearsEveInNewYorkIsOfTheOldYearThere() async throws {
        let world = try World(today: Day(iso: "2025-02-01")!)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        let newYear = Day(iso: "2025-01-01")!
        // 23:30 on 31 December in New York is 04:30 UTC on 1 January; so is 05:30 in Berlin.
        let evening = moment(newYear, 4) + 1800
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "10"), at: moment(newYear - 10, 2))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "70", fee: .zero), at: evening)
        // A day without a time is midnight UTC, and stays that day.
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "90", fee: .zero), at: moment(newYear))
        let zone = try CalendarZone(named: "America/New_York")
        let old = try await portfolio.gains.realized(of: WalletGroup(wallet), year: 2024, zone: zone)
        #expect(old.rows.map(\.disposal.time) == [evening] && old.total.gain.total == "65" && old.years.map(\.year) == [2024])
        #expect(old.rows.map(\.day) == [newYear - 1] && old.rows.map(\.acquiredDay) == [newYear - 11] && old.rows[0].heldDays == 10)
        let all = try await portfolio.gains.realized(of: WalletGroup(wallet), zone: zone)
        #expect(all.years.map(\.year) == [2024, 2025] && all.wholeDays == 1)
        #expect(try await portfolio.gains.realized(of: WalletGroup(wallet), year: 2024).rows.isEmpty)
        let berlin = try await portfolio.gains.realized(of: WalletGroup(wallet), zone: CalendarZone(named: "Europe/Berlin"))
        #expect(berlin.years.map(\.year) == [2025])
        let csv = RealizedDocuments.csv(old).split(separator: "\n")
        #expect(csv[0].hasSuffix(",disposed_on,acquired_on") && csv[1].hasSuffix(",2024-12-31,2024-12-21"))
        #expect(csv[1].hasPrefix("2025-01-01T04:30:00Z,"), "moments stay in UTC")
    }

    @Test func theZoneOfAPersonsCalendarMayHaveANameWithoutAnArea() throws {
        let japan = CalendarZone(try #require(TimeZone(identifier: "Japan")))
        let day = Day(iso: "2025-12-31")!
        #expect(japan.name == "Japan" && japan.day(moment(day, 15)) == day + 1 && japan.day(moment(day, 14)) == day)
        #expect(CalendarZone(.gmt) == .utc)
    }

    @Test func summerTimeCounts() throws {
        let berlin = try CalendarZone(named: "Europe/Berlin")
        let (summer, winter) = (Day(iso: "2025-07-01")!, Day(iso: "2025-12-01")!)
        #expect(berlin.day(moment(summer, 22)) == summer + 1 && berlin.day(moment(winter, 22)) == winter)
        #expect(berlin.day(moment(winter, 23)) == winter + 1 && berlin.day(moment(winter)) == winter)
        #expect(CalendarZone.utc.day(moment(winter, 23)) == winter)
    }

    @Test(
        arguments: [
            (
                "Europe/Atlantis",
                "no time zone is named Europe/Atlantis; expected a name of the IANA time zone database, such as Europe/Berlin, or UTC"
            ),
            ("berlin", "no time zone is named berlin; did you mean Europe/Berlin?"),
            ("new york", "no time zone is named new york; did you mean America/New_York?"), ("", nil), ("PST", nil), ("GMT+2", nil),
            ("../../etc/passwd", nil), ("Europe/Berlin ", nil),
        ] as [(String, String?)])
    func anUnknownZoneIsAnErrorWithAnExample(name: String, words: String?) throws {
        let error = #expect(throws: CalendarZoneError.self) { try CalendarZone(named: name) }
        #expect(
            error.map { "\($0)" }.map { $0 == words || words == nil && $0.contains("Europe/Berlin") } == true, "\(error as Any)")
    }

    @Test func aMachineWithoutZonesSaysSo() {
        #expect("\(CalendarZoneError.noZones("Europe/Rome"))".contains("install the package tzdata"))
    }
}
