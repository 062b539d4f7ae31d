import Market
import Testing

/// Signs and codes of currencies beside prices.
@Suite struct CurrencyMarkTests {
    private func file(_ text: String, name: String = "f.csv", form: PriceFileForm = .init()) throws -> PriceFile {
        try PriceFile(Array(text.utf8), name: name, form: form)
    }

    private func closes(_ text: String, name: String = "f.csv", form: PriceFileForm = .init()) throws -> [Double] {
        try file(text, name: name, form: form).candles(endedBefore: today).candles.map(\.close)
    }

    @Test(arguments: [
        ("€63201.50", "EUR"), ("63201.50 €", "EUR"), ("\"€63,201.50\"", "EUR"), ("\"63.201,50\u{A0}€\"", "EUR"),
        ("EUR 63201.50", "EUR"),
        ("63201.50EUR", "EUR"), ("US$ 63201.50", "USD"), ("\"$63,201.50 USD\"", "USD"), ("+£63201.50", "GBP"),
        ("Fr.63201.50", "CHF"), ("63201.50 zł", "PLN"), ("₿63201.50", "BTC"), ("usd 63201.50", "USD"), ("$63201.50", "USD"),
    ]) func theMarkBesideThePricesStatesTheCurrency(price: String, code: String) throws {
        let text = "date,close\n2025-02-19,\(price)\n2025-02-20,63000.25\n"
        // A decimal comma is used in the whole file.
        let read = price.contains(",50") ? text.replacing("63000.25", with: "\"63000,25\"") : text
        #expect(try closes(read) == [63_201.5, 63_000.25])
        #expect(try file(read).quote?.code == code)
    }

    @Test(arguments: ["$x5", "1€2", "€", "€€5", "EUR5 USD", "x5", "5 Fr", "5 K", "R5"])
    func otherTextsAreNotPrices(price: String) {
        #expect(problems("date,close\n2025-02-19,\(price)\n").map(\.kind) == [.badNumber(price)])
    }

    @Test func anOwedPriceIsNegative() throws {
        for text in ["-€5", "€-5", "-5 €"] {
            #expect(try file("date,close\n2025-02-19,\(text)\n2025-02-20,€5\n").candles(endedBefore: today).candles.count == 1)
        }
    }

    @Test func aMarkThatTheFilesNameContradictsIsRefusedWithBothRemedies() throws {
        let text = "date,close\n2025-02-19,$63201.50\n"
        let error = #expect(throws: PriceFileError.self) { try file(text, name: "BTC-EUR.csv") }
        #expect(error?.description.hasSuffix("choose one: --quote USD or --quote EUR") == true, "\(error?.description ?? "")")
        for code in ["USD", "EUR"] {
            #expect(try file(text, name: "BTC-EUR.csv", form: .init(quote: code)).quote?.code == code)
        }
        #expect(try file(text, name: "BTC-AUD.csv").quote?.code == "AUD", "dollars of Australia have the same sign")
        #expect(try file(text, name: "BTC-USDT.csv").quote?.isDollar == true)
        #expect(try file("date,close\n2025-02-19,¥63201\n", name: "BTC-CNY.csv").quote?.code == "CNY")
    }

    @Test func eachCoinHasItsOwnMark() throws {
        let text = "date,symbol,close\n2025-02-19,BTC,€5\n2025-02-19,ETH,$6\n"
        #expect(try PriceFile.coins(Array(text.utf8), name: "f.csv").map { $0.quote?.code } == ["EUR", "USD"])
    }

    @Test func highsAndLowsHaveTheMarkOfTheClose() throws {
        let text = "date,high,low,close\n2025-02-19,€7,€4,€5\n"
        let candle = try file(text).candles(endedBefore: today).candles[0]
        #expect(candle.high == 7 && candle.low == 4)
        #expect(problems(text.replacing("€7", with: "$7")).map(\.kind) == [.mixedCurrencies("$7", first: "€5")])
    }

    // MARK: Volumes

    @Test func aVolumeWithTheMarkOfThePricesIsMoney() throws {
        let read = try file("date,close,volume\n2025-02-19,$10,$1.2K\n2025-02-20,$10,$1300.5\n").candles(endedBefore: today)
        #expect(read.candles.map(\.volume) == [1200, 1300.5] && read.notes.isEmpty, "\(read.notes)")
    }

    @Test func aVolumeOfAnotherCurrencyIsLeftOut() throws {
        let read = try file("date,close,volume\n2025-02-19,€10,$1200\n").candles(endedBefore: today)
        #expect(read.candles[0].volume == nil)
        #expect(read.notes.map(\.description) == ["f.csv:2: 1 volume is not a number and left out, the first is \"$1200\""])
    }

    // MARK: Decimal commas

    @Test(arguments: ["2025-02-19;45585,99861\n2025-02-20;45000,5\n", "2025-02-19\t€45585,99861\n2025-02-20\t€45000,5\n"])
    func filesWithoutAHeaderMayHaveDecimalCommas(text: String) throws {
        #expect(try closes(text) == [45_585.99861, 45_000.5])
    }

    @Test func aCommaFileWithUnquotedDecimalCommasIsReadAsTheMessagesSay() throws {
        let message = try #require(problems("date,close\n2025-02-19,45585,998\n").first?.description)
        #expect(message.contains("put quotation marks around") && message.hasSuffix("--decimal comma"), "\(message)")
        #expect(try closes("date,close\n2025-02-19,\"45585,998\"\n", form: .init(decimal: .comma)) == [45_585.998])
        let headerless = try #require(problems("2025-02-19,45585,998\n").first?.description)
        #expect(headerless.contains("quotation marks around prices with a decimal comma"), "\(headerless)")
    }
}
