import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Tables of other programs: their columns are matched by name and content, and what is ambiguous is left to the person.
@Suite(.serialized) struct ForeignTableTests {
    private static func table(_ text: String) throws -> TransactionTable { try #require(TransactionTable(Array(text.utf8))) }

    private static func read(_ text: String) async throws -> MatchedFile { try await MatchedFile(text) }

    private static func read(_ text: String, _ columns: [ColumnMatch.Field: Int]) async throws -> MatchedFile {
        try await MatchedFile(text, ColumnMatch(try table(text), columns, dateFormat: nil, decimal: nil))
    }

    @Test func naturalColumnsAreMatchedByName() async throws {
        let read = try await Self.read(
            """
            Date,Type,Coin,Amount,Price (USD),Fees,Notes
            2025-02-25 10:30,Buy,BTC-USD,0.5,"1,000",$1.50,first
            2025-02-26,Sold,BTC,-0.1,1200,,
            2025-02-27,Staking reward,ETH,0.01,,,
            2025-02-28,Deposit,USD,100,,,
            """)
        #expect(
            read.texts == [
                "2025-02-25T10:30:00Z,buy,,BTC,0.5,500,1.5,,,first", "2025-02-26T00:00:00Z,sell,,BTC,0.1,120,,,,",
                "2025-02-27T00:00:00Z,income,,ETH,0.01,,,,,", "2025-02-28T00:00:00Z,deposit,,USD,100,,,,,",
            ])
    }

    @Test func columnsWithoutTellingNamesAreMatchedByContent() async throws {
        let read = try await Self.read("a;b;c;d\n25.02.2025 10:00;versamento;BTC;0,5\n26.02.2025 11:00;prelievo;BTC;0,25\n")
        #expect(read.csv.contains("2025-02-25T10:00:00Z,deposit,,BTC,0.5,"), "\(read)")
    }

    @Test func unknownKindsAmongKnownOnesAreRefused() async throws {
        let text = "a;b;c;d\n25.02.2025;versamento;BTC;0,5\n26.02.2025;prelievo;BTC;0,25\n27.02.2025;permuta;BTC;0,25\n"
        #expect(try await Self.read(text).errors == [.unknownKind("permuta", form: "columns")])
        let read = try await MatchedFile(text, leavesOut: true)
        #expect(read.csv.contains(",withdrawal,,BTC,0.25,") && read.source?.leftOut.map(\.lines) == [[4]], "\(read)")
    }

    @Test func withoutAKindTheSignOfTheAmountCounts() async throws {
        let read = try await Self.read(
            "date,symbol,quantity,price\n2025-02-25,BTC,2,100\n2025-02-26,BTC,-1,110\n2025-02-27,BTC,-1,\n")
        #expect(read.csv.contains(",buy,,BTC,2,200,") && read.csv.contains(",sell,,BTC,1,110,"), "\(read)")
        #expect(read.csv.contains(",withdrawal,,BTC,1,"), "\(read)")
    }

    @Test func ambiguousDatesHaveSeveralFormatsAndADayAboveTwelveDecides() {
        #expect(ColumnMatch.dateFormats(of: ["03/04/2025", "05/06/2025"]) == ["dd/MM/yyyy", "MM/dd/yyyy"])
        #expect(ColumnMatch.dateFormats(of: ["03/04/2025", "25/06/2025"]) == ["dd/MM/yyyy"])
        #expect(ColumnMatch.dateFormats(of: ["2025-02-20", "1740000000"]) == [nil])
        #expect(ColumnMatch.dateFormats(of: ["soon"]).isEmpty)
    }

    @Test(
        arguments: [
            ("later,deposit,BTC,1", .unreadCell(column: "date", text: "later")),
            ("2025-02-25,swap,BTC,1", .unknownKind("swap", form: "columns")),
            ("2025-02-25,deposit,,1", .emptyCell(column: "coin")),
            ("2025-02-25,deposit,BTC,x", .unreadCell(column: "amount", text: "x")),
            ("2025-02-25,buy,BTC,1", .noMoney),
        ] as [(String, ReadingError)]) func cellsThatCannotBeReadNameTheirLine(row: String, error: ReadingError) async throws
    {
        let read = try await Self.read("date,type,coin,amount\n2025-02-25,deposit,BTC,1\n\n\(row)\n")
        #expect(read.lines == [4] && read.errors == [error], "\(read)")
    }

