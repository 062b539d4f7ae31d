import Expenses
import Ledger
import Market
import Testing

@Suite struct StatementRuleTests {
    private static func shown(_ row: Statement.Row) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = row.minute.map { " \(two($0 / 60)):\(two($0 % 60))" } ?? ""
        return "\(row.day)\(time) \(row.amount) \(row.currency) \(row.text)|\(row.counterparty)"
    }

    private static func read(_ text: String, _ form: StatementForm = StatementForm()) throws -> Statement {
        try Statement(Array(text.utf8), form: form)
    }

    private static let euro = StatementForm(currency: ISOCurrency("EUR"))

    // MARK: Banks

    @Test(arguments: StatementSample.all) func aBanksStatementIsRead(sample: StatementSample) throws {
        let statement = try Statement(sample.bytes, form: sample.form)
        #expect(statement.questions == [])
        #expect(statement.rows.map(Self.shown) == sample.rows)
        #expect(statement.faults.map { "\($0.line) \($0.reason)" } == sample.faults)
        #expect(statement.form.encoding == sample.encoding)
        #expect(Set(statement.rows.map(\.key)).count == sample.rows.count)
        #expect(try Statement(sample.bytes, form: statement.form).rows == statement.rows)
    }

    @Test func thereAreTwentyBanks() { #expect(Set(StatementSample.all.map(\.bank)).count >= 20) }

    // MARK: Questions

    @Test func theSignOfACreditCardIsAskedFor() throws {
        let text = "Date,Description,Amount\n02/28/2024,BAKERY,12.40\n02/20/2024,AUTOPAY PAYMENT,-300.00\n02/13/2024,FUEL,41.00\n"
        var form = StatementForm(currency: ISOCurrency("USD"))
        let asked = try Self.read(text, form)
        #expect(asked.questions == [.sign] && asked.rows.isEmpty && asked.samples.count == 3)
        form.isSpentPositive = true
        #expect(try Self.read(text, form).rows.map(\.amount.description) == ["-12.4", "300", "-41"])
        form.isSpentPositive = false
        #expect(try Self.read(text, form).rows.map(\.amount.description) == ["12.4", "-300", "41"])
    }

    @Test(arguments: [
        ("100,60,55", "10,40,5", true), ("55,60,100", "5,40,10", true), ("100,140,145", "10,40,5", false),
        ("145,140,100", "5,40,10", false), ("1,1,1", "10,40,5", nil),
    ])
    func balancesTellTheSign(balances: String, amounts: String, isSpentPositive: Bool?) throws {
        let lines = zip(amounts.split(separator: ","), balances.split(separator: ",")).map { "2024-01-01,x,\($0),\($1)\n" }
        let statement = try Self.read("Date,Description,Amount,Balance\n" + lines.joined(), Self.euro)
        #expect(statement.form.isSpentPositive == isSpentPositive)
        #expect(statement.questions == (isSpentPositive == nil ? [.sign] : []))
        #expect(isSpentPositive == nil || statement.rows.allSatisfy { ($0.amount < .zero) == isSpentPositive })
    }

    @Test func daysAndMonthsThatCanBeSwappedAreAskedFor() throws {
        let text = "Date,Description,Amount\n03/04/2024,a,-1.50\n11/12/2024,b,-2.50\n"
        let asked = try Self.read(text, Self.euro)
        #expect(asked.questions == [.dateFormat(["dd/MM/yyyy", "MM/dd/yyyy"])] && asked.rows.isEmpty)
        var form = asked.form
        form.dateFormat = "MM/dd/yyyy"
        #expect(try Self.read(text, form).rows.map(\.day.description) == ["2024-03-04", "2024-11-12"])
        #expect(try Self.read(text + "13/01/2024,c,-3.50\n", Self.euro).rows.map(\.day.description).first == "2024-04-03")
        #expect(try Self.read("Date,Amount\n03/03/2024,-1.50\n", Self.euro).questions == [])
    }

    @Test func aDateFarBelowDecides() throws {
        let rows = (1...300).map { "0\(1 + $0 % 9)/0\(1 + $0 % 7)/2024,x,-1.50\n" }.joined()
        #expect(try Self.read("Date,Text,Amount\n" + rows, Self.euro).questions.count == 1)
        #expect(try Self.read("Date,Text,Amount\n" + rows + "01/31/2024,x,-1.50\n", Self.euro).form.dateFormat == "MM/dd/yyyy")
    }

    @Test func aPointThatMayBeEitherIsAskedForOrFollowsFromTheCurrency() throws {
        let text = "Date;Amount\n2024-01-31;-1.234\n2024-01-30;-2.500\n"
        #expect(try Self.read(text).questions == [.decimal, .currency])
        #expect(try Self.read(text, Self.euro).rows.map(\.amount.description) == ["-1234", "-2500"])
        let kuwait = StatementForm(currency: ISOCurrency("KWD"))
        #expect(try Self.read(text, kuwait).questions == [.decimal])
        #expect(
            try Self.read(text, StatementForm(decimal: .point, currency: kuwait.currency)).rows.map(\.amount.description) == [
                "-1.234", "-2.5",
            ])
        #expect(try Self.read(text + "2024-01-29;-0.75\n", kuwait).form.decimal == .point)
    }

    @Test func allIsAskedForAtOnce() throws {
        let text = "Date;Amount\n01/02/2024;1.234\n03/04/2024;2.500\n"
        let asked = try Self.read(text)
        #expect(asked.questions == [.dateFormat(["dd/MM/yyyy", "MM/dd/yyyy"]), .decimal, .sign, .currency])
        var form = asked.form
        (form.dateFormat, form.decimal, form.isSpentPositive) = ("dd/MM/yyyy", .comma, true)
        form.currency = ISOCurrency("JPY")
        #expect(try Self.read(text, form).rows.map(Self.shown) == ["2024-02-01 -1234 JPY |", "2024-04-03 -2500 JPY |"])
    }

    @Test func aMissingCurrencyIsAskedFor() throws {
        let text = "Date,Amount\n2024-01-31,-5.00\n"
        #expect(try Self.read(text).questions == [.currency])
        #expect(try Self.read("Date,Amount (SEK)\n2024-01-31,-5.00\n").rows.map(\.currency.code) == ["SEK"])
        #expect(try Self.read("Date,Amount\n2024-01-31,-5.00 CAD\n2024-01-30,-€6\n").rows.map(\.currency.code) == ["CAD", "EUR"])
        let canada = StatementForm(currency: ISOCurrency("CAD"))
        #expect(try Self.read("Date,Amount\n2024-01-31,-$5.00\n", canada).rows.map(\.currency.code) == ["CAD"])
        #expect(try Self.read("Date,Amount\n2024-01-31,-$5.00\n").rows.map(\.currency.code) == ["USD"])
    }

    @Test func columnsWithoutKnownNamesAreAskedFor() throws {
        let text = "When;What;Sum 1;Sum 2\n31.01.2024;bread;-2,50;7\n30.01.2024;milk;-1,20;8\n"
        let asked = try Self.read(text, Self.euro)
        #expect(asked.questions == [.columns([.amount])] && asked.names == ["When", "What", "Sum 1", "Sum 2"])
        var form = asked.form
        form.columns[.amount] = 2
        #expect(try Self.read(text, form).rows.map(Self.shown) == ["2024-01-31 -2.5 EUR bread|", "2024-01-30 -1.2 EUR milk|"])
        form.columns = [.text: 1, .amount: 99, .date: -1]
        #expect(try Self.read(text, form).questions == [.columns([.date, .amount])])
    }

    @Test func anEncodingThatMayBeEitherIsAskedFor() throws {
        let bytes =
            Array("Date,Description,Amount\n2024-01-31,caf".utf8) + [0xE9] + Array(" 1,-1.50\n2024-01-30,".utf8)
            + [0xEF, 0xE8, 0xE2, 0xEE] + Array(",-2.50\n".utf8)
        let asked = try Statement(bytes, form: Self.euro)
        #expect(asked.questions == [.encoding([.windows1251, .windows1252])] && asked.form.encoding == nil)
        var form = Self.euro
        form.encoding = .windows1251
        #expect(try Statement(bytes, form: form).rows.map(\.text) == ["cafй 1", "пиво"])
        form.encoding = .windows1252
        #expect(try Statement(bytes, form: form).rows.map(\.text) == ["café 1", "ïèâî"])
        form.encoding = .utf8
        #expect(throws: StatementError.notText) { try Statement(bytes, form: form) }
    }

    // MARK: Wrong lines

    @Test func wrongLinesAreFaultsAndTheOthersAreRead() throws {
        let text = """
            Date;Description;Amount;Currency
            2024-02-30;no such day;-1,00;EUR
            2024-02-29;no number;twelve;EUR
            2024-02-29;none;;EUR
            2024-02-29;zero;0,00;EUR
            2024-02-29;too fine;-1,005;EUR
            2024-02-29;yen;-1,50;JPY
            2024-02-29;coin;-1,00;BTC
            2024-02-29;a;b;-1,00;EUR
            ;no day;-1,00;EUR
            2024-02-29;too large;-170141183460469231732;EUR
            2024-02-29;largest;-170141183460469231731;EUR
            2024-02-29;good;-1,00;EUR;;
            9999999-01-01;far;-1,00;EUR
            """
        let statement = try Self.read(text)
        #expect(statement.rows.map(\.text) == ["largest", "good"])
        #expect(
            statement.faults.map { "\($0.line) \($0.reason)" } == [
                "2 badDate(\"2024-02-30\")", "3 badAmount(\"twelve\")", "4 noAmount", "5 noAmount",
                "6 tooManyDecimals(\"-1.005\", EUR)",
                "7 tooManyDecimals(\"-1.5\", JPY)", "8 unknownCurrency(\"BTC\")", "9 tooManyCells", "10 badDate(\"\")",
                "11 badAmount(\"-170141183460469231732\")", "14 badDate(\"9999999-01-01\")",
            ])
        #expect(statement.faults.filter(\.isExpected).map(\.line) == [4, 5])
    }

    @Test func amountsAtTheLimitsDoNotTrap() throws {
        let most = "170141183460469231731"
        let text =
            "Date,Amount,Fee,Balance\n2024-01-31,-\(most),\(most),-\(most)\n2024-01-30,-1,0,\(most)\n2024-01-29,5,0,-\(most)\n"
        let statement = try Self.read(text, Self.euro)
        #expect(statement.faults.map(\.line) == [2] && statement.rows.count == 2)
        let pair = "Date,Debit,Credit\n2024-01-31,\(most),-\(most)\n2024-01-30,-\(most),\n2024-01-29,1e19,\n"
        #expect(try Self.read(pair, Self.euro).rows.map(\.line) == [3, 4])
    }

    @Test func aMinusMayBeBehindAndASumInBrackets() throws {
        let text = "Date;Amount\n2024-01-31;12,50-\n2024-01-30;(3,10)\n2024-01-29;\u{2212}1,00\n2024-01-28;7,00 CR\n"
        #expect(try Self.read(text, Self.euro).rows.map(\.amount.description) == ["-12.5", "-3.1", "-1", "7"])
    }

    // MARK: Keys

    @Test func aLongerStatementHasTheSameKeys() throws {
        let rows = [
            "2024-01-31,Coffee,-3.00\n", "2024-01-31,COFFEE!,-3.00\n", "2024-01-30,Bread,-3.00\n", "2024-01-30,Bread,-3.10\n",
        ]
        func keys(_ rows: [String]) throws -> [String] {
            try Self.read("Date,Description,Amount\n" + rows.joined(), Self.euro).rows.map(\.key)
        }
        let all = try keys(rows)
        #expect(Set(all).count == 4)
        #expect(try Set(keys(rows + ["2024-02-01,Tea,-2.00\n"])).isSuperset(of: all))
        #expect(try Set(keys(rows.reversed())) == Set(all))
        let other = try Self.read("Buchungstag;Verwendungszweck;Betrag\n31.01.2024;coffee;-3,00\n", Self.euro)
        #expect(other.rows.map(\.key) == [all[0]])
    }

    // MARK: Hostile files

    @Test func filesThatAreNoStatementsAreRefused() {
        let files: [([UInt8], StatementError)] = [
            ([], .noTable), ([0], .notText), ([0xFF, 0xFE, 0x00], .notText), ([0xFF, 0xFE, 0x00, 0xD8], .notText),
            (Array("Date,Amount\n2024-01-31,-1.00\0\n".utf8), .notText), (Array("Date,Amount\n".utf8), .noTable),
            (Array("hello".utf8), .noTable), (Array("{\"a\": 1}".utf8), .noTable), ([0x81, 0x98], .notText),
            (Array("Date,Amount\n1,\"1".utf8) + [UInt8](repeating: 10, count: 1 << 20), .lineTooLong(line: 2, mostBytes: 65_536)),
            ([UInt8](repeating: 120, count: 1 << 20), .lineTooLong(line: 1, mostBytes: 65_536)),
            ([UInt8](repeating: 44, count: Statement.mostBytes + 1), .tooLarge(bytes: 16_777_217, most: 16_777_216)),
        ]
        for (bytes, error) in files {
            let refused = #expect(throws: StatementError.self) { try Statement(bytes, form: Self.euro) }
            #expect(refused == error && !error.description.isEmpty)
        }
    }

    /// A quadratic step would take hours.
    @Test(arguments: 0..<6) func sixteenMegabytesAreReadInLinearTime(kind: Int) throws {
        let header = kind == 5 ? "" : "Date,Description,Amount\n"
        let line =
            switch kind {
            case 0: "2024-01-31,x,-1.00\n"
            case 1: String(repeating: "2024-01-31,", count: 5000) + "\n"
            case 2: "2024-01-31,\(String(repeating: "a\u{301}", count: 20_000)),-1.00\n"
            case 3: "2024-01-31,x,\(String(repeating: "1", count: 60_000))\n"
            case 4: "\(String(repeating: "1", count: 60_000)),x,-1.00\n"
            default: String(repeating: "1.1,", count: 16_000) + "\n"
            }
        let count = min((Statement.mostBytes - header.utf8.count) / line.utf8.count, 100_000)
        let bytes = Array(header.utf8) + Array(repeatElement(Array(line.utf8), count: count).joined())
        let start = ContinuousClock.now
        let statement = try? Statement(bytes, form: Self.euro)
        let seconds = (ContinuousClock.now - start).components.seconds
        #expect(kind != 0 || statement?.rows.count == count)
        #expect(kind != 2 || statement?.rows.count == count)
        #expect(seconds < 300, "\(seconds) s")
    }

    @Test func thereAreNotTooManyRows() {
        let text = "Date,Amount\n" + String(repeating: "2024-01-31,-1\n", count: 100_001)
        #expect(throws: StatementError.tooManyRows(most: 100_000)) { try Self.read(text, Self.euro) }
    }

    /// Any damage gives rows, faults, questions or an error, and never a trap.
    @Test(arguments: 0..<60) func damagedFilesDoNotTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let samples = StatementSample.all
        for _ in 0..<20 {
            var bytes = samples[random.index(below: samples.count)].bytes
            for _ in 0..<(1 + random.index(below: 8)) {
                let place = random.index(below: bytes.count)
                switch random.index(below: 4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: Array("9999999999999999999999\"".utf8), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + random.index(below: 40)))
                }
                if bytes.isEmpty { bytes = [0x2C] }
            }
            guard let statement = try? Statement(bytes, form: Self.euro) else { continue }
            #expect(statement.questions.isEmpty || statement.rows.isEmpty && statement.faults.isEmpty)
            #expect(Set(statement.rows.map(\.key)).count == statement.rows.count, "seed \(seed)")
        }
    }
}
