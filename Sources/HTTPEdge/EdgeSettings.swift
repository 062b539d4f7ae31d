import Settings

/// How the server can be reached and what it accepts, whatever its routes do.
package struct EdgeSettings: SettingValues {
    package var host = "127.0.0.1"
    package var port = 8080
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// Whether a proxy in front of the server terminates TLS.
    package var isBehindProxy = false
    /// Proxies whose `Forwarded` headers are trusted if ``isBehindProxy``.
    package var trustedProxies = AddressRange.loopback

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
    /// Until a response begins.
    package var requestSeconds = 30.0
    package var timeouts = ClientTimeouts()

    package var addressRate = RequestRate(perSecond: 200, burst: 1000)
    package var tokenRate = RequestRate(perSecond: 200, burst: 1000)
    /// Whether the limits of an address apply to programs on this machine too.
    package var limitsLoopback = false
    /// Addresses, and tokens, whose rates are tracked.
    package var rateTableSize = 10_000

    package var compresses = true
    package var logsRequests = true

    package init() {}

    /// Whether other machines can connect.
    package var listensBeyondLoopback: Bool {
        host != "localhost" && IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)?.isLoopback != true
    }

    /// Whether a caller without credentials has no rights: a proxy on this machine brings requests from elsewhere.
    package var requiresCredentials: Bool { listensBeyondLoopback || isBehindProxy }

    /// The connections of one port, counted. Reverse proxies that are trusted, and unless ``limitsLoopback`` programs on this machine,
    /// may have as many as the port.
    func openConnections(refusesWhenFull: Bool) -> OpenConnections {
        OpenConnections(
            maximum: maximumConnections, maximumPerAddress: maximumConnectionsPerAddress ?? max(maximumConnections / 4, 1),
            exempt: (isBehindProxy ? trustedProxies : []) + (limitsLoopback ? [] : AddressRange.loopback),
            refusesWhenFull: refusesWhenFull)
    }

    /// Refuses settings that contradict each other or would send credentials over an unencrypted connection.
    package func validate() throws(EdgeSettingsError) {
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw .halfACertificate(hasCertificate: tlsCertificate != nil) }
        guard !listensBeyondLoopback || tlsCertificate != nil || isBehindProxy else { throw .unencrypted(host: host) }
        guard maximumBodyBytes <= maximumUnpackedBytes else {
            throw .bodyLargerThanUnpacked(bodyBytes: maximumBodyBytes, unpackedBytes: maximumUnpackedBytes)
        }
    }
}

/// Why settings of the edge do not go together.
package enum EdgeSettingsError: InvalidSettings, Equatable, Sendable {
    case halfACertificate(hasCertificate: Bool)
    /// Other machines could connect, and tokens would cross the network in the clear.
    case unencrypted(host: String)
    case bodyLargerThanUnpacked(bodyBytes: Int, unpackedBytes: Int)

    package var description: String {
        switch self {
        case .halfACertificate(let hasCertificate):
            "\(hasCertificate ? "tls-certificate" : "tls-key") is set without \(hasCertificate ? "tls-key" : "tls-certificate"); "
                + "give both files"
        case .unencrypted(let host):
            "\(host) can be reached from other machines, and tokens would cross the network unencrypted; give --tls-certificate and "
                + "--tls-key, or --behind-proxy where a proxy speaks TLS, or --host 127.0.0.1"
        case .bodyLargerThanUnpacked(let bodyBytes, let unpackedBytes):
            "maximum-body-bytes \(bodyBytes) is more than maximum-unpacked-bytes \(unpackedBytes)"
        }
    }
}
