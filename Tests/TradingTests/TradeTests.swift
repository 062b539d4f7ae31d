import Ledger
import Market
import Testing
import Trading

/// Quotes, and trades made from them.
@Suite struct TradeTests {
    /// BTC costs 50,000 USD, which are 40,000 EUR; the fee is 1 %, rounded up to a whole cent.
    @Test(arguments: [
        (Trades.Wish.buy(cash: "101"), "0.0019998", "101", "1.01"),
        (.buy(cash: "1.49"), "0.0000294", "1.49", "0.02"),
        (.buy(cash: "1.50"), "0.0000296", "1.5", "0.02"),
        (.buy(cash: "65.37"), "0.0012942", "65.37", "0.66"),
        (.buy(coins: "0.00123457"), "0.00123457", "62.35", "0.62"),
        (.buy(coins: "0.00002"), "0.00002", "1.01", "0.01"),
        (.sell(coins: "0.00123457"), "0.00123457", "61.1", "0.62"),
        (.sell(cash: "100"), "0.0020204", "100", "1.02"),
        (.sell(cash: "99"), "0.002", "99", "1"),
        (.buy(.bitcoin, .eur, cash: "101"), "0.00249975", "101", "1.01"),
        (.buy(.bitcoin, .eur, coins: "0.00123457"), "0.00123457", "49.89", "0.5"),
        (.sell(.bitcoin, .eur, coins: "0.00123457"), "0.00123457", "48.88", "0.5"),
        (.sell(.bitcoin, .eur, cash: "99"), "0.0025", "99", "1"),
    ]) func figuresAreExactToTheCentAndTheCoin(wish: Trades.Wish, coins: String, cash: String, fee: String) async throws {
        let world = try await TradingWorld()
        let start = d("100000")
        try await world.fund("ann", (.usd, start), (.eur, start), (.bitcoin, start))
        let quote = try await world.trading().trades.quote(wish, of: "ann")
        #expect(quote.figures.quantity == d(coins) && quote.figures.cash == d(cash) && quote.figures.fee == d(fee))
        let (order, isNew) = try await world.trading().trades.confirm(quote.id, of: "ann")
        #expect(isNew && order.state == .filled && order.fill == TradeOrder.Fill(quote.figures))
        let (sign, other) = (wish.side == .buy ? d("1") : d("-1"), wish.currency == .usd ? AssetID.eur : .usd)
        #expect(try await world.balance(.bitcoin, of: "ann").free == start + d(coins).multiplied(by: sign))
        #expect(try await world.balance(wish.currency.asset, of: "ann").free == start - d(cash).multiplied(by: sign))
        #expect(try await world.balance(other, of: "ann").free == start, "trades in one currency leave the other alone")
        try await world.expectSoundBooks(of: ["ann"], "\(wish)")
    }

