import Foundation
import LoopbackServer
import News
import Testing

/// Feeds of servers that misbehave.
@Suite(.serialized) struct NewsFetchTests {
    private static let feed = """
        <rss version="2.0"><channel><item><title>Bitcoin rises</title><link>/1</link><guid>1</guid>
        <pubDate>Tue, 24 Nov 2026 09:00:00 GMT</pubDate><category>Markets</category></item></channel></rss>
        """

    private static func rss(_ headers: [String: String] = [:]) -> LoopbackServer.Reply {
        LoopbackServer.Reply(headers: headers, body: Array(feed.utf8))
    }

    @Test func anUnchangedFeedIsASuccess() async throws {
        let world = try NewsWorld()
        let server = LoopbackServer { request, number in
            number == 0
                ? Self.rss(["ETag": "\"v1\"", "Last-Modified": "Tue, 24 Nov 2026 09:00:00 GMT"]) : LoopbackServer.Reply(status: 304)
        }
        defer { server.stop() }
        #expect(try await world.fetch(["Desk": server.address]) == 1)
        // Not again before its time.
        try await world.fetch(["Desk": server.address])
        #expect(server.requests.count == 1)
        world.now += 900
        try await world.fetch(["Desk": server.address])
        #expect(server.requests.count == 2 && server.requests[1].headers["if-none-match"] == "\"v1\"")
        #expect(server.requests[1].headers["if-modified-since"] == "Tue, 24 Nov 2026 09:00:00 GMT")
        let source = try #require(try await world.sources().first)
        #expect(source.name == "Desk" && source.host == "127.0.0.1" && source.articles == 1 && source.lastError == nil)
        #expect(source.lastSuccessAt?.seconds == world.now && source.nextAt.seconds == world.now + 900)
        let article = try #require(try await world.list().first)
        #expect(article.coins == ["bitcoin"] && article.topics == ["Markets"] && article.sources == ["Desk"])
        #expect(article.link.hasPrefix("http://127.0.0.1") && article.publishedAt.seconds == NewsWorld.start - 1800)
        #expect(world.failures == [])
    }

    @Test func aFeedsOwnPauseIsKept() async throws {
        let world = try NewsWorld()
        let server = LoopbackServer { _, _ in
            LoopbackServer.Reply(body: Array(Self.feed.replacing("<channel>", with: "<channel><ttl>120</ttl>").utf8))
        }
        defer { server.stop() }
        try await world.fetch(["Desk": server.address])
        #expect(try await world.sources().first?.nextAt.seconds == world.now + 7200)
    }

    @Test(arguments: [429, 503]) func retryAfterIsKept(status: Int) async throws {
        let world = try NewsWorld()
        let server = LoopbackServer { _, number in
            number == 0 ? LoopbackServer.Reply(status: status, headers: ["Retry-After": "3600"]) : Self.rss()
        }
        defer { server.stop() }
        try await world.fetch(["Desk": server.address])
        let source = try #require(try await world.sources().first)
        #expect(source.nextAt.seconds == world.now + 3600 && source.lastError?.contains("HTTP \(status)") == true)
        #expect(source.lastErrorAt?.seconds == world.now && source.lastSuccessAt == nil && world.failures.count == 1)
        world.now += 3599
        try await world.fetch(["Desk": server.address])
        #expect(server.requests.count == 1)
        world.now += 1
        #expect(try await world.fetch(["Desk": server.address]) == 1)
        #expect(try await world.sources().first?.lastError == nil)
    }

    @Test func redirectsAreFollowedThreeTimes() async throws {
        for count in 3...4 {
            let world = try NewsWorld()
            let server = LoopbackServer { request, number in
                number < count ? LoopbackServer.Reply(status: 302, headers: ["Location": "/\(number)"]) : Self.rss()
            }
            defer { server.stop() }
            #expect(try await world.fetch(["Desk": server.address]) == (count == 3 ? 1 : 0))
            #expect(world.failures == (count == 3 ? [] : ["Desk: more than 3 redirects"]))
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "javascript:1"])
    func redirectsToOtherSchemesAreRefused(target: String) async throws {
        let world = try NewsWorld()
        let server = LoopbackServer { _, _ in LoopbackServer.Reply(status: 301, headers: ["Location": target]) }
        defer { server.stop() }
        try await world.fetch(["Desk": server.address])
        #expect(world.failures == ["Desk: a redirect to another scheme"] && server.requests.count == 1)
    }

    @Test func tooLargeSlowAndHostileFeedsFail() async throws {
        let bomb = #"<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>"#
        var hanging = LoopbackServer.Reply()
        hanging.hangs = true
        for (reply, reason) in [
            (LoopbackServer.Reply(body: Array(repeating: 0x20, count: 10 << 20)), "it is larger than 2 MB"),
            (hanging, "there was no answer within"), (LoopbackServer.Reply(body: Array(bomb.utf8)), "it has a DOCTYPE"),
            (LoopbackServer.Reply(status: 404), "the server refuses (HTTP 404)"), (LoopbackServer.Reply(), "it is not RSS"),
        ] {
            let world = try NewsWorld()
            let server = LoopbackServer { [reply] _, _ in reply }
            defer { server.stop() }
            #expect(try await world.fetch(["Desk": server.address], timeoutSeconds: 1) == 0)
            #expect(world.failures.count == 1 && world.failures[0].hasPrefix("Desk: \(reason)"), "\(world.failures)")
            let next = try await world.sources().first?.nextAt.seconds
            #expect(next == world.now + 900)
        }
    }

    @Test func aListOfFeedsIsRead() throws {
        let list = try NewsFeed.list("# mine\n\nCoin Desk  https://x.example/rss\nOther http://127.0.0.1:8080/a?key=b\n")
        #expect(list.map(\.name) == ["Coin Desk", "Other"] && list[1].url.port == 8080)
        for (text, error) in [
            ("https://x.example/rss", NewsFeedsError.badName(line: 1)), ("A x.example", .badAddress(line: 1)),
            ("\nA ftp://x.example/", .badAddress(line: 2)),
            ("A https://x.example/1\na https://x.example/2", .repeated("a", line: 2)),
        ] {
            #expect(throws: error) { try NewsFeed.list(text) }
        }
    }
}
