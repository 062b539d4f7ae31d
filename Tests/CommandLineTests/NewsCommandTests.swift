import Foundation
import JSONText
import LoopbackServer
import Testing

/// News on the command line.
@Suite struct NewsCommandTests {
    @Test func feedsAreFetchedListedAndFound() throws {
        let home = try Home()
        let server = LoopbackServer { _, _ in
            .json(
                """
                {"items":[{"id":"1","url":"/1","title":"Bitcoin rises","tags":["Markets"]},
                {"id":"2","url":"/2","title":"Nothing happened"}]}
                """)
        }
        defer { server.stop() }
        try home.folder.write("# mine\nDesk \(server.address)/feed\n", to: "feeds.txt")
        let fetched = try home.done("news", "--fetch", "--feeds", "feeds.txt", "--json")
        #expect(fetched.words.contains("2 new articles from 1 feed\n"), "\(fetched.words)")
        let titles = try fetched.json["articles"]?.array?.compactMap { $0["title"]?.string }
        #expect(titles?.sorted() == ["Bitcoin rises", "Nothing happened"], "\(fetched.output)")
        let found = try home.done("news", "BTC", "--search", "ris")
        #expect(found.output.contains("Bitcoin rises") && found.output.contains("[BTC]") && !found.output.contains("Nothing"))
        #expect(try home.done("news", "--topic", "markets", "--source", "Desk").output.contains("Bitcoin rises"))
        #expect(try home.done("news", "--trending").output == "no articles\n")
        let sources = try home.done("news", "--sources").output
        #expect(sources.contains("Desk") && sources.contains("127.0.0.1") && !sources.contains("not readable"), "\(sources)")
        // Not again within 15 minutes.
        let again = try home.done("news", "--fetch", "--feeds", "feeds.txt")
        #expect(again.words.contains("no feed is due before 20") && again.words.contains(" UTC\n"), "\(again.words)")
        #expect(server.requests.count == 1)
    }

    @Test func withoutFeedsThereAreNoArticles() throws {
        let home = try Home()
        #expect(try home.done("news").output == "no articles\n")
        #expect(try home.done("news", "--sources").output == "no sources\n")
    }

    @Test(arguments: [
        (["BTC", "--sources"], 64, "--sources"), (["--limit", "0"], 64, "--limit"),
        (["--trending", "--sources"], 64, "--sources"),
        (["--fetch"], 64, "no list of feeds"), (["--fetch", "--feeds", "missing.txt"], 66, "missing.txt"),
        (["--fetch", "--feeds", "bad.txt"], 65, "line 1"), (["--since", "yesterday"], 64, "yesterday"),
        (["--search", ""], 0, ""),
    ]) func refusalsNameTheOption(words: [String], status: Int32, text: String) throws {
        let home = try Home()
        try home.folder.write("https://example.com/rss\n", to: "bad.txt")
        let run = try closecast(["news"] + words, folder: home.folder)
        #expect(
            run.status == status && run.words.contains(text) || text.isEmpty && run.status == 0,
            "\(words): \(run.status) \(run.words)")
    }

    @Test func aFeedThatFailsIsReported() throws {
        let home = try Home()
        let server = LoopbackServer { _, _ in .init(status: 500) }
        defer { server.stop() }
        try home.folder.write("Desk \(server.address)\n", to: "feeds.txt")
        let run = try home.run("news", "--fetch", "--feeds", "feeds.txt")
        #expect(run.status == 69 && run.words.contains("Desk: the server is busy (HTTP 500)"), "\(run.words)")
        #expect(try home.done("news", "--sources").output.contains("not readable now: the server is busy (HTTP 500)"))
    }
}
