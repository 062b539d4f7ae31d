import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Files with the columns of well-known exchanges, and made-up rows.
@Suite(.serialized) struct ExchangeFileTests {
    private static func read(_ text: String) async throws -> MatchedFile {
        let table = try #require(TransactionTable(Array(text.utf8)))
        let match = ColumnMatch(of: table)
        #expect(match.missing.isEmpty && match.dateFormats(in: table).count == 1 && !match.isDecimalOpen(in: table))
        return try await MatchedFile(text)
    }

    @Test func coinbase() async throws {
        let read = try await Self.read(
            """
            ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
            a1,2025-02-03 09:15:00 UTC,Buy,BTC,0.01,USD,$98000.00,$980.00,$989.80,$9.80,Bought 0.01 BTC
            a2,2025-02-04 10:00:00 UTC,Staking Income,ETH,0.00012,USD,$2700.00,$0.32400,$0.32400,$0.00,
            a3,2025-02-05 11:00:00 UTC,Send,BTC,-0.002,USD,$97000.00,-$194.00,-$194.00,$0.00,
            a4,2025-02-06 09:15:00 UTC,Buy,BTC,0.01,EUR,€95000.00,€950.00,€959.50,€9.50,

            """)
        #expect(read.tokens.isEmpty)
        #expect(
            read.texts.prefix(3) == [
                "2025-02-03T09:15:00Z,buy,,BTC,0.01,980,9.8,,,Bought 0.01 BTC",
                "2025-02-04T10:00:00Z,income,,ETH,0.00012,,,,0.324,", "2025-02-05T11:00:00Z,withdrawal,,BTC,0.002,,,,194,",
            ])
        #expect(read.texts.count == 4 && read.texts[3].hasPrefix("2025-02-06T09:15:00Z,swap,,EUR,959.5,"), "\(read)")
    }

    /// Older exports begin with titles.
    @Test func coinbaseWithTitles() async throws {
        let read = try await Self.read(
            """
            "You can use this transaction report to inform your likely tax obligations. For US customers, other records count."

            Transactions
            User,Jane Doe,5a1
            Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
            2024-02-03T09:15:00Z,Buy,BTC,0.01,USD,35000.00,350.00,355.21,5.21,Bought 0.01 BTC
            2024-02-04T09:15:00Z,Buy,BTC,0.01,EUR,30000.00,300.00,305.21,5.21,Bought 0.01 BTC

            """)
        #expect(read.texts.first == "2024-02-03T09:15:00Z,buy,,BTC,0.01,350,5.21,,,Bought 0.01 BTC", "\(read)")
        #expect(read.lines == [6, 7] && read.texts.last?.contains(",swap,,EUR,305.21,") == true, "\(read)")
    }

    @Test func bitvavo() async throws {
        let read = try await Self.read(
            """
            Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address
            Europe/Amsterdam,2025-02-03,09:15:00.620,buy,BTC,0.01,USDC,98000,USDC,-982.45,USDC,2.45,Completed,t1,
            Europe/Amsterdam,2025-07-04,00:30:00,withdrawal,BTC,-0.002,,,,,BTC,0.0001,Completed,t2,1Mx
            Europe/Amsterdam,2025-07-05,10:00:00,withdrawal,BTC,-0.002,,,,,BTC,0.0001,Cancelled,t3,1Mx
            Europe/Amsterdam,2025-07-06,10:00:00,staking,ETH,0.0001,,,,,ETH,,Distributed,t4,

            """)
        #expect(read.tokens == ["USDC"] && read.source?.leftOut.map(\.lines) == [[4]], "\(read)")
        #expect(
            read.texts == [
                "2025-02-03T08:15:00Z,buy,,BTC,0.01,980,2.45,,,", "2025-07-03T22:30:00Z,withdrawal,,BTC,0.002,,,,,",
                "2025-07-03T22:30:00Z,fee,,BTC,0.0001,,,,,", "2025-07-06T08:00:00Z,income,,ETH,0.0001,,,,,",
            ])
    }

    @Test func coinbaseAdvanced() async throws {
        let read = try await Self.read(
            """
            portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit
            default,1001,BTC-USD,BUY,2025-02-03T09:15:00.000Z,0.01,BTC,98000,5.88,-985.88,USD
            default,1002,BTC-USD,SELL,2025-02-04T10:00:00.000Z,0.01,BTC,99000,5.94,984.06,USD
            default,1003,ETH-EUR,BUY,2025-02-05T11:00:00.000Z,0.1,ETH,2600,1.56,-261.56,EUR

            """)
        #expect(
            read.texts.prefix(2) == [
                "2025-02-03T09:15:00Z,buy,default,BTC,0.01,980,5.88,,,", "2025-02-04T10:00:00Z,sell,default,BTC,0.01,990,5.94,,,",
            ])
        #expect(read.texts.last?.contains(",swap,default,EUR,261.56,") == true, "\(read)")
    }

    @Test func krakenTrades() async throws {
        let read = try await Self.read(
            """
            txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers
            T1,O1,XXBTZUSD,2025-02-03 09:15:00.1234,buy,limit,98000.0,980.00000,2.54800,0.01000000,0.00000,,L1
            T2,O2,XETHZEUR,2025-02-04 10:00:00.5000,sell,market,2600.0,260.00000,0.67600,0.10000000,0.00000,,L2

            """)
        #expect(read.texts.first == "2025-02-03T09:15:00Z,buy,,BTC,0.01,980,2.548,,,", "\(read)")
        #expect(read.texts.last?.contains(",swap,,ETH,0.1,") == true, "\(read)")
        #expect(read.rows.last?.received == .init(.eur, "259.324"), "\(read)")
    }

    @Test func krakenLedgers() async throws {
        let read = try await Self.read(
            """
            txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
            L1,R1,2025-02-03 09:00:00,deposit,,currency,ZUSD,1000.0000,0.0000,1000.0000
            L2,R2,2025-02-05 10:00:00,withdrawal,,currency,XXBT,-0.0100000000,0.0000200000,0.1000000000

            """)
        #expect(
            read.texts == [
                "2025-02-03T09:00:00Z,deposit,,USD,1000,,,,,", "2025-02-05T10:00:00Z,withdrawal,,BTC,0.01,,,,,",
                "2025-02-05T10:00:00Z,fee,,BTC,0.00002,,,,,",
            ])
    }

    @Test func binanceTrades() async throws {
        let read = try await Self.read(
            """
            Date(UTC),Pair,Side,Price,Executed,Amount,Fee
            2025-02-03 09:15:00,BTCUSDT,BUY,98000,0.01BTC,980USDT,0.00001BTC
            2025-02-04 10:00:00,ETHUSDT,SELL,2700,0.1ETH,270USDT,0.0003BNB
            2025-02-05 11:00:00,BTCEUR,BUY,94000,0.01BTC,940EUR,0.00001BTC

            """)
        // 0.00001 of 0.01 BTC is the fee: 0.98 of 980 dollars.
        #expect(
            read.texts.prefix(3) == [
                "2025-02-03T09:15:00Z,buy,,BTC,0.00999,979.02,0.98,,,", "2025-02-04T10:00:00Z,sell,,ETH,0.1,270,,,,",
                "2025-02-04T10:00:00Z,fee,,BNB,0.0003,,,,,",
            ])
        #expect(read.tokens == ["USDT"] && read.texts.last?.contains(",swap,,EUR,940,") == true, "\(read)")
    }

    @Test func binanceHistory() async throws {
        let text = """
            User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
            7,2025-02-03 09:15:00,Spot,Deposit,BTC,0.5,
            7,2025-02-03 09:16:00,Spot,Simple Earn Flexible Redemption,BTC,0.1,
            7,2025-02-03 09:17:00,Spot,Transaction Fee,BNB,-0.001,
            7,2025-02-03 09:18:00,Spot,ETH 2.0 Staking,ETH,-1,

            """
        let refused = try await Self.read(text)
        #expect(refused.lines == [3, 5])
        #expect(refused.errors == [.unknownKind("Simple Earn Flexible Redemption", form: "columns"), .negative("-1 ETH")])
        let read = try await MatchedFile(text, leavesOut: true)
        #expect(read.csv.contains("2025-02-03T09:15:00Z,deposit,Spot,BTC,0.5,,,,,"), "\(read)")
        #expect(read.csv.contains("2025-02-03T09:17:00Z,fee,Spot,BNB,0.001,,,,,"), "\(read)")
    }

    @Test func revolut() async throws {
        let read = try await Self.read(
            """
            Symbol,Type,Quantity,Price,Value,Fees,Date
            BTC,Buy,0.001,"$98,000.00",$98.00,$1.46,"Feb 3, 2025, 9:15:00 AM"
            BTC,Sell,0.0005,"£78,000.00",£39.00,£0.58,"Feb 4, 2025, 10:00:00 PM"

            """)
        #expect(read.texts.first == "2025-02-03T09:15:00Z,buy,,BTC,0.001,98,1.46,,,", "\(read)")
        #expect(read.rows.last?.kind == .swap && read.rows.last?.received?.quantity == "38.42", "\(read)")
    }
}

