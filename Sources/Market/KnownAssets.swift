/// The assets that every new store contains.
///
/// Ids are CoinGecko's, which are unique, unlike tickers. A provider is absent if it does not trade, or no longer trades, a
/// coin against the dollar. Binance quotes in USDT, a token that tracks the US dollar: its prices count as dollars, although
/// they can deviate by a few tenths of a per cent. Providers list and delist coins. A provider reports an id that it no longer
/// knows, and the next provider is asked.
public enum KnownAssets {
    /// US dollars, euros and 30 coins.
    public static let all: [Asset] =
        [
            Asset(id: .usd, ticker: Ticker("USD")!, name: "US dollar"),
            Asset(
                id: .eur, ticker: Ticker("EUR")!, name: "Euro",
                // Exchanges that trade euros on all seven days; CoinGecko and the others list coins only.
                providerIDs: [.binance: "EURUSDT", .kraken: "EURUSD", .coinbase: "EUR-USD"]),
        ] + coins.map(asset)

    /// Returns the known asset with a ticker or id, in any case. These names are reserved: in every store they mean these assets.
    public static func id(named name: some StringProtocol) -> AssetID? { idsByName[name.asciiLowercased] }

    private static let idsByName = Dictionary(
        all.flatMap { [($0.id.description, $0.id), ($0.ticker.description.asciiLowercased, $0.id)] },
        uniquingKeysWith: { first, _ in first })

    /// A known coin, and its provider ids where they do not follow from the ticker.
    private struct Coin {
        let id: String
        let ticker: String
        let name: String
        /// One letter for each exchange that trades it against the dollar under the usual name; see `coins`.
        let exchanges: String
        let firstTrade: String?
        var others: [Provider: String] = [:]
    }

    private static func coin(
        _ id: String, _ ticker: String, _ name: String, _ exchanges: String, _ firstTrade: String? = nil,
        _ others: [Provider: String] = [:]
    ) -> Coin {
        Coin(id: id, ticker: ticker, name: name, exchanges: exchanges, firstTrade: firstTrade, others: others)
    }

    /// Exchanges: b Binance, k Kraken, m Coin Metrics, c Coinbase. CoinGecko, CryptoCompare and Messari list all coins.
    private static let coins: [Coin] = [
        coin("bitcoin", "BTC", "Bitcoin", "bmc", "2010-07-17", [.kraken: "XBTUSD"]),
        coin("ethereum", "ETH", "Ethereum", "bkmc", "2015-08-07"),
        coin("tether", "USDT", "Tether", "kmc"),
        coin("polkadot", "DOT", "Polkadot", "bkmc"),
        coin("ripple", "XRP", "XRP", "bkmc", nil, [.messari: "xrp"]),
        coin("cardano", "ADA", "Cardano", "bkmc"),
        coin("litecoin", "LTC", "Litecoin", "bkmc"),
        coin("chainlink", "LINK", "Chainlink", "bkmc"),
        coin("bitcoin-cash", "BCH", "Bitcoin Cash", "bkmc"),
        coin("stellar", "XLM", "Stellar", "bkmc"),
        coin("binancecoin", "BNB", "BNB", "bkm", nil, [.messari: "binance-coin", .coinapi: "BINANCE_SPOT_BNB_USDT"]),
        coin("usd-coin", "USDC", "USD Coin", "bkm", nil, [.coinapi: "KRAKEN_SPOT_USDC_USD"]),
        coin("dogecoin", "DOGE", "Dogecoin", "bmc", nil, [.kraken: "XDGUSD"]),
        coin("uniswap", "UNI", "Uniswap", "bkmc"),
        coin("aave", "AAVE", "Aave", "bkmc"),
        coin("bitcoin-cash-sv", "BSV", "Bitcoin SV", "km", nil, [.messari: "bitcoin-sv", .coinapi: "KRAKEN_SPOT_BSV_USD"]),
        coin("eos", "EOS", "EOS", "m", nil, [.coinapi: "COINBASE_SPOT_EOS_USD"]),
        coin("monero", "XMR", "Monero", "km", nil, [.coinapi: "KRAKEN_SPOT_XMR_USD"]),
        coin("tron", "TRX", "TRON", "bkm", nil, [.coinapi: "KRAKEN_SPOT_TRX_USD"]),
        coin("tezos", "XTZ", "Tezos", "bkmc"),
        coin("nem", "XEM", "NEM", "m", nil, [.coinapi: "BINANCE_SPOT_XEM_USDT"]),
        coin("theta-token", "THETA", "Theta Network", "bm", nil, [.messari: "theta", .coinapi: "BINANCE_SPOT_THETA_USDT"]),
        coin("havven", "SNX", "Synthetix", "bkmc", nil, [.messari: "synthetix"]),
        coin("vechain", "VET", "VeChain", "bmc"),
        coin("crypto-com-chain", "CRO", "Cronos", "mc", nil, [.messari: "crypto-com-coin"]),
        coin("cosmos", "ATOM", "Cosmos", "bkmc"),
        coin("neo", "NEO", "Neo", "bm", nil, [.coinapi: "BINANCE_SPOT_NEO_USDT"]),
        coin("dai", "DAI", "Dai", "kmc"),
        coin("binance-usd", "BUSD", "Binance USD", "m", nil, [.coinapi: "BINANCE_SPOT_BUSD_USDT"]),
        coin("maker", "MKR", "Maker", "m", nil, [.coinapi: "COINBASE_SPOT_MKR_USD"]),
    ]

    private static func asset(_ coin: Coin) -> Asset {
        Asset(
            id: AssetID(coin.id)!, ticker: Ticker(coin.ticker)!, name: coin.name,
            providerIDs: usualIDs(coin).merging(coin.others) { _, special in special },
            firstTrade: coin.firstTrade.flatMap { Day(iso: $0) }, iconName: coin.ticker.lowercased())
    }

    private static func usualIDs(_ coin: Coin) -> [Provider: String] {
        let ticker = coin.ticker
        var ids: [Provider: String] = [.coingecko: coin.id, .cryptocompare: ticker, .messari: coin.id]
        for exchange in coin.exchanges {
            switch exchange {
            case "b": ids[.binance] = ticker + "USDT"
            case "k": ids[.kraken] = ticker + "USD"
            case "m": ids[.coinmetrics] = ticker.lowercased()
            default: (ids[.coinbase], ids[.coinapi]) = (ticker + "-USD", "COINBASE_SPOT_\(ticker)_USD")
            }
        }
        return ids
    }
}
