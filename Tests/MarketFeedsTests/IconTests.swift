import Foundation
import Market
import MarketFeeds
import Testing

/// The pictures of coins that providers publish.
@Suite struct IconTests {
    private static let image = "https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png"

    private static func answer(_ text: String) -> HTTPAnswer { HTTPAnswer(status: 200, body: Array(text.utf8)) }

    @Test func coinGeckoStatesAddresses() async throws {
        let feed = Scene.coinGecko.feed { url in
            #expect(url.query!.contains("ids=bitcoin%2Cnone"))
            return Self.answer(
                "[{\"id\":\"bitcoin\",\"image\":\"\(Self.image)\"},{\"id\":\"none\",\"image\":null},{\"image\":\"x\"}]")
        }
        let addresses = try await feed.iconAddresses(of: ["bitcoin", "none"])
        #expect(addresses == ["bitcoin": URL(string: Self.image)!])
    }

    @Test func coinAPIStatesAddressesOfAssets() async throws {
        let address = "https://s3.eu-central-1.amazonaws.com/icons/btc.png"
        let feed = Scene.coinAPI.feed { url in
            #expect(url.path.hasPrefix("/v1/assets/icons/"))
            return Self.answer("[{\"asset_id\":\"BTC\",\"url\":\"\(address)\"},{\"asset_id\":\"ETH\"}]")
        }
        let addresses = try await feed.iconAddresses(of: ["BITSTAMP_SPOT_BTC_USD", "ETH"])
        #expect(addresses == ["BITSTAMP_SPOT_BTC_USD": URL(string: address)!])
    }

    @Test(arguments: [Provider.binance, .kraken, .coinmetrics, .coinbase, .cryptocompare, .messari, .frankfurter])
    func othersHaveNone(provider: Provider) async {
        let feed = Scene.scene(provider).feed { _ in HTTPAnswer(status: 500) }
        let error = await #expect(throws: FeedError.self) { _ = try await feed.iconAddresses(of: ["x"]) }
        #expect(error?.reason == .unsupported)
    }

    @Test func aPictureIsDownloaded() async throws {
        let feed = Scene.coinGecko.feed { url in
            #expect(url.absoluteString == Self.image)
            return HTTPAnswer(status: 200, body: [1, 2, 3])
        }
        let bytes = try await feed.icon(at: URL(string: Self.image)!)
        #expect(bytes == [1, 2, 3])
    }

    @Test(arguments: [301, 404, 500]) func otherAnswersAreErrors(status: Int) async {
        let feed = Scene.coinGecko.feed { _ in HTTPAnswer(status: status, headers: ["location": "http://127.0.0.1/"]) }
        await #expect(throws: FeedError.self) { _ = try await feed.icon(at: URL(string: Self.image)!) }
    }

    /// A provider's answer cannot make this server send requests elsewhere.
    @Test(arguments: [
        "http://coin-images.coingecko.com/x.png", "https://127.0.0.2/x.png", "https://10.0.0.1/x.png",
        "https://169.254.169.254/latest", "file:///etc/passwd",
        "https://coin-images.coingecko.com:8443/x.png", "https://coin-images.coingecko.com@example.com/x.png",
        "https://coin-images.coingecko.com.example.com/x.png", "https://user:pass@coin-images.coingecko.com/x.png",
        "https://s3.eu-central-1.amazonaws.com/x.png", "//coin-images.coingecko.com/x.png", "data:image/png;base64,AA==", "x",
    ])
    func otherHostsAreNotAsked(address: String) async {
        let feed = Scene.coinGecko.feed { url in
            Issue.record("\(url) was requested")
            return HTTPAnswer(status: 200)
        }
        guard let url = URL(string: address) else { return }
        let error = await #expect(throws: FeedError.self) { _ = try await feed.icon(at: url) }
        guard case .redirected = error?.reason else { return #expect(Bool(false), "\(address): \(String(describing: error))") }
    }
}
