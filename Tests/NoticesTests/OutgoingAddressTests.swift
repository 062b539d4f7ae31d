import LoopbackServer
import Notices
import Testing

/// Where notices may be sent to.
@Suite struct OutgoingAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255",
        // The older forms.
        "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "017700000001", "0x7f.1", "0", "3232235777", "0xa9fea9fe", "10.1",
        "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.",
        "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fd00::1]", "[fc00::1]",
        "[fe80::1]", "[fec0::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]", "[2001:db8::1]",
        "[2002:7f00:1::1]", "[3fff::1]", "[4000::1]", "[0:0:0:0:0:0:0:1]",
    ]) func specialAddressesAreKnownInEveryForm(host: String) throws {
        let url = try #require(OutgoingURL("http://\(host):8080/x"))
        #expect(url.isSurelyPrivate)
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "198.17.0.1",
        "198.20.0.1",
        "223.255.255.255", "11.0.0.1", "9.255.255.255", "134744072", "[2606:4700::1111]", "[2a00:1450:4001::1]", "example.com",
        "localhost.example.com", "ntfy.sh", "notlocalhost",
    ]) func otherAddressesAndNamesAreNot(host: String) throws {
        let url = try #require(OutgoingURL("https://\(host)/x"))
        #expect(!url.isSurelyPrivate)
    }

    @Test(arguments: [
        "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "//example.com/", "example.com", "https://",
        "https:///x",
        "https://user@example.com/", "https://user:password@example.com/", "https://example.com@127.0.0.1/", "https://a:b@c/",
        "https://example.com:0/", "https://example.com:65536/", "https://example.com:99999999999/", "https://example.com:+80/",
        "https://example.com:/", "https://example.com:80:80/", "https://exa mple.com/", "https://example.com/a b",
        "https://example.com/\r\nHost: x", "https://example.com/\u{0}", "https://example.com\\@127.0.0.1/", "https://[::1/",
        "https://[fe80::1%25eth0]/", "https://[::1]x/", "https://[]/", "https://[127.0.0.1]/", "https://bücher.example/",
        "https://①②⑦.0.0.1/",
        "https://example.com/#x", "https://.example.com/", "https://a..b/", "https://%31%32%37.0.0.1/", "https://a,b/",
        "https://*/", "http://example.com?@127.0.0.1/#", "java\u{0}script:x",
    ]) func otherTextsAreRefused(text: String) { #expect(OutgoingURL(text) == nil) }

    @Test func partsAreRead() throws {
        let url = try #require(OutgoingURL("HTTPS://Example.COM:8443/A/b?c=d"))
        #expect(url.host == "example.com" && url.port == 8443 && url.place == "https://example.com:8443")
        #expect(url.text == "https://example.com:8443/A/b?c=d")
        let bare = try #require(OutgoingURL("http://ntfy.sh?x"))
        #expect(bare.text == "http://ntfy.sh/?x" && bare.port == 80)
        #expect(OutgoingURL("https://a/" + String(repeating: "x", count: 1000)) == nil)
        #expect(OutgoingURL("https://[2606:4700::1]:65535/")?.port == 65_535)
    }

    // MARK: At the connection

    private static func post(
        _ url: String, _ poster: CurlPoster = CurlPoster(timeoutSeconds: 5)
    ) async -> Result<Int, PostFault> {
        await poster.post(OutgoingRequest(url: url, headers: ["Content-Type": "text/plain"], body: Array("hello".utf8)))
    }

    /// Past the check of the text too, no connection is made.
    @Test func privateAddressesAreNotConnectedTo() async {
        let server = LoopbackServer { _, _ in LoopbackServer.Reply() }
        defer { server.stop() }
        let hosts = [
            "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]", "localhost.",
        ]
        for host in hosts {
            let result = await Self.post("http://\(host):\(server.port)/")
            // A machine may not know the name, or have no IPv6.
            let refusals: [Result<Int, PostFault>] = [
                .failure(.privateAddress), .failure(.failed(code: 6)), .failure(.failed(code: 7)),
            ]
            #expect(refusals.contains(result), "\(host): \(result)")
        }
        #expect(await Self.post("http://127.0.0.1:\(server.port)/") == .failure(.privateAddress))
        #expect(server.requests.isEmpty)
    }

    /// A name whose look-up returns a private address, as an attacker's name server may answer at the second time.
    @Test(arguments: ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1", "0.0.0.0"])
    func aNameOfAPrivateAddressIsNotConnectedTo(address: String) async {
        let server = LoopbackServer { _, _ in LoopbackServer.Reply() }
        defer { server.stop() }
        let poster = CurlPoster(timeoutSeconds: 5, resolved: "rebind.example:\(server.port):\(address)")
        #expect(await Self.post("http://rebind.example:\(server.port)/", poster) == .failure(.privateAddress))
        #expect(server.requests.isEmpty)
    }

    @Test func theOperatorCanAllowThem() async throws {
        let server = LoopbackServer { _, _ in LoopbackServer.Reply(status: 204) }
        defer { server.stop() }
        let poster = CurlPoster(
            allowsPrivateAddresses: true, timeoutSeconds: 5, resolved: "home.example:\(server.port):127.0.0.1")
        #expect(await Self.post("http://home.example:\(server.port)/a?b=c", poster) == .success(204))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/a" && request.query == ["b": "c"])
        #expect(request.body == Array("hello".utf8) && request.headers["user-agent"] == "closecast")
        #expect(request.headers["host"] == "home.example:\(server.port)" && request.headers["expect"] == nil)
    }

    @Test func redirectsAreNotFollowed() async {
        let inner = LoopbackServer { _, _ in LoopbackServer.Reply() }
        let target = "http://127.0.0.1:\(inner.port)/"
        for status in [301, 302, 303, 307, 308] {
            let outer = LoopbackServer { _, _ in LoopbackServer.Reply(status: status, headers: ["Location": target]) }
            let result = await Self.post("\(outer.address)/", CurlPoster(allowsPrivateAddresses: true, timeoutSeconds: 5))
            #expect(result == .success(status))
            outer.stop()
        }
        #expect(inner.requests.isEmpty)
        inner.stop()
    }

    @Test func timeAndSizeOfAnAnswerAreLimited() async {
        let server = LoopbackServer { request, _ in
            var reply = LoopbackServer.Reply(body: Array(repeating: 97, count: 1 << 20))
            reply.hangs = request.path == "/hang"
            reply.isSlow = request.path == "/slow"
            return reply
        }
        defer { server.stop() }
        let poster = CurlPoster(allowsPrivateAddresses: true, timeoutSeconds: 1)
        #expect(await Self.post("\(server.address)/hang", poster) == .failure(.timedOut))
        // More than is read, or later, but the status says that it was delivered.
        #expect(await Self.post("\(server.address)/slow", poster) == .success(200))
        #expect(await Self.post("\(server.address)/long", poster) == .success(200))
    }
}
