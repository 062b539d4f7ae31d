extension Setting {
    /// All of them, in the order of the help.
    package static let all: [Setting] = listening + storing + limiting + telling

    private static let listening: [Setting] = [
        Setting("host", \.host, "an address or a name", "address to listen on") { $0.isEmpty || $0.contains(" ") ? nil : $0 },
        .integer("port", \.port, 0...65_535, "HTTP port; 0 picks a free one"),
        .optional("grpc-port", \.grpcPort, 0...65_535, none: "off", "gRPC port, or off"),
        .path("tls-certificate", \.tlsCertificate, "PEM file with the certificate chain; read again at SIGHUP"),
        .path("tls-key", \.tlsKey, "PEM file with its private key; read again at SIGHUP"),
        .flag("behind-proxy", \.isBehindProxy, "a proxy in front of the server terminates TLS"),
        Setting(
            "trusted-proxies", \.trustedProxies, "addresses or ranges, separated by commas",
            "proxies whose X-Forwarded headers are trusted",
            shown: { $0.map(\.description).joined(separator: ", ") }
        ) {
            text in
            let ranges = text.split(separator: ",").map { part in AddressRange(part.filter { $0 != " " }) }
            return ranges.contains { $0 == nil } || ranges.isEmpty ? nil : ranges.compactMap { $0 }
        },
        .integer(
            "connections", \.maximumConnections, 1...1_000_000,
            "open connections at most; idle ones are closed to make room, and new ones wait while all are in use"),
        .optional(
            "connections-per-address", \.maximumConnectionsPerAddress, 1...1_000_000, none: "auto",
            "open connections of one client address at most; auto: a quarter of --connections"),
        .seconds(
            "drain-seconds", \.drainSeconds, 0...3600,
            "how long after SIGTERM connections are still accepted, while the server reports that it is not ready"),
    ]

    private static let storing: [Setting] = [
        .path("models", \.models, "folder with the models"),
        .path("database", \.database, "database file"),
        .path("jobs", \.jobs, "folder for batch jobs"),
        .optional("feed-hour", \.feedHour, 0...23, none: "off", "hour (UTC) of the daily refresh of closes, or off"),
        .optional("workers", \.workers, 1...1024, none: "auto", "forecasting threads; auto: one per processor"),
        .integer("queue-capacity", \.queueCapacity, 1...10_000_000, "series that may wait for a forecast"),
    ]

    private static let limiting: [Setting] = [
        .integer("maximum-uri-bytes", \.maximumURIBytes, 256...60_000, "bytes of path and query at most"),
        .integer("maximum-header-bytes", \.maximumHeaderBytes, 1024...1_048_576, "bytes of all headers of a request at most"),
        .integer("maximum-headers", \.maximumHeaderCount, 10...10_000, "headers of a request at most"),
        .integer("maximum-body-bytes", \.maximumBodyBytes, 1024...(1 << 40), "bytes of a request body at most"),
        .integer("maximum-unpacked-bytes", \.maximumUnpackedBytes, 1024...(1 << 40), "bytes of a gzip body at most, when unpacked"),
        .seconds("request-seconds", \.requestSeconds, 0.1...3600, "time until the response starts"),
        .seconds("handshake-seconds", \.times.handshake, 0.1...3600, "time for the TLS handshake"),
        .seconds("header-seconds", \.times.headers, 0.1...3600, "time for the headers of a request to arrive"),
        .seconds("body-seconds", \.times.body, 0.1...3600, "longest pause within a request body"),
        .seconds("write-seconds", \.times.write, 0.1...3600, "longest time a client may take no data of a response"),
        .seconds("idle-seconds", \.times.idle, 0.1...86_400, "longest pause between two requests on a connection"),
        .rate("address-rate", \.addressRate, "rate limit per client address"),
        .rate("token-rate", \.tokenRate, "rate limit per token"),
        .flag("limit-loopback", \.limitsLoopback, "apply the limits per address to programs on this machine too"),
        .integer("rate-table-size", \.rateTableSize, 1...10_000_000, "addresses and tokens whose rates are tracked"),
    ]

    private static let telling: [Setting] = [
        .flag("compress", \.compresses, "compress responses with gzip for clients that accept it"),
        Setting("log-level", \.logLevel, Self.levels.joined(separator: ", "), "least severe level that is logged", live: true) {
            Self.levels.contains($0) ? $0 : nil
        },
        Setting(
            "log-form", \.logForm, "auto, json or text", "format of log lines; auto: text at a terminal", shown: { $0.rawValue }
        ) {
            ServerSettings.LogForm(rawValue: $0)
        },
        .flag("log-requests", \.logsRequests, "write a log line for each request"),
    ]

    private static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}