private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/exchange_files")
    .standardized

/// Unmodified files of exchanges, which may not be redistributed. Without the folder, nothing is tested.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder.appending(path: "ghostfolio-coinbase.csv").path)))
struct RealExchangeFileTests {
    private func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    @Test(arguments: ["ghostfolio-coinbase.csv", "ghostfolio-revolut-crypto.csv", "ghostfolio-bitvavo.csv", "rotki-bitstamp.csv"])
    func moneyInOtherCurrenciesIsNotRecordedAsDollars(name: String) async throws {
        let bytes = try bytes(name)
        let lines = try #require(TransactionTable(bytes)).rows.filter { row in
            ["buy", "sell"].contains { kind in row.cells.contains { $0.lowercased() == kind } }
                && row.cells.contains { cell in ["€", "EUR", "SEK"].contains { cell.contains($0) } }
        }.map(\.line)
        // Without rates, such rows are left out, the file is refused, or the coins' closes give the value of the money, which is
        // recorded in its own currency.
        let read = try await MatchedFile(bytes, leavesOut: true)
        let inCurrencies = zip(read.lines, read.rows).filter { Currency($1.asset) != nil && $1.asset != .usd }.map(\.0)
        let recorded = Set(lines).intersection(read.source == nil ? [] : read.lines)
        #expect(!lines.isEmpty && recorded.isSubset(of: inCurrencies), "\(read)")
    }

    @Test func tradesInTetherAreReadWithoutFaults() async throws {
        let read = try await MatchedFile(bytes("rotki-kucoin_order_history.csv"), leavesOut: true)
        #expect(read.tokens == ["USDT"], "\(read)")
        // Only coins that nobody added are missing here.
        #expect(read.source?.leftOut.allSatisfy { "\($0.why)".contains("is not a known asset") } == true, "\(read)")
    }

    @Test func everyFileIsReadWithoutACrash() async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".csv") {
            _ = try await MatchedFile(bytes(name), leavesOut: true)
        }
    }
}
