import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Inference
import Logging
import NIOCore
import NIOSSL
import Platform
import ServiceLifecycle

/// Why the gRPC server does not run.
package enum InferenceGRPCError: Error, Equatable, Sendable, CustomStringConvertible {
    case notAnAddress(String)
    case cannotListen(host: String, port: Int, reason: String)

    /// What is wrong and how to mend it.
    package var description: String {
        switch self {
        case .notAnAddress(let host): "the gRPC host \(host) is no IP address; give one such as 127.0.0.1 or ::1"
        case .cannotListen(let host, let port, let reason): "gRPC cannot listen on \(host), port \(port): \(reason)"
        }
    }
}

/// The Open Inference Protocol v2 over gRPC, on a port of its own.
package struct InferenceGRPCServer: Service {
    package struct Settings: Sendable {
        /// An IP address or `localhost`.
        package var host = "127.0.0.1"
        /// 0 for a free one.
        package var port = 8001
        /// nil for connections in the clear.
        package var tls: TLSConfiguration?
        /// Bytes of a request, unpacked: two thousand series of 500 steps, and more.
        package var maximumMessageBytes = 16 << 20
        /// Calls of a connection at once; a client waits with more.
        package var maximumCallsPerConnection = 128
        /// Called on its event loop with each new connection, whose handlers are in place; may close it.
        package var onConnection: @Sendable (any Channel) -> EventLoopFuture<Void> = { $0.eventLoop.makeSucceededVoidFuture() }
        /// Called on its event loop with the stream of each call.
        package var onStream: @Sendable (any Channel) -> EventLoopFuture<Void> = { $0.eventLoop.makeSucceededVoidFuture() }
        /// After so long without a byte a connection is closed; twice the time from one ping to the next.
        package var silentSeconds = 120.0
        /// What a call may take from its headers to its answer.
        package var requestSeconds = 30.0
        /// What calls and connections get to end when the server ends.
        package var graceSeconds = 5

        package init() {}
    }

    private let settings: Settings
    private let service: InferenceService
    private let access: CallAccess
    private let logger: Logger
    private let onListening: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - isReady: what `ServerReady` tells; false before anything is unloaded.
    ///   - access: decides on every call.
    ///   - onListening: gets the port once connections are accepted.
    package init(
        _ inference: OpenInference, _ settings: Settings = Settings(), isReady: @escaping @Sendable () async -> Bool,
        access: @escaping CallAccess, logger: Logger = Logger(label: "closecast.grpc"),
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.settings, self.access, self.logger, self.onListening) = (settings, access, logger, onListening)
        service = InferenceService(inference: inference, isReady: isReady)
    }

    /// Serves until its task is cancelled or the graceful shutdown begins; then answers what it has and returns.
    ///
    /// - Throws: ``InferenceGRPCError``.
    package func run() async throws {
        let transport = HTTP2ServerTransport.Custom(
            listenerFactory: GRPCListener(address: try address(), tls: settings.tls), config: configuration)
        let deadlines = Deadlines()
        let time = TimeLimit(deadlines, seconds: settings.requestSeconds, lateError: CallFailure.late)
        let server = GRPCServer(
            transport: transport, services: [BoundedService(service: service)],
            interceptors: [TimeInterceptor(time: time), AccessInterceptor(access: access)])
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await announce(transport) }
                group.addTask { await deadlines.run() }
                try await serve(server)
                // The loop of deadlines ends when it is cancelled.
                group.cancelAll()
            }
        } onGracefulShutdown: {
            server.beginGracefulShutdown()
        }
    }

    private func serve(_ server: GRPCServer<HTTP2ServerTransport.Custom<GRPCListener>>) async throws {
        do {
            try await server.serve()
        } catch let error as RuntimeError {
            // The shutdown began before the start.
            if error.code == .serverIsStopped { return }
            let reason = error.cause.map { "\($0)" } ?? error.message
            throw InferenceGRPCError.cannotListen(host: settings.host, port: settings.port, reason: reason)
        }
    }

    private func announce(_ transport: HTTP2ServerTransport.Custom<GRPCListener>) async {
        // nil where it does not listen, for which `serve` throws the reason.
        guard let address = await transport.listeningAddress else { return }
        let port = address.ipv4?.port ?? address.ipv6?.port ?? settings.port
        logger.info("gRPC listens", metadata: ["host": "\(settings.host)", "port": "\(port)"])
        onListening(port)
    }

    private func address() throws(InferenceGRPCError) -> NIOCore.SocketAddress {
        let host = settings.host == "localhost" ? "127.0.0.1" : settings.host.filter { $0 != "[" && $0 != "]" }
        do {
            return try NIOCore.SocketAddress(ipAddress: host, port: settings.port)
        } catch {
            throw .notAnAddress(settings.host)
        }
    }

    private var configuration: HTTP2ServerTransport.Custom<GRPCListener>.Config {

        var config = HTTP2ServerTransport.Custom<GRPCListener>.Config.defaults
        config.rpc.maxRequestPayloadSize = settings.maximumMessageBytes
        // Unpacked requests have the same limit; answers are packed for clients that accept it.
        config.compression.enabledAlgorithms = [.gzip]
        config.http2.maxConcurrentStreams = settings.maximumCallsPerConnection
        // The default of 64 kB would make a large request wait for a round trip each.
        config.http2.targetWindowSize = 1 << 20
        config.connection.maxGraceTime = .seconds(settings.graceSeconds)
        config.connection.maxIdleTime = .seconds(600)
        // A stream that a client leaves open ends with its connection.
        config.connection.maxAge = .seconds(900)
        config.connection.keepalive.time = .seconds(60)
        config.connection.keepalive.timeout = .seconds(20)
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { [settings] channel in
            SilenceGuard.add(to: channel, seconds: settings.silentSeconds).flatMap { settings.onConnection(channel) }
        }
        config.channelDebuggingCallbacks.onAcceptHTTP2Stream = settings.onStream
        return config
    }
}
