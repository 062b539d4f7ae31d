#if GRPC
    import Access
    import HTTPEdge
    import Inference
    import InferenceGRPC
    import Logging
    import Platform
    import Server
    import ServiceLifecycle
    import ServerWorld

    /// Models of this repository over gRPC on a free port of this machine, until `body` returns.
    struct GRPCServerUnderTest: Sendable {
        let port: Int
        let catalogue: ModelCatalogue

        /// The accepted token if tokens are required.
        static let token = "good"

        /// - Parameters:
        ///   - capacity: the number of series that may wait.
        ///   - isReady: the answer of `ServerReady`.
        ///   - change: changes to the default settings.
        ///   - access: nil to accept only ``token``, if tokens are required.
        static func run(
            capacity: Int = 1024, requiresToken: Bool = false, certificate: ServerCertificate? = nil,
            isReady: @escaping @Sendable () -> Bool = { true }, access: CallAccess? = nil,
            change: (inout InferenceGRPCServer.Settings) -> Void = { _ in },
            _ body: (GRPCServerUnderTest) async throws -> Void
        ) async throws {
            let catalogue = ModelCatalogue(folder: ServerUnderTest.models, defaultName: ServerUnderTest.defaultModel)
            await catalogue.rescan()
            let queue = InferenceQueue(workers: 1, capacity: capacity)
            var settings = InferenceGRPCServer.Settings()
            (settings.port, settings.graceSeconds, settings.tls) = (0, 1, certificate?.configuration)
            change(&settings)
            let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let server = InferenceGRPCServer(
                OpenInference(catalogue, queue, serverVersion: "7"), settings, isReady: isReady,
                access: access ?? { call in
                    guard requiresToken, call.needsToken else { return }
                    guard let token = call.token else { throw CallRefusal.tokenNeeded }
                    guard token == Self.token else { throw AccessError.unknownToken }
                }, logger: silent, onListening: { continuation.yield($0) })
            let group = ServiceGroup(services: [server], logger: silent)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                var iterator = ports.makeAsyncIterator()
                guard let port = await iterator.next() else { throw CancellationError() }
                try await body(GRPCServerUnderTest(port: port, catalogue: catalogue))
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            await queue.shutDown()
        }
    }
#endif
