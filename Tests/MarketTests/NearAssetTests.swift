import Market
import Testing
import Text

@Suite struct NearAssetTests {
    @Test(
        arguments: [
            ("Bitcoin", "BTC"), ("bitcoin cash", "BCH"), ("ethereun", "ETH"), ("BTX", "BTC"), ("theta network", "THETA"),
            ("nothing", nil),
        ] as [(String, String?)])
    func anAssetIsFoundByTickerIdOrName(typed: String, ticker: String?) {
        #expect(NearName.ofAsset(typed, among: KnownAssets.all) == ticker)
    }

    @Test func ofAssetsThatShareATickerTheIdIsNamed() {
        let other = Asset(id: AssetID("btc-other")!, ticker: Ticker("BTC")!, name: "Another coin")
        #expect(NearName.ofAsset("Another coin", among: KnownAssets.all + [other]) == "btc-other")
        #expect(NearName.ofAsset("BTX", among: KnownAssets.all + [other]) == "bitcoin")
    }
}
