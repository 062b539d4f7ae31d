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
}
