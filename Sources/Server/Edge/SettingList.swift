extension Setting {
    /// All of them, in the order of the help.
    package static let all: [Setting] = listening + storing + limiting + telling

    private static let listening: [Setting] = [
        Setting("host", \.host, "an address or a name", "address to listen on") { $0.isEmpty || $0.contains(" ") ? nil : $0 },
        .integer("port", \.port, 0...65_535, "port of HTTP; 0 takes a free one"),
        .optional("grpc-port", \.grpcPort, 0...65_535, none: "off", "port of gRPC, or off"),
        .path("tls-certificate", \.tlsCertificate, "PEM file of the certificate chain; read again at SIGHUP"),
        .path("tls-key", \.tlsKey, "PEM file of its private key; read again at SIGHUP"),
        .flag("behind-proxy", \.isBehindProxy, "a proxy in front speaks TLS with the clients"),
        Setting(
            "trusted-proxies", \.trustedProxies, "addresses or ranges, separated by commas",
            "proxies whose X-Forwarded headers hold",
            shown: { $0.map(\.description).joined(separator: ", ") }
        ) {
            text in
            let ranges = text.split(separator: ",").map { part in AddressRange(part.filter { $0 != " " }) }
            return ranges.contains { $0 == nil } || ranges.isEmpty ? nil : ranges.compactMap { $0 }
        },
        .integer(
            "connections", \.maximumConnections, 1...1_000_000,
            "connections at once; idle ones are closed for new ones, which wait while all are in use"),
        .optional(
            "connections-per-address", \.maximumConnectionsPerAddress, 1...1_000_000, none: "auto",
            "connections of one client address; auto is a quarter of --connections"),
        .seconds(
            "drain-seconds", \.drainSeconds, 0...3600,
            "after SIGTERM: connections are still accepted while the server reports that it is not ready"),
    ]

    private static let storing: [Setting] = [
        .path("models", \.models, "folder of models"),
        .path("database", \.database, "database file"),
        .path("jobs", \.jobs, "folder of batch jobs"),
        .optional("feed-hour", \.feedHour, 0...23, none: "off", "hour, UTC, at which closes are brought up to date, or off"),
        .optional("workers", \.workers, 1...1024, none: "auto", "threads that forecast; auto takes one a processor"),
        .integer("queue-capacity", \.queueCapacity, 1...10_000_000, "series that may wait for a forecast"),
    ]

    private static let limiting: [Setting] = [
        .integer("maximum-uri-bytes", \.maximumURIBytes, 256...60_000, "bytes of path and query"),
        .integer("maximum-header-bytes", \.maximumHeaderBytes, 1024...1_048_576, "bytes of all headers"),
        .integer("maximum-headers", \.maximumHeaderCount, 10...10_000, "headers of a request"),
        .integer("maximum-body-bytes", \.maximumBodyBytes, 1024...(1 << 40), "bytes of any body"),
        .integer("maximum-unpacked-bytes", \.maximumUnpackedBytes, 1024...(1 << 40), "bytes of a gzip body, unpacked"),
        .seconds("request-seconds", \.requestSeconds, 0.1...3600, "until an answer begins"),
        .seconds("handshake-seconds", \.times.handshake, 0.1...3600, "to agree on TLS"),
        .seconds("header-seconds", \.times.headers, 0.1...3600, "for a request's headers to come in"),
        .seconds("body-seconds", \.times.body, 0.1...3600, "between two parts of a body"),
        .seconds("write-seconds", \.times.write, 0.1...3600, "for a client to take some of an answer"),
        .seconds("idle-seconds", \.times.idle, 0.1...86_400, "between two requests of a connection"),
        .rate("address-rate", \.addressRate, "requests of one client address"),
        .rate("token-rate", \.tokenRate, "requests of one token"),
        .flag("limit-loopback", \.limitsLoopback, "limit programs on this machine too: requests and connections"),
        .integer("rate-table-size", \.rateTableSize, 1...10_000_000, "addresses, and tokens, that are kept account of"),
    ]

    private static let telling: [Setting] = [
        .flag("compress", \.compresses, "pack answers by gzip where the client takes it"),
        Setting("log-level", \.logLevel, Self.levels.joined(separator: ", "), "what is logged", live: true) {
            Self.levels.contains($0) ? $0 : nil
        },
        Setting("log-form", \.logForm, "auto, json or text", "form of log lines; auto: text at a terminal", shown: { $0.rawValue })
        {
            ServerSettings.LogForm(rawValue: $0)
        },
        .flag("log-requests", \.logsRequests, "a log line a request"),
    ]

    private static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}
