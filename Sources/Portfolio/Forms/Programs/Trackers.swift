/// The forms of programs that keep the transactions of many accounts.
extension TransactionForm {
    static let koinly = TransactionForm(
        id: "koinly", program: "Koinly",
        reads: "Transactions (CSV) and the universal form; labels say what an amount without another side is",
        headers: [["date", "sent amount", "sent currency", "received amount", "received currency", "fee amount", "label"]],
        columns: [
            .time: ["date"], .kind: ["label"], .account: ["sending wallet"], .target: ["receiving wallet"], .out: ["sent amount"],
            .outCoin: ["sent currency"], .in: ["received amount"], .inCoin: ["received currency"], .fee: ["fee amount"],
            .feeCoin: ["fee currency"], .worth: ["net worth amount", "net value (*)"], .worthCurrency: ["net worth currency"],
            .note: ["description"],
        ],
        kinds: [
            (.words("staking"), .event(.staking)), (.words("airdrop"), .event(.airdrop)), (.words("mining"), .event(.mining)),
            (.words("fork"), .event(.fork)), (.words("reward|cashback"), .event(.reward)),
            (.words("loan interest|loan_interest|lending interest|interest"), .event(.interest)),
            (.words("income|other income"), .event(.income)),
            (.words("gift"), .bySign(in: .gift, out: .giftSent)), (.words("lost|stolen"), .event(.loss)),
            (.words("cost|margin fee|loan fee|fee"), .event(.fee)),
            (.words("donation"), .event(.donation)), (.words("realized gain"), .bySides),
            (.words("ignored"), .leftOut(.other("it is ignored in Koinly"))),
        ], other: .bySides)

    static let coinTracking = TransactionForm(
        id: "cointracking", program: "CoinTracking", reads: "Trade list (CSV); amounts include the fee; the exchange is the wallet",
        leavesOut: "trades with zero on one side",
        headers: [["type", "buy", "cur.", "sell", "fee", "exchange", "group", "comment", "date"]],
        columns: [
            .time: ["date"], .kind: ["type"], .account: ["exchange"], .out: ["sell"], .outCoin: ["cur.#2"], .in: ["buy"],
            .inCoin: ["cur."],
            .fee: ["fee"], .feeCoin: ["cur.#3"], .note: ["comment"],
        ], idColumns: ["tx-id"], dates: ["dd.MM.yyyy HH:mm:ss", "dd.MM.yyyy HH:mm", "dd/MM/yyyy HH:mm:ss"],
        kinds: [
            (.words("trade|margin trade"), .event(.trade)), (.words("deposit"), .event(.deposit)),
            (.words("withdrawal"), .event(.withdrawal)),
            (.words("staking|masternode|masternode income|minting"), .event(.staking)),
            (.words("mining|mining (commercial)"), .event(.mining)),
            (.words("airdrop|airdrop (non taxable)"), .event(.airdrop)),
            (.words("reward / bonus|reward|bonus"), .event(.reward)), (.words("interest income|lending income"), .event(.interest)),
            (.words("income|dividends income|income (non taxable)|other income|margin profit"), .event(.income)),
            (.words("gift/tip|gift|gift received"), .bySign(in: .gift, out: .giftSent)), (.words("spend"), .event(.spend)),
            (.words("donation"), .event(.donation)), (.words("gift (out)"), .event(.giftSent)),
            (.words("lost|stolen|stolen/hacked/fraud|margin loss"), .event(.loss)),
            (.words("other fee|fee|margin fee|borrowing fee"), .event(.fee)),
        ], feeIsWithin: [.trade, .withdrawal])

