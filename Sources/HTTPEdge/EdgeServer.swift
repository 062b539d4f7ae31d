import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore

/// How the server listens: plain HTTP/1.1, or TLS with HTTP/2 and HTTP/1.1, guarded against slow and large requests.
package struct EdgeServer: Sendable {
    package var timeouts = ClientTimeouts()
    /// The limit for all headers, in bytes. The parser stops at a multiple of it; ``RequestLimits`` enforces the limit itself.
    package var maximumHeaderBytes = 32 << 10
    package var maximumHeaderCount = 100
    package var maximumBodyBytes = 64 << 20
    /// The certificate; nil for plain HTTP.
    package var certificate: ServerCertificate?
    /// The connections of this server, within their limits.
    package var connections = OpenConnections(maximum: .max)
    /// Notifies connections of the shutdown.
    package var shutdown = ServerShutdown()

    package init() {}

    /// Hummingbird's server channel with these settings.
    package var builder: HTTPServerBuilder {
        let (timeouts, http, certificate) = (timeouts, http, certificate)
        let gate = ConnectionGate(connections, timeouts: timeouts)
        return HTTPServerBuilder { responder in
            guard let certificate else {
                return GuardedChannel(base: HTTP1Channel(responder: responder, configuration: http), gate: gate)
            }
            let configuration = HTTP2UpgradeChannel.Configuration(
                idleTimeout: .seconds(timeouts.idle), gracefulCloseTimeout: .seconds(timeouts.write), streamConfiguration: http)
            let channel = try HTTP2UpgradeChannel(
                tlsConfiguration: certificate.configuration, configuration: configuration, responder: responder)
            return GuardedChannel(base: channel, gate: gate)
        }
    }

    private var http: HTTP1Channel.Configuration {
        // The parser counts a long request line as a header field. Twice the limit lets `RequestLimits` tell them apart.
        let fieldBytes = max(maximumHeaderBytes * 2, 64 << 10)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(timeouts: timeouts, maximumBodyBytes: maximumBodyBytes, shutdown: shutdown)
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: fieldBytes, maxHeaderListSize: fieldBytes * 2, maxHeaderFieldCount: maximumHeaderCount * 2))
    }
}
