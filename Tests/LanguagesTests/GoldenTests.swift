import JSONText
import Languages
import Market
import Platform
import Testing

/// Against Babel, which has the data of Unicode CLDR (`scripts/interop/golden_languages.py`).
@Suite struct GoldenTests {
    private static let golden = try? JSONValue(
        parsing: Files.read(Files.folder(of: #filePath) + "/Golden/babel.json"))

    private func rows(_ name: String, _ language: Language) throws -> [[JSONValue]] {
        let rows = try #require(Self.golden?[language.rawValue]?[name]?.array).compactMap(\.array)
        #expect(rows.count > 4)
        return rows
    }

    /// Babel writes a hyphen for minus.
    private func withHyphen(_ text: String) -> String { text.replacing("\u{2212}", with: "-") }

    @Test(arguments: Language.allCases) func numbersAreThoseOfCLDR(language: Language) throws {
        let conventions = Conventions(of: language)
        for row in try rows("numbers", language) {
            let plain = try #require(row[0].string)
            #expect(withHyphen(conventions.exact(plain)) == row[1].string)
        }
    }

    /// From 1e-12 to 1e12: a price, an estimate, US dollars, yen (no decimals) and a quantity.
    @Test(arguments: Language.allCases) func amountsHaveTheDigitsThatFit(language: Language) throws {
        let conventions = Conventions(of: language)
        for row in try rows("amounts", language) {
            let plain = try #require(row[0].string)
            let value = try #require(Double(plain))
            let written = [
                conventions.price(value), conventions.estimate(value), conventions.money(plain),
                conventions.money(plain, decimals: 0), conventions.quantity(plain),
            ]
            #expect(written == row[1...].compactMap(\.string), "\(plain)")
        }
    }

    /// From 1e-12 to 1e12: neither an error of rounding nor a difference that is slightly less than 0.1 adds decimals.
    @Test(arguments: Language.allCases) func rangesHaveTheDigitsThatFit(language: Language) throws {
        for row in try rows("ranges", language) {
            let texts = row.compactMap(\.string)
            let (low, high) = (try #require(Double(texts[0])), try #require(Double(texts[1])))
            let range = Conventions(of: language).range(low, high)
            #expect([withHyphen(range.low), range.high] == Array(texts[2...]), "\(texts)")
        }
    }

    @Test(arguments: Language.allCases) func changesLoseTheirDecimalFromAThousandPercentOn(language: Language) throws {
        for row in try rows("changes", language) {
            let ratio = try #require(row[0].string.flatMap(Double.init))
            #expect(withHyphen(Conventions(of: language).percent(ratio)) == row[1].string, "\(ratio)")
        }
    }

    @Test(arguments: Language.allCases) func sharesAreThoseOfCLDR(language: Language) throws {
        let conventions = Conventions(of: language)
        for row in try rows("shares", language) {
            let ratio = try #require(row[0].string.flatMap(Double.init))
            #expect(withHyphen(conventions.share(ratio, decimals: 1)) == row[1].string)
        }
    }

    @Test(arguments: Language.allCases) func daysAreThoseOfCLDR(language: Language) throws {
        let conventions = Conventions(of: language)
        for row in try rows("days", language) {
            let day = Day(daysSince1970: try #require(row[0].integer))
            let written = [.short, .day, .plain, .month].map { conventions.date(day, $0) }
            #expect(written == row[1...].compactMap(\.string))
        }
    }

    @Test(arguments: Language.allCases) func pluralsAreThoseOfCLDR(language: Language) throws {
        for row in try rows("plurals", language) {
            let count = try #require(row[0].integer)
            #expect(language.plural(count).rawValue == row[1].string, "\(count)")
            #expect(language.plural(-count) == language.plural(count))
        }
    }

    /// Scripts format as pages do: the table of `web/shared/scripts/locale.js` is this module's, without the months that stand alone
    /// and months of a year, which scripts never write.
    @Test(arguments: Language.allCases) func scriptsHaveTheSameTable(language: Language) throws {
        let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))
        let script = String(decoding: try Files.read(root + "/web/shared/scripts/locale.js"), as: UTF8.self)
        let start = try #require(script.firstRange(of: "const tables = ")).upperBound
        let end = try #require(script[start...].firstRange(of: "\n};")).upperBound
        let tables = try JSONValue(parsing: Array(script[start..<end].dropLast().utf8))
        let theirs = try #require(tables[language.rawValue])
        let members = Mirror(reflecting: language.table).children.map { ($0.label ?? "", $0.value) }
            .filter { $0.0 != "aloneMonths" && $0.0 != "monthAndYear" }
        #expect(members.count == theirs.members?.count)
        for (name, value) in members {
            let expected = (value as? String).map { [$0] } ?? value as? [String]
            #expect((theirs[name]?.string.map { [$0] } ?? theirs[name]?.array?.compactMap(\.string)) == expected, "\(name)")
        }
    }
}
