import Ledger
import Market
import Testing

@Suite struct DisposalMatchingTests {
    private func day(_ time: Int) -> Day { Day(secondsSince1970: time) }

    private func matched(
        _ events: [CoinEvent], _ method: MatchingMethod, isPerWallet: Bool = false
    ) throws -> [MatchedDisposal] {
        try DisposalMatching.matches(events, by: method, isPerWallet: isPerWallet, in: .usd, day: day)
    }

    // MARK: Oracles

    /// The matches of each disposal, coin by coin, as the oracle has them.
    private func units(_ matches: [MatchedDisposal]) -> [Int: UnitMatch] {
        var units: [Int: UnitMatch] = [:]
        for match in matches {
            let number = Int(match.disposal.transaction.number)
            let name: String
            switch match.rule {
            case .lot, .average: name = "#\(match.disposal.origin!)"
            case .sameDay, .within30Days: name = "\(match.rule.rawValue) \(day(match.disposal.acquiredAt!).daysSince1970)"
            case .pool: name = "pool"
            case .unmatched: name = "-"
            }
            units[number, default: UnitMatch()].counts[name, default: 0] += Int(match.disposal.quantity.doubleValue)
            units[number]!.cost += match.disposal.cost?.doubleValue ?? 0
        }
        return units
    }

    private func expectSame(_ matches: [MatchedDisposal], _ oracle: UnitOracle, _ history: UnitHistory, _ name: String) {
        let found = units(matches)
        #expect(found.mapValues(\.counts) == oracle.matches.mapValues(\.counts), "\(name)")
        for (number, match) in oracle.matches {
            #expect(abs((found[number]?.cost ?? -1) - match.cost) < 1e-9, "\(name), disposal \(number)")
            let step = history.steps[number - 1]
            let proceeds = matches.filter { $0.disposal.transaction.number == Int64(number) }.compactMap(\.disposal.proceeds)
            // Shares are rounded, but their sum is exact.
            #expect((try? proceeds.sum()) == .usd(FixedDecimal(step.kind == .sell ? step.count * step.price : 0)), "\(name)")
        }
    }

    @Test(arguments: [MatchingMethod.fifo, .lifo, .hifo, .average])
    func lotsAreThoseOfASlowLedgerCoinByCoin(method: MatchingMethod) throws {
        for seed in 0..<1000 as Range<UInt64> {
            let history = UnitHistory(seed: seed, mayLack: seed % 4 == 0)
            let events = try history.events()
            for isPerWallet in [false, true] {
                let oracle = UnitOracle(lots: history, method, isPerWallet: isPerWallet)
                let matches = try events.flatMap { try matched($0, method, isPerWallet: isPerWallet) }
                expectSame(matches, oracle, history, "seed \(seed), \(method), per wallet: \(isPerWallet)")
            }
        }
    }

    @Test func sharesAreThoseOfASlowLedgerCoinByCoin() throws {
        for seed in 0..<1000 as Range<UInt64> {
            let history = UnitHistory(seed: seed, mayLack: seed % 4 == 0)
            expectSame(
                try history.events().flatMap { try matched($0, .shares) }, UnitOracle(shares: history), history, "seed \(seed)")
        }
    }

    /// The inventory of the gains report and the matching of the tax report are two programs for the same rules.
    @Test(arguments: 0..<64, [CostBasis.fifo, .lifo, .hifo])
    func lotsOfEachWalletAreThoseOfTheInventory(seed: UInt64, basis: CostBasis) throws {
        let random = try RandomJournal(seed: seed, count: 120, costBasis: basis, knowsAllCosts: seed % 2 == 0)
        let realized = try random.journal.applied(random.rules).disposals.filter { $0.isRealized && $0.kind != .income }
        var events = CoinEvents()
        for record in random.journal.records { try events.add(record) }
        for family in events.families() {
            let matches = try matched(family, MatchingMethod(rawValue: basis.rawValue)!, isPerWallet: true)
            let assets = Set(family.map(\.asset))
            #expect(matches.map(\.disposal) == realized.filter { assets.contains($0.asset) }, "seed \(seed)")
        }
    }

    // MARK: HMRC, Cryptoassets Manual, CRYPTO22251 to CRYPTO22256

