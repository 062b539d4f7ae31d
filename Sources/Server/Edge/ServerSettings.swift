/// Everything that can be set of the server: values only, checked by ``validate()``.
package struct ServerSettings: Sendable, Equatable {
    package var host = "127.0.0.1"
    package var port = 8080
    /// Of the Open Inference Protocol over gRPC; nil: not served.
    package var grpcPort: Int?
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// Whether a proxy in front of us speaks TLS with the clients.
    package var isBehindProxy = false
    /// Whose `Forwarded` headers are believed, where ``isBehindProxy``.
    package var trustedProxies = AddressRange.loopback

    /// Folder of models; nil: beside the program.
    package var models: String?
    /// Database file; nil: in the user's data folder.
    package var database: String?
    /// Folder of batch jobs; nil: beside the database, and named after it.
    package var jobs: String?
    /// Hour of the day, UTC, at which stored closes are brought up to date; nil: never.
    package var feedHour: Int? = 1
    /// Threads that forecast; nil: one a processor.
    package var workers: Int?
    /// Series that may wait for a forecast.
    package var queueCapacity = 4096

    package var maximumURIBytes = 8 << 10
    package var maximumHeaderBytes = 32 << 10
    package var maximumHeaderCount = 100
    /// Of any body; routes have their own, smaller limits.
    package var maximumBodyBytes = 64 << 20
    /// Of a gzip body, unpacked.
    package var maximumUnpackedBytes = 256 << 20
    package var maximumConnections = 1024
    /// Of one client address; nil: a quarter of all.
    package var maximumConnectionsPerAddress: Int?
    /// Until an answer begins.
    package var requestSeconds = 30.0
    package var times = ClientTimes()
    /// From SIGTERM, while which connections are accepted and the server says that it is not ready.
    package var drainSeconds = 1.5

    package var addressRate = RequestRate(perSecond: 200, burst: 1000)
    package var tokenRate = RequestRate(perSecond: 200, burst: 1000)
    /// Whether programs on this machine are limited too.
    package var limitsLoopback = false
    /// Addresses, and tokens, that are kept account of.
    package var rateTableSize = 10_000

    package var compresses = true
    package var logLevel = "info"
    package var logForm = LogForm.automatic
    package var logsRequests = true

    package enum LogForm: String, Sendable, CaseIterable {
        /// Words at a terminal, JSON elsewhere.
        case automatic = "auto"
        case json, text
    }

    package init() {}

    /// Whether others than programs on this machine can reach us.
    package var listensBeyondLoopback: Bool {
        host != "localhost" && IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)?.isLoopback != true
    }

    /// Whether callers without a token have no rights: a proxy on this machine brings others' requests.
    package var requiresToken: Bool { listensBeyondLoopback || isBehindProxy }

    /// The connections of one port, counted. Reverse proxies that are trusted, and unless ``limitsLoopback`` programs on this machine,
    /// may have as many as the port.
    func openConnections(refusesWhenFull: Bool) -> OpenConnections {
        OpenConnections(
            maximum: maximumConnections, maximumPerAddress: maximumConnectionsPerAddress ?? max(maximumConnections / 4, 1),
            exempt: (isBehindProxy ? trustedProxies : []) + (limitsLoopback ? [] : AddressRange.loopback),
            refusesWhenFull: refusesWhenFull)
    }

    /// Refuses settings that contradict each other or would send tokens over an open line.
    package func validate() throws(SettingsError) {
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw .halfACertificate(hasCertificate: tlsCertificate != nil) }
        guard !listensBeyondLoopback || tlsCertificate != nil || isBehindProxy else { throw .openLine(host: host) }
        if let grpcPort, grpcPort == port, port != 0 { throw .samePort(port) }
        guard maximumBodyBytes <= maximumUnpackedBytes else {
            throw .contradiction(
                "maximum-body-bytes \(maximumBodyBytes) is more than maximum-unpacked-bytes \(maximumUnpackedBytes)")
        }
    }
}

/// Why settings are not accepted.
package enum SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(name: String, origin: SettingOrigin)
    case badValue(name: String, value: String, accepted: String, origin: SettingOrigin)
    case malformedLine(path: String, line: Int, text: String)
    case repeated(name: String, path: String, line: Int)
    case unreadable(path: String, reason: String)
    case halfACertificate(hasCertificate: Bool)
    case openLine(host: String)
    case samePort(Int)
    case contradiction(String)

    package var description: String {
        switch self {
        case .unknown(let name, let origin): "\(origin): there is no setting \(name); closecast-server --help lists them"
        case .badValue(let name, let value, let accepted, let origin): "\(origin): \(name) cannot be \"\(value)\"; give \(accepted)"
        case .malformedLine(let path, let line, let text): "\(path):\(line): \"\(text)\" is not of the form: name = value"
        case .repeated(let name, let path, let line): "\(path):\(line): \(name) is set a second time; keep one of both"
        case .unreadable(let path, let reason): "the settings cannot be read from \(path): \(reason)"
        case .halfACertificate(let hasCertificate):
            "\(hasCertificate ? "tls-certificate" : "tls-key") is set without \(hasCertificate ? "tls-key" : "tls-certificate"); "
                + "give both files"
        case .openLine(let host):
            "\(host) can be reached from other machines, and tokens would cross the network unencrypted; give --tls-certificate and "
                + "--tls-key, or --behind-proxy where a proxy speaks TLS, or --host 127.0.0.1"
        case .samePort(let port): "port and grpc-port are both \(port); give two"
        case .contradiction(let text): text
        }
    }
}

/// Where a setting was read.
package enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
    case flag, environment(String), file(path: String, line: Int)

    package var description: String {
        switch self {
        case .flag: "command line"
        case .environment(let name): "environment variable \(name)"
        case .file(let path, let line): "\(path):\(line)"
        }
    }
}
