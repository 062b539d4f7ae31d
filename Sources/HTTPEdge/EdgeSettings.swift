import Settings

/// Where the server listens and what it accepts, independent of its routes.
package struct EdgeSettings: SettingValues {
    package var host = "127.0.0.1"
    package var port = 8080
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// Whether browsers insist on TLS for names below the server's too, after their first request over TLS.
    package var coversSubdomains = true
    /// Whether a proxy in front of the server terminates TLS.
    package var isBehindProxy = false
    /// Proxies whose `Forwarded` headers are trusted if ``isBehindProxy``.
    package var trustedProxies = AddressRange.loopback
    /// The header in which they report their clients.
    package var proxyHeader = ProxyHeader.either

    /// Whether callers have no credentials that could be overheard. Set by a server without data, not by a setting.
    package var hasNoCredentials = false

    package var maximumURIBytes = 8 << 10
    package var maximumHeaderBytes = 32 << 10
    package var maximumHeaderCount = 100
    /// The limit for any body in bytes; routes have their own, smaller limits.
    package var maximumBodyBytes = 64 << 20
    /// The limit for a decompressed gzip body, in bytes.
    package var maximumUnpackedBytes = 256 << 20
    package var maximumConnections = 1024
    /// The limit for one client address; nil for a quarter of all connections.
    package var maximumConnectionsPerAddress: Int?
    /// The time limit until a response begins, in seconds.
    package var requestSeconds = 30.0
    package var timeouts = ClientTimeouts()

    package var addressRate = RequestRate(perSecond: 200, burst: 1000)
    package var tokenRate = RequestRate(perSecond: 200, burst: 1000)
    /// Whether the limits per address also apply to programs on this machine.
    package var limitsLoopback = false
    /// The number of addresses, and of tokens, whose rates are tracked.
    package var rateTableSize = 10_000

    package var compresses = true
    package var logsRequests = true

    package init() {}

    /// Whether other machines can connect.
    package var listensBeyondLoopback: Bool {
        host != "localhost" && IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)?.isLoopback != true
    }

    /// Whether a caller without credentials has no rights. A proxy on this machine forwards requests from elsewhere, so it
    /// counts as remote.
    package var requiresCredentials: Bool { (listensBeyondLoopback || isBehindProxy) && !hasNoCredentials }

    /// Returns the connection counter of one port. Trusted proxies and, unless ``limitsLoopback``, programs on this machine may
    /// have as many connections as the port.
    func openConnections(refusesWhenFull: Bool) -> OpenConnections {
        OpenConnections(
            maximum: maximumConnections, maximumPerAddress: maximumConnectionsPerAddress ?? max(maximumConnections / 4, 1),
            exempt: (isBehindProxy ? trustedProxies : []) + (limitsLoopback ? [] : AddressRange.loopback),
            refusesWhenFull: refusesWhenFull)
    }

    /// Throws if settings contradict each other or would send credentials over an unencrypted connection, including a proxy's.
    package func validate() throws(EdgeSettingsError) {
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw .halfACertificate(hasCertificate: tlsCertificate != nil) }
        guard !listensBeyondLoopback || tlsCertificate != nil || hasNoCredentials else {
            throw isBehindProxy ? .unencryptedProxy(host: host) : .unencrypted(host: host)
        }
        guard maximumBodyBytes <= maximumUnpackedBytes else {
            throw .bodyLargerThanUnpacked(bodyBytes: maximumBodyBytes, unpackedBytes: maximumUnpackedBytes)
        }
    }
}

/// Why settings of the edge are inconsistent.
package enum EdgeSettingsError: InvalidSettings, Equatable, Sendable {
    case halfACertificate(hasCertificate: Bool)
    /// Other machines could connect, and tokens would cross the network in the clear.
    case unencrypted(host: String)
    /// The same between the server and its proxy.
    case unencryptedProxy(host: String)
    case bodyLargerThanUnpacked(bodyBytes: Int, unpackedBytes: Int)

    package var description: String {
        switch self {
        case .halfACertificate(let hasCertificate):
            "\(hasCertificate ? "tls-certificate" : "tls-key") is set without \(hasCertificate ? "tls-key" : "tls-certificate"); "
                + "give both files"
        case .unencrypted(let host):
            "\(host) can be reached from other machines, and tokens would cross the network unencrypted; give --tls-certificate and "
                + "--tls-key, or --host 127.0.0.1, with --behind-proxy if a proxy on this machine speaks TLS"
        case .unencryptedProxy(let host):
            "\(host) can be reached from other machines, and tokens would cross the network from the proxy unencrypted; give "
                + "--host 127.0.0.1 if the proxy is on this machine, or --tls-certificate and --tls-key if it is on another"
        case .bodyLargerThanUnpacked(let bodyBytes, let unpackedBytes):
            "maximum-body-bytes \(bodyBytes) is more than maximum-unpacked-bytes \(unpackedBytes)"
        }
    }
}
