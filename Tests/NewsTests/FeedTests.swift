import Foundation
import News
import Testing

/// What real feeds contain and get wrong.
@Suite struct FeedTests {
    private static let base = URL(string: "https://news.example.com/feeds/rss.xml")!

    private func items(_ text: String, charset: String? = nil) throws -> [FeedItem] {
        try Feed(Array(text.utf8), charset: charset, base: Self.base).items
    }

    /// The only article of a channel with these elements.
    private func item(_ elements: String) throws -> FeedItem {
        let items = try items("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><item>\(elements)</item></channel></rss>")
        return try #require(items.count == 1 ? items.first : nil, "\(items)")
    }

    private func fault(_ text: String) -> FeedFault? {
        do throws(FeedFault) { _ = try Feed(Array(text.utf8), base: Self.base) } catch { return error }
        return nil
    }

    // MARK: Forms

    @Test func rssIsRead() throws {
        let feed = try Feed(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- made by hand -->
                <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
                <title>All</title><ttl>60</ttl><atom:link href="https://news.example.com/feeds/rss.xml" rel="self"/>
                <item><title>One</title><link>https://news.example.com/1</link><guid isPermaLink="false">a1</guid>
                <description>First.</description><pubDate>Tue, 24 Nov 2026 09:30:00 GMT</pubDate>
                <category>Markets</category><category>BTC</category><category>markets</category></item>
                <item><title>Two</title><guid>https://news.example.com/2</guid></item>
                </channel></rss>
                """.utf8), base: Self.base)
        #expect(feed.ttlSeconds == 3600 && feed.items.map(\.title) == ["One", "Two"])
        #expect(feed.items.map(\.link) == ["https://news.example.com/1", "https://news.example.com/2"])
        #expect(feed.items.map(\.guid) == ["a1", "https://news.example.com/2"])
        #expect(feed.items[0].summary == "First." && feed.items[0].publishedAt == 1_795_512_600)
        #expect(feed.items[0].topics == ["Markets", "BTC"] && feed.items[1].publishedAt == nil)
    }

    @Test func atomIsRead() throws {
        let items = try items(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>All</title>
            <entry><id>tag:1</id><title type="html">A &amp;amp; &lt;b&gt;B&lt;/b&gt;</title>
            <link rel="enclosure" href="https://x.example/a.mp3"/><link href="../1"/><updated>2026-11-24T10:30:00+01:00</updated>
            <summary>1 &lt; 2</summary><category term="m" label="Markets"/></entry>
            <entry><id>tag:2</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Two <i>words</i></div></title>
            <link rel="alternate" href="/2"/></entry></feed>
            """)
        #expect(items.map(\.title) == ["A & B", "Two words"] && items.map(\.guid) == ["tag:1", "tag:2"])
        #expect(items.map(\.link) == ["https://news.example.com/1", "https://news.example.com/2"])
        #expect(items[0].summary == "1 < 2" && items[0].topics == ["Markets"] && items[0].publishedAt == 1_795_512_600)
    }

    @Test func prefixedAtomIsRead() throws {
        let items = try items(
            """
            <atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>1</atom:id><atom:title>T</atom:title>
            <atom:link href="https://x.example/1"/></atom:entry></atom:feed>
            """)
        #expect(items.map(\.title) == ["T"])
    }

    @Test func jsonFeedIsRead() throws {
        let items = try items(
            """
            {"version":"https://jsonfeed.org/version/1.1","items":[
            {"id":7,"url":"/7","title":"Seven","content_html":"<p>Hi<script>x()</script></p>","date_published":"2026-11-24T09:30:00Z",
            "tags":["Markets"]},{"id":"8","external_url":"https://o.example/8","content_text":"Only a text"},{"title":"No link"}]}
            """)
        #expect(items.map(\.title) == ["Seven", "Only a text"] && items.map(\.guid) == ["7", "8"])
        #expect(items[0].summary == "Hi" && items[0].link == "https://news.example.com/7" && items[0].topics == ["Markets"])
    }

