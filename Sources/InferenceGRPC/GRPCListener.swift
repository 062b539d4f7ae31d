#if GRPC
    import GRPCNIOTransportHTTP2Posix
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// Listens for gRPC with our own TLS configuration, because the transport's would accept cipher suites without forward secrecy.
    struct GRPCListener: HTTP2ServerTransport.ListenerFactory {
        let address: NIOCore.SocketAddress
        /// Nil for unencrypted connections.
        let tls: TLSConfiguration?
        let eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton

        func makeListeningChannel(
            listenerConfigurator: HTTP2ServerTransport.ListenerConfigurator,
            connectionConfigurator: HTTP2ServerTransport.ConnectionConfigurator
        ) async throws -> NIOAsyncChannel<HTTP2ServerTransport.ConnectionConfigurator.ConnectionChannel, Never> {
            let context = try tls.map { tls in
                var tls = tls
                tls.applicationProtocols = ["grpc-exp", "h2"]
                return try NIOSSLContext(configuration: tls)
            }
            return try await ServerBootstrap(group: eventLoopGroup)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { listenerConfigurator.configure(channel: $0) }
                .bind(to: address) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard let context else { return }
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }.flatMap {
                        connectionConfigurator.configure(
                            channel: channel, tls: context == nil ? .none : .configured(requireALPN: true))
                    }
                }
        }
    }
#endif
