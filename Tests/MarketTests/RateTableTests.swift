import Market
import Testing

/// The European Central Bank's file of rates, and files with a rate a day.
@Suite struct RateTableTests {
    private static let today = Day(iso: "2026-01-01")!

    private static func closes(_ text: String, per: String? = nil, coin: String? = nil) throws -> [String: [Day: Double]] {
        var form = PriceFileForm(coin: coin)
        form.per = per
        let files = try PriceFile.coins(Array(text.utf8), name: "rates.csv", form: form)
        #expect(!files.contains { !$0.isRates })
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                let candles = file.candles(endedBefore: today).candles
                return (file.symbol ?? "", Dictionary(uniqueKeysWithValues: candles.map { ($0.day, $0.close) }))
            })
    }

    /// Random tables, newest or oldest first, with holidays, missing rates and columns of currencies that ended.
    @Test(arguments: 0..<24 as Range<UInt64>) func aTableIsReadAsASlowReaderDoes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let codes = ["USD", "JPY", "GBP", "KRW", "IDR", "SEK", "HRK", "RON", "KWD"]
        var (lines, expected) = ([String](), [String: [Day: Double]]())
        for offset in 0..<(5 + random.index(below: 200)) where random.index(below: 4) > 0 {
            let day = Day(iso: "2025-01-01")! + offset
            let texts = codes.map { _ in
                random.index(below: 9) == 0
                    ? "N/A" : "\(1 + random.index(below: 20_000)).\(random.index(below: 10))\(1 + random.index(below: 9))"
            }
            lines.append("\(day)," + texts.joined(separator: ",") + ",")
            guard let dollars = Double(texts[0]) else { continue }
            expected["EUR", default: [:]][day] = dollars
            for (code, text) in zip(codes, texts).dropFirst() where code != "HRK" {
                if let units = Double(text) { expected[code, default: [:]][day] = dollars / units }
            }
        }
        if random.index(below: 2) == 0 { lines.reverse() }
        let end = random.index(below: 2) == 0 ? "\n" : "\r\n"
        let text = (["Date," + codes.joined(separator: ",") + ","] + lines).joined(separator: end) + end
        #expect(try Self.closes(text) == expected, "seed \(seed)")
        #expect(try Self.closes(text, coin: "SEK")["SEK"] == expected["SEK"], "seed \(seed)")
    }

    @Test func smallRatesKeepTheirDigits() throws {
        let closes = try Self.closes("Date,USD,JPY,GBP,IDR,\n2025-02-19,1,158.5,0.8,17000,\n2025-02-18,1.105,1,1,1,\n")
        #expect(closes["IDR"]?[Day(iso: "2025-02-19")!] == 1 / 17000.0)
        // A point before three digits is a decimal sign here.
        #expect(closes["EUR"]?[Day(iso: "2025-02-18")!] == 1.105 && closes["EUR"]?[Day(iso: "2025-02-19")!] == 1)
    }

    @Test func ratesOfAPersonCountUnitsForOneOfAnother() throws {
        let day = Day(iso: "2025-02-19")!
        let text = "Date;Rate\n2025-02-19;500,25\n2025-02-20;400,5\n"
        #expect(try Self.closes(text, per: "USD") == ["": [day: 1 / 500.25, day + 1: 1 / 400.5]])
        var form = PriceFileForm()
        form.per = "EUR"
        #expect(try PriceFile(Array(text.utf8), name: "KZT.csv", form: form).quote == QuoteCurrency("EUR", .option))
        form.columns[.close] = "Rate"
        #expect(try PriceFile(Array(text.utf8), name: "KZT.csv", form: form).isRates)
        let error = #expect(throws: PriceFileError.self) { try PriceFile(Array(text.utf8), name: "a/KZT.csv") }
        #expect(
            "\(try #require(error))".contains("for one dollar: --currency KZT --per USD; for one euro: --currency KZT --per EUR"))
    }

    @Test func fewColumnsOfOneDayAreRatesAndEndedCurrenciesAreNoted() throws {
        let day = Day(iso: "2025-02-19")!
        #expect(try Self.closes("Date,USD,SEK,\n2025-02-19,2,8,\n") == ["EUR": [day: 2], "SEK": [day: 0.25]])
        let text = "Date,USD,BGN,GBP,CYP\n2025-02-19,2,1.95,4,N/A\n"
        #expect(try Self.closes(text) == ["EUR": [day: 2], "GBP": [day: 0.5]])
        let files = try PriceFile.coins(Array(text.utf8), name: "rates.csv")
        let notes = files.map { $0.candles(endedBefore: Self.today).notes.map(\.description) }
        #expect(notes == [["rates.csv: left out, since these currencies have ended: BGN, CYP"], []])
    }

    /// A table of coins is not one of rates.
    @Test(arguments: ["Date,USD,JPY,GBP,BTC\n2025-01-01,1,2,3,4\n", "Date,USD\n2025-01-01,1\n"])
    func otherTablesAreNotRates(text: String) {
        #expect(throws: PriceFileError.self) { try PriceFile.coins(Array(text.utf8), name: "f") }
    }

    @Test(arguments: ["close_ugx", "Close (KWD)", "price kes"]) func everyCurrencyInTheNameOfAColumnIsSeen(column: String) throws {
        let file = try PriceFile(Array("date,volume,\(column)\n2025-02-19,7,5\n".utf8), name: "f.csv")
        #expect(file.quote?.isDollar == false, "\(column)")
    }
}
