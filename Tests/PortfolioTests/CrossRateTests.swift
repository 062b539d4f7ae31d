import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Wallets with cash of several currencies, and figures in any of them.
@Suite(.serialized) struct CrossRateTests {
    private static let codes = ["USD", "EUR", "JPY", "KWD", "MNT", "KZT"]

    /// Rates with holidays of up to eight days: each day's value is the obvious sum over dollars.
    @Test(arguments: 0..<8) func everyDayIsTheSumOverDollars(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed, stream: 14)
        let days = 30
        let world = try World(today: day0 + 40)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        let currencies = try Self.codes.map { try #require(Currency($0)) }
        var rates: [Currency: [Double?]] = [.usd: Array(repeating: 1, count: days)]
        for currency in currencies.dropFirst() {
            var closes: [Double?] = []
            while closes.count < days {
                closes.append((0.001 + random.uniform() * 4) * 0.9)
                if random.index(below: 3) == 0 { closes += Array(repeating: nil, count: 1 + random.index(below: 8)) }
            }
            rates[currency] = Array(closes.prefix(days))
            try await world.store(Array(closes.prefix(days)), of: currency.asset)
        }
        var held: [Currency: Quantity] = [:]
        for currency in currencies where random.index(below: 4) > 0 {
            let quantity = Quantity(units: Int128(1 + random.index(below: 1_000_000_000)) * 1_000_000_007)
            try await portfolio.perform(wallet, currency.asset, .deposit(quantity, cost: nil), at: moment(day0, 1))
            held[currency] = quantity
        }
        for index in 0..<days {
            /// The newest rate of the day and the five before, and how old it is.
            func rate(_ currency: Currency) throws -> (rate: FixedDecimal, age: Int)? {
                for age in 0...min(5, index) {
                    if let close = rates[currency]![index - age] { return (try #require(FixedDecimal(exactly: close)), age) }
                }
                return nil
            }
            for currency in currencies {
                var sum: FixedDecimal? = .zero
                for (own, quantity) in held {
                    var value = own == currency ? quantity : nil
                    if value == nil, let from = try rate(own), let to = try rate(currency) {
                        let dollars = try quantity.multiplied(by: from.rate)
                        value = currency == .usd ? dollars : try dollars.divided(by: to.rate)
                    }
                    sum = try sum.flatMap { sum in try value.map { try sum.adding($0) } }
                }
                let found = try await portfolio.valuations.valuation(of: wallet, on: day0 + index, in: currency)
                #expect(found.total == sum.map { Money($0, currency) }, "seed \(seed), day \(index), \(currency)")
                if currency != .usd, let age = try rate(currency)?.age { #expect(found.rate?.day == day0 + (index - age)) }
                for holding in found.holdings where holding.asset.id != .usd && holding.asset.id != currency.asset {
                    let age = try rate(try #require(Currency(holding.asset.id)))?.age
                    let isKnown = try age != nil && (currency == .usd || rate(currency) != nil)
                    #expect(holding.price?.day == (isKnown ? age.map { day0 + (index - $0) } : nil), "seed \(seed), day \(index)")
                }
            }
        }
    }

    @Test func cashIsExactInItsDecimals() async throws {
        let world = try World(today: day0 + 3)
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        for (code, amount) in [("JPY", "100000"), ("KWD", "0.001"), ("KZT", "4500.05")] {
            let asset = try await portfolio.market.directory.asset(code.lowercased())
            #expect(Currency(asset.id)?.code == code && asset.ticker.description == code)
            try await portfolio.perform(wallet, asset.id, .deposit(Quantity(amount)!, cost: nil), at: moment(day0, 1))
            let value = try await portfolio.valuations.valuation(of: wallet, in: Currency(code)!)
            #expect(value.holdings.first { $0.asset.id == asset.id }?.value == Money(FixedDecimal(amount)!, Currency(code)!))
        }
        // Never added without a rate.
        let total = try await portfolio.valuations.valuation(of: wallet)
        #expect(total.total == nil && total.missing.count == 3 && total.knownTotal == .zero)
        #expect(Money("1.5", Currency("JPY")!).fixed(places: Currency("JPY")!.decimals) == "2")
    }

    /// MNT is also Mantle: a coin that is stored keeps its name, and figures in the currency never take its closes.
    @Test func aCoinWithTheCodeOfACurrencyIsNoCurrency() async throws {
        let world = try World(today: day0 + 3)
        let portfolio = world.portfolio()
        let mantle = Asset(id: AssetID("mnt")!, ticker: Ticker("MNT")!, name: "Mantle")
        try await world.database.save(mantle)
        try await world.store([1, 1, 1], of: mantle.id)
        let tugrik = try #require(Currency("MNT"))
        #expect(try await portfolio.market.directory.asset("MNT") == mantle)
        #expect(try await portfolio.market.directory.asset("currency-mnt").id == tugrik.asset)
        let wallet = try await portfolio.wallets.create("w")
        try await portfolio.perform(wallet, mantle.id, .deposit("2", cost: nil), at: moment(day0, 1))
        #expect(try await portfolio.valuations.valuation(of: wallet).total == "2")
        #expect(try await portfolio.valuations.valuation(of: wallet, in: tugrik).total == nil)
        try await world.store([0.0004, 0.0004, 0.0004], of: tugrik.asset)
        #expect(try await portfolio.valuations.valuation(of: wallet, in: tugrik).total == Money("5000", tugrik))
    }
}
