import JSONText
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Store
import Testing

@Suite(.serialized) struct TaxReportTests {
    private func question(
        _ year: Int, _ country: TaxCountry = .generic, _ method: MatchingMethod? = nil, zone: String = "UTC", wallet: String? = nil,
        in currency: Currency? = .usd
    ) throws -> TaxQuestion {
        var question = TaxQuestion(year: year)
        (question.country, question.method, question.wallet, question.currency) = (country, method, wallet, currency)
        question.zone = try CalendarZone(named: zone)
        return question
    }

    private func day(_ text: String) -> Day { Day(iso: text)! }

    // MARK: Years and holding periods

    @Test func aYearOfTheUnitedKingdomBeginsOn6AprilInLondon() async throws {
        let portfolio = try World(today: day("2026-05-01")).portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, bitcoin, .deposit("3", cost: "30"), at: moment(day("2024-01-01"), 1))
        // 23:30 UTC on 5 April is 00:30 on 6 April in London.
        let night = moment(day("2025-04-05"), 23) + 1800
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "15", fee: "1"), at: night)
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "20", fee: .zero), at: moment(day("2026-04-05")))
        let report = try await portfolio.tax.report(question(2025, .unitedKingdom, zone: "Europe/London"))
        #expect(report.days == day("2025-04-06")..<day("2026-04-06") && !report.isUnfinished && report.method == .shares)
        #expect(report.rows.map(\.day) == [day("2025-04-06"), day("2026-04-05")] && report.wholeDays == 1)
        #expect(report.total.proceeds.total == "34" && report.total.cost.total == "20")
        #expect(report.total.gain.total == "14" && report.total.fees.total == "1")
        let old = try await portfolio.tax.report(question(2024, .unitedKingdom))
        #expect(old.rows.map(\.day) == [day("2025-04-05")] && old.total.gain.total == "4")
        #expect(try await portfolio.tax.report(question(2026, .unitedKingdom)).isUnfinished)
    }

    @Test func calendarYearsAreThoseOfTheZone() async throws {
        let portfolio = try World(today: day("2026-05-01")).portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "30"), at: moment(day("2024-01-01"), 1))
        try await portfolio.perform(
            wallet, bitcoin, .sell(.coins("1"), price: "50", fee: .zero), at: moment(day("2025-12-31"), 23))
        for (zone, year) in [("UTC", 2025), ("Europe/Berlin", 2026), ("America/New_York", 2025), ("Asia/Almaty", 2026)] {
            for each in 2024...2027 {
                let count = try await portfolio.tax.report(question(each, zone: zone)).rows.count
                #expect(count == (each == year ? 1 : 0), "\(zone) \(each)")
            }
        }
    }

    @Test(
        arguments: [
            // Acquired, first long day in Germany, and in the United States.
            ("2024-03-10", "2025-03-11", "2025-03-11"), ("2023-12-31", "2025-01-01", "2025-01-01"),
            ("2024-02-29", "2025-03-01", "2025-03-01"), ("2024-02-28", "2025-03-01", "2025-03-01"),
            ("2023-02-28", "2024-02-29", "2024-03-01"), ("2023-03-01", "2024-03-02", "2024-03-02"),
        ])
    func aYearOfHoldingEndsWithItsAnniversary(acquired: String, german: String, american: String) {
        #expect(HoldingPeriod.afterSameDate.firstLongDay(acquired: day(acquired)) == day(german))
        #expect(HoldingPeriod.fromDateOfNextDay.firstLongDay(acquired: day(acquired)) == day(american))
    }

    @Test func termsAreMarkedByTheDaysOfTheZone() async throws {
        let portfolio = try World(today: day("2026-05-01")).portfolio()
        let wallet = try await portfolio.wallets.create("w")
        // 1 March in Berlin.
        try await portfolio.perform(wallet, bitcoin, .deposit("3", cost: "30"), at: moment(day("2024-02-29"), 23) + 60)
        for (day, price) in [("2025-03-01", "20"), ("2025-03-02", "25")] {
            try await portfolio.perform(
                wallet, bitcoin, .sell(.coins("1"), price: decimal(price), fee: .zero), at: moment(self.day(day), 12))
        }
        let report = try await portfolio.tax.report(question(2025, .germany, zone: "Europe/Berlin"))
        #expect(report.rows.map(\.term) == [.short, .long] && report.rows.map(\.heldDays) == [365, 366])
        #expect(
            report.terms[.short]?.gain.total == "10" && report.terms[.long]?.gain.total == "15" && report.total.gain.total == "25")
        let utc = try await portfolio.tax.report(question(2025, .germany))
        #expect(utc.rows.map(\.term) == [.long, .long], "29 February in UTC")
        #expect(try await portfolio.tax.report(question(2025)).rows.map(\.term) == [nil, nil])
    }

    // MARK: Wallets

    @Test func walletsAreMatchedTogetherOrEachOnItsOwn() async throws {
        let portfolio = try World(today: day("2026-05-01")).portfolio()
        let (old, new) = (try await portfolio.wallets.create("Old"), try await portfolio.wallets.create("New"))
        let start = day("2025-01-01")
        try await portfolio.perform(old, bitcoin, .deposit("2", cost: "20"), at: moment(start, 1))
        try await portfolio.perform(new, bitcoin, .deposit("1", cost: "100"), at: moment(start + 1, 1))
        try await portfolio.perform(old, bitcoin, .transfer("1", to: new, fee: .zero), at: moment(start + 2, 1))
        try await portfolio.perform(new, bitcoin, .sell(.coins("1"), price: "150", fee: .zero), at: moment(start + 100, 1))
        for (country, method, cost, acquired) in [
            (.unitedStates, .fifo, "10", start), (.unitedStates, .lifo, "100", start + 1), (.italy, .lifo, "100", start + 1),
            (.generic, .fifo, "10", start), (.generic, .hifo, "100", start + 1), (.germany, .average, "55", start),
            (.generic, .average, "40", start), (.kazakhstan, .fifo, "10", start),
        ] as [(TaxCountry, MatchingMethod, Money, Day)] {
            let report = try await portfolio.tax.report(question(2025, country, method))
            #expect(report.rows.map(\.disposal.cost) == [cost], "\(country) \(method)")
            #expect(report.rows.map(\.acquiredDay) == [acquired], "\(country) \(method)")
            #expect(try await portfolio.tax.report(question(2025, country, method, wallet: "new")).rows == report.rows)
            #expect(try await portfolio.tax.report(question(2025, country, method, wallet: "Old")).rows.isEmpty)
        }
    }

    @Test func aMethodThatTheCountryDoesNotAcceptIsRefused() async throws {
        let portfolio = try World().portfolio()
        for (country, method) in [(TaxCountry.italy, MatchingMethod.fifo), (.unitedKingdom, .average), (.germany, .shares)] {
            let refusal = await #expect(throws: Refusal.self) { try await portfolio.tax.report(question(2025, country, method)) }
            #expect(refusal?.code == "method-not-accepted" && refusal?.value == method.rawValue)
        }
    }

    @Test func anotherOwnersWalletsAreNotListed() async throws {
        let world = try World()
        let (mine, theirs) = (world.portfolio(), world.portfolio("them"))
        let wallet = try await mine.wallets.create("Main")
        try await mine.perform(wallet, bitcoin, .deposit("1", cost: "1"))
        try await mine.perform(wallet, bitcoin, .sell(.coins("1"), price: "2", fee: .zero))
        #expect(try await mine.tax.report(question(2024)).rows.count == 1)
        #expect(try await theirs.tax.report(question(2024)).rows.isEmpty)
        await #expect(throws: PortfolioError.noSuchWallet("Main")) {
            try await theirs.tax.report(question(2024, wallet: "Main"))
        }
    }

    @Test func coinsAcquiredAfterTheirDisposalWereHeldForNoDays() async throws {
        let portfolio = try World(today: day("2026-05-01")).portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "10"), at: moment(day("2025-05-01"), 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "20", fee: .zero), at: moment(day("2025-06-01"), 1))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "15"), at: moment(day("2025-06-20"), 1))
        let report = try await portfolio.tax.report(question(2025, .unitedKingdom))
        #expect(report.rows.map(\.acquiredDay) == [day("2025-06-20")] && report.rows.map(\.heldDays) == [nil])
        #expect(TaxDocuments.csv(report).contains(",2025-06-20,,,30-days,"))
    }

    @Test func figuresAreInTheCurrencyOfTheCountry() async throws {
        let portfolio = try World().portfolio()
        for country in TaxCountry.allCases {
            let report = try await portfolio.tax.report(question(2024, country, in: nil))
            #expect(report.currency.code == country.rules.currencyCode && report.countryCurrency == nil, "\(country)")
        }
        #expect(try await portfolio.tax.report(question(2024, .unitedKingdom)).countryCurrency?.code == "GBP")
        #expect(try await portfolio.tax.report(question(2024, in: .eur)).countryCurrency == nil)
    }

    // MARK: Sums

    /// FIFO of each wallet is that of the gains report, and the wallets and years add up.
    @Test(arguments: 0..<8) func rowsAreThoseOfTheGainsReport(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, unknown: seed % 2 == 0 ? 0.2 : 0, stretch: 37)
        let realized = try await journal.portfolio.gains.realized(of: WalletGroup(journal.wallets), costBasis: .fifo)
        let expected = realized.rows.filter { Currency($0.asset.id) == nil && $0.disposal.kind != .income }.map(\.disposal)
        var found: [Disposal] = []
        for year in 2022...2032 {
            let report = try await journal.portfolio.tax.report(question(year, .unitedStates))
            found += report.rows.map(\.disposal)
            var rows = 0
            for wallet in journal.wallets {
                let one = try await journal.portfolio.tax.report(question(year, .unitedStates, wallet: wallet.name))
                rows += one.rows.count
                #expect(one.rows.allSatisfy { $0.wallet == wallet && $0.day.civil.year == year }, "seed \(seed)")
            }
            #expect(rows == report.rows.count, "seed \(seed)")
            let known = report.rows.compactMap(\.disposal.gain).map(\.amount)
            #expect(try report.total.gain.known.amount == known.sum() && report.total.uncounted == report.rows.count - known.count)
        }
        #expect(
            Dictionary(grouping: found, by: \.transaction) == Dictionary(grouping: expected, by: \.transaction), "seed \(seed)")
    }

    @Test func eachAmountIsConvertedByTheRateOfItsDayAndWhatHasNoneIsMissing() async throws {
        let world = try World(today: day0 + 300)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([2], of: .eur)
        try await world.store([4], of: .eur, from: day0 + 20)
        try await portfolio.perform(wallet, bitcoin, .deposit("3", cost: "30"), at: moment(day0, 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "40", fee: "4"), at: moment(day0 + 20, 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "80", fee: .zero), at: moment(day0 + 22, 1))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "90", fee: .zero), at: moment(day0 + 200, 1))
        try await portfolio.perform(wallet, .usd, .income("8"), at: moment(day0 + 20, 2))
        let report = try await portfolio.tax.report(question(2024, .germany, in: nil))
        #expect(report.currency == .eur && report.rows.map(\.disposal.cost) == Array(repeating: Money(5, .eur), count: 3))
        #expect(report.rows.map(\.disposal.proceeds) == [Money(9, .eur), Money(20, .eur), nil])
        #expect(report.total.gain.known == Money(19, .eur) && report.total.fees.known == Money(1, .eur))
        #expect(report.total.gain.total == nil && report.total.fees.total == nil && report.total.uncounted == 1)
        #expect(report.total.proceeds.total == nil && report.total.cost.total == Money(15, .eur))
        #expect(report.daysWithoutRate == [day0 + 200] && report.withoutCost.isEmpty)
        #expect(report.olderRates == [OlderRate(day: day0 + 22, rateDay: day0 + 20)])
        #expect(report.incomeTotal.total == Money(2, .eur))
        let csv = TaxDocuments.csv(report).split(separator: "\n")
        #expect(
            csv[0]
                == "day,kind,label,wallet,asset,ticker,quantity,acquired_on,held_days,term,rule,proceeds,cost,gain,fee,income,transaction"
        )
        #expect(csv[1].hasPrefix("2024-01-21,sale,,w,bitcoin,BTC,1,2024-01-01,20,short,lot,9,5,4,1,,") && csv.count == 5)
        #expect(csv[4].hasPrefix("2024-01-21,income,,w,usd,USD,8,,,,,,,,,2,"))
        #expect(csv[3].contains(",lot,,5,,,"))
    }

    @Test func rulesNameTheirSourcesAndMethods() {
        for country in TaxCountry.allCases {
            let rules = country.rules
            #expect(!rules.methods.isEmpty && Set(rules.methods).count == rules.methods.count && !rules.note.isEmpty)
            #expect(country == .generic || !rules.sources.isEmpty, "\(country)")
            #expect(rules.days(of: 1970).lowerBound.civil.year == 1970 && rules.days(of: 9998).upperBound.civil.year == 9999)
        }
    }
}

extension Money {
    fileprivate init(_ whole: Int, _ currency: Currency) { self.init(FixedDecimal(whole), currency) }
}
