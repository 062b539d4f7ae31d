import HTTPTestSupport
import Market
import PageKit
import ServerWorld
import Services
import Testing

/// The discs of coins: pictures, or letters.
@Suite struct CoinIconPageTests {
    private static let icon = CoinIcon(svg: Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>".utf8))

    @Test func pagesShowThePictureOverTheLetters() async throws {
        try await PageVisitor.run { server, visitor async throws in
            try await server.store([100, 110], of: "bitcoin")
            try await server.store([10, 11], of: "ethereum")
            server.parts.icons.replace(with: ["btc": Self.icon])
            let address = "/assets/\(Self.icon.name)"
            for path in ["/markets", "/coins/BTC"] {
                let page = try await visitor.get(path).text
                // Its size is known before it is loaded, so nothing moves.
                let image = "BTC<img src=\"\(address)\" alt=\"\" width=\"36\" height=\"36\""
                #expect(page.contains(image), "\(path)")
            }
            let page = try await visitor.get("/markets").text
            #expect(page.contains("aria-hidden=\"true\">ETH</span>"))
        }
    }

    @Test func thePictureIsServedForImagesOnly() async throws {
        try await PageVisitor.run { server, visitor async throws in
            server.parts.icons.replace(with: ["btc": Self.icon])
            let path = "/assets/\(Self.icon.name)"
            let answer = try await server.get(path)
            #expect(answer.status == 200 && answer.header("Content-Type") == "image/svg+xml")
            #expect(answer.header("Content-Security-Policy") == "default-src 'none'; style-src 'none'; sandbox")
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
            let tag = try #require(answer.header("ETag"))
            let again = try await server.get(path, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            for (use, status) in [("image", 200), ("empty", 200), ("document", 404), ("iframe", 404), ("object", 404)] {
                let answer = try await server.get(path, headers: ["Sec-Fetch-Dest": use])
                #expect(answer.status == status, "\(use)")
            }
            for name in ["icon-0000000000000000.svg", "..%2FBTC.svg", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "BTC.svg"] {
                let answer = try await server.get("/assets/\(name)")
                #expect(answer.status == 404 || answer.status == 400, "\(name)")
            }
        }
    }

    // MARK: Letters

    private static func letters(_ tickers: [String]) -> [String] {
        let assets = tickers.enumerated().map { index, ticker in
            Asset(id: AssetID("coin-\(index)")!, ticker: Ticker(ticker)!, name: ticker)
        }
        let signs = CoinSigns(assets)
        return assets.map(signs.letters)
    }

    @Test func discsHaveUpToFourLettersOfTheTicker() {
        #expect(
            Self.letters(["BTC", "DOGE", "X", "THETA", "SIM01", "SIM11", "SIM100"]) == [
                "BTC", "DOGE", "X", "THET", "SIM1", "SI11", "S100",
            ])
    }

    @Test func coinsOfAPageCanBeToldApart() {
        let tickers = ["USDT", "USDTB", "USDTC", "SIM1", "SIM01", "SIM10", "SIM100", "SIM1000", "STETH", "STETX"]
        let letters = Self.letters(tickers)
        #expect(Set(letters).count == tickers.count, "\(letters)")
        #expect(letters.allSatisfy { 1...4 ~= $0.count })
        #expect(letters[0] == "USDT" && letters[3] == "SIM1", "a short ticker keeps all its letters")
    }

    @Test func simulatedCoinsCanBeToldApart() {
        let tickers = (1...99).map { $0 < 10 ? "SIM0\($0)" : "SIM\($0)" }
        #expect(Set(Self.letters(tickers)).count == 99)
    }
}