    static let coinLedger = TransactionForm(
        id: "coinledger", program: "CoinLedger", reads: "Transactions (CSV); the records of one internal id become one trade",
        headers: [["timestamp (utc)", "type", "internal id", "platform", "record type", "asset", "amount"]],
        columns: [
            .time: ["timestamp (utc)"], .kind: ["type"], .detail: ["record type"], .account: ["account name"],
            .group: ["internal id"],
            .coin: ["asset"], .amount: ["amount"], .note: ["description"],
        ], idColumns: ["internal id", "record type", "asset"],
        kinds: [
            (.words("*/platform fee|*/network fee|trade/fee"), .legFee(family: "trade")),
            (.words("trade|buy|sell|swap"), .leg(family: "trade")),
            (.words("deposit|withdrawal|transfer|manual position"), .bySign(in: .deposit, out: .withdrawal)),
            (.words("airdrop"), .bySign(in: .airdrop, out: .spend)), (.words("mining"), .bySign(in: .mining, out: .spend)),
            (.words("interest|interest payment"), .bySign(in: .interest, out: .spend)),
            (.words("staking"), .bySign(in: .staking, out: .spend)), (.words("hard fork"), .bySign(in: .fork, out: .spend)),
            (.words("reward"), .bySign(in: .reward, out: .spend)), (.words("income"), .bySign(in: .income, out: .spend)),
            (.words("gift received"), .event(.gift)), (.words("gift sent"), .event(.giftSent)),
            (.words("investment loss|theft loss|casualty loss"), .event(.loss)), (.words("merchant payment"), .event(.spend)),
            (.words("network fee"), .event(.fee)), (.words("margin gain|margin loss"), .bySign(in: .income, out: .loss)),
        ], grouping: .group)

    static let blockpit = TransactionForm(
        id: "blockpit", program: "Blockpit", reads: "Transactions (CSV); the integration is the wallet",
        headers: [
            [
                "timestamp", "source name", "transaction type", "outgoing asset", "outgoing amount", "incoming asset",
                "incoming amount",
            ]
        ],
        columns: [
            .time: ["timestamp"], .kind: ["transaction type"], .account: ["integration", "source name"], .out: ["outgoing amount"],
            .outCoin: ["outgoing asset"], .in: ["incoming amount"], .inCoin: ["incoming asset"], .fee: ["fee amount"],
            .feeCoin: ["fee asset"], .note: ["note"],
        ], dates: ["dd.MM.yyyy HH:mm", "dd.MM.yyyy HH:mm:ss"],
        kinds: [
            (.words("trade"), .event(.trade)), (.words("deposit|nontaxablein|non-taxable in"), .event(.deposit)),
            (.words("withdrawal|nontaxableout|non-taxable out"), .event(.withdrawal)),
            (.words("staking|masternode"), .event(.staking)), (.words("lending"), .event(.interest)),
            (.words("mining"), .event(.mining)), (.words("airdrop"), .event(.airdrop)),
            (.words("hardfork|hard fork"), .event(.fork)),
            (.words("bounties|bounty|cashback|referral rewards"), .event(.reward)),
            (.words("income|margin_trading_profit|margin trading profit|derivative profit"), .event(.income)),
            (.words("gift received"), .event(.gift)), (.words("gift"), .event(.giftSent)), (.words("donation"), .event(.donation)),
            (.words("payment"), .event(.spend)),
            (.words("fee|derivative fee"), .event(.fee)),
            (.words("margin_trading_loss|margin trading loss|derivative loss|lost|hack"), .event(.loss)),
        ])

    static let delta = TransactionForm(
        id: "delta", program: "Delta", reads: "Transactions (CSV) of coins and cash",
        leavesOut: "stocks, funds and other things that are not coins, with their dividends",
        headers: [["date", "way", "base amount", "base currency (name)", "base type", "quote amount", "quote currency"]],
        columns: [
            .time: ["date"], .kind: ["way"], .detail: ["base type"], .origin: ["sent/received from"], .account: ["exchange"],
            .coin: ["base currency (name)"], .amount: ["base amount"], .money: ["quote amount"], .currency: ["quote currency"],
            .fee: ["fee amount"], .feeCoin: ["fee currency (name)"], .note: ["notes"],
        ],
        kinds: [
            (.words("*/stock|*/fund|*/etf|*/nft|*/bond|*/future|*/option|*/index|*/commodity|*/custom"), .leftOut(.notACoin)),
            (.words("buy"), .buy), (.words("sell"), .sell),
            (.words("deposit/airdrop"), .event(.airdrop)), (.words("deposit/mining"), .event(.mining)),
            (.words("deposit/staking"), .event(.staking)), (.words("deposit/fork"), .event(.fork)),
            (.words("deposit/interest"), .event(.interest)), (.words("deposit/dividends"), .event(.income)),
            (.words("deposit"), .event(.deposit)), (.words("withdraw"), .event(.withdrawal)), (.words("dividend"), .money(.income)),
            (.words("transfer"), .leftOut(.betweenAccounts)),
        ])

