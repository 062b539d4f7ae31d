#if GRPC
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    import Inference
    import Logging
    import NIOCore
    import NIOSSL
    import Platform
    import ServiceLifecycle

    /// The reasons why the gRPC server cannot run.
    package enum InferenceGRPCError: Error, Equatable, Sendable, CustomStringConvertible {
        case notAnAddress(String)
        case cannotListen(host: String, port: Int, reason: String)

        /// A sentence with the problem and how to fix it.
        package var description: String {
            switch self {
            case .notAnAddress(let host): "the gRPC host \(host) is no IP address; give one such as 127.0.0.1 or ::1"
            case .cannotListen(let host, let port, let reason): "gRPC cannot listen on \(host), port \(port): \(reason)"
            }
        }
    }

    /// The Open Inference Protocol v2 over gRPC, on its own port.
    package struct InferenceGRPCServer: Service {
        package struct Settings: Sendable {
            /// An IP address or `localhost`.
            package var host = "127.0.0.1"
            /// The port; 0 for any free one.
            package var port = 8001
            /// Nil for unencrypted connections.
            package var tls: TLSConfiguration?
            /// The largest uncompressed request, in bytes: more than two thousand series of 500 steps.
            package var maximumMessageBytes = 16 << 20
            /// The most concurrent calls of a connection; clients queue further calls.
            package var maximumCallsPerConnection = 128
            /// Called on the event loop for each new connection, after its handlers are set up. May close the connection.
            package var onConnection: @Sendable (any Channel) -> EventLoopFuture<Void> = { $0.eventLoop.makeSucceededVoidFuture() }
            /// Called on the event loop with the stream of each call.
            package var onStream: @Sendable (any Channel) -> EventLoopFuture<Void> = { $0.eventLoop.makeSucceededVoidFuture() }
            /// A connection without any received byte for this time is closed; twice the interval of pings.
            package var silentSeconds = 120.0
            /// The longest duration of a call, from its headers to its response.
            package var requestSeconds = 30.0
            /// The time for calls and connections to finish when the server stops.
            package var graceSeconds = 5

            package init() {}
        }

        private let settings: Settings
        private let service: InferenceService
        private let access: CallAccess
        private let logger: Logger
        private let onListening: @Sendable (Int) -> Void

        /// Creates the server.
        ///
        /// - Parameters:
        ///   - isReady: the answer to `ServerReady`; must become false before anything is unloaded.
        ///   - access: decides about every call.
        ///   - onListening: called with the port when connections are accepted.
        package init(
            _ inference: OpenInference, _ settings: Settings = Settings(), isReady: @escaping @Sendable () async -> Bool,
            access: @escaping CallAccess, logger: Logger = Logger(label: "closecast.grpc"),
            onListening: @escaping @Sendable (Int) -> Void = { _ in }
        ) {
            (self.settings, self.access, self.logger, self.onListening) = (settings, access, logger, onListening)
            service = InferenceService(inference: inference, isReady: isReady)
        }

        /// Serves until its task is cancelled or a graceful shutdown begins. Then completes pending calls and returns.
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
            // Nil if it is not listening; `serve` then throws the reason.
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
            // Decompressed requests have the same limit. Responses are compressed for clients that accept it.
            config.compression.enabledAlgorithms = [.gzip]
            config.http2.maxConcurrentStreams = settings.maximumCallsPerConnection
            // With the default of 64 kB, a large request would need a round trip for each 64 kB.
            config.http2.targetWindowSize = 1 << 20
            config.connection.maxGraceTime = .seconds(settings.graceSeconds)
            config.connection.maxIdleTime = .seconds(600)
            // Streams that a client leaves open end with their connection.
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
#endif