    /// A BTC costs 50,000 USD, 40,000 EUR. The first amounts come to just below 2^127 units of 1e-18, where rounding up would
    /// overflow.
    @Test(arguments: [
        "3402823669209384.63463374", "3402823669209384.63463375", "4253529586511730.79329218", "4253529586511730.79329219",
        "850705917302346158.65843651", "9223372036854775807", "999999999999999999.99999999", "170141183460469231731.68730371",
    ]) func whatIsTooLargeToCountIsRefused(amount: String) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let trading = world.trading()
        for currency in [Currency.usd, .eur] {
            for wish: Trades.Wish in [
                .buy(.bitcoin, currency, coins: amount), .sell(.bitcoin, currency, coins: amount),
                .buy(.bitcoin, currency, cash: String(amount.prefix(amount.count - 6))),
                .sell(.bitcoin, currency, cash: String(amount.prefix(amount.count - 6))),
            ] {
                let refusal = await tradingError { try await trading.trades.quote(wish, of: "ann") }?.code
                #expect(refusal == "amount-too-large" || refusal == "bad-amount", "\(wish)")
                for price in ["200", "999999999999999999"] {
                    for kind in [TradeOrder.Kind.limit, .stop] {
                        let request = StandingOrders.Request(kind, wish, price: d(price), days: 30)
                        #expect(await tradingError { try await trading.orders.place(request, of: "ann") } != nil, "\(request)")
                    }
                }
            }
        }
    }

    /// Many trades in euros, at rates with endless quotients, leave no dollar behind.
    @Test func tradesInEurosLeaveNoDollar() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("5000")), (.bitcoin, d("0.1")))
        for (index, rate) in [1.07, 1.0931, 0.97, 1.1, 1.2345, 1.000_001].enumerated() {
            world.wait(1)
            try await world.quote(rate, of: .eur)
            try await world.quote(49_999.37 + Double(index), of: .bitcoin)
            for wish in [
                Trades.Wish.buy(.bitcoin, .eur, cash: "33.33"), .sell(.bitcoin, .eur, coins: "0.00033333"),
                .buy(.bitcoin, .eur, coins: "0.00071"), .sell(.bitcoin, .eur, cash: "17.01"),
            ] {
                try await world.trading().trade(wish, of: "ann")
                #expect(try await world.balance(.usd, of: "ann") == TradingBalance())
            }
        }
        try await world.expectSoundBooks(of: ["ann"], "euros")
    }

    @Test func aQuoteHoldsForItsSeconds() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let trading = world.trading()
        let (first, second) = (
            try await trading.trades.quote(.buy(cash: "10"), of: "ann"), try await trading.trades.quote(.buy(cash: "10"), of: "ann")
        )
        world.wait(29)
        let order = try await trading.trades.confirm(first.id, of: "ann").order
        world.wait(1)
        #expect(await tradingError { try await trading.trades.confirm(second.id, of: "ann") } == .quoteExpired(seconds: 30))
        // A completed purchase can be requested again, however late.
        world.wait(100_000)
        let again = try await trading.trades.confirm(first.id, of: "ann")
        #expect(again.order == order && !again.isNew)
        #expect(try await world.balance(.usd, of: "ann").free == d("990"))
    }

    @Test func aClockThatWasSetBackTradesNothingFromTheFuture() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        for (seconds, isTraded) in [(60, true), (61, false)] {
            world.wait(120)
            let quote = try await world.trading().trades.quote(.buy(cash: "10"), of: "ann")
            world.wait(-seconds)
            let error = await tradingError { try await world.trading().trades.confirm(quote.id, of: "ann") }
            #expect(error == (isTraded ? nil : .quoteExpired(seconds: 30)), "\(seconds)")
        }
    }

    @Test(arguments: [
        (50_500.0, "1", true), (50_500.01, "1", false), (49_500, "1", true), (49_499.99, "1", false),
        (50_000, "0", true), (50_000.01, "0", false), (52_499, "5", true),
    ]) func aPriceMayMoveByTheTolerance(price: Double, percent: String, isTraded: Bool) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let trading = world.trading()
        let tolerance = try #require(Rate(parsing: "\(percent) %"))
        #expect(try await trading.trades.change(tolerance: tolerance, of: "ann").tolerance == tolerance)
        let quote = try await trading.trades.quote(.buy(cash: "10"), of: "ann")
        world.wait(1)
        try await world.quote(price, of: .bitcoin)
        let error = await tradingError { try await trading.trades.confirm(quote.id, of: "ann") }
        let now = try #require(FixedDecimal(exactly: price))
        let moved = TradingError.priceMoved(.btc, quoted: d("50000"), now: now, .usd, tolerance: tolerance)
        #expect(error == (isTraded ? nil : moved))
        // Exactly as quoted, or not at all.
        #expect(try await world.balance(.bitcoin, of: "ann").free == (isTraded ? quote.figures.quantity : .zero))
    }

    /// A rate that moves counts as a price that moves.
    @Test func theRateOfEurosCountsForTheTolerance() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let quote = try await world.trading().trades.quote(.buy(.bitcoin, .eur, cash: "10"), of: "ann")
        world.wait(1)
        try await world.quote(1.27, of: .eur)
        let error = await tradingError { try await world.trading().trades.confirm(quote.id, of: "ann") }
        #expect(error?.code == "price-moved")
    }

    @Test func pricesOlderThanTheirLimitAreNotTradedAt() async throws {
        let world = try await TradingWorld()
        let trading = world.trading()
        let quoted = world.now
        world.now = quoted + 15 * 60
        #expect(await tradingError { try await trading.trades.quote(.buy(cash: "10"), of: "ann") } == nil)
        world.now += 1
        #expect(await tradingError { try await trading.trades.quote(.buy(cash: "10"), of: "ann") }?.code == "no-price")
        // A close counts from the end of its day.
        let day = Day(secondsSince1970: world.now)
        try await world.close(51_000, of: .bitcoin, on: day)
        #expect(await tradingError { try await trading.trades.quote(.buy(cash: "10"), of: "ann") }?.code == "no-price")
        world.now = (day.daysSince1970 + 1) * 86_400 + 36 * 3600
        let quote = try await trading.trades.quote(.buy(cash: "10"), of: "ann")
        #expect(quote.figures.price == d("51000") && !quote.figures.stored.isQuote && quote.figures.stored.source == "test")
        world.now += 1
        #expect(await tradingError { try await trading.trades.quote(.buy(cash: "10"), of: "ann") }?.code == "no-price")
        // Euros have a price, too.
        try await world.quote(50_000, of: .bitcoin)
        let error = await tradingError { try await trading.trades.quote(.buy(.bitcoin, .eur, cash: "10"), of: "ann") }
        guard case .noPrice(.eur, _, _) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    /// A message names the limit that the price has exceeded: minutes for a quote, hours for a close.
    @Test func theMessageOfAnOldPriceNamesItsLimit() async throws {
        let world = try await TradingWorld()
        world.wait(20 * 60)
        let error = await tradingError { try await world.trading().trades.quote(.buy(cash: "10"), of: "ann") }
        #expect("\(try #require(error))".contains("more than 15 minutes old"))
        world.wait(20 * 3600)
        try await world.close(50_000, of: .bitcoin, on: Day(secondsSince1970: world.now) - 1)
        world.wait(40 * 3600)
        let later = await tradingError { try await world.trading().trades.quote(.buy(cash: "10"), of: "ann") }
        #expect("\(try #require(later))".contains("more than 36 hours old"))
    }

    @Test func tinyAndHugeAmountsAreAnsweredInWords() async throws {
        let world = try await TradingWorld()
        let trading = world.trading()
        for (text, code) in [
            ("0", "bad-amount"), ("-1", "bad-amount"), ("0.000000001", "bad-amount"), ("0.00000001", "amount-too-small"),
            ("999999999999999999", "amount-too-large"), ("1000000000000000000", "bad-amount"),
            ("100000000000000000000", "bad-amount"),
        ] {
            for side in [TradeSide.buy, .sell] {
                for currency in [Currency.usd, .eur] {
                    let wish = Trades.Wish(side, .bitcoin, currency, .coin(d(text)))
                    let error = await tradingError { try await trading.trades.quote(wish, of: "ann") }
                    // The smallest unit of BTC is worth less than a cent, so a sale of it brings nothing.
                    let expected = side == .sell && code == "amount-too-small" ? "nothing-for-it" : code
                    #expect(error?.code == expected, "\(side) \(text) \(currency)")
                }
            }
        }
        for (text, code) in [
            ("0", "bad-amount"), ("0.001", "bad-amount"), ("0.99", "amount-too-small"), ("10000.01", "amount-too-large"),
            ("999999999999999999", "amount-too-large"), ("1000000000000000000", "bad-amount"),
        ] {
            let wish = Trades.Wish(.buy, .bitcoin, .eur, .cash(d(text)))
            #expect(await tradingError { try await trading.trades.quote(wish, of: "ann") }?.code == code, "\(text)")
        }
        #expect(await tradingError { try await trading.trades.quote(.buy(cash: "10000"), of: "ann") } == nil)
    }

    /// Prices at the limits of what can be stored.
    @Test(arguments: [1e-18, 1e-12, 1e12, 1e18]) func extremePricesTradeOrAreRefused(price: Double) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("100000")), (.eur, d("100000")))
        try await world.quote(price, of: .bitcoin)
        for wish in [
            Trades.Wish.buy(cash: "9999.99"), .buy(.bitcoin, .eur, cash: "9999.99"), .sell(cash: "9000"), .buy(coins: "1000000000"),
            .sell(.bitcoin, .eur, coins: "0.00000001"),
        ] {
            do {
                _ = try await world.trading().trade(wish, of: "ann")
            } catch {
                #expect(error is TradingError, "\(wish): \(error)")
            }
        }
        try await world.expectSoundBooks(of: ["ann"], "\(price)")
    }
}

extension Ticker {
    static let btc = Ticker("BTC")!
    static let eur = Ticker("EUR")!
    static let usd = Ticker("USD")!
}