    @Test func ourOwnFilesAreNotForeign() throws {
        #expect(try Self.table("time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,1,\n").isOurs)
        #expect(try Self.table(TransactionTable.template).isOurs)
        #expect(TransactionTable(Array(#"{"transactions":[]}"#.utf8)) == nil)
        #expect(TransactionTable([]) == nil && TransactionTable(Array("one\n".utf8)) == nil)
    }

    private static func deposit(of quantity: String) async throws -> MatchedFile {
        try await read("date,type,coin,amount\n2025-02-25,deposit,BTC,\"\(quantity)\"\n")
    }

    @Test(arguments: [
        ("1E-05", "0.00001"), ("1.5e3", "1500"), ("2.5E+1", "25"), ("0.5 BTC", "0.5"), ("0.5btc", "0.5"), ("BTC 0.5", "0.5"),
        ("+5", "5"), ("1,234.5", "1234.5"), ("1 234,5", "1234.5"), ("1'234.5", "1234.5"), ("1.234.567", "1234567"), (".5", "0.5"),
        ("170141183460469231731.687303715884105727", "170141183460469231731.687303715884105727"),
    ])
    func numbersAreReadExactly(text: String, quantity: String) async throws {
        let read = try await Self.deposit(of: text)
        #expect(read.csv.hasSuffix(",deposit,,BTC,\(quantity),,,,,\n"), "\(read)")
    }

    @Test(arguments: [
        "12abc", "a5", "0x10", "1-2", "--5", "5%", "NaN", "12,34,567.8", "1.2.3", "1e", "€5", "5 ETH",
        "170141183460469231731.687303715884105728", "-170141183460469231731.687303715884105728",
    ])
    func textsThatAreNoAmountsOfTheCoinAreRefused(text: String) async throws {
        let read = try await Self.deposit(of: text)
        #expect(read.errors == [.unreadCell(column: "amount", text: text)], "\(read)")
    }

    @Test func aNumberThatCouldBeTwoIsLeftToThePerson() async throws {
        let head = "date,type,coin,amount\n2025-02-25,deposit,BTC,1.234\n"
        let table = try Self.table(head)
        #expect(ColumnMatch(of: table).isDecimalOpen(in: table))
        #expect(try await Self.read(head).errors == [.openFormats])
        #expect(try await Self.read(head + "2025-02-26,deposit,BTC,0.5\n").csv.contains(",BTC,1.234,"))
        #expect(try await Self.read(head + "2025-02-26,deposit,BTC,\"0,5\"\n").csv.contains(",BTC,1234,"))
    }

    /// Purchases would be taken for deposits.
    @Test func aColumnThatMayHaveTheKindsIsAskedFor() async throws {
        let text = "Day,Did,Coin,Amount,Remark\n2025-02-25,Erworben,BTC,0.5,\n2025-02-26,Abgestossen,BTC,0.2,x1\n"
        #expect(try await Self.read(text).errors == [.openKinds(["Did"])])
        let table = try Self.table(text)
        var match = ColumnMatch(of: table)
        #expect(match.openKinds(in: table) == [1])
        match.isWithoutKinds = true
        #expect(match.openKinds(in: table).isEmpty)
        let german = try await Self.read(text.replacing("Erworben", with: "Kauf").replacing("Abgestossen", with: "Verkauf"))
        #expect(Set(german.errors) == [.noMoney], "\(german)")
        #expect(try await Self.read("Day,Coin,Amount,Id\n2025-02-25,BTC,0.5,TX1\n").isRead)
    }

    @Test func aColumnOfDatesIsNoQuantity() throws {
        let match = ColumnMatch(of: try Self.table("a,b,c,d\n2025-02-25,20250225,BTC,0.5\n"))
        #expect(match.columns[.time] == 0 && match.columns[.quantity] == 3)
    }

    // MARK: Currencies

    @Test(arguments: [
        ("Total (EUR)", "BTC", "100", "100 eur", ["EUR"]), ("Total", "BTC", "€100", "100 eur", ["EUR"]),
        ("Total", "BTC", "100 EUR", "100 eur", ["EUR"]), ("Total", "BTC", "100 SEK", "100 currency-sek", ["SEK"]),
        ("Total", "BTC-EUR", "100", "100 eur", ["EUR"]), ("Total", "ETH/BTC", "0.03", "0.03 bitcoin", ["BTC", "ETH"]),
    ])
    func moneyInOtherCurrenciesIsNotDollars(
        column: String, coin: String, total: String, given: String, lacking: [String]
    ) async throws {
        let read = try await Self.read("date,type,coin,amount,\(column)\n2025-02-25,buy,\(coin),0.5,\(total)\n")
        #expect(read.given == given && read.rows.map { $0.valueError?.unpricedCoins } == [lacking], "\(read)")
    }

