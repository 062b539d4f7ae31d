import Market
import News
import Testing

/// Which coins an article is about.
@Suite struct CoinMatcherTests {
    private static let others = [
        Asset(id: AssetID("near")!, ticker: Ticker("NEAR")!, name: "NEAR Protocol"),
        Asset(id: AssetID("harmony")!, ticker: Ticker("ONE")!, name: "Harmony"),
        Asset(id: AssetID("foo")!, ticker: Ticker("FOO")!, name: "FOO"),
        Asset(id: AssetID("twin-a")!, ticker: Ticker("TWIN")!, name: "Twinset"),
        Asset(id: AssetID("twin-b")!, ticker: Ticker("TWIN")!, name: "Twinkle"),
    ]
    private static let matcher = CoinMatcher(KnownAssets.all + others)

    private func coins(_ title: String, _ summary: String = "", _ topics: [String] = []) -> [String] {
        Self.matcher.coins(title: title, summary: summary, topics: topics).map(\.description)
    }

    @Test func namesCountAsWholeWordsInAnyCase() {
        #expect(coins("Bitcoin's price and ETHEREUM") == ["bitcoin", "ethereum"])
        #expect(coins("bitcoin-backed loans") == ["bitcoin"])
        #expect(coins("Bitcoiners and rebitcoin") == [] && coins("Ethereumland") == [])
    }

    @Test func theLongestNameCounts() {
        #expect(coins("Bitcoin Cash forks") == ["bitcoin-cash"])
        #expect(coins("Bitcoin Cash forks from Bitcoin") == ["bitcoin", "bitcoin-cash"])
    }

    @Test func tickersCountInCapitalsOrAfterADollar() {
        #expect(coins("BTC falls") == ["bitcoin"] && coins("(BTC/USD)") == ["bitcoin"] && coins("btc falls") == [])
        #expect(coins("why $btc falls") == ["bitcoin"] && coins("FOO up") == ["foo"] && coins("foo up") == [])
        #expect(coins("BTCX and ABTC") == [])
    }

    @Test func capitalsSayNothingInATextOfCapitals() {
        #expect(coins("EVERYTHING ABOUT FOO IS NEW TODAY") == [])
        #expect(coins("EVERYTHING ABOUT BITCOIN IS NEW TODAY") == ["bitcoin"])
        #expect(coins("EVERYTHING ABOUT $FOO IS NEW TODAY") == ["foo"])
    }

    @Test func usualWordsNeedASecondSign() {
        #expect(coins("Click the link", "Link in bio") == [] && coins("Click the LINK now") == [])
        #expect(coins("LINK and Chainlink") == ["chainlink"] && coins("$LINK up") == ["chainlink"])
        #expect(coins("Stellar results for a bank") == [] && coins("Stellar (XLM) rises") == ["stellar"])
        #expect(coins("Stellar network upgrade") == ["stellar"] && coins("Stellar", "", ["XLM"]) == ["stellar"])
        #expect(coins("ONE day in harmony") == [] && coins("Harmony and ONE") == ["harmony"])
        #expect(coins("near the top") == [] && coins("NEAR Protocol grows") == ["near"])
    }

    @Test func sharedTickersNeedAName() {
        #expect(coins("TWIN rises") == [] && coins("$TWIN rises") == [] && coins("Twinset rises, says TWIN") == ["twin-a"])
    }

    @Test func topicsCount() {
        #expect(coins("Nothing", "", ["BTC", "MARKET"]) == ["bitcoin"] && coins("Nothing", "", ["Dogecoin"]) == ["dogecoin"])
        #expect(coins("Nothing", "", ["USD", "EUR", "One"]) == [])
    }
}
