import People
import Testing

@Suite struct PublicURLTests {
    @Test(arguments: [
        ("https://home.example.org/closecast/", "https://home.example.org", "/closecast", "home.example.org"),
        ("https://home.example.org/a/b", "https://home.example.org", "/a/b", "home.example.org"),
        ("http://[::1]:8080/~bob/Close_cast-1.0", "http://[::1]:8080", "/~bob/Close_cast-1.0", "[::1]:8080"),
        ("https://home.example.org/", "https://home.example.org", "", "home.example.org"),
        ("https://home.example.org:65535", "https://home.example.org:65535", "", "home.example.org:65535"),
        ("http://[::1]", "http://[::1]", "", "[::1]"),
    ]) func aURLMayHaveAPath(text: String, origin: String, path: String, authority: String) throws {
        let url = try #require(PublicURL(text))
        #expect((url.origin, url.path, url.authority) == (origin, path, authority))
        #expect(url.link(to: .passwordReset, nil) == "\(origin)\(path)/reset")
    }

    @Test(arguments: [
        "https://home.example.org//", "https://home.example.org//a", "https://home.example.org/a//",
        "https://home.example.org/a//b",
        "https://home.example.org/../a", "https://home.example.org/a/.", "https://home.example.org/a?b",
        "https://home.example.org/a#b", "https://home.example.org/a b", "https://home.example.org/ä",
        "https://home.example.org/a%20b", "https://home.example.org/a;b", "https://Home.example.org/a", "https:///a", "/a",
        "https://home.example.org:0", "https://home.example.org:99999/a", "https://home.example.org:x", "http://[::1]:0",
        "https://home.example.org/" + String(repeating: "a", count: 201),
    ]) func otherURLsAreRefused(text: String) { #expect(PublicURL(text) == nil) }
}