    static let ghostfolio = ghostfolio(id: "ghostfolio", "Activities (JSON) of coins", jsonList: "activities")
    static let ghostfolioCSV = ghostfolio(id: "ghostfolio-csv", "Activities (CSV) of coins", jsonList: nil)

    private static func ghostfolio(id: String, _ reads: String, jsonList: String?) -> TransactionForm {
        TransactionForm(
            id: id, program: "Ghostfolio", reads: reads, leavesOut: "liabilities and items, which are not transactions of coins",
            headers: jsonList == nil
                ? [
                    ["date", "code", "currency", "price", "quantity", "action", "fee"],
                    ["date", "symbol", "currency", "unitprice", "quantity", "type", "fee"],
                    ["date", "symbol", "datasource", "quantity", "type", "fee"],
                ] : [["date", "symbol", "unitprice", "quantity", "type"]],
            columns: [
                .time: ["date"], .kind: ["action", "type"], .pair: ["code", "symbol", "ticker"], .amount: ["quantity"],
                .price: ["unitprice", "price", "unit price"], .currency: ["currency"], .fee: ["fee"], .note: ["note", "comment"],
            ], idColumns: jsonList == nil ? [] : ["id"], dates: ["dd-MM-yyyy", "dd/MM/yyyy", "dd.MM.yyyy"],
            kinds: [
                (.words("buy"), .buy), (.words("sell"), .sell), (.words("dividend"), .money(.income)),
                (.words("interest"), .money(.interest)), (.words("fee"), .money(.fee)),
                (.words("liability|item|valuable"), .leftOut(.notACoin)),
            ], jsonList: jsonList)
    }

    /// The tokens that rotki names by their contract.
    private static let contracts = [
        "EIP155:1/ERC20:0XDAC17F958D2EE523A2206206994597C13D831EC7": "USDT",
        "EIP155:1/ERC20:0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48": "USDC",
        "EIP155:1/ERC20:0X6B175474E89094C44DA98B954EEDEAC495271D0F": "DAI",
        "EIP155:1/ERC20:0X1F9840A85D5AF5BF1D1762F925BDADDC4201F984": "UNI",
        "EIP155:1/ERC20:0XB8C77482E45F1F44DE1745F52C74426C631BDD52": "BNB",
        "EIP155:1/ERC20:0X514910771AF9CA656AF840DFF83E8264ECF986CA": "LINK",
        "EIP155:1/ERC20:0X7FC66500C84A76AD7E9C93437BFC5AC33E2DDAE9": "AAVE",
    ]

    static let rotkiTrades = TransactionForm(
        id: "rotki-trades", program: "rotki", reads: "Generic trades (CSV); the location is the wallet",
        leavesOut: "trades with zero on one side",
        headers: [["location", "spend currency", "receive currency", "receive amount", "spend amount", "timestamp"]],
        columns: [
            .time: ["timestamp"], .account: ["location"], .out: ["spend amount"], .outCoin: ["spend currency"],
            .in: ["receive amount"],
            .inCoin: ["receive currency"], .fee: ["fee"], .feeCoin: ["fee currency"], .note: ["description"],
        ], other: .event(.trade), coins: contracts)

