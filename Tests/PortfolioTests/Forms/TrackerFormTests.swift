import Market
import Portfolio
import PortfolioWorld
import Testing

/// Files of wallets and trackers with made-up rows, whose transactions were computed by hand.
@Suite(.serialized) struct TrackerFormTests {
    private let forms: FormWorld

    init() async throws { forms = try await FormWorld() }

    @Test func ledgerLive() async throws {
        let rows = try await forms.rows(
            """
            Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export
            2024-01-02T10:00:00.000Z,Confirmed,BTC,IN,0.02,0.0001,h1,Bitcoin 1,xpub1,USD,1000,1200
            2024-01-03T10:00:00.000Z,Confirmed,BTC,OUT,0.0051,0.0001,h2,Bitcoin 1,xpub1,USD,255,300
            2024-01-04T10:00:00.000Z,Confirmed,ETH,FEES,0.001,0.001,h3,Ethereum 1,xpub2,USD,2,3
            2024-01-05T10:00:00.000Z,Failed,ETH,OUT,0.1,0.001,h4,Ethereum 1,xpub2,USD,200,300

            """)
        #expect(
            rows == [
                "2 deposit 0.02 bitcoin value 1000", "3 withdrawal 0.005 bitcoin value 255", "3 fee 0.0001 bitcoin",
                "4 fee 0.001 ethereum",
            ])
    }

    @Test func trezorSuite() async throws {
        let rows = try await forms.rows(
            """
            Timestamp;Date;Time;Type;Transaction ID;Fee;Fee unit;Address;Label;Amount;Amount unit;Fiat (USD);Other
            1704189600;02/01/2024;10:00:00 GMT+0;RECV;t1;0.0001;BTC;a1;;0.02;BTC;1,000.00;
            1704276000;03/01/2024;10:00:00 GMT+0;SENT;t2;0.0001;BTC;a2;rent;0.005;BTC;250.00;
            1704362400;04/01/2024;10:00:00 GMT+0;SELF;t3;0.0002;BTC;a3;;0.001;BTC;50.00;

            """)
        #expect(
            rows == [
                "2 deposit 0.02 bitcoin value 1000", "3 withdrawal 0.005 bitcoin value 250", "3 fee 0.0001 bitcoin",
                "4 fee 0.0002 bitcoin",
            ])
    }

    @Test func koinly() async throws {
        let universal = try await forms.rows(
            """
            Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash
            2024-01-02 10:00:00 UTC,,,1000,USD,,,,,,,
            2024-01-03 10:00:00 UTC,500,USD,0.01,BTC,1,USD,,,,,
            2024-01-04 10:00:00 UTC,,,0.001,ETH,,,1.8,EUR,staking,,
            2024-01-05 10:00:00 UTC,0.001,BTC,,,,,,,lost,hard disk,
            2024-01-06 10:00:00 UTC,0.002,BTC,0.05,ETH,,,99,USD,,,

            """)
        #expect(
            universal == [
                "2 deposit 1000 usd", "3 buy 0.01 bitcoin for 500 fee 1", "4 income 0.001 ethereum value 1.98 at market staking",
                "5 withdrawal 0.001 bitcoin value 0 loss", "6 swap 0.002 bitcoin for 0.05 ethereum value 99",
            ])
        let wallets = try await forms.rows(
            """
            Date,Type,Label,Sending Wallet,Sent Amount,Sent Currency,Sent Cost Basis,Receiving Wallet,Received Amount,Received Currency,Received Cost Basis,Fee Amount,Fee Currency,Gain (EUR),Net Value (EUR),Fee Value (EUR),TxSrc,TxDest,TxHash,Description
            2024-01-02 10:00:00,crypto_deposit,,,,,,Kraken,1,BTC,,,,,45000,,,,,
            2024-01-03 10:00:00,transfer,,Kraken,0.5,BTC,,Ledger,0.5,BTC,,0.001,BTC,,22500,,,,,

            """)
        #expect(wallets == ["2 deposit 1 bitcoin value 49500 in Kraken", "3 transfer 0.5 bitcoin fee 0.001 to Ledger in Kraken"])
    }

    @Test func coinTracking() async throws {
        let rows = try await forms.rows(
            """
            "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
            "Withdrawal","-","","0.00510000","BTC","0.0001","BTC","Kraken","","","04.01.2024 10:00:00"
            "Trade","0.01000000","BTC","501.00000000","USD","1.00","USD","Kraken","","","03.01.2024 10:00:00"
            "Deposit","1000.00000000","USD","-","","","","Kraken","","","02.01.2024 10:00:00"
            "Gift/Tip","0.00100000","ETH","-","","","","Wallet","","from a friend","01.01.2024 10:00:00"
            "Trade","0.00000000","BTC","10.00","USD","","","Kraken","","","01.01.2024 09:00:00"

            """)
        // Amounts include the fee: 500 + 1 dollars, and 0.005 BTC that arrive.
        #expect(
            rows == [
                "5 deposit 0.001 ethereum gift in Wallet", "4 deposit 1000 usd in Kraken",
                "3 buy 0.01 bitcoin for 500 fee 1 in Kraken", "2 withdrawal 0.005 bitcoin in Kraken",
                "2 fee 0.0001 bitcoin in Kraken",
            ])
    }

    @Test func coinLedger() async throws {
        let text = """
            Timestamp (UTC),Type,Internal Id,Platform,Account Name,Platform Id,Blockchain Id,Record Type,Asset,Amount,Description
            2024-01-02T10:00:00.000,Deposit,1,Kraken,Kraken,p1,,Credit,USD,1000,
            2024-01-03T10:00:00.000,Trade,2,Kraken,Kraken,,,Debit,USD,-500,
            2024-01-03T10:00:00.000,Trade,2,Kraken,Kraken,,,Credit,BTC,0.01,
            2024-01-03T10:00:00.000,Trade,2,Kraken,Kraken,,,Platform Fee,USD,-1,
            2024-01-04T10:00:00.000,Staking,3,Kraken,Kraken,,,Credit,ETH,0.001,
            2024-01-05T10:00:00.000,Theft Loss,4,Kraken,Kraken,,,Debit,BTC,-0.001,
            2024-01-06T10:00:00.000,Buy,5,Kraken,Kraken,,,Debit,USD,-15,
            2024-01-07T10:00:00.000,Margin Gain,6,Kraken,Kraken,,,Margin Gain,USD,-5,
            2024-01-08T10:00:00.000,Network Fee,7,Kraken,Kraken,,,Debit,ETH,-0.0001,

            """
        #expect(
            try await forms.rows(text) == [
                "2 deposit 1000 usd in Kraken", "3 buy 0.01 bitcoin for 500 fee 1 in Kraken",
                "6 income 0.001 ethereum value 2 at market staking in Kraken", "7 withdrawal 0.001 bitcoin value 0 loss in Kraken",
                "8 withdrawal 15 usd in Kraken", "9 withdrawal 5 usd loss in Kraken", "10 fee 0.0001 ethereum in Kraken",
            ])
        #expect(try await forms.read(text).rows[4].row.note == "half of a trade: its other side is not in the file")
    }

    @Test func blockpit() async throws {
        let rows = try await forms.rows(
            """
            Blockpit ID;Timestamp;Source Type;Source Name;Integration;Transaction Type;Outgoing Asset;Outgoing Amount;Incoming Asset;Incoming Amount;Fee Asset;Fee Amount;Transaction ID;Note;Merge ID
            1,5E+13;02.01.2024 10:00;API;Binance;Binance Depot;NonTaxableIn;;;EUR;500;;;;;
            1,6E+13;03.01.2024 10:00;API;Binance;Binance Depot;Trade;EUR;450;BTC;0.01;BTC;0.00001;;spot;
            1,7E+13;04.01.2024 10:00;API;Binance;Binance Depot;Staking;;;ETH;0.001;;;;;
            1,8E+13;05.01.2024 10:00;Chain;Bitcoin;Bitcoin Depot;Fee;BTC;0.0001;;;;;0xdead;;
            1,9E+13;06.01.2024 10:00;Chain;Bitcoin;Bitcoin Depot;Gift;BTC;0.001;;;BTC;0.0001;0xdead;;

            """)
        // 0.00001 of 0.01 BTC is the fee: 0.495 of 495 dollars.
        #expect(
            rows == [
                "2 deposit 500 eur in Binance Depot", "3 sell 450 eur for 495 in Binance Depot",
                "3 buy 0.00999 bitcoin for 494.505 fee 0.495 in Binance Depot",
                "4 income 0.001 ethereum value 2 at market staking in Binance Depot", "5 fee 0.0001 bitcoin in Bitcoin Depot",
                "6 withdrawal 0.001 bitcoin gift in Bitcoin Depot", "6 fee 0.0001 bitcoin in Bitcoin Depot",
            ])
    }

    @Test func delta() async throws {
        let rows = try await forms.rows(
            """
            Date,Way,Base amount,Base currency (name),Base type,Quote amount,Quote currency,Exchange,Sent/Received from,Sent to,Fee amount,Fee currency (name),Broker,Notes
            2024-01-02 16:00:00-04:00,BUY,1,ETH (Ethereum),CRYPTO,0.04,BTC,,,,0.001,BNB,,a swap
            2024-01-03 16:00:00-04:00,DEPOSIT,0.001,BTC,CRYPTO,,,,DIVIDENDS,MY_WALLET,,,,
            2024-01-04 16:00:00-04:00,BUY,5,AAPL,STOCK,1250,USD,Nasdaq,,,,,eToro,a stock
            2024-01-05 16:00:00-04:00,DEPOSIT,5000,USD,FIAT,,,,,,,,,

            """)
        #expect(
            rows == [
                "2 swap 0.04 bitcoin for 1 ethereum value 2000", "2 fee 0.001 binancecoin",
                "3 income 0.001 bitcoin value 50 at market", "5 deposit 5000 usd",
            ])
    }

    @Test func ghostfolio() async throws {
        let json = #"""
            {"meta":{"date":"2024-12-01T10:00:00.000Z","version":"2.0"},"accounts":[],"activities":[
            {"accountId":"x","comment":null,"currency":"USD","dataSource":"YAHOO","date":"2024-01-03T10:00:00.000Z","fee":1.5,"quantity":0.01,"symbol":"BTCUSD","type":"BUY","unitPrice":50000,"id":"g1"},
            {"accountId":"x","currency":"EUR","dataSource":"COINGECKO","date":"2024-01-04T10:00:00.000Z","fee":0,"quantity":0.1,"symbol":"ethereum","type":"BUY","unitPrice":1800,"id":"g2"},
            {"accountId":"x","currency":"USD","dataSource":"YAHOO","date":"2024-01-05T10:00:00.000Z","fee":0,"quantity":1,"symbol":"BTCUSD","type":"DIVIDEND","unitPrice":3,"id":"g3"},
            {"accountId":"x","currency":"USD","dataSource":"MANUAL","date":"2024-01-06T10:00:00.000Z","fee":0,"quantity":1,"symbol":"Loan","type":"LIABILITY","unitPrice":3,"id":"g4"}]}
            """#
        let read = try await forms.read(json)
        #expect(
            read.rows.map(FormWorld.shown) == [
                "1 buy 0.01 bitcoin for 500 fee 1.5", "2 sell 180 eur for 198", "2 buy 0.1 ethereum for 198", "3 income 3 usd",
            ])
        #expect(read.source?.form == "ghostfolio" && read.source?.leftOut.map(\.shown) == ["it is not a transaction of coins: 4"])
        #expect(read.rows.first?.row.key == "ghostfolio g1 buy")
        let faulty = json.replacing(#""quantity":0.1,"#, with: #""quantity":"x","#)
        let error = await #expect(throws: ImportError.self) { try await forms.read(faulty) }
        #expect(error?.description.hasPrefix("f: activity 2: ") == true, "\(String(describing: error))")
        let csv = try await forms.read(
            "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n03-01-2024,BTC-USD,YAHOO,USD,50000,0.01,buy,1.5,first\n")
        #expect(csv.source?.form == "ghostfolio-csv" && csv.rows.map(FormWorld.shown) == ["2 buy 0.01 bitcoin for 500 fee 1.5"])
    }

    @Test func rotki() async throws {
        let trades = try await forms.rows(
            """
            Location,Spend Currency,Receive Currency,Receive Amount,Spend Amount,Fee,Fee Currency,Description,Timestamp
            binance,eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48,ETH,0.5,1000,,,USDC for ETH,1704189600000
            kraken,ETH,BTC,0.04,1,2,USD,,1704276000000

            """)
        #expect(
            trades == [
                "2 swap 1000 usd-coin for 0.5 ethereum value 1000 in binance",
                "3 swap 1 ethereum for 0.04 bitcoin value 2000 in kraken", "3 fee 2 usd in kraken",
            ])
        let events = """
            Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp
            Deposit,kucoin,EUR,1000.00,,,,1704189600000
            Withdrawal,binance,ETH,0.99,0.01,ETH,,1704276000000
            Loss,coinbase,BTC,0.0910,,,,1704362400000
            Invalid,bisq,BCH,0.3456,,,,1704448800000

            """
        #expect(
            try await forms.faults(events) == [
                "5: \"Invalid\" is not a kind that the form rotki-events knows; describe the file with --map FILE "
                    + "(docs/transaction-files.md)"
            ])
        let read = try await forms.read(events, ReadingOptions(wallet: "w", leavesOutUnreadable: true))
        #expect(
            read.rows.map(FormWorld.shown) == [
                "2 deposit 1000 eur in kucoin", "3 withdrawal 0.99 ethereum in binance", "3 fee 0.01 ethereum in binance",
                "4 withdrawal 0.091 bitcoin value 0 loss in coinbase",
            ])
        #expect(read.source?.leftOut.map(\.lines) == [[5]])
    }

    @Test func bitcoinTax() async throws {
        let rows = try await forms.rows(
            """
            Date,Action,Symbol,Account,Volume,Price,Currency,Fee,FeeCurrency,Total,Cost/Proceeds,ExchangeId,Category,Subaccount,Memo
            2024-01-02 10:00:00 +0000,BUY,BTC,Kraken,0.01,50000,USD,2,USD,-502,502,1,,,
            2024-01-03 10:00:00 +0000,SELL,BTC,Kraken,0.005,50000,USD,1,USD,249,249,2,,,
            2024-01-04 10:00:00 +0000,SWAP,BTC,Kraken,1.5,1,BCH,0,,1.5,1.5,,,,fork

            """)
        // Cost and proceeds include the fee.
        #expect(rows == ["2 buy 0.01 bitcoin for 500 fee 2 in Kraken", "3 sell 0.005 bitcoin for 250 fee 1 in Kraken"])
    }

    @Test func portfolioPerformance() async throws {
        let english = try await forms.rows(
            """
            Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note
            2024-01-02T10:00,Deposit,1000.00,USD,,,,,,,,,,,
            2024-01-03T10:00,Buy,"501.50",USD,,,,1.50,,0.01,,,BTC-USD,Bitcoin,
            2024-01-04T10:00,Interest,2.00,USD,,,,,,,,,,,

            """)
        #expect(english == ["2 deposit 1000 usd", "3 buy 0.01 bitcoin for 500 fee 1.5", "4 income 2 usd interest"])
        let german = try await forms.rows(
            """
            Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz
            2024-01-03T10:00;Kauf;1.351,50;EUR;;;;1,50;;0,03;;;BTC-EUR;Bitcoin;
            2024-01-04T10:00;Verkauf;89,00;EUR;;;;1,00;;0,002;;;BTC-EUR;Bitcoin;

            """)
        // 1,350 + 1.50 EUR paid, 90 - 1 EUR received, at 1.1.
        #expect(
            german == [
                "2 sell 1351.5 eur for 1486.65", "2 buy 0.03 bitcoin for 1485 fee 1.65", "3 sell 0.002 bitcoin for 99 fee 1.1",
                "3 buy 89 eur for 97.9",
            ])
    }

    // MARK: The preview

    /// Every kind of row, with fees of each side and of a third coin.
    @Test func aPreviewShowsWhatIsRecorded() async throws {
        let rows = [
            ",,1000,USD,,,", ",,1000,EUR,,,", ",,2,BNB,,,", "500,USD,0.01,BTC,1,USD,", "0.002,BTC,90,EUR,1,EUR,",
            "100,EUR,0.002,BTC,1,EUR,", "0.001,BTC,0.02,ETH,0.01,BNB,", "0.001,BTC,0.02,ETH,0.001,ETH,", "100,EUR,108,USD,,,",
            "50,USD,45,EUR,1,EUR,", "100,EUR,85,GBP,1,GBP,", "10,GBP,11,EUR,,,", ",,0.1,ETH,,,staking", ",,0.1,ETH,,,fork",
            ",,0.1,ETH,,,gift", "0.01,ETH,,,,,gift", "0.01,ETH,,,,,lost", "0.01,ETH,,,0.001,ETH,", "20,EUR,,,,,",
            "0.01,BNB,,,,,fee",
        ]
        let header =
            "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Label,Description,TxHash\n"
        let text = header + rows.enumerated().map { "2024-01-02 10:\(10 + $0):00 UTC,\($1),,\n" }.joined()
        let read = try await forms.read(text)
        func run(isPreview: Bool) async throws -> ImportReport {
            try await forms.portfolio.importer.record(
                read, file: "f", options: ImportOptions(makesWallets: true, isPreview: isPreview))
        }
        let preview = try await run(isPreview: true)
        #expect(Set(preview.rows.map(\.kind)) == [.deposit, .buy, .sell, .swap, .income, .withdrawal, .fee])
        #expect(Set(read.rows.map(\.line)) == Set(2..<(2 + rows.count)))
        let report = try await run(isPreview: false)
        let recorded = try await forms.portfolio.rows()
        #expect(preview.newRows.map { FormWorld.shown(0, $0.row) } == recorded.map { FormWorld.shown(0, $0) })
        #expect(preview.newRows.map(\.row.note) == recorded.map(\.note) && preview.newRows.map(\.row.key) == recorded.map(\.key))
        #expect(preview.effects.map(\.after) == report.effects.map(\.after))
        // Euros for dollars and pounds, and pounds for euros.
        #expect(
            recorded.map { FormWorld.shown(0, $0) }.filter { $0.contains("currency-gbp") || $0.contains("108") } == [
                "0 sell 100 eur for 108", "0 buy 84 currency-gbp for 108.705882352941176471",
                "0 sell 10 currency-gbp for 12.1",
            ])
    }
}
