#if GRPC
    import APIKit
    import Access
    import GRPCCore
    import HTTPEdge
    import InferenceGRPC
    import Logging
    import Metrics
    import Server
    import Testing
    import ServerWorld

    /// gRPC has the limits and the tokens of HTTP: both ways take from the same buckets.
    @Suite(.serialized) struct GRPCAdmissionTests {
        private func run(
            _ change: (inout EdgeSettings) -> Void, requiresToken: Bool = false,
            _ body: (GRPCServerUnderTest, ServerUnderTest) async throws -> Void
        ) async throws {
            var settings = EdgeSettings()
            settings.limitsLoopback = true
            change(&settings)
            let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            // The clock stands still, so buckets are never refilled.
            let edge = Edge<CallContext>(settings, logger: silent, metrics: NOOPMetricsHandler.instance, now: { 0 })
            try await ServerUnderTest.run(requiresToken: requiresToken) { server async throws in
                let admission = CallAdmission(server.parts, edge: edge, logger: silent)
                try await GRPCServerUnderTest.run(access: { call in
                    try await admission.admit(
                        address: call.address, forwarded: call.forwarded, token: call.token, scope: call.needsToken ? .read : nil)
                }) { grpc async throws in try await body(grpc, server) }
            }
        }

        private func expectLimited(_ error: RPCError?) {
            #expect(error?.code == .resourceExhausted, "\(String(describing: error))")
            #expect(error?.metadata[stringValues: "grpc-retry-pushback-ms"].first { _ in true } == "2000")
            #expect(error?.metadata[binaryValues: "grpc-status-details-bin"].first { _ in true } != nil)
        }

        @Test func anAddressIsLimitedHealthIncluded() async throws {
            try await run({ $0.addressRate = RequestRate(perSecond: 0.5, burst: 2) }) { grpc, _ async throws in
                _ = try await grpc.call("ServerMetadata")
                _ = try await grpc.call("ServerLive")
                expectLimited(try await grpc.failure("ServerMetadata"))
                expectLimited(try await grpc.failure("ServerLive"))
            }
        }

        @Test func anAddressBehindATrustedProxyHasItsOwnLimit() async throws {
            func change(_ settings: inout EdgeSettings) {
                settings.isBehindProxy = true
                settings.addressRate = RequestRate(perSecond: 0.5, burst: 1)
            }
            try await run(change) { grpc, _ async throws in
                for address in ["203.0.113.1", "203.0.113.2"] {
                    let metadata: Metadata = ["x-forwarded-for": "\(address)"]
                    _ = try await grpc.call("ServerMetadata", metadata: metadata)
                    expectLimited(try await grpc.failure("ServerMetadata", metadata: metadata))
                }
            }
        }

        @Test func aTokenIsLimitedAndNeedsTheScopeToRead() async throws {
            try await run({ $0.tokenRate = RequestRate(perSecond: 0.5, burst: 2) }, requiresToken: true) {
                grpc, server async throws in
                let text = try await server.token(owner: "ada", scope: .read)
                let metadata: Metadata = ["authorization": "Bearer \(text)"]
                #expect(try await grpc.failure("ModelInfer", InferCall().message)?.code == .unauthenticated)
                #expect(try await grpc.call("ModelInfer", InferCall().message, metadata: metadata).text(3) == "id 1")
                _ = try await grpc.call("ServerMetadata", metadata: metadata)
                expectLimited(try await grpc.failure("ServerMetadata", metadata: metadata))
                #expect(try await grpc.call("ServerReady").number(1) == 1, "health needs no token")
                let other = try await server.token(owner: "ada", scope: .write)
                _ = try await grpc.call("ServerMetadata", metadata: ["authorization": "Bearer \(other)"])
            }
        }

        @Test func aRevokedTokenGetsAnErrorWithoutACommand() async throws {
            try await run({ _ in }, requiresToken: true) { grpc, server async throws in
                let made = try await server.parts.tokens.create(owner: "ada", scope: .read, expiresAt: nil)
                try await server.parts.tokens.revoke(made.token.id)
                let error = try await grpc.failure("ServerMetadata", metadata: ["authorization": "Bearer \(made.secret.text)"])
                #expect(error?.code == .unauthenticated && error?.message.contains("was revoked") == true)
                #expect(error?.message.contains("closecast token") == false, "\(error?.message ?? "")")
            }
        }
    }
#endif
