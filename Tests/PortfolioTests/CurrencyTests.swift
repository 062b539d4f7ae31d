import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Figures in euros, and wallets with euros and dollars.
@Suite(.serialized) struct CurrencyTests {
    /// Cash in both currencies, coins that come and go, and some missing closes: each day's value is the obvious sum.
    @Test(arguments: 0..<16) func everyDayIsTheSumAtTheClosesOfThatDay(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed, stream: 12)
        let world = try World(today: day0 + 40)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        let days = 30
        func closes(_ base: Double) -> [Double?] {
            (0..<days).map { _ in random.uniform() < 0.15 ? nil : base * (0.5 + (random.uniform() * 1e6).rounded() / 1e6) }
        }
        let (ofEuro, ofBitcoin) = (closes(1.1), closes(100))
        try await world.store(ofEuro, of: .eur)
        try await world.store(ofBitcoin, of: bitcoin)
        // The change of each day, in order of time; only held quantities go out.
        var held: [AssetID: Quantity] = [:]
        var history: [[AssetID: Quantity]] = []
        for index in 0..<days {
            for asset in [AssetID.usd, .eur, bitcoin] where random.uniform() < 0.4 {
                let quantity = Quantity(units: Int128(1 + random.index(below: 1_000_000_000)) * 1_000_000_007)
                let have = held[asset] ?? .zero
                let goesOut = have > quantity && random.uniform() < 0.4
                try await portfolio.perform(
                    wallet, asset, goesOut ? .withdraw(quantity) : .deposit(quantity, cost: nil), at: moment(day0 + index, 1))
                held[asset] = goesOut ? have - quantity : have + quantity
            }
            history.append(held.filter { $0.value != .zero })
        }
        for currency in [Currency.usd, .eur] {
            let values = try await portfolio.valueHistory.values(of: wallet, from: day0, through: day0 + (days - 1), in: currency)
            for (index, day) in values.enumerated() {
                // On a day without a rate, such as on a weekend, the newest rate of the five days before.
                let rate = ofEuro[max(0, index - 5)...index].last { $0 != nil }?.flatMap { FixedDecimal(exactly: $0) }
                var sum: FixedDecimal? = .zero
                for (asset, quantity) in history[index] {
                    let close = asset == .usd ? .one : asset == .eur ? rate : ofBitcoin[index].flatMap { FixedDecimal(exactly: $0) }
                    var value = asset == currency.asset ? quantity : nil
                    if value == nil, let dollars = try close.map({ try quantity.multiplied(by: $0) }) {
                        value = currency == .usd ? dollars : try rate.map { try dollars.divided(by: $0) }
                    }
                    sum = try sum.flatMap { sum in try value.map { try sum.adding($0) } }
                }
                #expect(day.value == sum.map { Money($0, currency) }, "seed \(seed), \(day.day), \(currency)")
                #expect((day.value == nil) == !day.missing.isEmpty, "seed \(seed), \(day.day), \(currency)")
                let valuation = try await portfolio.valuations.valuation(of: wallet, on: day.day, in: currency)
                #expect(valuation.total == day.value && valuation.currency == currency, "seed \(seed), \(day.day), \(currency)")
            }
        }
    }

    @Test func aMissingRateIsMissingAndNeverTheNewest() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 110, 120, 130, 140, 150, 110, 120], of: bitcoin)
        try await world.store([1.25, nil, nil, nil, nil, nil, nil, 1.6], of: .eur)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil), at: moment(day0, 1))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil), at: moment(day0 + 6, 1))
        let values = try await portfolio.valueHistory.values(of: wallet, from: day0, through: day0 + 7, in: .eur)
        #expect(values.map(\.value?.amount) == ["80", "88", "96", "104", "112", "120", nil, "150"])
        #expect(values.map(\.missing) == [[], [], [], [], [], [], [.eur], []])
        #expect(values.map(\.olderRateDay) == [nil, day0, day0, day0, day0, day0, nil, nil])
        let old = try await portfolio.valuations.valuation(of: wallet, on: day0 + 6, in: .eur)
        #expect(old.total == nil && old.missing.map(\.id) == [.eur] && old.totalWithOldPrices == nil)
        let report = try await portfolio.gains.report(of: wallet, on: day0 + 7, keepsDisposals: true, in: .eur)
        #expect(report.gains.lots.map(\.lot.cost) == [Money("80", .eur), nil], "the second was bought on a day without a rate")
        #expect(report.gains.lots.map(\.marketValue) == [Money("75", .eur), Money("75", .eur)])
        #expect(report.gains.unknownCosts == [bitcoin] && report.total.unrealized.total == nil)
        #expect(report.currency == .eur && report.missingPrices == [])
        for figure in try report.explained() { #expect(try figure.recomputed() == figure.value) }
        let dollars = try await portfolio.gains.report(of: wallet, on: day0 + 7)
        #expect(dollars.total.cost.total == "210" && dollars.total.unrealized.total == "30")
    }

    /// Without a rate, a wallet of coins is known in dollars; with as many holdings known in each currency, the wanted one stays.
    @Test func theCurrencyInWhichMostIsKnownIsChosen() async throws {
        let world = try World(today: day0 + 3)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        func known(_ wanted: Currency) async throws -> Currency {
            try await portfolio.valuations.knownCurrency(of: WalletGroup(wallet), wanted: wanted)
        }
        try await world.store([100], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil), at: moment(day0, 1))
        let (euros, dollars) = (try await known(.eur), try await known(.usd))
        #expect(euros == .usd && dollars == .usd)
        try await portfolio.perform(wallet, .eur, .deposit("100", cost: "110"), at: moment(day0, 2))
        let (ownEuros, ownDollars) = (try await known(.eur), try await known(.usd))
        #expect(ownEuros == .eur && ownDollars == .usd)
        try await world.store([1.25], of: .eur)
        let converted = try await known(.eur)
        #expect(converted == .eur)
    }

    /// Friday's rate is used on Saturday and Sunday, for costs, proceeds and values, and every report says so.
    @Test func aWeekendHasTheRateOfFridayAndReportsNameIt() async throws {
        let friday = Day(iso: "2024-12-06")!
        let world = try World(today: friday + 3)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 110, 120], of: bitcoin, from: friday)
        try await world.store([1.25], of: .eur, from: friday)
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil), at: moment(friday + 1, 10))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: nil, fee: .zero), at: moment(friday + 2, 10))
        let report = try await portfolio.gains.report(of: wallet, in: .eur)
        #expect(report.day == friday + 2 && report.total.marketValue.total == Money("192", .eur))  // 120 + 120 USD
        #expect(report.total.cost.total == Money("184", .eur))  // 110 of the coin, 120 of the dollars
        #expect(report.total.realized.gain.total == Money("8", .eur))
        #expect(report.holdings.rate?.day == friday && report.holdings.rate?.price == "1.25")
        #expect(
            report.olderRates == [.init(day: friday + 1, rateDay: friday), .init(day: friday + 2, rateDay: friday)])
        let realized = try await portfolio.gains.realized(of: WalletGroup(wallet), in: .eur)
        #expect(realized.total.gain.total == Money("8", .eur) && realized.olderRates == report.olderRates)
        // Euros that are held have the same rate in a report in US dollars, and an order uses it.
        let id = try await portfolio.perform(wallet, .eur, .deposit("100", cost: nil), at: moment(friday + 2, 11))
        #expect(try await portfolio.transactions.transaction(id).row.value == "125")
        let dollars = try await portfolio.valuations.valuation(of: wallet)
        #expect(dollars.total == "365" && dollars.holdings.first { $0.asset.id == .eur }?.price?.day == friday)
        let values = try await portfolio.valueHistory.values(of: wallet, from: friday, through: friday + 2)
        #expect(values.map(\.olderRateDay) == [nil, nil, friday] && values.last?.value == "365")
        // Coins have no weekends.
        let later = try await portfolio.valuations.valuation(of: wallet, on: friday + 3)
        #expect(later.total == nil && later.missing.map(\.id) == [bitcoin])
    }

    @Test func eurosAreCashThatIsDepositedWithdrawnAndTransferred() async throws {
        let world = try World(today: day0 + 3)
        let portfolio = world.portfolio()
        let (wallet, other) = (try await portfolio.wallets.create("w"), try await portfolio.wallets.create("other"))
        try await world.store([1.25, 1.5, 2], of: .eur)
        try await portfolio.perform(wallet, .eur, .deposit("100", cost: nil), at: moment(day0, 1))
        try await portfolio.perform(wallet, .eur, .withdraw("20"), at: moment(day0 + 1, 1))
        try await portfolio.perform(wallet, .eur, .transfer("30", to: other, fee: .zero), at: moment(day0 + 1, 2))
        let report = try await portfolio.gains.report(of: wallet, on: day0 + 2)
        #expect(report.total.marketValue.total == "100" && report.total.cost.total == "62.5")
        let euros = try await portfolio.gains.report(of: WalletGroup([wallet, other]), on: day0 + 2, in: .eur)
        #expect(euros.total.marketValue.total == Money("80", .eur) && euros.total.cost.total == Money("80", .eur))
        #expect(euros.total.unrealized.total == .zero(.eur), "euros are worth their amount in euros")
        // Without any close, euros only have a value in euros.
        let poor = try World(today: day0 + 3)
        let empty = try await poor.portfolio().wallets.create("w")
        try await poor.portfolio().perform(empty, .eur, .deposit("5", cost: nil), at: moment(day0, 1))
        #expect(try await poor.portfolio().valuations.valuation(of: empty, in: .eur).total == Money("5", .eur))
        #expect(try await poor.portfolio().valuations.valuation(of: empty).total == nil)
        #expect(try await poor.portfolio().valuations.valuation(of: empty).missing.map(\.id) == [.eur])
    }

    /// Euros are cash like US dollars: neither those of a swap nor deposited ones are coins that were acquired.
    @Test func theReturnOnCostLeavesOutCashInEveryCurrency() async throws {
        let world = try World(today: day0 + 2)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 120], of: bitcoin)
        try await world.store([1.25, 1.5], of: .eur)
        let euro = try await portfolio.market.directory.asset("eur")
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "160"), at: moment(day0, 1))
        try await portfolio.perform(wallet, bitcoin, .swap("1", into: euro, received: "100", value: "125"), at: moment(day0, 2))
        try await portfolio.perform(wallet, .eur, .deposit("10000", cost: "12500"), at: moment(day0, 3))
        try await portfolio.perform(wallet, .eur, .withdraw("50", value: .zero), at: moment(day0, 4))  // lost
        let report = try await portfolio.gains.report(of: wallet, on: day0 + 1, keepsDisposals: true)
        #expect(report.returnOnCost == "0.53125")  // 120 + 125 - 160 of 160
        #expect(try report.explained().last?.value == report.returnOnCost)
        // What euros gain is a gain all the same.
        #expect(report.total.unrealized.total == "2552.5" && report.gains.lotted.unrealized.total == "2552.5")
        #expect(report.total.realized.gain.total == "-17.5" && report.gains.coins.unrealized.total == "40")
    }

    @Test func anothersWalletIsRefusedInEveryCurrency() async throws {
        let world = try World()
        let theirs = try await world.portfolio("you").wallets.create("w")
        for currency in [Currency.usd, .eur] {
            await #expect(throws: PortfolioError.noSuchWallet("w")) {
                try await world.portfolio().valuations.valuation(of: theirs, in: currency)
            }
            await #expect(throws: PortfolioError.noSuchWallet("w")) {
                try await world.portfolio().gains.realized(of: WalletGroup(theirs), in: currency)
            }
        }
    }

    @Test func dollarsThatAreAllSpentNeedNoRateAndSpoilNoTotal() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        try await world.store([1.1, 1.2], of: .eur)
        try await world.store([100, 110], of: bitcoin)
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, .usd, .deposit("100", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .buy(.coins("1"), price: .usd("100"), fee: .usd(.zero)))
        let report = try await portfolio.gains.report(of: wallet, in: .eur)
        #expect(report.total.marketValue.total == Money("91.666666666666666667", .eur) && report.missingPrices.isEmpty)
    }

    /// A converted price has 18 places like every decimal, of which a cheap coin's has few digits left.
    @Test func cheapCoinsAreValuedBeforeTheyAreConverted() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        try await world.store([1.6], of: .eur)
        try await world.store([1e-18], of: bitcoin)
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, bitcoin, .deposit("900000000000000000", cost: nil))
        let report = try await portfolio.gains.report(of: wallet, on: day0, in: .eur)
        #expect(report.total.marketValue.total == Money("0.5625", .eur) && report.total.unrealized.total == Money(.zero, .eur))
    }

    @Test func theDollarsOfSeveralWalletsAreConvertedTogetherAsTheExplanationSays() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        try await world.store([1.07], of: .eur)
        let wallets = [try await portfolio.wallets.create("a"), try await portfolio.wallets.create("b")]
        for wallet in wallets { try await portfolio.perform(wallet, .usd, .deposit("0.3", cost: nil)) }
        let report = try await portfolio.gains.report(of: WalletGroup(wallets), on: day0, keepsDisposals: true, in: .eur)
        #expect(try report.explained()[0].value == report.total.marketValue.total?.amount)
    }

    @Test func aGainThatALowRateMakesTooLargeIsAnError() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        try await world.store([0.01, 0.01], of: .eur)
        let wallet = try await portfolio.wallets.create("w")
        let most: Money = .usd("900000000000000000")
        for _ in 0..<2 { try await portfolio.perform(wallet, .usd, .deposit(most.amount, cost: nil)) }
        try await portfolio.perform(wallet, bitcoin, .buy(.coins("1"), price: most, fee: .usd(.zero)))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: .usd("1"), fee: most), at: moment(day0 + 1, 1))
        await #expect(throws: DecimalError.self) { try await portfolio.gains.report(of: wallet, in: .eur) }
    }

    @Test func anotherAssetWithTheIDOfTheEuroIsNotTakenForIt() async throws {
        let world = try World(today: day0 + 10)
        let portfolio = world.portfolio()
        _ = try await portfolio.market.store.remove(.eur)
        try await portfolio.market.store.save(Asset(id: .eur, ticker: Ticker("XEU")!, name: "Other"))
        await #expect(throws: PortfolioError.notTheCurrency(.eur, Ticker("XEU")!)) {
            try await portfolio.prices.conversion(to: .eur)
        }
    }
}
