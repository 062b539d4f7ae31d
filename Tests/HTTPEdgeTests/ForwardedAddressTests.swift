import HTTPEdge
import Hummingbird
import Testing

@Suite struct ForwardedAddressTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false), ("::1", "::1", true),
        ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("2001:db8::/65", "2001:db8:0:0:8000::1", false),
        ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::/0", "10.1.1.1", true), ("192.168.1.128/25", "192.168.1.127", false),
        ("fe80::/10", "fe80::1%eth0", true),
    ]) func aRangeHoldsWhatItsBitsSay(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "2001:db8::/129", "x", "10.0.0.0/8/8", "::1/x"])
    func invalidRangesAreIgnored(text: String) {
        #expect(AddressRange(text) == nil)
    }

    private func seen(
        _ headers: [(String, String)], trusted: [String] = ["127.0.0.1", "10.0.0.0/8"], header: ProxyHeader = .either
    ) async throws -> String {
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: ForwardedAddress(trusted: trusted.compactMap { AddressRange($0) }, header: header))
            router.get("who") { _, context in "\(context.remoteAddress) \(context.isSecure ? "https" : "http")" }
        }) { try await $0.send("GET", "/who", headers: headers).text }
    }

    @Test func theClientIsTheLastAddressThatNoProxyOfOursHas() async throws {
        #expect(try await seen([("X-Forwarded-For", "203.0.113.9, 10.1.1.1")]) == "203.0.113.9 http")
        #expect(try await seen([("X-Forwarded-For", "6.6.6.6, 203.0.113.9")]) == "203.0.113.9 http", "the client's own value")
        #expect(try await seen([("X-Forwarded-For", "2001:db8::7"), ("X-Forwarded-Proto", "https")]) == "2001:db8::7 https")
        #expect(try await seen([("X-Forwarded-For", "203.0.113.9:4711")]) == "203.0.113.9 http")
        #expect(try await seen([("X-Forwarded-Proto", "https")]) == "127.0.0.1 https")
    }

    @Test func theStandardHeaderIsRead() async throws {
        let standard = ("Forwarded", "for=6.6.6.6, for=\"[2001:db8:cafe::17]:4711\";proto=https;by=10.0.0.1")
        #expect(try await seen([standard]) == "2001:db8:cafe::17 https")
        #expect(try await seen([("Forwarded", "For=203.0.113.9; Proto=HTTPS")]) == "203.0.113.9 https")
    }

    @Test(arguments: [
        [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=7.7.7.7")],
        [("Forwarded", "for=203.0.113.9;proto=https"), ("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "http")],
        [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9;proto=https")],
    ]) func ofTwoHeadersThatDifferNeitherIsBelieved(headers: [(String, String)]) async throws {
        #expect(try await seen(headers) == "127.0.0.1 http")
    }

    @Test func oneHeaderIsReadIfItIsSet() async throws {
        let both = [
            ("X-Forwarded-For", "7.7.7.7"), ("X-Forwarded-Proto", "https"), ("Forwarded", "for=203.0.113.9;proto=http"),
        ]
        #expect(try await seen(both, header: .forwarded) == "203.0.113.9 http")
        #expect(try await seen(both, header: .xForwarded) == "7.7.7.7 https")
        #expect(try await seen([both[2]], header: .xForwarded) == "127.0.0.1 http", "the client wrote it")
        #expect(try await seen([both[0], both[1]], header: .forwarded) == "127.0.0.1 http")
        let agreeing = [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9")]
        #expect(try await seen(agreeing) == "203.0.113.9 http")
        #expect(try await seen([("X-Forwarded-Proto", "https"), ("Forwarded", "for=203.0.113.9")]) == "203.0.113.9 http")
    }

    @Test func aClientsOpenQuotationMarkHidesNothing() async throws {
        #expect(try await seen([("X-Forwarded-For", "\", 203.0.113.9")]) == "203.0.113.9 http")
        #expect(try await seen([("Forwarded", "for=\", for=203.0.113.9")]) == "203.0.113.9 http")
    }

    @Test func anInvalidAddressEndsTheSearch() async throws {
        #expect(try await seen([("Forwarded", "for=203.0.113.9, for=unknown")]) == "127.0.0.1 http")
        #expect(try await seen([("X-Forwarded-For", "203.0.113.9, what, 10.1.1.1")]) == "10.1.1.1 http")
        #expect(try await seen([("Forwarded", "\"\"\";;=,,for=")]) == "127.0.0.1 http")
    }

    @Test func forwardedAddressesOfUntrustedPeersAreIgnored() async throws {
        let lies = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")]
        #expect(try await seen(lies, trusted: ["10.0.0.0/8"]) == "127.0.0.1 http")
        #expect(try await seen(lies, trusted: []) == "127.0.0.1 http")
    }
}