    @Test func cryptoCompareIsReadInBothStyles() throws {
        let new = try items(
            """
            {"Data":[{"ID":5,"GUID":"g5","PUBLISHED_ON":1795512600,"TITLE":"T &amp; U","URL":"https://x.example/5","BODY":"B",
            "SOURCE_DATA":{"NAME":"Desk"},"CATEGORY_DATA":[{"NAME":"BTC"},{"NAME":"MARKET"}]}],"Err":{}}
            """)
        let old = try items(
            """
            {"Type":100,"Message":"News list successfully returned","Data":[{"id":"5","guid":"g5","published_on":1795512600,
            "title":"T &amp; U","url":"https://x.example/5","body":"B","categories":"BTC|MARKET","source":"desk",
            "source_info":{"name":"Desk"}}]}
            """)
        #expect(new == old && new.map(\.title) == ["T & U"] && new[0].publisher == "Desk" && new[0].topics == ["BTC", "MARKET"])
        #expect(
            fault(#"{"Response":"Error","Message":"You are over your rate limit","Data":[]}"#)
                == .refused("You are over your rate limit"))
    }

    @Test func otherDocumentsAreRefused() {
        #expect(fault("") == .unknownForm && fault("hello") == .unknownForm && fault("<html><body/></html>") == .unknownForm)
        #expect(fault("{}") == .unknownForm && fault("[1]") == .unknownForm)
        #expect(fault("<rss><channel><item>") != nil && fault("<rss><channel></rss>") != nil)
        if case .badJSON = fault("{\"items\":[") {} else { Issue.record("no fault in JSON") }
    }

    // MARK: Attacks

    @Test(arguments: [
        #"<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>"#,
        #"<?xml version="1.0"?> <!-- c --> <!DOCTYPE rss SYSTEM "http://127.0.0.1/x.dtd"><rss><channel/></rss>"#,
        #"<!doctype html><html></html>"#,
    ]) func documentTypesAreRefused(text: String) { #expect(fault(text) == .documentType) }

    @Test func aDocumentTypeWithinTheRootIsAnError() {
        #expect(fault(#"<rss><!DOCTYPE x [<!ENTITY a "b">]><channel><title>&a;</title></channel></rss>"#) != nil)
    }

    @Test func deepNestingIsRefusedAndLongTextsAreCut() throws {
        #expect(fault("<rss><channel>" + String(repeating: "<a>", count: 100_000)) != nil)
        let long = try item(
            "<title>\(String(repeating: "word ", count: 1000))</title><link>/1</link><description>\(String(repeating: "x", count: 50_000))</description>"
        )
        #expect(long.title.unicodeScalars.count <= 300 && long.title.hasSuffix("…"))
        #expect(long.summary.unicodeScalars.count <= 2000 && long.summary.hasSuffix("…"))
    }

    /// A quadratic reader would need minutes.
    @Test(.timeLimit(.minutes(2))) func longRunsOfAmpersandsAreRead() throws {
        let run = String(repeating: "&", count: 900_000)
        let item = try item("<title>\(run)</title><link>/1</link><description>\(run)</description>")
        #expect(item.title.hasPrefix("&&&") && item.title.hasSuffix("…") && item.summary.hasSuffix("…"))
    }

    @Test func markupNeverReachesTheText() throws {
        let item = try item(
            """
            <title>&lt;script&gt;alert(1)&lt;/script&gt;Safe &lt;img src=x onerror="a>b"&gt;title</title><link>/1</link>
            <description><![CDATA[<style>p{}</style><p>One<br/>two</p><!-- <b>no</b> --><SCRIPT>x</SCRIPT > 3 < 4 & 5 &gt; 4]]></description>
            """)
        #expect(item.title == "Safe title" && item.summary == "One two 3 < 4 & 5 > 4")
    }

    @Test func onlyWebLinksAreKept() throws {
        for link in [
            "javascript:alert(1)", "data:text/html,x", "ftp://x.example/1", "file:///etc/passwd", "https://u:p@x.example/1",
            "http:", "https://x.example:99999/", "https://x.example/%00",
        ] {
            #expect(try items("<rss><channel><item><title>T</title><link>\(link)</link></item></channel></rss>").isEmpty, "\(link)")
        }
        #expect(try item("<title>T</title><link> \n/a b?x=1&amp;y=2\n </link>").link.hasPrefix("https://news.example.com/a"))
    }

    // MARK: Faults

    @Test func referencesOfHTMLAndLoneAmpersandsAreRead() throws {
        let item = try item(
            "<title>Caf&eacute;&nbsp;&mdash; AT&T &amp;amp; &#8217;s &#x1F; &unknown; &#0;</title><link>https://x.example/?a=1&b=2</link>"
        )
        #expect(item.title == "Café — AT&T & ’s &unknown;" && item.link == "https://x.example/?a=1&b=2")
    }

    @Test func controlCharactersAndDirectionsAreLeftOut() throws {
        let item = try item("<title>A\u{0}\u{8}B\u{202E}C \u{200B}D</title><link>/1</link>")
        #expect(item.title == "ABC D")
    }

    @Test func undeclaredPrefixesAreRead() throws {
        let item = try item("<media:title>M</media:title><link>/1</link><dc:date>2026-11-24</dc:date><media:content url='x'/>")
        #expect(item.title == "M" && item.publishedAt == 1_795_478_400)
    }

    @Test func encodingsAreFound() throws {
        func feed(_ declared: String, _ title: [UInt8], charset: String? = nil) throws -> String? {
            let start = "<?xml version=\"1.0\"\(declared)?><rss><channel><item><link>/1</link><title>"
            let bytes = Array(start.utf8) + title + Array("</title></item></channel></rss>".utf8)
            return try Feed(bytes, charset: charset, base: Self.base).items.first?.title
        }
        #expect(try feed("", [0xE9]) == "é" && feed(" encoding=\"utf-8\"", [0xE9, 0x80]) == "é€")
        #expect(try feed(" encoding=\"iso-8859-1\"", Array("é€".utf8)) == "é€")
        #expect(
            try feed(" encoding='windows-1251'", [0xC1, 0xE8, 0xF2]) == "Бит"
                && feed("", [0xC1, 0xE8], charset: "windows-1251") == "Би")
        let text = "\u{FEFF}<rss><channel><item><link>/1</link><title>Ж</title></item></channel></rss>"
        let utf16 = try #require(text.data(using: .utf16LittleEndian))
        #expect(try Feed(Array(utf16), base: Self.base).items.map(\.title) == ["Ж"])
        #expect(try Feed(Array(text.utf8), base: Self.base).items.map(\.title) == ["Ж"])
    }