    static let rotkiEvents = TransactionForm(
        id: "rotki-events", program: "rotki", reads: "Generic events (CSV); the location is the wallet",
        headers: [["type", "location", "currency", "amount", "fee", "fee currency", "timestamp"]],
        columns: [
            .time: ["timestamp"], .kind: ["type"], .account: ["location"], .coin: ["currency"], .amount: ["amount"], .fee: ["fee"],
            .feeCoin: ["fee currency"], .note: ["description"],
        ],
        kinds: [
            (.words("deposit"), .event(.deposit)), (.words("withdrawal"), .event(.withdrawal)),
            (.words("staking"), .event(.staking)), (.words("airdrop"), .event(.airdrop)), (.words("mining"), .event(.mining)),
            (.words("reward"), .event(.reward)), (.words("income|dividends"), .event(.income)),
            (.words("loss|hack"), .event(.loss)),
            (.words("spend|expense|tax"), .event(.spend)), (.words("gift"), .event(.gift)),
            (.words("donation received"), .event(.gift)),
        ], coins: contracts)

    static let bitcoinTax = TransactionForm(
        id: "bitcoin-tax", program: "BitcoinTaxes",
        reads: "Trades, income and spending (CSV); cost and proceeds include the fee; the account is the wallet",
        leavesOut: "swaps of renamed and forked coins",
        headers: [["date", "action", "symbol", "account", "volume", "currency", "fee", "feecurrency"]],
        columns: [
            .time: ["date"], .kind: ["action"], .account: ["account"], .coin: ["symbol"], .amount: ["volume"],
            .total: ["cost/proceeds", "total"],
            .price: ["price"], .currency: ["currency"], .fee: ["fee"], .feeCoin: ["feecurrency"], .note: ["memo"],
        ], idColumns: ["exchangeid"],
        kinds: [
            (.words("buy"), .buy), (.words("sell"), .sell), (.words("swap"), .leftOut(.renamed)),
            (.words("mining"), .event(.mining)), (.words("income"), .event(.income)), (.words("giftin"), .event(.gift)),
            (.words("gift"), .event(.giftSent)), (.words("donation"), .event(.donation)),
            (.words("spend"), .event(.spend)), (.words("stolen|lost"), .event(.loss)), (.words("deposit"), .event(.deposit)),
            (.words("withdrawal"), .event(.withdrawal)), (.words("fee"), .event(.fee)),
        ])

    static let portfolioPerformance = TransactionForm(
        id: "portfolio-performance", program: "Portfolio Performance",
        reads: "Account and portfolio transactions (CSV), in English and German; the ticker symbol is the coin",
        leavesOut: "the other half of a transfer of the program",
        headers: [
            ["date", "type", "value", "transaction currency", "shares", "ticker symbol"],
            ["datum", "typ", "wert", "buchungswährung", "stück"],
        ],
        columns: [
            .time: ["date", "datum"], .kind: ["type", "typ"], .pair: ["ticker symbol", "ticker-symbol"],
            .amount: ["shares", "stück"],
            .total: ["value", "wert"], .currency: ["transaction currency", "buchungswährung"], .fee: ["fees", "gebühren"],
            .note: ["note", "notiz"],
        ], dates: ["dd.MM.yyyy", "dd.MM.yyyy HH:mm"], decimal: nil, zone: "UTC",
        kinds: [
            (.words("buy|kauf"), .buy), (.words("sell|verkauf"), .sell),
            (.words("deposit|einlage|delivery (inbound)|einlieferung"), .event(.deposit)),
            (.words("removal|entnahme|delivery (outbound)|auslieferung"), .event(.withdrawal)),
            (.words("interest|zinsen"), .money(.interest)),
            (.words("dividend|dividende|fees refund|gebührenerstattung|tax refund|steuerrückerstattung"), .money(.income)),
            (.words("fees|gebühren|taxes|steuern|interest charge|zinsbelastung"), .money(.fee)),
            (.words("transfer (inbound)|umbuchung (eingang)|transfer (outbound)|umbuchung (ausgang)"), .leftOut(.betweenAccounts)),
        ])
}

extension TransactionForm {
    /// All forms, in the order of lists.
    package static let all: [TransactionForm] = [
        coinbase, krakenLedgers, krakenTrades, binanceHistory, binanceTrades, bitstamp, bitpanda, bitvavo, cryptoCom, kuCoin,
        revolut,
        ledgerLive, trezorSuite, koinly, coinTracking, coinLedger, blockpit, delta, ghostfolio, ghostfolioCSV, rotkiTrades,
        rotkiEvents,
        bitcoinTax, portfolioPerformance,
    ]
}