    @Test(arguments: ["Currency", "Quote currency", "totalCurrency", "Total Unit"])
    func aColumnCanStateTheCurrency(name: String) async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total,\(name)\n2025-02-25,buy,BTC,0.5,100,USD\n2025-02-26,buy,BTC,0.5,100,EUR\n")
        #expect(read.rows.map(\.kind) == [.buy, .swap] && read.rows.map(\.asset) == [bitcoin, .eur], "\(read)")
    }

    @Test func tokensPeggedToTheDollarCountAsDollarsAndAreNamed() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total\n2025-02-25,buy,BTC-USDT,0.5,100\n2025-02-25,buy,BTC,0.5,100 USDC\n")
        #expect(read.rows.map { $0.cash?.amount } == ["100", "100"] && read.tokens == ["USDC", "USDT"], "\(read)")
    }

    @Test func aFeeInAnotherAssetHasARowOfItsOwn() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total,fee,fee coin\n2025-02-25,buy,BTC,0.5,100,0.01,BNB\n2025-02-26,sell,BTC,0.5,100,2,SEK\n")
        #expect(read.csv.contains("00Z,buy,,BTC,0.5,100,,,,\n2025-02-25T00:00:00Z,fee,,BNB,0.01,,,,,\n"), "\(read.csv)")
        #expect(read.csv.contains(",sell,,BTC,0.5,100,,,,\n") && read.csv.contains(",fee,,currency-sek,2,"), "\(read.csv)")
    }

    @Test func aFeeInTheCoinIsTakenFromIt() async throws {
        let read = try await Self.read("date,type,coin,amount,total,fee,fee coin\n2025-02-25,buy,BTC,0.5,100,0.1,BTC\n")
        #expect(read.csv.contains(",buy,,BTC,0.4,80,20,"), "\(read.csv)")
    }

    @Test func aTotalThatIncludesTheFeeIsRecordedWithoutIt() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,price,total,fee\n2025-02-25,buy,BTC,2,50,101,1\n2025-02-25,sell,BTC,2,50,99,1\n")
        #expect(read.csv.contains(",buy,,BTC,2,100,1,") && read.csv.contains(",sell,,BTC,2,100,1,"), "\(read.csv)")
    }

    @Test(arguments: ["Buy", "Deposit", "Staking"])
    func coinsThatComeInAreNotNegative(kind: String) async throws {
        let read = try await Self.read("date,type,coin,amount,total\n2025-02-25,\(kind),BTC,-0.5,100\n")
        #expect(read.errors == [.negative("-0.5 BTC")], "\(read)")
    }

    @Test(arguments: [
        "Retail Staking Transfer", "Staking Purchase", "Staking Deposit", "Staking Withdrawal", "Staking fee", "Buy fee",
        "Sell/Buy", "Pending buy", "Short sell", "Chargeback deposit",
    ])
    func wordsThatSaySeveralKindsAreRefused(kind: String) async throws {
        let read = try await Self.read("date,type,coin,amount,total\n2025-02-25,\(kind),BTC,0.5,100\n")
        #expect(read.errors == [.unknownKind(kind, form: "columns")], "\(read)")
    }

    @Test(arguments: [
        ("Interest payout", "income"), ("Reward received", "income"), ("Staking reward deposit", "income"), ("Buy in EUR", "buy"),
        ("Withdrawal fee", "fee"), ("deposit_crypto", "deposit"),
    ])
    func wordsBesideTheKindAreNoOtherKind(text: String, kind: String) async throws {
        let read = try await Self.read("date,type,coin,amount,total\n2025-02-25,\(text),BTC,0.5,100\n")
        #expect(read.csv.contains(",\(kind),,BTC,0.5,"), "\(read)")
    }

    /// As in files of known programs, income is worth what the row states.
    @Test func incomeCountsAtItsValue() async throws {
        let read = try await Self.read("date,type,coin,amount,total\n2025-02-25,Staking,BTC,0.5,100\n")
        #expect(read.rows.map(\.isAtMarketValue) == [true] && read.rows.map { $0.value?.amount } == ["100"], "\(read)")
    }

    @Test func aTransferNeedsItsTarget() async throws {
        let head = "date,type,wallet,coin,amount,fee,to\n"
        let read = try await Self.read(head + "2025-02-25,Transfer,A,BTC,0.5,0.001,B\n")
        #expect(read.csv.contains(",transfer,A,BTC,0.5,,0.001,B,,"), "\(read)")
        #expect(try await Self.read(head + "2025-02-25,Transfer,A,BTC,0.5,,\n").errors == [.sameWallet])
    }

    @Test(arguments: [
        ("Swiss franc", "CHF"), ("Pound Sterling", "GBP"), ("(EUR)", "EUR"), ("Australian Dollars", "AUD"), ("[GBP]", "GBP"),
    ])
    func aCurrencyInWordsOrBracketsIsNotDollars(currency: String, code: String) async throws {
        let read = try await Self.read("date,type,coin,amount,total,currency\n2025-02-25,buy,BTC,2,100,\(currency)\n")
        let asset = try #require(Currency(code)).asset
        #expect(read.given == "100 \(asset)", "\(read)")
    }

    @Test(arguments: ["(USD)", "US Dollar", "-", "", "1"])
    func dollarsAreReadInWordsAndBracketsToo(currency: String) async throws {
        let read = try await Self.read("date,type,coin,amount,total,currency\n2025-02-25,buy,BTC,2,100,\(currency)\n")
        #expect(read.csv.contains(",buy,,BTC,2,100,"), "\(read)")
    }

    @Test(arguments: [
        ("Total (BYN)", "BYN"), ("TotalEUR", "EUR"), ("Total [RSD]", "RSD"), ("Total (pounds)", "GBP"), ("Amount in euro", "EUR"),
        ("Totale in franchi svizzeri", "CHF"), ("Kurs (Euro)", "EUR"), ("Price (Swiss francs)", "CHF"),
        ("Total in Canadian dollars", "CAD"), ("totale (dollari australiani)", "AUD"), ("Сумма в рублях", "RUB"),
        ("Сомасы (теңге)", "KZT"), ("Danish kroner", "DKK"),
    ])
    func theNameOfAChosenColumnStatesItsCurrency(name: String, code: String) async throws {
        let text = "date,type,coin,quantity,\(name)\n2025-02-25,buy,BTC,2,100\n"
        let asset = try #require(Currency(code)).asset
        let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3]
        let paid = try await Self.read(text, columns.merging([.cash: 4]) { $1 })
        #expect(paid.given == "100 \(asset)", "\(paid)")
        let priced = try await Self.read(text, columns.merging([.price: 4]) { $1 })
        #expect(priced.given == "200 \(asset)", "\(priced)")
    }

    @Test func aCurrencyOfSeveralCountriesIsRefused() async throws {
        let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4]
        let read = try await Self.read("date,type,coin,quantity,Total (kroner)\n2025-02-25,buy,BTC,2,100\n", columns)
        #expect(read.errors == [.currencySign("kroner")], "\(read)")
    }

    @Test(arguments: ["Total (dollars)", "Total (US dollars)", "Total in dollari", "Итого (доллары США)", "Total (incl. all)"])
    func dollarsInWordsAreDollars(name: String) async throws {
        let read = try await Self.read(
            "date,type,coin,quantity,\(name)\n2025-02-25,buy,BTC,2,100\n", [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4])
        #expect(read.csv.contains(",buy,,BTC,2,100,"), "\(read)")
    }

    /// A column that only says its currency in addition is matched.
    @Test(arguments: ["Total (GBP)", "Total (pounds)", "Total [Swiss francs]", "Сумма (рубли)"])
    func aCurrencyInBracketsHidesNoColumn(name: String) throws {
        let match = ColumnMatch(of: try Self.table("date,type,coin,quantity,\(name)\n2025-02-25,deposit,BTC,2,100\n"))
        #expect(match.columns[.cash] == 4)
    }

    @Test(arguments: ["Total (EUR),Total (USD)", "Total (GBP),Total", "Total,Total (pounds)"])
    func ofSeveralCurrenciesTheDollarsAreRead(names: String) async throws {
        let isLast = !names.hasPrefix("Total,")
        let read = try await Self.read(
            "date,type,coin,quantity,\(names)\n2025-02-25,buy,BTC,2,\(isLast ? "90,100" : "100,90")\n")
        #expect(read.csv.contains(",buy,,BTC,2,100,"), "\(read)")
    }

    @Test func aFeeInACoinThatItsColumnNamesInBracketsIsARowOfItsOwn() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total,fee (ADA)\n2025-02-25,buy,BTC,2,100,1\n",
            [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4, .fee: 5])
        #expect(read.csv.contains(",fee,,ADA,1,"), "\(read)")
    }

    @Test func aCellOfMegabytesIsNoNumber() async throws {
        let digits = String(repeating: "9", count: 900_000)
        let read = try await Self.read("date,type,coin,amount\n2025-02-25,deposit,BTC,\(digits)\n")
        #expect(read.errors == [.unreadCell(column: "amount", text: digits)])
    }

    @Test func aPriceIsNotNegative() async throws {
        let read = try await Self.read("date,type,coin,amount,price\n2025-02-25,buy,BTC,2,-50\n")
        #expect(read.errors == [.unreadCell(column: "price", text: "-50")], "\(read)")
    }

    @Test func linesAreCountedAlsoAfterACellThatSpansSeveral() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,note\n2025-02-25,deposit,BTC,1,\"two\nlines\"\n\n2025-02-26,deposit,BTC,1,x\n")
        #expect(read.lines == [2, 5], "\(read)")
    }

    @Test func aRowWithTooManyCellsIsRefused() async throws {
        let read = try await Self.read("date,type,coin,amount\n2025-02-25,deposit,BTC,1,000\n")
        #expect(read.errors == [.extraCell("000")], "\(read)")
    }

    @Test(arguments: ["Completed", "complete", "SUCCESS", "Filled", "Executed", "Ok", "confirmed"])
    func completedTransactionsAreRecorded(status: String) async throws {
        let read = try await Self.read("date,type,coin,amount,status\n2025-02-25,deposit,BTC,1,\(status)\n")
        #expect(read.source?.leftOut == [] && read.csv.contains(",deposit,,BTC,1,"), "\(read)")
    }

    @Test func transactionsThatWereNotCompletedAreLeftOutAndNamed() async throws {
        let read = try await Self.read(
            """
            date,type,coin,amount,fee,State
            2025-02-25,deposit,BTC,1,,CANCELLED
            2025-02-26,deposit,BTC,2,,Completed
            soon,swap,,,-1,Pending
            2025-02-27,deposit,BTC,4,,Cancelled
            """)
        #expect(read.texts.count == 1 && read.csv.contains(",BTC,2,") && read.lines == [3], "\(read)")
        #expect(read.source?.leftOut.map(\.why) == [.status("CANCELLED"), .status("Pending")])
        #expect(read.source?.leftOut.map(\.lines) == [[2, 5], [4]] && read.source?.hasNegativeFees == false)
    }

    @Test(arguments: ["partially filled", "2/3 confirmed", "Not sent", ""])
    func anUnknownStatusIsRefused(status: String) async throws {
        let read = try await Self.read(
            "date,type,coin,amount,status\n2025-02-25,deposit,BTC,1,\(status)\n2025-02-25,deposit,BTC,1,Ok\n")
        #expect(read.errors == [status.isEmpty ? .emptyCell(column: "status") : .unknownStatus(status)], "\(read)")
    }

    @Test func feesThatAreAllNegativeAreCosts() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total,fee\n2025-02-25,buy,BTC,1,100,-2\n2025-02-25,buy,BTC,1,100,0\n2025-02-25,sell,BTC,1,100,(3)\n"
        )
        #expect(read.source?.hasNegativeFees == true, "\(read)")
        #expect(read.csv.contains(",buy,,BTC,1,100,2,") && read.csv.contains(",sell,,BTC,1,100,3,"), "\(read.csv)")
    }

    @Test func aNegativeFeeAmongPositiveOnesIsARebate() async throws {
        let read = try await Self.read(
            "date,type,coin,amount,total,fee\n2025-02-25,buy,BTC,1,100,2\n2025-02-26,sell,BTC,1,100,-3\n")
        #expect(read.source?.hasNegativeFees == false && read.csv.contains(",buy,,BTC,1,100,2,"), "\(read.csv)")
        #expect(read.csv.contains(",income,,USD,3,") && read.csv.contains(",sell,,BTC,1,100,,"), "\(read.csv)")
    }

    @Test func titleLinesBeforeTheHeaderAreSkipped() async throws {
        let text = "Report, of 2025, for taxes\n\nOwner,Date\nDate;Type;Coin;Amount\n2025-02-25;deposit;BTC;1,5\n"
        #expect(try Self.table(text).names == ["Date", "Type", "Coin", "Amount"])
        let read = try await Self.read(text)
        #expect(read.csv.contains(",deposit,,BTC,1.5,") && read.lines == [5], "\(read)")
        let titles = String(repeating: "title\n", count: 20)
        #expect(TransactionTable(Array((titles + "Date,Type,Coin,Amount\n2025-02-25,deposit,BTC,1\n").utf8)) == nil)
    }

    @Test(arguments: [
        ("2025-02-25", "09:15:30", "2025-02-25T09:15:30Z"), ("25.02.2025", "09:15", "2025-02-25T09:15:00Z"),
        ("Feb 25, 2025", "9:15 PM", "2025-02-25T21:15:00Z"), ("2025-02-25", "09:15:30 +02:00", "2025-02-25T07:15:30Z"),
    ])
    func aTimeOfDayCanBeInAColumnOfItsOwn(date: String, clock: String, time: String) async throws {
        let read = try await Self.read("Date;Time;Type;Coin;Amount\n\(date);\(clock);deposit;BTC;1\n")
        #expect(read.csv.contains("\n\(time),deposit,"), "\(read)")
    }

    @Test func aWholeTimeBesideADateIsTheTime() async throws {
        let read = try await Self.read("Date,Time,Type,Coin,Amount\n2025-02-25,2025-02-25 09:15:00,deposit,BTC,1\n")
        #expect(read.csv.contains("\n2025-02-25T09:15:00Z,deposit,"), "\(read)")
    }

    @Test(arguments: [
        ("Europe/Amsterdam", "2025-02-25", "08:15:00Z"), ("Europe/Amsterdam", "2025-07-25", "07:15:00Z"),
        ("UTC", "2025-07-25", "09:15:00Z"),
        ("", "2025-07-25", "09:15:00Z"),
    ])
    func timesAreReadInTheTimeZoneOfTheirRow(zone: String, day: String, clock: String) async throws {
        let read = try await Self.read(
            "Timezone,Date,Type,Coin,Amount\n\(zone),\(day) 09:15,deposit,BTC,1\nUTC,\(day),deposit,BTC,1\n")
        #expect(read.csv.contains("\n\(day)T\(clock),deposit,") && read.csv.contains("\n\(day)T00:00:00Z,deposit,"), "\(read)")
    }

    @Test func anUnknownTimeZoneIsRefusedAndOneOfUTCTimesIsNotUsed() async throws {
        let refused = try await Self.read("Timezone,Date,Type,Coin,Amount\nCET,2025-02-25 09:15,deposit,BTC,1\n")
        #expect(refused.errors == [.unreadCell(column: "Timezone", text: "CET")])
        let read = try await Self.read("Timezone,Date (UTC),Type,Coin,Amount\nEurope/Rome,2025-02-25 09:15,deposit,BTC,1\n")
        #expect(read.csv.contains("\n2025-02-25T09:15:00Z,"), "\(read)")
    }

    @Test(arguments: ["BTC price", "Price (BTC)"])
    func thePriceOfANamedCoinIsInDollarsOnlyIfTheFileSaysSo(name: String) async throws {
        func read(_ head: String, _ price: String, _ coin: String = "BTC") async throws -> MatchedFile {
            try await Self.read("date,type,coin,amount,\(head)\n2025-02-25,buy,\(coin),2,\(price)\n")
        }
        for (head, price, coin) in [("\(name),fee (USD)", "50,", "BTC"), (name, "$50", "BTC"), (name, "50", "BTC-USD")] {
            let read = try await read(head, price, coin)
            #expect(read.csv.contains(",buy,,BTC,2,100,"), "\(read)")
        }
        for (head, price) in [(name, "50"), ("\(name),fee (USD)", "50 BTC,")] {
            let read = try await read(head, price)
            #expect(read.errors == [.unreadCell(column: name, text: price.replacing(",", with: ""))], "\(read)")
        }
        #expect(try await read("\(name),fee (USD)", "50,", "ETH").given == "100 bitcoin")
    }
}
