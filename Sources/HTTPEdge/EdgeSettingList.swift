import Settings

// In the order of the help text; a program may put its own settings between the groups.
extension EdgeSettings {
    /// Where the server listens.
    package static let address: [Setting<EdgeSettings>] = [
        Setting("host", \.host, "an address or a name", "address to listen on") { $0.isEmpty || $0.contains(" ") ? nil : $0 },
        .integer("port", \.port, 0...65_535, "HTTP port; 0 picks a free one"),
    ]

    /// Encryption, proxies and the number of connections.
    package static let connections: [Setting<EdgeSettings>] = [
        .path("tls-certificate", \.tlsCertificate, "PEM file with the certificate chain; read again at SIGHUP"),
        .path("tls-key", \.tlsKey, "PEM file with its private key; read again at SIGHUP"),
        .flag(
            "hsts-subdomains", \.coversSubdomains,
            "tell browsers to insist on TLS for all names below the server's too (Strict-Transport-Security)"),
        .flag("behind-proxy", \.isBehindProxy, "a proxy in front of the server terminates TLS"),
        Setting(
            "trusted-proxies", \.trustedProxies, "addresses or ranges, separated by commas",
            "proxies whose Forwarded or X-Forwarded headers are trusted",
            shown: { $0.map(\.description).joined(separator: ", ") }
        ) { text in
            let ranges = text.split(separator: ",").map { part in AddressRange(part.filter { $0 != " " }) }
            return ranges.contains { $0 == nil } || ranges.isEmpty ? nil : ranges.compactMap { $0 }
        },
        Setting(
            "proxy-header", \.proxyHeader, "forwarded, x-forwarded or either",
            "the header that the proxy sets; the other one, which clients can write, is ignored. either: the one that arrives; if "
                + "both arrive and differ, the request is refused",
            shown: { $0.rawValue }
        ) { ProxyHeader(rawValue: $0) },
        .integer(
            "connections", \.maximumConnections, 1...1_000_000,
            "open connections at most; idle ones are closed to make room, and new ones wait if none is idle"),
        .optional(
            "connections-per-address", \.maximumConnectionsPerAddress, 1...1_000_000, none: "auto",
            "open connections of one client address at most; auto: a quarter of --connections"),
    ]

    /// What a client may send, how fast and how often.
    package static let limits: [Setting<EdgeSettings>] = [
        .integer("maximum-uri-bytes", \.maximumURIBytes, 256...60_000, "bytes of path and query at most"),
        .integer("maximum-header-bytes", \.maximumHeaderBytes, 1024...1_048_576, "bytes of all headers of a request at most"),
        .integer("maximum-headers", \.maximumHeaderCount, 10...10_000, "headers of a request at most"),
        .integer("maximum-body-bytes", \.maximumBodyBytes, 1024...(1 << 40), "bytes of a request body at most"),
        .integer("maximum-unpacked-bytes", \.maximumUnpackedBytes, 1024...(1 << 40), "bytes of a gzip body at most, when unpacked"),
        .seconds("request-seconds", \.requestSeconds, 0.1...3600, "time until the response starts"),
        .seconds("handshake-seconds", \.timeouts.handshake, 0.1...3600, "time for the TLS handshake"),
        .seconds("header-seconds", \.timeouts.headers, 0.1...3600, "time for the headers of a request to arrive"),
        .seconds("body-seconds", \.timeouts.body, 0.1...3600, "longest pause within a request body"),
        .seconds("write-seconds", \.timeouts.write, 0.1...3600, "longest time a client may take no data of a response"),
        .seconds("idle-seconds", \.timeouts.idle, 0.1...86_400, "longest pause between two requests on a connection"),
        .rate("address-rate", \.addressRate, "rate limit per client address"),
        .rate("token-rate", \.tokenRate, "rate limit per token"),
        .flag("limit-loopback", \.limitsLoopback, "apply the limits per address to programs on this machine too"),
        .integer("rate-table-size", \.rateTableSize, 1...10_000_000, "addresses and tokens whose rates are tracked"),
    ]

    package static let compression: [Setting<EdgeSettings>] = [
        .flag("compress", \.compresses, "compress responses with gzip for clients that accept it")
    ]

    package static let accessLog: [Setting<EdgeSettings>] = [
        .flag("log-requests", \.logsRequests, "write a log line for each request")
    ]
}

extension Setting<EdgeSettings> {
    /// Returns the setting of a rate, such as `200/1000`: requests per second in the long run, and the burst.
    fileprivate static func rate(
        _ name: String, _ path: WritableKeyPath<EdgeSettings, RequestRate> & Sendable, _ help: String
    ) -> Setting {
        Setting(
            name, path, "requests per second/burst, such as 20/100", help, live: true,
            shown: { "\(Int($0.perSecond))/\($0.burst)" }
        ) { text in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let perSecond = Double(parts[0]), let burst = Int(parts[1]),
                (0.001...1e9).contains(perSecond), (1...1_000_000_000).contains(burst)
            else { return nil }
            return RequestRate(perSecond: perSecond, burst: burst)
        }
    }
}