    @Test(arguments: [
        ("Tue, 24 Nov 2026 09:30:00 GMT", 1_795_512_600), ("24 Nov 2026 09:30 UT", 1_795_512_600),
        ("Tue, 24 Nov 26 04:30:00 EST", 1_795_512_600), ("Tuesday, 24 November 2026 10:30:00 +0100", 1_795_512_600),
        ("Tue, 24 Nov 2026 01:30:00 -08:00", 1_795_512_600), ("2026-11-24T09:30:00Z", 1_795_512_600),
        ("2026-11-24T10:30:00.123+01:00", 1_795_512_600), (" Tue,  24 Nov 2026  09:30:00 ", 1_795_512_600),
        ("2026-11-24", 1_795_478_400),
    ]) func datesAreRead(text: String, seconds: Int) { #expect(FeedDate.seconds(text) == seconds) }

    @Test(arguments: [
        "", "yesterday", "Tue, 31 Feb 2026 09:30:00 GMT", "24 Nov 2026", "24 Nov 2026 25:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
        "0000-00-00", "24 Nov 99999999999999999999 09:30 GMT", "24 Nov 2026 09:30 +99999", "1795512600", "2026-11-24T99:99:99Z",
    ]) func otherDatesAreNone(text: String) { #expect(FeedDate.seconds(text) == nil) }

    @Test func onlyTheHostDecidesWhetherAnAddressIsPrivate() throws {
        for (text, isPrivate) in [
            ("https://medium.example/feed/@ann", false), ("https://x.example/a#b", false),
            ("https://x.example/" + String(repeating: "a", count: 1500), false), ("http://169.254.169.254/@a", true),
            ("http://[::ffff:127.0.0.1]/#a", true), ("http://2130706433/", true), ("http://localhost:8080/@", true),
        ] { #expect(FeedLink.isPrivate(try #require(URL(string: text))) == isPrivate, "\(text)") }
    }

    @Test func linksOfOnePageHaveOneKey() {
        let keys = [
            "https://www.x.example/a/?utm_source=rss&b=1", "http://x.example/a?b=1#top", "https://x.example/a?fbclid=9&b=1",
            "https://X.example:443/a/?b=1&ref=home",
        ].map(FeedLink.key)
        #expect(Set(keys) == ["x.example/a?b=1"])
        #expect(FeedLink.key("https://x.example/a?id=1") != FeedLink.key("https://x.example/a?id=2"))
        #expect(FeedLink.key("https://x.example/") == "" && FeedLink.key("https://x.example/?utm_medium=x") == "")
    }
}