    /// - Parameter rows: the day of 2021, the quantity, negative for a disposal, and the amount paid or received.
    private func gains(_ rows: [(day: String, quantity: Int, pounds: Int)]) throws -> [String] {
        var journal = Journal()
        for (index, row) in rows.enumerated() {
            let time = Day(iso: "2021-\(row.day)")!.daysSince1970 * 86_400 + 3600 + index
            let (quantity, pounds) = (FixedDecimal(abs(row.quantity)), Money.usd(FixedDecimal(row.pounds)))
            if row.quantity > 0 {
                try journal.buy(quantity, for: pounds, at: time)
            } else {
                try journal.sell(quantity, for: pounds, at: time)
            }
        }
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        let matches = try matched(events.families()[0], .shares)
        var days: [Day: Money] = [:]
        for match in matches { days[day(match.disposal.time), default: .zero] += match.disposal.gain! }
        return days.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.fixed(places: 1))" }
    }

    @Test func thePoolIsThatOfExample1() throws {
        #expect(try gains([("01-01", 100, 1000), ("09-18", 50, 125_000), ("12-01", -50, 300_000)]) == ["2021-12-01 258,000.0"])
    }

    @Test func theSameDayIsThatOfExample2() throws {
        #expect(
            try gains([("01-01", 5000, 500), ("06-23", -1000, 800), ("06-23", 1600, 1000), ("06-23", -500, 600)])
                == ["2021-06-23 462.5"])
    }

    @Test func thirtyDaysAreThoseOfExample3() throws {
        #expect(
            try gains([
                ("01-01", 2000, 1000), ("03-31", -1000, 400), ("04-20", -500, 150), ("04-21", 700, 175), ("04-28", 500, 100),
                ("05-01", 500, 150),
            ]) == ["2021-03-31 165.0", "2021-04-20 20.0"])
    }

    @Test func sameDayAndPoolAreThoseOfExample4() throws {
        #expect(
            try gains([
                ("01-01", 8000, 1000), ("01-31", -5000, 500), ("01-31", 4000, 320), ("01-31", 1000, 75), ("01-31", 1000, 70),
                ("01-31", -2000, 142), ("01-31", 500, 35),
            ]) == ["2021-01-31 79.5"])
    }

    @Test func thirtyDaysAndPoolAreThoseOfExample5() throws {
        #expect(
            try gains([("01-01", 14_000, 200_000), ("08-30", -4000, 160_000), ("09-11", 500, 17_500)])
                == ["2021-08-30 92,500.0"])
    }

    @Test func allRulesAreThoseOfExample6() throws {
        #expect(
            try gains([
                ("01-01", 100_000, 300_000), ("07-31", 10_000, 45_000), ("07-31", -30_000, 150_000), ("08-05", -20_000, 100_000),
                ("08-06", 50_000, 225_000), ("08-07", -100_000, 150_000),
            ]) == ["2021-07-31 15,000.0", "2021-08-05 10,000.0", "2021-08-07 -163,636.4"])
    }

    // MARK: Edges

    @Test(arguments: MatchingMethod.allCases) func sumsAtTheLimitAreErrors(method: MatchingMethod) throws {
        var journal = Journal()
        let most: Quantity = "999999999999999999"
        for index in 0..<180 { try journal.deposit(most, .bitcoin, value: .usd(most), at: index + 1) }
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        #expect(throws: LedgerError.self) { try matched(events.families()[0], method) }
    }

    @Test(arguments: MatchingMethod.allCases) func theSmallestAndLargestAmountsAreShared(method: MatchingMethod) throws {
        var journal = Journal()
        let most: Quantity = "999999999999999999"
        let least = FixedDecimal(units: 1)
        try journal.deposit(most, .bitcoin, value: .usd(most), at: 1)
        try journal.deposit(least, .bitcoin, value: .zero, at: 90_000)
        try journal.sell(least, for: .usd(most), fee: "1", at: 90_001)
        try journal.sell(most, for: .usd(least), at: 9_000_000)
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        let matches = try matched(events.families()[0], method)
        #expect(try matches.map(\.disposal.quantity).sum() == most.adding(least))
        #expect(try matches.compactMap(\.disposal.cost).sum() == .usd(most))
        #expect(try matches.compactMap(\.fee).sum() == "1")
    }

    @Test func acquisitionsOfTheThirtyFirstDayAreNotMatched() throws {
        #expect(
            try gains([("01-01", 1, 10), ("03-01", -1, 50), ("04-01", 1, 40)]) == ["2021-03-01 40.0"])
        #expect(
            try gains([("01-01", 1, 10), ("03-01", -1, 50), ("03-31", 1, 40)]) == ["2021-03-01 10.0"])
    }

    @Test func transactionsThatAreNoDisposalsMatchNothing() throws {
        var journal = Journal()
        let day = 86_400
        try journal.deposit("2", .bitcoin, value: "20", at: day)
        try journal.transfer("1", from: 1, to: 2, at: 2 * day)
        journal.record(try .withdrawal(key: "w", time: 3 * day, wallet: 2, asset: .bitcoin, quantity: "1", value: "15"))
        journal.record(try .withdrawal(key: "l", time: 4 * day, wallet: 1, asset: .bitcoin, quantity: "1", value: .zero))
        journal.record(
            try .incomeAtMarketValue(key: "i", time: 50 * day, wallet: 1, asset: .bitcoin, quantity: "1", value: "7"))
        journal.record(try .income(key: "j", time: 51 * day, wallet: 1, asset: .bitcoin, quantity: "1", value: "8"))
        journal.record(try .income(key: "k", time: 52 * day, wallet: 1, asset: .usd, quantity: "9"))
        var events = CoinEvents()
        for record in journal.records { try events.add(record) }
        for method in MatchingMethod.allCases {
            let matches = try matched(events.families()[0], method)
            // Only the coin that was lost.
            #expect(matches.map(\.disposal.kind) == [.loss] && matches[0].disposal.gain == "-10", "\(method)")
        }
        #expect(events.income.map(\.value) == ["7", nil, "9"] && events.income.map(\.isFree) == [false, true, false])
    }
}
