import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Columns of currencies and of kinds that no usual name tells: found by their cells, or left to the person.
@Suite(.serialized) struct UnnamedColumnTests {
    private static func table(_ text: String) throws -> TransactionTable { try #require(TransactionTable(Array(text.utf8))) }

    private static func read(_ text: String) async throws -> MatchedFile { try await MatchedFile(text) }

    private static func read(_ text: String, _ columns: [ColumnMatch.Field: Int]) async throws -> MatchedFile {
        try await MatchedFile(text, ColumnMatch(try table(text), columns, dateFormat: nil, decimal: nil))
    }

    // MARK: Currencies

    /// By its name or by its cells, also in a match of a person, and never dollars without a word.
    @Test(arguments: [
        "Währung", "Waehrung", "Devise", "Moneda", "Divisa", "Fiat", "Ccy", "Currencies", "Валюта", "Bezahlt (Währung)",
        "Price Currency", "Zahlungswährung", "x",
    ])
    func aColumnOfCurrenciesIsFoundInOtherLanguagesAndByItsCells(name: String) async throws {
        let text = "date,type,coin,amount,total,\(name)\n2025-02-25,buy,BTC,0.5,100,EUR\n2025-02-26,deposit,BTC,1,,\n"
        let match = ColumnMatch(of: try Self.table(text))
        #expect(match.columns[.currency] == 5 && match.columns[.asset] == 2, "\(match)")
        for read in [
            try await Self.read(text), try await Self.read(text, [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4]),
        ] { #expect(read.given == "100 eur" && read.rows.count == 2, "\(read)") }
    }

    @Test func anEmptyCellOfAColumnOfCurrenciesDoesNotMeanDollars() async throws {
        let head = "date,type,coin,amount,total,currency\n2025-02-25,buy,BTC,0.5,100,EUR\n2025-02-26,"
        let empty = ReadingError.emptyCell(column: "currency")
        let unread = ReadingError.unreadCell(column: "currency", text: "-")
        for (row, error) in [("buy,BTC,0.5,100,", empty), ("deposit,BTC,0.5,100,", empty), ("buy,BTC,0.5,100,-", unread)] {
            let read = try await Self.read(head + row + "\n")
            #expect(read.errors.last == error && read.lines.last == 3, "\(row): \(read)")
        }
        for row in ["deposit,BTC,1,,", "buy,BTC,0.5,100 USD,", "buy,BTC/USD,0.5,100,"] {
            let read = try await Self.read(head + row + "\n")
            #expect(read.errors == [] && read.rows.count == 2, "\(row): \(read)")
        }
    }

    @Test func ofSeveralColumnsOfCurrenciesAPersonSaysWhichCounts() async throws {
        let text = "date,type,coin,amount,total,x,y\n2025-02-25,buy,BTC,0.5,100,EUR,GBP\n"
        #expect(try await Self.read(text).errors == [.openCurrencies(["x", "y"])])
        let table = try Self.table(text)
        var match = ColumnMatch(of: table)
        #expect(match.openCurrencies(in: table) == [5, 6])
        match.columns[.currency] = 6
        let pounds = try #require(Currency("GBP")).asset
        #expect(try await MatchedFile(text, match).given == "100 \(pounds)")
        #expect(try await Self.read(text.replacing("GBP", with: "EUR")).given == "100 eur")
        (match.columns[.currency], match.isWithoutCurrency) = (nil, true)
        #expect(try await MatchedFile(text, match).csv.contains(",buy,,BTC,0.5,100,"))
        // The page sends it as a form.
        let form = try FormFile(Array(match.json.utf8)).form
        let world = try World(today: day0 + 700)
        defer { withExtendedLifetime(world) {} }
        let sent = try await world.portfolio().importer.read(
            Array(text.utf8), file: "f", ReadingOptions(form: .form(form), wallet: "w"))
        #expect(sent.rows.map(\.row.kind) == [.buy], "\(match.json)")
    }

    /// The amount that the name of a column names keeps its currency.
    @Test func theCurrencyOfFeesIsNotThatOfTheTotal() async throws {
        let head = "date,type,coin,amount,total,fee,Gebührenwährung,Währung\n2025-02-25,"
        let read = try await Self.read(head + "sell,BTC,0.5,100,2,SEK,USD\n")
        #expect(read.csv.contains(",sell,,BTC,0.5,100,,,,\n") && read.csv.contains(",fee,,currency-sek,2,"), "\(read.csv)")
        #expect(try await Self.read(head + "buy,BTC,0.5,100,,SEK,EUR\n").given == "100 eur")
        let ignored = try await Self.read("date,type,coin,amount,total,Gebührenwährung\n2025-02-25,buy,BTC,0.5,100,EUR\n")
        #expect(ignored.csv.contains(",buy,,BTC,0.5,100,"), "\(ignored)")
    }

    @Test(arguments: ["Münze", "Cripto", "Cryptomonnaie", "Криптовалюта", "x"])
    func currenciesAreNotTheCoinBesideAColumnOfCoins(name: String) throws {
        for currency in ["Currency", "Moneda", "y"] {
            for columns in ["\(name),\(currency)\n2025-02-25,buy,BTC,EUR", "\(currency),\(name)\n2025-02-25,buy,EUR,BTC"] {
                let match = ColumnMatch(
                    of: try Self.table("date,type,\(columns),0.5,100\n".replacing("\n2", with: ",amount,total\n2")))
                #expect(match.columns[.asset] == (columns.hasPrefix(name) ? 2 : 3), "\(columns)")
                #expect(match.columns[.currency] == (columns.hasPrefix(name) ? 3 : 2), "\(columns)")
            }
        }
        #expect(ColumnMatch(of: try Self.table("date,type,Currency,amount\n2025-02-25,deposit,EUR,5\n")).columns[.asset] == 2)
    }

    // MARK: Kinds

    private static func openKinds(_ cells: [String], amounts: [String] = ["0.5"]) throws -> Bool {
        let rows = cells.indices.map { "2025-02-25,\(cells[$0]),BTC,\(amounts[$0 % amounts.count]),100\n" }
        let table = try table("Date,Was,Coin,Amount,Total\n" + rows.joined())
        return !ColumnMatch(of: table).openKinds(in: table).isEmpty
    }

    /// Neither an empty cell nor a digit, a code or a word of another kind hides the question.
    @Test(arguments: [
        ["Erwerb", "Abgabe"], ["Erwerb", "Abgabe", ""], ["Erwerb 1", "Abgabe 2"], ["Erwerb1", "Abgabe2"], ["USD", "Abgabe"],
        ["", "", "", "Abgabe", "", "Abgabe", ""], ["Abgabe", "Abgabe"], ["Abgabe"], ["Erwerb", "Abgabe", "Erwerb", "7"],
    ])
    func aColumnOfFewWordsIsAskedFor(cells: [String]) throws { #expect(try Self.openKinds(cells)) }

    @Test(arguments: [
        // Notes and ids.
        ["Sparplan im Mai", "", "", "Geschenk von Oma", "", "", ""], ["TX1", "TX2"], ["ref7", "ref7"], ["", ""],
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l", "m"].map { "Notiz " + $0 },
        // Exchanges, and another name of the coin.
        ["Kraken", "Kraken"], ["Kraken", "coinbase", "Kraken"], ["bitcoin", "ethereum", "bitcoin"], ["7", "8"],
    ])
    func notesAndExchangesAreNotAskedFor(cells: [String]) throws { #expect(try !Self.openKinds(cells)) }

    /// The signs say what comes in and what leaves.
    @Test func aConstantColumnBesideSignsIsNotAskedFor() throws {
        #expect(try !Self.openKinds(["Ort", "Ort"], amounts: ["0.5", "-0.2"]))
        #expect(try Self.openKinds(["Ort", "Ort", ""], amounts: ["0.5", "-0.2"]))
    }
}
