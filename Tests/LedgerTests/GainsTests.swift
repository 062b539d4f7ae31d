import Ledger
import Market
import Testing

@Suite struct GainsTests {
    /// Wallet 1: 1000 in; 1 btc for 100, 1 for 300; 0.5 sold for 200 of the first lot (cost 50, gain 150); 2 eth of income.
    /// Wallet 2: 0.5 btc of 50 came from wallet 1. Cash 1000 - 400 + 200 = 800.
    private func example() throws -> Journal {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        try journal.buy("1", for: "300", at: 2)
        try journal.sell("0.5", for: "200", at: 3)
        journal.record(try .income(key: "i", time: 4, wallet: 1, asset: .ether, quantity: "2"))
        try journal.transfer("0.5", from: 1, to: 2, at: 5)
        return journal
    }

    /// At 400 a btc and 10 an eth: 1 btc 400 - 300 = 100, 0.5 btc 200 - 50 = 150, 2 eth 20 - 0 = 20.
    @Test func gainsAreThoseComputedByHand() throws {
        let gains = try example().gains(prices: [.bitcoin: "400", .ether: "10"])
        #expect(gains.lots.map(\.lot.wallet) == [1, 1, 2])
        #expect(gains.lots.map(\.marketValue) == ["400", "20", "200"])
        #expect(gains.lots.map(\.unrealized) == ["100", "20", "150"])
        #expect(gains.lots.map(\.unrealizedRatio) == ["0.333333333333333333", nil, "3"])
        let bitcoin = try #require(gains.assets[.bitcoin])
        #expect(bitcoin.marketValue.total == "600" && bitcoin.cost.total == "350" && bitcoin.unrealized.total == "250")
        #expect(
            bitcoin.realized.gain.total == "150" && bitcoin.realized.cost.total == "50" && bitcoin.realized.proceeds.total == "200")
        #expect(bitcoin.unrealizedRatio == "0.714285714285714286" && bitcoin.realizedRatio == "3")
        #expect(gains.wallets[1]?.marketValue.total == "1220" && gains.wallets[2]?.marketValue.total == "200")
        #expect(gains.wallets[1]?.realized.gain.total == "150" && gains.wallets[2]?.realized.gain.total == .zero)
        #expect(gains.coins.marketValue.total == "620" && gains.total.marketValue.total == "1420")
        #expect(gains.coins.unrealized.total == "270" && gains.total.unrealized.total == "270")
        #expect(gains.missingPrices.isEmpty && gains.unknownCosts.isEmpty)
    }

    /// The deposits, 1000, plus all gains, 150 and 270, are the current value, 1420.
    @Test func depositsAndGainsAreTheMarketValue() throws {
        let gains = try example().gains(prices: [.bitcoin: "400", .ether: "10"])
        #expect(
            try #require(gains.total.marketValue.total) == "1000" + gains.total.realized.gain.known + gains.total.unrealized.known)
    }

    @Test func aMissingPriceMakesTotalsMissingAndIsListed() throws {
        let gains = try example().gains(prices: [.bitcoin: "400"])
        #expect(gains.missingPrices == [.ether])
        #expect(gains.total.marketValue.total == nil && gains.total.marketValue.known == "1400")
        #expect(gains.total.marketValue.missing == 1)
        #expect(gains.coins.unrealized.total == nil && gains.coins.unrealized.known == "250")
        #expect(gains.wallets[1]?.marketValue.total == nil && gains.wallets[2]?.marketValue.total == "200")
        #expect(gains.assets[.bitcoin]?.unrealized.total == "250")
        #expect(gains.lots[1].marketValue == nil && gains.lots[1].unrealized == nil)
        #expect(gains.total.cost.total == "1150")
        #expect(Returns.onCost(gains.coins) == nil)
    }

    @Test func anUnknownCostMakesGainsMissingAndIsListed() throws {
        var journal = try example()
        try journal.deposit("1", .ether, at: 6)
        let gains = try journal.gains(prices: [.bitcoin: "400", .ether: "10"])
        #expect(gains.unknownCosts == [.ether] && gains.missingPrices.isEmpty)
        #expect(gains.total.marketValue.total == "1430")
        #expect(gains.total.cost.total == nil && gains.total.cost.known == "1150")
        #expect(gains.total.unrealized.total == nil && gains.total.unrealized.known == "270")
        try journal.sell("3", for: "30", at: 7, .ether)
        let after = try journal.gains(prices: [.bitcoin: "400"])
        // The 2 of income brought 20; of the third the cost is unknown.
        #expect(after.unknownCosts == [.ether] && after.missingPrices.isEmpty)
        #expect(after.coins.realized.gain.total == nil && after.coins.realized.gain.known == "170")
        #expect(after.coins.realized.proceeds.total == "230")
        #expect(after.coins.unrealized.total == "250" && after.coins.realizedRatio == nil)
    }

    @Test func whatIsShortIsOwedAtThePrice() throws {
        var journal = Journal()
        try journal.sell("2", for: "100", at: 1)
        let gains = try journal.gains([1: .init(allowsNegative: true)], prices: [.bitcoin: "60"])
        #expect(gains.coins.marketValue.total == "-120" && gains.total.marketValue.total == "-20")
        #expect(gains.coins.cost.total == nil && gains.unknownCosts == [.bitcoin])
        #expect(gains.lots.isEmpty)
    }

    @Test func walletsThatAreNotChosenDoNotCount() throws {
        let gains = try example().gains(prices: [.bitcoin: "400"], wallets: [2])
        #expect(gains.total.marketValue.total == "200" && gains.total.realized.gain.total == .zero)
        #expect(gains.missingPrices.isEmpty && Array(gains.wallets.keys) == [2])
    }

    /// One holding that is too large does not make the figures of all others fail.
    @Test func aValueBeyondTheLimitIsMissing() throws {
        for price in [Money.usd(.largest), .usd(Transaction.amountLimit)] {
            let gains = try example().gains(prices: [.bitcoin: price, .ether: "10"])
            #expect(gains.missingPrices == [.bitcoin] && gains.total.marketValue.total == nil)
            #expect(gains.assets[.ether]?.marketValue.total == "20" && gains.total.cost.total == "1150")
        }
    }

    @Test(arguments: CostBasis.allCases, 0..<6) func streamedSumsAreThoseOfAllDisposals(costBasis: CostBasis, seed: UInt64) throws {
        let random = try RandomJournal(seed: seed, count: 300, costBasis: costBasis, knowsAllCosts: true)
        let (_, disposals) = try random.journal.applied(random.rules)
        let gains = try random.journal.gains(random.rules, prices: [.bitcoin: "2", .ether: "3"])
        #expect(try gains.total.realized.gain.total == disposals.compactMap(\.gain).sum(), "seed \(seed)")
        #expect(try gains.total.unrealized.total == gains.lots.map { $0.unrealized! }.sum(), "seed \(seed)")
        #expect(try gains.total.marketValue.total == gains.wallets.values.map { $0.marketValue.total! }.sum(), "seed \(seed)")
    }

    /// The deposits, minus the withdrawals at their cost, plus all gains, are the current value, to the last 1e-18.
    @Test(arguments: CostBasis.allCases, 0..<6) func depositsAndGainsAreTheMarketValueOfAnyJournal(
        costBasis: CostBasis, seed: UInt64
    ) throws {
        let random = try RandomJournal(seed: seed, count: 300, costBasis: costBasis, knowsAllCosts: true)
        let (_, disposals) = try random.journal.applied(random.rules)
        let total = try random.journal.gains(random.rules, prices: [.bitcoin: "2", .ether: "3"]).total
        let putIn = try random.journal.records.map(\.transaction).filter { $0.kind == .deposit }
            .map { $0.value ?? .usd($0.postings[0].amount) }.sum()
        let takenOut = try disposals.filter { $0.kind == .withdrawal }.map { $0.cost! }.sum()
        #expect(
            try #require(total.marketValue.total) == putIn - takenOut + total.realized.gain.known + total.unrealized.known,
            "seed \(seed)")
    }
}
