import Market
import Portfolio
import PortfolioWorld
import Testing

/// Files of exchanges with made-up rows, whose transactions were computed by hand.
@Suite(.serialized) struct ExchangeFormTests {
    private let forms: FormWorld

    init() async throws { forms = try await FormWorld() }

    @Test func coinbase() async throws {
        let text = """
            ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
            a7,2024-03-08 10:00:00 UTC,Retail Staking Transfer,ETH,-0.1,USD,$2000.00,-$200.00,-$200.00,$0.00,
            a6,2024-03-07 10:00:00 UTC,Advanced Trade Buy,ETH,0.5,USD,$2000.00,$1000.00,$1005.00,$5.00,Bought 0.5 ETH for 1005 USDC on ETH-USDC at 2000 USDC/ETH
            a5,2024-03-06 10:00:00 UTC,Convert,BTC,-0.01,EUR,€45000.00,€450.00,€455.00,,Converted 0.01 BTC to 0.24 ETH
            a4,2024-03-05 10:00:00 UTC,Send,BTC,-0.002,USD,$50000.00,-$100.00,-$100.00,$0.00,Sent 0.002 BTC
            a3,2024-03-04 10:00:00 UTC,Staking Income,ETH,0.001,EUR,€1800.00,€1.80,€1.80,€0.00,
            a2,2024-03-03 10:00:00 UTC,Buy,BTC,0.01,EUR,€45000.00,€450.00,€459.00,€9.00,Bought 0.01 BTC for 459 EUR
            a1,2024-03-02 10:00:00 UTC,Buy,BTC,0.02,USD,$50000.00,$1000.00,$1010.00,$10.00,Bought 0.02 BTC for 1010 USD

            """
        // 459 EUR leave at 1.1, 9.9 of 504.9 dollars as the fee. The conversion is worth its 450 EUR, 495 dollars.
        #expect(
            try await forms.rows(text) == [
                "8 buy 0.02 bitcoin for 1000 fee 10", "7 sell 459 eur for 504.9", "7 buy 0.01 bitcoin for 495 fee 9.9",
                "6 income 0.001 ethereum value 1.98 at market staking", "5 withdrawal 0.002 bitcoin value 100",
                "4 swap 0.01 bitcoin for 0.24 ethereum value 495", "3 swap 1005 usd-coin for 0.5 ethereum value 1000",
            ])
        let read = try await forms.read(text)
        #expect(read.source?.form == "coinbase" && read.source?.leftOut.map(\.shown) == ["it stays in the account: 2"])
        #expect(read.rows.map(\.row.key).prefix(3) == ["coinbase a1 buy", "coinbase a2 sell", "coinbase a2 buy"])
        #expect(read.rows.map(\.row.key).suffix(2) == ["coinbase a5 swap", "coinbase a6 swap"])
    }

    @Test func coinbaseWithLinesBeforeTheHeader() async throws {
        let text = """
            "You can use this report for your records."

            Transactions
            User,Jane Doe,5a1
            Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
            2024-02-03T09:15:00Z,Buy,BTC,0.01,USD,50000.00,500.00,505.21,5.21,Bought 0.01 BTC
            2024-02-04T09:15:00Z,Receive,BTC,0.5,USD,50000.00,25000,25000,0,Received 0.5 BTC

            """
        #expect(try await forms.rows(text) == ["6 buy 0.01 bitcoin for 500 fee 5.21", "7 deposit 0.5 bitcoin value 25000"])
    }

    /// ETH2 was another name of staked ETH.
    @Test func aRenamedCoinIsLeftOut() async throws {
        let header =
            "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
        let read = try await forms.read(
            header + """
                b1,2024-03-01 10:00:00 UTC,Send,ETH2,-0.18,USD,$2000,-$360,-$360,$0,
                b2,2024-03-01 10:00:00 UTC,Receive,ETH,0.18,USD,$2000,$360,$360,$0,
                b3,2024-03-02 10:00:00 UTC,Convert,ETH,0.1,USD,$2000,$200,$200,,Converted 0.1 ETH to 0.1 ETH2

                """)
        #expect(read.rows.isEmpty && read.source?.leftOut.map(\.shown) == ["it is the same coin under another name: 2, 3, 4"])
    }

    @Test func krakenLedgers() async throws {
        let text = """
            "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
            "L1","R1","2024-01-02 10:00:00","deposit","","currency","ZEUR",1000.0000,0.0000,1000.0000
            "","R2","2024-01-02 11:00:00","withdrawal","","currency","XXBT",-0.1,0.0005,""
            "L2","R3","2024-01-03 10:00:00","trade","","currency","ZEUR",-500.0000,1.3000,498.7000
            "L3","R3","2024-01-03 10:00:00","trade","","currency","XXBT",0.0110000000,0.0000000000,0.0110000000
            "L4","R4","2024-01-04 10:00:00","withdrawal","","currency","XXBT",-0.0050000000,0.0001000000,0.0059
            "L5","R5","2024-01-05 10:00:00","transfer","spottostaking","currency","ETH",-1,0,0
            "L6","R6","2024-01-06 10:00:00","staking","","currency","ETH2.S",0.0010000000,0.0000000000,0.0010000000
            "L7","R7","2024-01-07 10:00:00","earn","reward","currency","XXBT",0.00001,0.000001,0.1
            "L8","R8","2024-01-08 10:00:00","spend","","currency","USDT",-110,0,0
            "L9","R8","2024-01-08 10:00:00","receive","","currency","XETH",0.055,0.0001,1

            """
        // 500 + 1.3 EUR at 1.1: 551.43, of which 1.43 is the fee.
        #expect(
            try await forms.rows(text) == [
                "2 deposit 1000 eur", "4 sell 501.3 eur for 551.43", "4 buy 0.011 bitcoin for 550 fee 1.43",
                "6 withdrawal 0.005 bitcoin", "6 fee 0.0001 bitcoin", "8 income 0.001 ethereum value 2 at market staking",
                "9 income 0.00001 bitcoin value 0.5 at market staking", "9 fee 0.000001 bitcoin",
                "10 swap 110 tether for 0.0549 ethereum value 110",
            ])
        let read = try await forms.read(text)
        #expect(read.source?.leftOut.map(\.shown) == ["it has no id, so it is not booked: 3", "it stays in the account: 7"])
        #expect(read.source?.tokens == ["USDT"] && read.rows[1].row.key == "kraken-ledgers R3 sell")
    }

    /// Kraken documents `transfer` as the credit of airdrops and forks, and as moves to and from other accounts of the same person.
    @Test func krakenTransfers() async throws {
        let transfers = [
            ",1", "airdrop,1", "delistingconversion,1", ",-0.1", "spottofutures,-0.2", "spotfromfutures,0.2", "spottostaking,-0.3",
            "stakingfromspot,0.3",
        ]
        let rows = transfers.enumerated().map { index, transfer in
            let (subtype, amount) = (transfer.prefix { $0 != "," }, transfer.drop { $0 != "," }.dropFirst())
            return "L\(index),R\(index),2024-01-0\(index + 1) 10:00:00,transfer,\(subtype),currency,XETH,\(amount),0,0\n"
        }
        let text = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n" + rows.joined()
        #expect(
            try await forms.rows(text) == [
                "2 income 1 ethereum value 2000 at market airdrop", "3 income 1 ethereum value 2000 at market airdrop",
                "4 income 1 ethereum value 2000 at market", "5 withdrawal 0.1 ethereum",
            ])
        #expect(try await forms.read(text).source?.leftOut.map(\.shown) == ["it stays in the account: 6, 7, 8, 9"])
        let map = #"{"like": "kraken-ledgers", "kinds": {"transfer/spotfromfutures": "airdrop"}}"#
        let form = try FormFile(Array(map.utf8)).form
        let mapped = try await forms.rows(text, ReadingOptions(form: .form(form), wallet: "w"))
        #expect(mapped.contains("7 income 0.2 ethereum value 400 at market airdrop"), "\(mapped)")
    }

    /// Fee credits pay for trades, and have no price.
    @Test func krakenFeeCredits() async throws {
        let text =
            "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
            + "L1,R1,2024-01-02 10:00:00,trade,tradespot,currency,ZUSD,-100,0,0\n"
            + "L2,R1,2024-01-02 10:00:00,trade,tradespot,currency,XXBT,0.002,0,0\n"
            + "L3,R1,2024-01-02 10:00:00,trade,tradespot,currency,KFEE,0,100,0\n"
        #expect(try await forms.rows(text) == ["2 buy 0.002 bitcoin for 100"])
        #expect(try await forms.read(text).source?.leftOut.map(\.shown) == ["it is not a transaction of coins: 4"])
    }

    @Test func krakenTrades() async throws {
        let text = """
            "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
            "T1","O1","XXBTZUSD","2024-01-02 10:00:00.1234","buy","limit",50000.0,500.0,1.3,0.01,0.0,"",""
            "T2","O2","ETH/EUR","2024-01-03 10:00:00","sell","market",1800.0,180.0,0.5,0.1,0.0,"",""
            "T3","O3","XETHXXBT","2024-01-04 10:00:00","buy","limit",0.04,0.04,0.0001,1,0.0,"",""
            "T4","O4","MATICXBT","2024-01-05 10:00:00","buy","limit",0.00002,0.002,0,100,0.0,"",""

            """
        // 0.5 EUR of 180 EUR are 0.55 of 198 dollars. 0.04 + 0.0001 BTC at 50000.
        #expect(
            try await forms.rows(text) == [
                "2 buy 0.01 bitcoin for 500 fee 1.3", "3 sell 0.1 ethereum for 198 fee 0.55", "3 buy 179.5 eur for 197.45",
                "4 swap 0.0401 bitcoin for 1 ethereum value 2005", "5 swap 0.002 bitcoin for 100 matic-coin value 100",
            ])
    }

    @Test func binanceHistory() async throws {
        let text = """
            User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
            1,2024-01-02 10:00:00,Spot,Deposit,EUR,300,
            1,2024-01-03 10:00:00,Spot,Buy,EUR,-100,
            1,2024-01-03 10:00:00,Spot,Buy,ETH,0.05,
            1,2024-01-03 10:00:00,Spot,Fee,BNB,-0.0003,
            1,2024-01-03 10:00:00,Spot,Buy,EUR,-100,
            1,2024-01-03 10:00:00,Spot,Buy,ETH,0.05,
            1,2024-01-03 10:00:00,Spot,Fee,BNB,-0.0003,
            1,2024-01-04 10:00:00,Spot,Simple Earn Flexible Subscription,ETH,-0.05,Binance Earn
            1,2024-01-05 10:00:00,Spot,Simple Earn Flexible Interest,ETH,1.5E-05,Binance Earn
            1,2024-01-06 10:00:00,Spot,Small assets exchange BNB,ETH,-0.001,
            1,2024-01-06 10:00:00,Spot,Small assets exchange BNB,BTC,-0.00002,
            1,2024-01-06 10:00:00,Spot,Small assets exchange BNB,BNB,0.0099,
            1,2024-01-07 10:00:00,Spot,Withdraw,ETH,-0.02,Withdraw fee is included
            1,2024-01-08 10:00:00,USD-MFutures,Realized Profit and Loss,USDT,-5,
            1,2024-01-08 11:00:00,USD-MFutures,Funding Fee,USDT,-0.5,
            1,2024-01-08 12:00:00,Spot,Transfer Between Main and Funding Wallet,USDT,5,

            """
        // The dust of 2 + 1 dollars becomes 0.0099 BNB, of which two thirds are for the first.
        #expect(
            try await forms.rows(text) == [
                "2 deposit 300 eur", "3 sell 200 eur for 220", "3 buy 0.1 ethereum for 220", "3 fee 0.0003 binancecoin",
                "3 fee 0.0003 binancecoin", "10 income 0.000015 ethereum value 0.03 at market interest",
                "11 swap 0.001 ethereum for 0.0066 binancecoin value 2",
                "11 swap 0.00002 bitcoin for 0.0033 binancecoin value 1", "14 withdrawal 0.02 ethereum",
                "15 withdrawal 5 tether value 0 loss", "16 fee 0.5 tether",
            ])
        #expect(try await forms.read(text).source?.leftOut.map(\.shown) == ["it stays in the account: 9, 17"])
    }

    @Test func binanceFeeInTheCoinThatIsBought() async throws {
        let rows = try await forms.rows(
            """
            User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
            1,2024-01-03 10:00:00,Spot,Fee,ETH,-0.0001,
            1,2024-01-03 10:00:00,Spot,Buy,EUR,-100,
            1,2024-01-03 10:00:00,Spot,Buy,ETH,0.05,

            """)
        #expect(rows == ["2 sell 100 eur for 110", "2 buy 0.0499 ethereum for 109.78 fee 0.22"])
    }

    /// Two trades of different coins in one second are told apart by the values of the coins.
    @Test func binanceTradesOfTwoCoinsInOneSecond() async throws {
        let rows = try await forms.rows(
            """
            User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
            1,24-01-03 10:00:00,Spot,Transaction Spend,EUR,-100,
            1,24-01-03 10:00:00,Spot,Transaction Buy,ETH,0.03,
            1,24-01-03 10:00:00,Spot,Transaction Buy,BTC,0.001,

            """)
        #expect(rows == ["2 sell 100 eur for 110", "2 buy 0.03 ethereum for 60", "2 buy 0.001 bitcoin for 50"])
    }

    @Test func binanceTrades() async throws {
        let units = try await forms.rows(
            """
            Date(UTC),Pair,Side,Price,Executed,Amount,Fee
            2024-01-02 10:00:00,BTCUSDT,BUY,50000,0.01BTC,500USDT,0.00001BTC
            2024-01-03 10:00:00,ETHEUR,SELL,1800,0.1ETH,180EUR,0.0001BNB

            """)
        #expect(
            units == [
                "2 swap 500 tether for 0.00999 bitcoin value 500", "3 sell 0.1 ethereum for 198",
                "3 buy 180 eur for 198", "3 fee 0.0001 binancecoin",
            ])
        let columns = try await forms.rows(
            "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin\n2024-01-02 10:00:00,BTCUSDT,SELL,50000,0.01,500,0.5,USDT\n")
        #expect(columns == ["2 swap 0.01 bitcoin for 499.5 tether value 500"])
    }

    @Test func bitstamp() async throws {
        let rows = try await forms.rows(
            """
            Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type
            Deposit,"Jan. 28, 2024, 12:13 AM",Main Account,2.00000000 ETH,,,,
            Market,"Jan. 28, 2024, 12:31 PM",Main Account,1.00000000 ETH,1800.00 EUR,1800.00 EUR,10.00000 EUR,Sell
            Withdrawal,"May 30, 2024, 11:40 AM",Main Account,1000.00 EUR,,,3.00 EUR,

            """)
        #expect(
            rows == [
                "2 deposit 2 ethereum", "3 sell 1 ethereum for 1980 fee 11", "3 buy 1790 eur for 1969", "4 withdrawal 1000 eur",
                "4 fee 3 eur",
            ])
        let new = try await forms.rows(
            """
            ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID
            7,Main Account,Market,Buy,2024-02-01T10:00:00Z,0.01,BTC,500.00,USD,50000,USD,1.25,USD,9

            """)
        #expect(new == ["2 buy 0.01 bitcoin for 500 fee 1.25"])
    }

    @Test func bitpanda() async throws {
        let rows = try await forms.rows(
            """
            "Disclaimer: these data are for information"

            "Transaction ID",Timestamp,"Transaction Type",In/Out,"Amount Fiat",Fiat,"Amount Asset",Asset,"Asset market price","Asset market price currency","Asset class","Product ID",Fee,"Fee asset",Spread,"Spread Currency","Tax Fiat"
            F1,2024-01-02T10:00:00+01:00,deposit,incoming,500.00,EUR,-,EUR,-,-,Fiat,-,0.00000000,EUR,-,-,0.00
            T1,2024-01-03T10:00:00+01:00,buy,outgoing,450.00,EUR,0.01000000,BTC,45000.00,EUR,Cryptocurrency,1,-,-,-,-,0.00
            T2,2024-01-04T10:00:00+01:00,transfer,incoming,1.80,EUR,0.00100000,ETH,1800.00,EUR,Cryptocurrency,5,-,-,-,-,0.00
            T3,2024-01-05T10:00:00+01:00,buy,outgoing,50.00,EUR,0.50000000,APPLE,100.00,EUR,Stock (derivative),9,-,-,-,-,0.00
            C1,2024-01-06T10:00:00+01:00,withdrawal,outgoing,225.00,EUR,0.00500000,BTC,45000.00,EUR,Cryptocurrency,1,0.00006000,BTC,-,-,0.00

            """)
        #expect(
            rows == [
                "4 deposit 500 eur", "5 sell 450 eur for 495", "5 buy 0.01 bitcoin for 495",
                "6 income 0.001 ethereum value 1.98 at market", "8 withdrawal 0.005 bitcoin value 247.5", "8 fee 0.00006 bitcoin",
            ])
    }

    @Test func bitvavo() async throws {
        let text = """
            Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address
            Europe/Amsterdam,2024-07-04,00:30:00,withdrawal,BTC,-0.002,,,,,BTC,0.0001,Completed,t2,1Mx
            Europe/Amsterdam,2024-02-03,09:15:00.620,buy,BTC,0.01,EUR,45000,EUR,-451.00,EUR,1.00,Completed,t1,
            Europe/Amsterdam,2024-02-02,09:15:00,deposit,EUR,500,,,,,EUR,0,Completed,t0,NL1
            Europe/Amsterdam,2024-02-01,10:00:00,staking,ETH,0.001,,,,,ETH,,Distributed,t3,
            Europe/Amsterdam,2024-01-31,10:00:00,withdrawal,BTC,-0.002,,,,,BTC,0.0001,Cancelled,t4,1Mx

            """
        // The withdrawal of 0.002 includes its fee, and summer time is two hours ahead.
        #expect(
            try await forms.rows(text) == [
                "5 income 0.001 ethereum value 2 at market staking", "4 deposit 500 eur", "3 sell 451 eur for 496.1",
                "3 buy 0.01 bitcoin for 495 fee 1.1", "2 withdrawal 0.0019 bitcoin", "2 fee 0.0001 bitcoin",
            ])
        #expect(try await forms.read(text).rows.last.map { MomentText.iso($0.row.time) } == "2024-07-03T22:30:00Z")
    }

    @Test func cryptoCom() async throws {
        let text = """
            Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind
            2024-03-15 09:25:14,Convert Dust,CRO,100,,,EUR,10,11,dust_conversion_credited
            2024-03-15 09:25:14,Convert Dust,BTC,-0.0001,,,EUR,-4.54,-5,dust_conversion_debited
            2024-03-15 09:25:14,Convert Dust,ETH,-0.003,,,EUR,-5.45,-6,dust_conversion_debited
            2024-03-10 10:00:00,MCO -> ETH,MCO,-10,ETH,0.05,EUR,90,100,crypto_exchange
            2024-03-09 10:00:00,EUR -> BTC,EUR,-90,BTC,0.002,EUR,90,99,viban_purchase
            2024-03-08 10:00:00,Buy ETH,ETH,1.0,,,EUR,1800,1980,crypto_purchase
            2024-03-07 10:00:00,MCO Stake,MCO,-50.0,,,EUR,-174,-206,lockup_lock
            2024-03-06 10:00:00,Card Cashback,CRO,52.1,,,EUR,3.5,4.15,referral_card_cashback
            2024-03-05 10:00:00,To a friend,CRO,-10,,,EUR,-1,-1.1,crypto_transfer

            """
        // The dust is split by the closes of BTC (5 dollars) and ETH (6 dollars), and worth the 11 dollars that the file states.
        #expect(
            try await forms.rows(text) == [
                "10 withdrawal 10 crypto-com-chain value 1.1 gift", "9 income 52.1 crypto-com-chain value 4.15 at market reward",
                "7 deposit 1 ethereum value 1980", "6 sell 90 eur for 99", "6 buy 0.002 bitcoin for 99",
                "5 swap 10 mco-coin for 0.05 ethereum value 100",
                "2 swap 0.0001 bitcoin for 45.454545454545454545 crypto-com-chain value 5",
                "2 swap 0.003 ethereum for 54.545454545454545455 crypto-com-chain value 6",
            ])
        #expect(try await forms.read(text).source?.leftOut.map(\.shown) == ["it stays in the account: 8"])
    }

    @Test func kuCoin() async throws {
        let old = try await forms.read(
            """
            tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency
            2024-04-28 12:36:00,XTZ-USDT,sell,1,36,36,0.036,USDT

            """)
        #expect(old.rows.map(FormWorld.shown) == ["2 swap 36 tezos for 35.964 tether value 36"])
        #expect(old.rows.first.map { MomentText.iso($0.row.time) } == "2024-04-28T04:36:00Z")
        let new = try await forms.read(
            """
            UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC-03:00),Fee,Fee Currency
            1,main,o1,BTC-USDT,BUY,LIMIT,50000,0.01,500,500,2024-04-28 12:36:00,0.5,USDT

            """)
        #expect(new.rows.map(FormWorld.shown) == ["2 swap 500.5 tether for 0.01 bitcoin value 500.5"])
        #expect(new.rows.first.map { MomentText.iso($0.row.time) } == "2024-04-28T15:36:00Z")
    }

    @Test func revolut() async throws {
        let text = """
            Symbol,Type,Quantity,Price,Value,Fees,Date
            BTC,Buy,0.001,"$50,000.00",$50.00,$0.50,"Feb 3, 2024, 9:15:01 AM"
            BTC,Buy,0.001,"€45,000.00",€45.00,€0.45,"Feb 4, 2024, 9:15:01 PM"
            ETH,Staking reward,0.001,,,,"Feb 5, 2024, 12:23:31 AM"
            ETH,Stake,0.1,"€1,800.00",€180.00,€0.00,"Feb 6, 2024, 12:23:31 AM"
            BTC,Send,0.0005,"€45,000.00",€22.50,€0.00,"Feb 7, 2024, 12:23:31 AM"

            """
        #expect(
            try await forms.rows(text) == [
                "2 buy 0.001 bitcoin for 50 fee 0.5", "3 sell 45.45 eur for 49.995", "3 buy 0.001 bitcoin for 49.5 fee 0.495",
                "4 income 0.001 ethereum value 2 at market staking", "6 withdrawal 0.0005 bitcoin value 24.75",
            ])
        // Amounts in a currency without rates are never taken for dollars.
        let kronor = try await forms.read(
            "Symbol,Type,Quantity,Price,Value,Fees,Date\nBTC,Buy,0.001,\"500,000.00 SEK\",500.00 SEK,0.00 SEK,\"Feb 3, 2024, 9:15:01 AM\"\n"
        )
        #expect(kronor.rows.map(FormWorld.shown) == ["2 swap 500 currency-sek for 0.001 bitcoin"])
        let error = try #require(kronor.rows[0].row.valueError).description
        #expect(
            error.contains("amounts are in SEK, of which no rate")
                && error.hasSuffix("closecast history fetch SEK --start 2024-01-29"))
    }
}
