import Foundation
import LoopbackServer
import Market
import MarketFeeds
import Testing

/// Rules for requests to providers: the distance between requests, retry times, and the hosts that may get a key.
@Suite(.serialized) struct CourtesyTests {
    @Test(arguments: [
        ("0", 0), ("17", 17), (" 17", 17), ("99999999999999999999999", RetryAfter.longest), ("Fri, 01 Mar 2024 12:00:30 GMT", 30),
        ("Fri, 01 Mar 2024 11:59:30 GMT", 0), ("Sun, 06 Nov 2994 08:49:37 GMT", RetryAfter.longest),
    ])
    func retryAfterIsSecondsOrADate(text: String, seconds: Int) {
        #expect(RetryAfter.seconds(text, now: Scene.now) == seconds)
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "Fri, 32 Mar 2024 12:00:30 GMT", "Fri, 01 Mar 2024 12:00:30 CET", "Fri, 01 Mrz 2024 12:00:30 GMT",
    ])
    func otherTextsAreNotARetryAfter(text: String) {
        #expect(RetryAfter.seconds(text, now: Scene.now) == nil)
    }

    @Test(arguments: [
        ("https://a.example/x", "https://a.example/y", true), ("https://a.example", "https://A.EXAMPLE:443/", true),
        ("http://a.example", "https://a.example/", true), ("http://a.example:8080", "https://a.example/", true),
        ("https://a.example", "http://a.example/", false), ("https://a.example", "https://b.example/", false),
        ("https://a.example", "https://a.example:8443/", false), ("https://a.example", "https://a.example.evil/", false),
        ("https://a.example", "https://u:p@a.example/", false), ("https://a.example", "ftp://a.example/", false),
        ("http://a.example", "https://a.example:8443/", false), ("https://a.example", "file:///etc/passwd", false),
    ])
    func redirectsStayWhereTheKeyMayGo(from: String, to: String, isAllowed: Bool) {
        #expect(Redirect.isAllowed(from: URL(string: from)!, to: URL(string: to)!) == isAllowed)
    }

    @Test func requestsAtTheSameTimeShareOneQueue() async {
        let time = FakeTime(now: Scene.now)
        let server = LoopbackServer { _, _ in .json(Scene.kraken.body) }
        defer { server.stop() }
        var settings = Scene.settings(server.address)
        settings[.kraken].requestsPerSecond = 0.01
        let feed = Scene.kraken.feed(settings, time)
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                group.addTask { (try? await Scene.kraken.ask(feed, deadlineSeconds: 100_000).get()) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 6 && server.requests.count == 6)
        // Six slots, 100 s apart: the first request goes at once, and no later one before its slot.
        #expect(time.sleeps.count == 5)
        #expect(time.clock().uptime() >= 500)
    }

    @Test func aRetryTimeAppliesToAllRequests() async {
        let time = FakeTime(now: Scene.now)
        let server = LoopbackServer { _, _ in .json("{}", status: 418, headers: ["Retry-After": "600"]) }
        defer { server.stop() }
        let feed = Scene.binance.feed(Scene.settings(server.address), time)
        for _ in 0..<3 {
            #expect(await Scene.binance.ask(feed).failure?.reason == .rateLimited(retryAfterSeconds: 600))
        }
        #expect(server.requests.count == 1)
    }

    @Test func strangeNamesStayWithinTheirPlaceInAnAddress() async throws {
        let server = LoopbackServer { _, _ in .json("{}", status: 404) }
        defer { server.stop() }
        let feed = Scene.coinbase.feed(Scene.settings(server.address))
        for id in ["a/../../b", "..", "x?y=1", "x#y", "é\r\nX: y", ""] {
            let error = await #expect(throws: FeedError.self) {
                _ = try await feed.candles(of: id, from: Scene.first, through: Scene.last)
            }
            #expect(error?.reason == .unknownAsset(id))
        }
        #expect(server.requests.allSatisfy { $0.query.count == 3 && $0.headers["x"] == nil })
        #expect(server.requests.allSatisfy { $0.path.hasPrefix("/products/") && $0.path.hasSuffix("/candles") })
    }
}
