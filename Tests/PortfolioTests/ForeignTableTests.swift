import Ledger
import Market
import Portfolio
import Testing

/// Tables of other programs: their columns are matched by name and content, and what is ambiguous is left to the person.
@Suite struct ForeignTableTests {
    private static func table(_ text: String) throws -> TransactionTable { try #require(TransactionTable(Array(text.utf8))) }

    private static func read(_ text: String) throws -> MatchedTransactions {
        let table = try table(text)
        return MatchedTransactions(table, ColumnMatch(of: table))
    }

    @Test func naturalColumnsAreMatchedByName() throws {
        let read = try Self.read(
            """
            Date,Type,Coin,Amount,Price (USD),Fees,Notes
            2025-02-25 10:30,Buy,BTC-USD,0.5,"1,000",$1.50,first
            2025-02-26,Sold,BTC,-0.1,1200,,
            2025-02-27,Staking reward,ETH,0.01,,,
            2025-02-28,Deposit,USD,100,,,
            """)
        #expect(read.faults.isEmpty)
        let lines = read.csv.split(separator: "\n").dropFirst().map(String.init)
        #expect(lines[0] == "2025-02-25T10:30:00Z,buy,,BTC,0.5,500,1.5,,,first")
        #expect(lines[1] == "2025-02-26T00:00:00Z,sell,,BTC,0.1,120,,,,")
        #expect(lines[2] == "2025-02-27T00:00:00Z,income,,ETH,0.01,,,,,")
        #expect(lines[3] == "2025-02-28T00:00:00Z,deposit,,USD,100,,,,,")
    }

    @Test func columnsWithoutTellingNamesAreMatchedByContent() throws {
        let read = try Self.read("a;b;c;d\n25.02.2025 10:00;acquisto;BTC;0,5\n26.02.2025 11:00;vendita;BTC;0,25\n")
        #expect(read.faults.isEmpty && read.csv.contains("2025-02-25T10:00:00Z,buy,,BTC,0.5,"), "\(read.csv)")
    }

    @Test func unknownKindsAmongKnownOnesAreRefused() throws {
        let read = try Self.read("a;b;c;d\n25.02.2025;acquisto;BTC;0,5\n26.02.2025;vendita;BTC;0,25\n27.02.2025;permuta;BTC;0,25\n")
        #expect(read.faults.map(\.field) == [.kind] && read.csv.contains(",sell,,BTC,0.25,"), "\(read.csv)")
    }

    @Test func withoutAKindTheSignOfTheAmountCounts() throws {
        let read = try Self.read("date,symbol,quantity,price\n2025-02-25,BTC,2,100\n2025-02-26,BTC,-1,110\n")
        #expect(read.csv.contains(",buy,,BTC,2,200,") && read.csv.contains(",sell,,BTC,1,110,"))
    }

    @Test func ambiguousDatesHaveSeveralFormatsAndADayAboveTwelveDecides() {
        #expect(ColumnMatch.dateFormats(of: ["03/04/2025", "05/06/2025"]) == ["dd/MM/yyyy", "MM/dd/yyyy"])
        #expect(ColumnMatch.dateFormats(of: ["03/04/2025", "25/06/2025"]) == ["dd/MM/yyyy"])
        #expect(ColumnMatch.dateFormats(of: ["2025-02-20", "1740000000"]) == [nil])
        #expect(ColumnMatch.dateFormats(of: ["soon"]).isEmpty)
    }

    @Test func cellsThatCannotBeReadNameTheirLine() throws {
        let read = try Self.read("date,type,coin,amount\n2025-02-25,buy,BTC,1\n\nlater,swap,,x\n")
        #expect(read.faults.map(\.line) == Array(repeating: 4, count: 4))
        #expect(Set(read.faults.map(\.field)) == [.time, .kind, .asset, .quantity])
        #expect(read.line(3) == 4)
    }

    @Test func ourOwnFilesAreNotForeign() throws {
        #expect(try Self.table("time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,1,\n").isOurs)
        #expect(try Self.table(TransactionTable.template).isOurs)
        #expect(TransactionTable(Array(#"{"transactions":[]}"#.utf8)) == nil)
        #expect(TransactionTable([]) == nil && TransactionTable(Array("one\n".utf8)) == nil)
    }

    private static func deposit(of quantity: String) throws -> MatchedTransactions {
        try read("date,type,coin,amount\n2025-02-25,deposit,BTC,\"\(quantity)\"\n")
    }

    @Test(arguments: [
        ("1E-05", "0.00001"), ("1.5e3", "1500"), ("2.5E+1", "25"), ("0.5 BTC", "0.5"), ("0.5btc", "0.5"), ("BTC 0.5", "0.5"),
        ("+5", "5"), ("1,234.5", "1234.5"), ("1 234,5", "1234.5"), ("1'234.5", "1234.5"), ("1.234.567", "1234567"), (".5", "0.5"),
        ("170141183460469231731.687303715884105727", "170141183460469231731.687303715884105727"),
    ])
    func numbersAreReadExactly(text: String, quantity: String) throws {
        let read = try Self.deposit(of: text)
        #expect(read.faults.isEmpty && read.csv.hasSuffix(",deposit,,BTC,\(quantity),,,,,\n"), "\(read.csv)")
    }

    @Test(arguments: [
        "1E-30", "12abc", "a5", "0x10", "1-2", "--5", "5%", "NaN", "12,34,567.8", "1.2.3", "1e", "€5", "5 ETH",
        "170141183460469231731.687303715884105728", "-170141183460469231731.687303715884105728",
    ])
    func textsThatAreNoAmountsOfTheCoinAreRefused(text: String) throws {
        let read = try Self.deposit(of: text)
        #expect(read.faults.map(\.field) == [.quantity], "\(read.csv)")
    }

    @Test func aNumberThatCouldBeTwoIsLeftToThePerson() throws {
        let head = "date,type,coin,amount\n2025-02-25,deposit,BTC,1.234\n"
        let table = try Self.table(head)
        #expect(ColumnMatch(of: table).isDecimalOpen(in: table))
        #expect(try Self.read(head).faults.map(\.field) == [.quantity])
        #expect(try Self.read(head + "2025-02-26,deposit,BTC,0.5\n").csv.contains(",BTC,1.234,"))
        #expect(try Self.read(head + "2025-02-26,deposit,BTC,\"0,5\"\n").csv.contains(",BTC,1234,"))
    }

    @Test func aColumnOfDatesIsNoQuantity() throws {
        let match = ColumnMatch(of: try Self.table("a,b,c,d\n2025-02-25,20250225,BTC,0.5\n"))
        #expect(match.columns[.time] == 0 && match.columns[.quantity] == 3)
    }

    @Test(arguments: [
        ("Total (EUR)", "BTC", "100", "EUR"), ("Total", "BTC", "€100", "EUR"), ("Total", "BTC", "100 EUR", "EUR"),
        ("Total", "BTC", "100 SEK", "SEK"), ("Total", "BTC-EUR", "100", "EUR"), ("Total", "ETH/BTC", "0.03", "BTC"),
    ])
    func moneyInOtherCurrenciesIsRefused(column: String, coin: String, total: String, currency: String) throws {
        let read = try Self.read("date,type,coin,amount,\(column)\n2025-02-25,buy,\(coin),0.5,\(total)\n")
        #expect(read.faults.map(\.reason) == [.unit(currency, expected: "USD")], "\(read.faults)")
    }

    @Test(arguments: ["Currency", "Quote currency", "totalCurrency", "Total Unit"])
    func aColumnCanStateTheCurrency(name: String) throws {
        let read = try Self.read(
            "date,type,coin,amount,total,\(name)\n2025-02-25,buy,BTC,0.5,100,USD\n2025-02-25,buy,BTC,0.5,100,EUR\n")
        #expect(read.faults.map(\.line) == [3] && read.faults.map(\.reason) == [.unit("EUR", expected: "USD")], "\(read.faults)")
    }

    @Test func tokensPeggedToTheDollarCountAsDollarsAndAreNamed() throws {
        let read = try Self.read("date,type,coin,amount,total\n2025-02-25,buy,BTC-USDT,0.5,100\n2025-02-25,buy,BTC,0.5,100 USDC\n")
        #expect(read.faults.isEmpty && read.tokens == ["USDT", "USDC"])
    }

    @Test func aFeeInAnotherAssetHasARowOfItsOwn() throws {
        let read = try Self.read(
            "date,type,coin,amount,total,fee,fee coin\n2025-02-25,buy,BTC,0.5,100,0.01,BNB\n2025-02-26,sell,BTC,0.5,100,2,SEK\n")
        #expect(read.csv.contains("00Z,buy,,BTC,0.5,100,,,,\n2025-02-25T00:00:00Z,fee,,BNB,0.01,,,,,\n"), "\(read.csv)")
        #expect(read.faults.map(\.reason) == [.unit("SEK", expected: "USD")] && read.line(3) == 2)
    }

    @Test func aTotalThatIncludesTheFeeIsRecordedWithoutIt() throws {
        let read = try Self.read(
            "date,type,coin,amount,price,total,fee\n2025-02-25,buy,BTC,2,50,101,1\n2025-02-25,sell,BTC,2,50,99,1\n")
        #expect(read.csv.contains(",buy,,BTC,2,100,1,") && read.csv.contains(",sell,,BTC,2,100,1,"), "\(read.csv)")
    }

    @Test(arguments: ["Buy", "Deposit", "Staking"])
    func coinsThatComeInAreNotNegative(kind: String) throws {
        let read = try Self.read("date,type,coin,amount,total\n2025-02-25,\(kind),BTC,-0.5,100\n")
        #expect(read.faults.map(\.reason) == [.negative])
    }

    @Test(arguments: [
        "Retail Staking Transfer", "Staking Purchase", "Staking Deposit", "Staking Withdrawal", "Staking fee", "Buy fee",
        "Sell/Buy", "Pending buy", "Short sell", "Chargeback deposit",
    ])
    func wordsThatSaySeveralKindsAreRefused(kind: String) throws {
        let read = try Self.read("date,type,coin,amount,total\n2025-02-25,\(kind),BTC,0.5,100\n")
        #expect(read.faults.map(\.field) == [.kind])
    }

    @Test(arguments: [
        ("Interest payout", "income"), ("Reward received", "income"), ("Staking reward deposit", "income"), ("Buy in EUR", "buy"),
        ("Withdrawal fee", "fee"), ("deposit_crypto", "deposit"),
    ])
    func wordsBesideTheKindAreNoOtherKind(text: String, kind: String) throws {
        let read = try Self.read("date,type,coin,amount,total\n2025-02-25,\(text),BTC,0.5,100\n")
        #expect(read.faults.isEmpty && read.csv.contains(",\(kind),,BTC,0.5,"), "\(read.csv)")
    }

    @Test(arguments: ["Swiss franc", "Pound Sterling", "(EUR)", "Australian Dollars", "[GBP]"])
    func aCurrencyInWordsOrBracketsIsNotDollars(currency: String) throws {
        let read = try Self.read("date,type,coin,amount,total,currency\n2025-02-25,buy,BTC,2,100,\(currency)\n")
        #expect(read.faults.map(\.field) == [.cash])
    }

    @Test(arguments: ["(USD)", "US Dollar", "-", "", "1"])
    func dollarsAreReadInWordsAndBracketsToo(currency: String) throws {
        let read = try Self.read("date,type,coin,amount,total,currency\n2025-02-25,buy,BTC,2,100,\(currency)\n")
        #expect(read.faults.isEmpty && read.csv.contains(",buy,,BTC,2,100,"), "\(read.faults)")
    }

    @Test(arguments: ["Total (BYN)", "TotalEUR", "Total [RSD]"])
    func theNameOfAChosenColumnStatesItsCurrency(name: String) throws {
        let table = try Self.table("date,type,coin,amount,\(name)\n2025-02-25,buy,BTC,2,100\n")
        let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4]
        let match = ColumnMatch(table, columns, dateFormat: nil, decimal: nil)
        #expect(MatchedTransactions(table, match).faults.map(\.field) == [.cash])
    }

