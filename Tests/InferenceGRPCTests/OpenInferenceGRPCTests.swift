#if GRPC
    import Foundation
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    import HTTPEdge
    import HTTPTestSupport
    import Inference
    import InferenceGRPC
    import LSTMEngine
    import Market
    import Server
    import ServerWorld
    import Synchronization
    import Testing
    import Waits

    @Suite(.serialized) struct OpenInferenceGRPCTests {
        // MARK: Answers

        @Test func theServerAndItsModelsAreDescribed() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                #expect(try await server.call("ServerLive").number(1) == 1)
                #expect(try await server.call("ServerReady").number(1) == 1)
                let metadata = try await server.call("ServerMetadata")
                #expect((metadata.text(1), metadata.text(2)) == ("closecast", "7"))
                #expect(metadata.texts(3).contains("model_repository"))
                #expect(try await server.call("ModelReady", WireMessage.make { $0.text(1, "daily-close") }).number(1) == 1)
                let model = try await server.call("ModelMetadata", WireMessage.make { $0.text(1, "daily-close-t") })
                #expect(model.text(1) == "daily-close-t")
                #expect(model.texts(2) == ["1"])
                let (input, output) = (try #require(model.messages(4).first), try #require(model.messages(5).first))
                #expect((input.text(1), input.text(2), input.integers(3)) == ("input", "FP32", [-1, -1, 1]))
                #expect((output.text(1), output.text(2), output.integers(3)) == ("output", "FP32", [-1, 1, 3]))
                let index = try await server.call("RepositoryIndex").messages(1)
                #expect(index.map { $0.text(1) } == ["daily-average", "daily-close", "daily-close-t"])
                #expect(index.allSatisfy { $0.text(3) == "READY" })
            }
        }

        @Test func rawAndTypedContentsGiveWhatTheNetworkGives() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                let network = try server.catalogue.model("daily-close").network!
                let values: [Float] = [0.5, -0.25, 1, 0.1, 0, -3]
                let series = [Array(values[..<3]), Array(values[3...])]
                var workspace = network.makeWorkspace()
                let expected = try network.forecast(series, steps: 96, using: &workspace).flatMap { $0 }
                let raw = InferCall(shape: [2, 3, 1], raw: values.flatMap { InferenceBody.bytes(of: $0) }, outputs: ["output"])
                let typed = InferCall(shape: [2, 3, 1], contents: values, raw: nil)
                for call in [raw, typed] {
                    let answer = try await server.call("ModelInfer", call.message)
                    #expect((answer.text(1), answer.text(2), answer.text(3)) == ("daily-close", "1", "id 1"))
                    let output = try #require(answer.messages(5).first)
                    #expect((output.text(1), output.text(2), output.integers(3)) == ("output", "FP32", [2, 96]))
                    #expect(output.contents(5).isEmpty)
                    #expect(answer.floats(6) == expected)
                }
            }
        }

        @Test func parametersChangeTheRun() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                let network = try server.catalogue.model("daily-close").network!
                var workspace = network.makeWorkspace()
                let series: [[Float]] = [[0.5, -0.25, 1]]
                var call = InferCall(parameters: [("steps", InferCall.integer(5)), ("decode", InferCall.text("sliding_window"))])
                let answer = try await server.call("ModelInfer", call.message)
                #expect(
                    try answer.floats(6)
                        == network.forecast(series, steps: 5, decoding: .slidingWindow(length: 500), using: &workspace)[0])
                call = InferCall(model: "daily-close-t", version: "1")
                #expect(try await server.call("ModelInfer", call.message).messages(5).first?.integers(3) == [1, 1, 3])
            }
        }

        // MARK: Refusals

        private static let refusals: [(InferCall, RPCError.Code, String)] = [
            (InferCall(model: "x"), .notFound, "no model named \"x\""),
            (InferCall(version: "9"), .notFound, "no version \"9\""),
            (InferCall(name: "x"), .invalidArgument, "no input tensor named \"x\""),
            (InferCall(datatype: "INT64"), .invalidArgument, "the datatype \"INT64\"; expected FP32"),
            (InferCall(shape: [3, 1]), .invalidArgument, "the shape [3, 1]; expected [series, steps, 1]"),
            (InferCall(shape: [-1, 3, 1]), .invalidArgument, "the shape [-1, 3, 1]"),
            (InferCall(shape: [1 << 62, 4, 1]), .invalidArgument, "each at least 1"),
            (InferCall(shape: [1, 4, 1]), .invalidArgument, "holds 3 numbers; expected as many as its shape [1, 4, 1] has"),
            (InferCall(contents: [1, 2, 3]), .invalidArgument, "has contents and raw_input_contents"),
            (InferCall(raw: nil), .invalidArgument, "holds 0 numbers"),
            (InferCall(raw: [1, 2, 3]), .invalidArgument, "3 bytes in raw_input_contents; expected 4 bytes for each number"),
            (InferCall(contents: [1, .nan, 3], raw: nil), .invalidArgument, "holds nan at [0, 1, 0]"),
            (InferCall(inputCount: 0), .invalidArgument, "the lengths of raw_input_contents (1) and inputs (0) differ"),
            (InferCall(contents: [1], raw: nil, inputCount: 2), .invalidArgument, "2 input tensors"),
            (InferCall(outputs: ["x"]), .invalidArgument, "no output tensor named \"x\""),
            (
                InferCall(parameters: [("steps", InferCall.integer(0))]), .invalidArgument,
                "steps is 0; expected a whole number from 1"
            ),
            (InferCall(parameters: [("steps", [])]), .invalidArgument, "\"steps\" has no value"),
            (
                InferCall(parameters: [("decode", InferCall.text("x"))]), .invalidArgument,
                "expected \"recursive\" or \"sliding_window\""
            ),
            (
                InferCall(parameters: [("sequence_id", InferCall.integer(1))]), .invalidArgument,
                "\"sequence_id\" is not a parameter here"
            ),
            (InferCall(outputs: Array(repeating: "", count: 300)), .invalidArgument, "more than 256 fields"),
            (InferCall(shape: Array(repeating: 1, count: 5000)), .invalidArgument, "5000 bytes; expected at most 4096"),
        ]

        @Test(arguments: refusals.indices) func anErrorNamesTheProblem(index: Int) async throws {
            let (call, code, text) = Self.refusals[index]
            try await GRPCServerUnderTest.run { server async throws in
                let error = try #require(try await server.failure("ModelInfer", call.message))
                #expect(error.code == code, "\(error)")
                #expect(error.message.contains(text), "\(error)")
            }
        }

        @Test func invalidMessagesAreRefused() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                for bytes in [[0xFF], [0x0A, 0x05, 0x41], [0x0A, 0x02, 0xC3, 0x28], Array(repeating: UInt8(0x0B), count: 64)]
                    as [[UInt8]]
                {
                    #expect(try await server.failure("ModelInfer", bytes)?.code == .invalidArgument, "\(bytes)")
                }
            }
        }

        @Test(arguments: 0..<4) func mutatedMessagesAreAnsweredOrRefused(seed: UInt64) async throws {
            try await GRPCServerUnderTest.run { server async throws in
                var random = SeededGenerator(seed: seed)
                let typed = InferCall(
                    contents: [1, 2, 3], raw: nil, parameters: [("steps", InferCall.integer(2))], outputs: ["output"])
                let good = [InferCall(parameters: [("decode", InferCall.text("recursive"))]).message, typed.message]
                try await server.withConnection { call in
                    for _ in 0..<250 {
                        var message = good.randomElement(using: &random)!
                        for _ in 0..<Int.random(in: 1...3, using: &random) {
                            let place = Int.random(in: 0..<message.count, using: &random)
                            switch Int.random(in: 0..<3, using: &random) {
                            case 0: message[place] = UInt8.random(in: 0...255, using: &random)
                            case 1: message[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                            default: message.remove(at: place)
                            }
                        }
                        do {
                            _ = try await call("ModelInfer", message, [:])
                        } catch let error as RPCError {
                            #expect([.invalidArgument, .notFound].contains(error.code), "seed \(seed): \(error) of \(message)")
                        }
                    }
                    #expect(try await call("ServerLive", [], [:]).number(1) == 1)
                }
            }
        }

        @Test func aMessageAboveTheLimitIsRefusedAndTheServerKeepsRunning() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                let call = InferCall(raw: Array(repeating: 0, count: 17 << 20))
                let failure = try await server.failure("ModelInfer", call.message)
                // The server answers and closes the stream; a client that is still sending may see the close first.
                #expect([.resourceExhausted, .unavailable].contains(failure?.code), "\(String(describing: failure))")
                #expect(try await server.call("ServerLive").number(1) == 1)
            }
        }

        @Test func aFullQueueGivesARetryTime() async throws {
            try await GRPCServerUnderTest.run(capacity: 4) { server async throws in
                let values = [Float](repeating: 0.5, count: 4 * 500)
                let call = InferCall(
                    shape: [4, 500, 1], contents: values, raw: nil, parameters: [("decode", InferCall.text("sliding_window"))])
                let failures = try await withThrowingTaskGroup(of: RPCError?.self) { group in
                    for _ in 0..<12 { group.addTask { try await server.failure("ModelInfer", call.message) } }
                    return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
                }
                #expect(!failures.isEmpty)
                for error in failures {
                    #expect(error.code == .unavailable, "\(error)")
                    #expect(error.metadata[stringValues: "grpc-retry-pushback-ms"].first { _ in true } != nil)
                    #expect(error.metadata[binaryValues: "grpc-status-details-bin"].first { _ in true } != nil)
                }
            }
        }

        @Test func aCallThatTakesTooLongIsEnded() async throws {
            let ended = Atomic(0)
            let access: CallAccess = { call in
                guard call.needsToken else { return }
                defer { ended.add(1, ordering: .relaxed) }
                // Pause: work that the limit ends.
                try await Task.sleep(for: .seconds(600))
            }
            try await GRPCServerUnderTest.run(access: access, change: { $0.requestSeconds = 2 }) { server async throws in
                let failure = try await server.failure("ServerMetadata")
                #expect(failure?.code == .unavailable && failure?.message.contains("no answer within 2.0 s") == true, "\(failure!)")
                #expect(failure?.metadata[stringValues: "grpc-retry-pushback-ms"].first { _ in true } == "5000")
                #expect(ended.load(ordering: .relaxed) == 1, "the awaited work was cancelled")
                #expect(try await server.call("ServerLive").number(1) == 1)
            }
        }

        /// Limits as the program sets them.
        private static func limits(
            _ connections: OpenConnections, headerSeconds: Double = 600
        ) -> (inout InferenceGRPCServer.Settings) -> Void {
            var timeouts = ClientTimeouts()
            timeouts.headers = headerSeconds
            let gate = ConnectionGate(connections, timeouts: timeouts)
            return { settings in
                settings.onConnection = { gate.admit($0) }
                settings.onStream = { gate.noteStream($0) }
            }
        }

        @Test func connectionsWithoutACallGiveWayToNewOnes() async throws {
            let connections = OpenConnections(maximum: 5, refusesWhenFull: true)
            try await GRPCServerUnderTest.run(change: Self.limits(connections)) { server async throws in
                let others = try await EdgeThread.run {
                    HeldClients(
                        clients: try (0..<20).map {
                            $0 % 2 == 0 ? try EdgeClient(port: server.port) : try Self.greeted(server.port)
                        })
                }
                // They are accepted on several threads, some of them later than this call otherwise.
                try await until("15 connections are closed") { connections.closedCount >= 15 }
                #expect(try await server.call("ServerLive").number(1) == 1)
                _ = others.clients.count
            }
        }

        @Test func connectionsWithACallAreNotClosedForNewOnes() async throws {
            let gate = Gate()
            let access: CallAccess = { call in if call.needsToken { await gate.wait() } }
            let connections = OpenConnections(maximum: 1, refusesWhenFull: true)
            try await GRPCServerUnderTest.run(access: access, change: Self.limits(connections)) { server async throws in
                async let first = server.call("ServerMetadata")
                try await EdgeThread.run {
                    try gate.waitForVisitors(1)
                    let isClosed = try Self.greeted(server.port).isClosed()
                    #expect(isClosed)
                }
                gate.open()
                #expect(try await first.text(1) == "closecast")
                #expect(connections.closedCount >= 1)
            }
        }

        @Test func aConnectionWithoutAByteIsClosedAfterTheTimeForHeaders() async throws {
            try await GRPCServerUnderTest.run(change: Self.limits(OpenConnections(maximum: 9), headerSeconds: 0.3)) {
                server async throws in
                #expect(try await EdgeThread.run { try EdgeClient(port: server.port).isClosed() })
            }
        }

        // MARK: gzip

        @Test func packedRequestsAreReadAndAnswersPacked() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                let call = InferCall(shape: [2, 500, 1], contents: [Float](repeating: 0.25, count: 1000), raw: nil)
                let plain = try await server.call("ModelInfer", call.message)
                let packed = try await server.withConnection(packs: true) { send in try await send("ModelInfer", call.message, [:])
                }
                #expect(packed.floats(6) == plain.floats(6) && !plain.floats(6).isEmpty)
            }
        }

        @Test func aPackedRequestThatUnpacksToMoreThanTheLimitIsRefused() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                // A thousandth of it on the wire.
                let call = InferCall(raw: Array(repeating: 0, count: 17 << 20))
                await #expect(throws: RPCError.self) {
                    try await server.withConnection(packs: true) { send in try await send("ModelInfer", call.message, [:]) }
                }
                #expect(try await server.call("ServerLive").number(1) == 1)
            }
        }

        @Test func aSilentConnectionIsClosed() async throws {
            try await GRPCServerUnderTest.run(change: { $0.silentSeconds = 0.3 }) { server async throws in
                let isClosed = try await EdgeThread.run {
                    [try EdgeClient(port: server.port), try Self.greeted(server.port)].map { $0.isClosed() }
                }
                #expect(isClosed == [true, true])
                #expect(try await server.call("ServerLive").number(1) == 1)
            }
        }

        /// A connection with HTTP/2's first bytes on it: the preface and settings without any.
        private static func greeted(_ port: Int) throws -> EdgeClient {
            let client = try EdgeClient(port: port)
            client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0])
            return client
        }

        // MARK: Access, readiness, end

        @Test func aTokenIsNeededForAllButHealth() async throws {
            try await GRPCServerUnderTest.run(requiresToken: true) { server async throws in
                #expect(try await server.call("ServerLive").number(1) == 1)
                #expect(try await server.call("ServerReady").number(1) == 1)
                for method in ["ServerMetadata", "ModelReady", "ModelMetadata", "ModelInfer", "RepositoryIndex"] {
                    for metadata in [[:], ["authorization": "Bearer bad"], ["authorization": "good"]] as [Metadata] {
                        #expect(
                            try await server.failure(method, metadata: metadata)?.code == .unauthenticated, "\(method) \(metadata)")
                    }
                }
                let good: Metadata = ["authorization": "Bearer \(GRPCServerUnderTest.token)"]
                #expect(try await server.call("ServerMetadata", metadata: good).text(1) == "closecast")
                #expect(try await server.call("ModelInfer", InferCall().message, metadata: good).text(3) == "id 1")
            }
        }

        @Test func readinessIsTheServers() async throws {
            let isReady = Atomic(false)
            try await GRPCServerUnderTest.run(isReady: { isReady.load(ordering: .relaxed) }) { server async throws in
                #expect(try await server.call("ServerReady").number(1) == 0)
                #expect(try await server.call("ServerLive").number(1) == 1)
            }
        }

        @Test func aPortInUseIsAnErrorWithItsNumber() async throws {
            try await GRPCServerUnderTest.run { server async throws in
                var settings = InferenceGRPCServer.Settings()
                settings.port = server.port
                let inference = OpenInference(server.catalogue, InferenceQueue(workers: 1), serverVersion: "7")
                let second = InferenceGRPCServer(inference, settings, isReady: { true }, access: { _ in })
                let error = await #expect(throws: InferenceGRPCError.self) { try await second.run() }
                #expect(error?.description.contains("cannot listen on 127.0.0.1, port \(server.port)") == true, "\(error!)")
            }
        }

        @Test func certificatesAreReadAgainWhileItRuns() async throws {
            let certificates = try TestCertificates()
            func makeCertificate() throws { try certificates.make("server", commonName: "localhost") }
            let (chain, key) = (certificates.path("server.pem"), certificates.path("server.key"))
            func security() throws -> HTTP2ClientTransport.Posix.TransportSecurity {
                let roots = [UInt8](try Data(contentsOf: URL(fileURLWithPath: chain)))
                return .tls { $0.trustRoots = .certificates([.bytes(roots, format: .pem)]) }
            }
            try makeCertificate()
            let certificate = try ServerCertificate(certificatePath: chain, keyPath: key)
            try await GRPCServerUnderTest.run(certificate: certificate) { server async throws in
                let old = try security()
                #expect(try await server.call("ServerLive", security: old).number(1) == 1)
                try Data("no certificate".utf8).write(to: URL(fileURLWithPath: chain))
                #expect(throws: CertificateError.self) { try certificate.reload() }
                #expect(try await server.call("ServerLive", security: old).number(1) == 1)
                try makeCertificate()
                try certificate.reload()
                #expect(try await server.call("ServerLive", security: try security()).number(1) == 1)
                await #expect(throws: RPCError.self) { try await server.call("ServerLive", security: old) }
            }
        }
        @Test func cipherSuitesOfTLS12WithoutForwardSecrecyOrWithCBCAreRefused() async throws {
            let certificates = try TestCertificates()
            try certificates.make("a", commonName: "localhost", key: "rsa:2048")
            let certificate = try ServerCertificate(
                certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
            try await GRPCServerUnderTest.run(certificate: certificate) { server async throws in
                for (cipher, isAccepted) in TestCertificates.cipherSuites {
                    #expect(
                        try await certificates.agrees(on: cipher, port: server.port, protocols: "h2") == isAccepted, "\(cipher)")
                }
            }
        }
    }

    /// Connections that are only kept open. `@unchecked`: not used while shared.
    private struct HeldClients: @unchecked Sendable {
        let clients: [EdgeClient]
    }
#endif
