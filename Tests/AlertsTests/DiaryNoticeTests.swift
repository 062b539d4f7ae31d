import Alerts
import Forecasts
import Market
import MarketData
import Notices
import Portfolio
import PortfolioWorld
import Storage
import Store
import Testing

/// The weekly score of the diary.
@Suite struct DiaryNoticeTests {
    /// A Monday.
    private static let monday = Day(iso: "2026-03-02")!

    private static func world() async throws -> AlertWorld {
        let world = try AlertWorld(today: monday)
        try await world.database.addFavourites([bitcoin], of: "ann")
        try await world.database.change { try $0.ensureOwner("eve") }
        return world
    }

    private static func work(_ world: AlertWorld, _ store: Store? = nil) -> DiaryNotices {
        let clock = world.clock
        return DiaryNotices(store ?? world.database, Diary(store ?? world.database) { clock.now }) { clock.now }
    }

    private static func told(_ world: AlertWorld) async throws -> [InboxNotice] {
        try await world.database.reading { try $0.rows(InboxNotice.self, "ORDER BY rowid") }
    }

    /// A forecast from the Sunday before the week, whose 80 % band is 90 to 110, and whose 95 % band is 80 to 120.
    private static func keep(_ world: AlertWorld) async throws {
        let days = 10
        func row(_ low: Float, _ high: Float, _ wide: Float, _ widest: Float) -> [Float] {
            [widest]
                + DiaryNumbers.levels.dropFirst().dropLast().map { $0 < 0.1 ? wide : $0 < 0.5 ? low : $0 <= 0.9 ? high : -wide }
                + [-widest]
        }
        let own = row(-0.105, 0.105, -0.15, -0.22)
        _ = try await world.database.append(
            DiaryEntry(
                asset: bitcoin, cutoff: monday - 8, issuedAt: moment(monday - 7, 1),
                model: .init(name: "m", sha256: String(repeating: "a", count: 64)), inputSHA256: String(repeating: "b", count: 64),
                settings: .init(days: days, paths: 10, seed: 1), lastClose: 100,
                numbers: DiaryNumbers(
                    points: Array(repeating: 0, count: days), quantiles: Array(repeating: own, count: days).flatMap { $0 },
                    naiveQuantiles: Array(repeating: row(-0.3, 0.3, -0.4, -0.5), count: days).flatMap { $0 })!))
    }

    @Test func theWeekIsToldOnceToThoseWhoUseForecasts() async throws {
        let world = try await Self.world()
        try await Self.keep(world)
        for (index, price) in [100.0, 101, 99, 115, 100, 102, 150].enumerated() {
            try await world.close(price, of: bitcoin, on: Self.monday - 7 + index)
        }
        world.now = moment(Self.monday, 11)
        #expect(try await Self.work(world).run() == 0, "the last close may not have come")
        world.now = moment(Self.monday, 13)
        async let first = Self.work(world).run()
        async let second = Self.work(world, world.second).run()
        #expect(try await first + second == 1)
        #expect(try await Self.work(world).run() == 0)
        let notices = try await Self.told(world)
        #expect(notices.map(\.owner) == ["ann"] && notices[0].kind == .diary && notices[0].subject == "week-2026-02-23")
        let text = notices[0].text
        // One of seven is outside the wide band, two are outside the narrow one.
        #expect(text.contains("(coins: 1, comparisons with closes: 6)") || text.contains("(coins: 1, comparisons with closes: 7)"))
        #expect(text.contains("within the 80% bands") && text.contains("skill against the naive forecast +"), "\(text)")
    }

    @Test func aWeekThatIsOverForLongIsNotTold() async throws {
        let world = try await Self.world()
        try await Self.keep(world)
        try await world.close(100, of: bitcoin, on: Self.monday - 2)
        world.now = moment(Self.monday + 3, 13)
        #expect(try await Self.work(world).run() == 0)
    }

    @Test func aWeekWithoutAScoreIsNotTold() async throws {
        let world = try await Self.world()
        try await Self.keep(world)
        world.now = moment(Self.monday, 13)
        #expect(try await Self.work(world).run() == 0)
        #expect(try await Diary(world.database) { world.clock.now }.week(Self.monday - 7...Self.monday - 1) == nil)
    }

    @Test(arguments: [("en", "Forecast diary"), ("it", "Diario"), ("ru", "Дневник"), ("kk", "күнделігі")])
    func itIsInEachLanguage(language: String, word: String) async throws {
        let world = try await Self.world()
        try await Self.keep(world)
        try await world.close(100, of: bitcoin, on: Self.monday - 2)
        world.now = moment(Self.monday, 13)
        #expect(try await Self.work(world).run() == 1)
        let notice = try #require(try await Self.told(world).first)
        let text = notice.text(in: try #require(.init(rawValue: language)))
        #expect(text.contains(word) && !text.contains("{"), "\(text)")
    }
}