    @Test(arguments: [
        ("Total (pounds)", "GBP"), ("Amount in euro", "EUR"), ("Totale in franchi svizzeri", "CHF"), ("Kurs (Euro)", "EUR"),
        ("Price (Swiss francs)", "CHF"), ("Total in Canadian dollars", "CAD"), ("totale (dollari australiani)", "AUD"),
        ("Сумма в рублях", "RUB"), ("Сомасы (теңге)", "KZT"), ("Danish kroner", "DKK"), ("Total (kroner)", "kroner"),
    ])
    func currenciesInWordsInTheNameOfAColumnAreUnits(name: String, code: String) throws {
        let table = try Self.table("date,type,coin,quantity,\(name)\n2025-02-25,buy,BTC,2,100\n")
        for field in [ColumnMatch.Field.cash, .price] {
            let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3, field: 4]
            let read = MatchedTransactions(table, ColumnMatch(table, columns, dateFormat: nil, decimal: nil))
            #expect(read.faults.map(\.reason) == [.unit(code, expected: "USD")], "\(field): \(read.faults)")
        }
    }

    @Test(arguments: ["Total (dollars)", "Total (US dollars)", "Total in dollari", "Итого (доллары США)", "Total (incl. all)"])
    func dollarsInWordsAreDollars(name: String) throws {
        let table = try Self.table("date,type,coin,quantity,\(name)\n2025-02-25,buy,BTC,2,100\n")
        let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4]
        let read = MatchedTransactions(table, ColumnMatch(table, columns, dateFormat: nil, decimal: nil))
        #expect(read.faults.isEmpty && read.csv.contains(",buy,,BTC,2,100,"), "\(read.faults)")
    }

    /// A column that only says its currency in addition is matched, so that its currency is asked about.
    @Test(arguments: ["Total (GBP)", "Total (pounds)", "Total [Swiss francs]", "Сумма (рубли)"])
    func aCurrencyInBracketsHidesNoColumn(name: String) throws {
        let read = try Self.read("date,type,coin,quantity,\(name)\n2025-02-25,deposit,BTC,2,100\n")
        #expect(read.faults.map(\.field) == [.cash], "\(read.csv)")
    }

    @Test(arguments: ["Total (EUR),Total (USD)", "Total (GBP),Total", "Total,Total (pounds)"])
    func ofSeveralCurrenciesTheDollarsAreRead(names: String) throws {
        let isLast = !names.hasPrefix("Total,")
        let read = try Self.read(
            "date,type,coin,quantity,\(names)\n2025-02-25,buy,BTC,2,\(isLast ? "90,100" : "100,90")\n")
        #expect(read.faults.isEmpty && read.csv.contains(",buy,,BTC,2,100,"), "\(read.faults) \(read.csv)")
    }

    // MARK: Totals

    @Test(arguments: [
        // What the fee explains.
        ("buy", "2", "50.00", "101.00", "1"), ("sell", "2", "50.00", "99.00", "1"), ("buy", "2", "50.00", "100.40", "1"),
        // What rounding explains, that of the price or of a quantity with many places.
        ("buy", "3", "33.33", "100.00", ""), ("buy", "0.0123", "98765.43", "1219.00", ""), ("buy", "1000", "0.12", "123.45", ""),
    ])
    func totalsThatTheFeeOrRoundingExplainAreNotNamed(
        kind: String, quantity: String, price: String, total: String, fee: String
    ) throws {
        let read = try Self.read(
            "date,type,coin,amount,price,total,fee\n2025-02-25,\(kind),BTC,\(quantity),\(price),\(total),\(fee)\n")
        #expect(read.faults.isEmpty && read.differingTotals.isEmpty, "\(read.csv)")
    }

    @Test func totalsThatDifferAreRecordedAndNamed() throws {
        let read = try Self.read(
            """
            date,type,coin,amount,price,total,fee
            2025-02-25,buy,BTC,0.5,60000.00,30000.00,10.00
            2025-02-26,buy,BTC,0.5,60000.00,31000.00,10.00
            2025-02-27,deposit,BTC,0.5,60000,3000,
            2025-02-28,withdrawal,BTC,0.1,,700,
            2025-03-01,sell,BTC,0.5,60000.00,29980.00,10.00
            """)
        #expect(read.faults.isEmpty && read.differingTotals == [3, 4, 6])
        #expect(read.csv.contains(",buy,,BTC,0.5,30990,10,"), "\(read.csv)")
    }

    @Test func aFeeInCoinsExplainsWhatItIsWorth() throws {
        func read(_ total: String) throws -> [Int] {
            try Self.read(
                "date,type,coin,amount,price,total,fee,fee coin\n2025-02-25,buy,BTC,0.999,100.00,\(total),0.001,BTC\n"
            ).differingTotals
        }
        #expect(try read("100.00") == [] && read("101.00") == [2])
    }

    @Test func aFeeInACoinThatItsColumnNamesInBracketsIsARowOfItsOwn() throws {
        let table = try Self.table("date,type,coin,amount,total,fee (ADA)\n2025-02-25,buy,BTC,2,100,1\n")
        let columns: [ColumnMatch.Field: Int] = [.time: 0, .kind: 1, .asset: 2, .quantity: 3, .cash: 4, .fee: 5]
        let read = MatchedTransactions(table, ColumnMatch(table, columns, dateFormat: nil, decimal: nil))
        #expect(read.faults.isEmpty && read.csv.contains(",fee,,ADA,1,"), "\(read.csv)")
    }

    @Test func aCellOfMegabytesIsNoNumber() throws {
        let digits = String(repeating: "9", count: 900_000)
        let clock = ContinuousClock()
        let start = clock.now
        let read = try Self.read("date,type,coin,amount\n2025-02-25,deposit,BTC,\(digits)\n")
        #expect(read.faults.map(\.field) == [.quantity] && clock.now - start < .seconds(5))
    }

    @Test func aPriceIsNotNegative() throws {
        let read = try Self.read("date,type,coin,amount,price\n2025-02-25,buy,BTC,2,-50\n")
        #expect(read.faults.map(\.field) == [.price])
    }

    @Test func linesAreCountedAlsoAfterACellThatSpansSeveral() throws {
        let read = try Self.read(
            "date,type,coin,amount,note\n2025-02-25,deposit,BTC,1,\"two\nlines\"\n\n2025-02-26,deposit,BTC,1,x\n")
        #expect(read.line(2) == 2 && read.line(4) == 5)
    }

    @Test func aRowWithTooManyCellsIsRefused() throws {
        let read = try Self.read("date,type,coin,amount\n2025-02-25,deposit,BTC,1,000\n")
        #expect(read.faults.map(\.reason) == [.extraCell] && read.faults.map(\.text) == ["000"])
    }

    @Test(arguments: ["Completed", "complete", "SUCCESS", "Filled", "Executed", "Ok", "confirmed"])
    func completedTransactionsAreRecorded(status: String) throws {
        let read = try Self.read("date,type,coin,amount,status\n2025-02-25,deposit,BTC,1,\(status)\n")
        #expect(read.faults.isEmpty && read.leftOut.isEmpty && read.csv.contains(",deposit,,BTC,1,"))
    }

    @Test func transactionsThatWereNotCompletedAreLeftOutAndNamed() throws {
        let read = try Self.read(
            """
            date,type,coin,amount,fee,State
            2025-02-25,deposit,BTC,1,,CANCELLED
            2025-02-26,deposit,BTC,2,,Completed
            soon,swap,,,-1,Pending
            2025-02-27,deposit,BTC,4,,Cancelled
            """)
        #expect(read.faults.isEmpty && read.csv.split(separator: "\n").count == 2 && read.csv.contains(",BTC,2,"))
        #expect(read.leftOut.map(\.status) == ["CANCELLED", "Pending"] && read.leftOut.map(\.lines) == [[2, 5], [4]])
        #expect(read.line(2) == 3 && !read.hasNegativeFees)
    }

    @Test(arguments: ["partially filled", "2/3 confirmed", "Not sent", ""])
    func anUnknownStatusIsRefused(status: String) throws {
        let read = try Self.read("date,type,coin,amount,status\n2025-02-25,deposit,BTC,1,\(status)\n2025-02-25,deposit,BTC,1,Ok\n")
        #expect(read.faults.map(\.reason) == [status.isEmpty ? .unread : .status] && read.faults.map(\.text) == [status])
    }

    @Test func feesThatAreAllNegativeAreCosts() throws {
        let read = try Self.read(
            "date,type,coin,amount,total,fee\n2025-02-25,buy,BTC,1,100,-2\n2025-02-25,buy,BTC,1,100,0\n2025-02-25,sell,BTC,1,100,(3)\n"
        )
        #expect(read.faults.isEmpty && read.hasNegativeFees)
        #expect(read.csv.contains(",buy,,BTC,1,100,2,") && read.csv.contains(",sell,,BTC,1,100,3,"), "\(read.csv)")
    }

    @Test func aNegativeFeeAmongPositiveOnesIsRefused() throws {
        let read = try Self.read("date,type,coin,amount,total,fee\n2025-02-25,buy,BTC,1,100,2\n2025-02-25,sell,BTC,1,100,-3\n")
        #expect(!read.hasNegativeFees && read.faults.map(\.line) == [3] && read.faults.map(\.reason) == [.negativeFee])
    }

    @Test func titleLinesBeforeTheHeaderAreSkipped() throws {
        let table = try Self.table("Report, of 2025, for taxes\n\nOwner,Date\nDate;Type;Coin;Amount\n2025-02-25;deposit;BTC;1,5\n")
        let read = MatchedTransactions(table, ColumnMatch(of: table))
        #expect(table.names == ["Date", "Type", "Coin", "Amount"] && table.rows.map(\.line) == [5])
        #expect(read.faults.isEmpty && read.csv.contains(",deposit,,BTC,1.5,") && read.line(2) == 5, "\(read.csv)")
        let titles = String(repeating: "title\n", count: 20)
        #expect(TransactionTable(Array((titles + "Date,Type,Coin,Amount\n2025-02-25,deposit,BTC,1\n").utf8)) == nil)
    }

    @Test(arguments: [
        ("2025-02-25", "09:15:30", "2025-02-25T09:15:30Z"), ("25.02.2025", "09:15", "2025-02-25T09:15:00Z"),
        ("Feb 25, 2025", "9:15 PM", "2025-02-25T21:15:00Z"), ("2025-02-25", "09:15:30 +02:00", "2025-02-25T07:15:30Z"),
    ])
    func aTimeOfDayCanBeInAColumnOfItsOwn(date: String, clock: String, time: String) throws {
        let read = try Self.read("Date;Time;Type;Coin;Amount\n\(date);\(clock);deposit;BTC;1\n")
        #expect(read.faults.isEmpty && read.csv.contains("\n\(time),deposit,"), "\(read.csv)")
    }

    @Test func aWholeTimeBesideADateIsTheTime() throws {
        let read = try Self.read("Date,Time,Type,Coin,Amount\n2025-02-25,2025-02-25 09:15:00,deposit,BTC,1\n")
        #expect(read.faults.isEmpty && read.csv.contains("\n2025-02-25T09:15:00Z,deposit,"), "\(read.csv)")
    }

    @Test(arguments: [
        ("Europe/Amsterdam", "2025-02-25", "08:15:00Z"), ("Europe/Amsterdam", "2025-07-25", "07:15:00Z"),
        ("UTC", "2025-07-25", "09:15:00Z"),
        ("", "2025-07-25", "09:15:00Z"),
    ])
    func timesAreReadInTheTimeZoneOfTheirRow(zone: String, day: String, clock: String) throws {
        let read = try Self.read("Timezone,Date,Type,Coin,Amount\n\(zone),\(day) 09:15,deposit,BTC,1\nUTC,\(day),deposit,BTC,1\n")
        #expect(read.faults.isEmpty && read.csv.contains("\n\(day)T\(clock),deposit,"), "\(read.csv)")
        #expect(read.csv.contains("\n\(day)T00:00:00Z,deposit,"))
    }

    @Test func anUnknownTimeZoneIsRefusedAndOneOfUTCTimesIsNotUsed() throws {
        #expect(
            try Self.read("Timezone,Date,Type,Coin,Amount\nCET,2025-02-25 09:15,deposit,BTC,1\n").faults.map(\.field) == [.zone])
        let read = try Self.read("Timezone,Date (UTC),Type,Coin,Amount\nEurope/Rome,2025-02-25 09:15,deposit,BTC,1\n")
        #expect(read.csv.contains("\n2025-02-25T09:15:00Z,"), "\(read.csv)")
    }

    @Test(arguments: ["BTC price", "Price (BTC)"])
    func thePriceOfANamedCoinIsInDollarsOnlyIfTheFileSaysSo(name: String) throws {
        func read(_ head: String, _ price: String, _ coin: String = "BTC") throws -> MatchedTransactions {
            try Self.read("date,type,coin,amount,\(head)\n2025-02-25,buy,\(coin),2,\(price)\n")
        }
        for (head, price, coin) in [("\(name),fee (USD)", "50,", "BTC"), (name, "$50", "BTC"), (name, "50", "BTC-USD")] {
            let read = try read(head, price, coin)
            #expect(read.faults.isEmpty && read.csv.contains(",buy,,BTC,2,100,"), "\(read.faults) \(read.csv)")
        }
        for (head, price, coin) in [
            (name, "50", "BTC"), ("\(name),fee (USD)", "50 BTC,", "BTC"), ("\(name),fee (USD)", "50,", "ETH"),
        ] {
            let read = try read(head, price, coin)
            #expect(read.faults.map(\.reason) == [.unit("BTC", expected: "USD")], "\(read.csv)")
        }
    }
}
