import Market
import Testing

@Suite struct KnownAssetsTests {
    private static let tickers = """
        BTC ETH USDT DOT XRP ADA LTC LINK BCH XLM BNB USDC DOGE UNI AAVE BSV EOS XMR TRX XTZ XEM THETA SNX VET CRO ATOM NEO DAI BUSD MKR
        """.split(separator: " ").map(String.init)

    @Test func dollarsEurosAndThirtyCoinsAreKnown() {
        #expect(KnownAssets.all.prefix(2).map(\.id) == [.usd, .eur])
        #expect(KnownAssets.all.dropFirst(2).map(\.ticker.description) == Self.tickers)
        #expect(Set(KnownAssets.all.map(\.id)).count == 32)
        #expect(KnownAssets.all.allSatisfy { $0.quoteCurrency == "USD" })
    }

    @Test func providersCallEachByItsOwnForm() {
        for asset in KnownAssets.all.dropFirst(2) {
            let ids = asset.providerIDs
            #expect(ids[.coingecko] == asset.id.description && asset.iconName == asset.ticker.description.lowercased())
            #expect(ids[.cryptocompare] == asset.ticker.description)
            #expect(ids[.coinmetrics] == asset.ticker.description.lowercased())
            #expect(ids[.binance]?.hasSuffix("USDT") ?? true, "\(asset.id)")
            #expect(ids[.kraken]?.hasSuffix("USD") ?? true, "\(asset.id)")
            #expect(ids[.coinbase]?.hasSuffix("-USD") ?? true, "\(asset.id)")
            #expect(ids[.coinapi]?.contains("_SPOT_\(asset.ticker)_USD") == true, "\(asset.id)")
            #expect(ids[.messari] != nil)
        }
    }

    @Test func noIDNamesTwoAssets() {
        for provider in Provider.allCases {
            let ids = KnownAssets.all.compactMap { $0.providerIDs[provider] }
            #expect(Set(ids).count == ids.count, "\(provider)")
        }
    }

    @Test func krakensOwnNamesAreUsed() {
        let ids = Dictionary(uniqueKeysWithValues: KnownAssets.all.map { ($0.id.description, $0.providerIDs) })
        #expect(ids["bitcoin"]?[.kraken] == "XBTUSD" && ids["dogecoin"]?[.kraken] == "XDGUSD")
        #expect(ids["tether"]?[.binance] == nil && ids["usd"] == [:])
    }
}
