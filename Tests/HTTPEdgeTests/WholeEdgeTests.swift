import Glibc
import HTTPEdge
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Platform
import Synchronization
import Telemetry
import Testing

/// The whole edge as the server puts it together.
@Suite struct WholeEdgeTests {
    private let metrics = PrometheusMetrics()

    private func run<Result>(
        _ change: (inout EdgeSettings) -> Void = { _ in }, _ body: (EdgeTestServer, Edge<EdgeTestContext>) async throws -> Result
    ) async throws -> Result {
        var settings = EdgeSettings()
        change(&settings)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let edge = Edge<EdgeTestContext>(settings, logger: logger, metrics: metrics, now: { 0 })
        return try await EdgeTestServer.run(
            edge.server.builder, services: edge.services,
            routes: { router in
                edge.addOuter(to: router, spans: RequestSpans(SpanLog(logger: logger)))
                router.add(middleware: ProblemMiddleware.plain)
                edge.addInner(to: router)
                edge.addCallerLimit(to: router)
                router.get("v1/things/{name}") { _, context in
                    Response(
                        status: .ok, headers: [.contentType: "application/json", .eTag: "\"t\""],
                        body: ResponseBody(
                            byteBuffer: ByteBuffer(string: String(repeating: "[1,2,3],", count: 1000) + context.remoteAddress)))
                }
            }
        ) { try await body($0, edge) }
    }

    @Test func anAnswerHasAllThatTheEdgeAdds() async throws {
        try await run { server, _ in
            let answer = try await server.send(
                "GET", "/v1/things/a", headers: [("Accept-Encoding", "gzip"), ("X-Request-ID", "r1")])
            #expect(answer.status == 200)
            #expect(answer["x-request-id"] == "r1")
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["content-encoding"] == "gzip")
            #expect(answer["etag"] == "\"t-gzip\"")
            #expect(answer["ratelimit"] == nil, "this machine is not limited")
        }
        let text = String(decoding: metrics.text(), as: UTF8.self)
        #expect(text.contains("http_requests_total{method=\"GET\",route=\"/v1/things/{name}\",status=\"2xx\"} 1\n"))
    }

    @Test func aRefusalHasThemToo() async throws {
        try await run({ $0.maximumURIBytes = 256 }) { server, _ in
            let answer = try await server.send("GET", "/" + String(repeating: "a", count: 300))
            #expect(answer.status == 414)
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer.text.contains("\"request_id\":\"\(answer["x-request-id"] ?? "none")\""))
        }
    }

    @Test func aRequestWhoseForwardedHeadersDifferIsRefused() async throws {
        let headers = [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=7.7.7.7")]
        try await run({ $0.isBehindProxy = true }) { server, _ async throws in
            let answer = try await server.send("GET", "/v1/things/a", headers: headers)
            #expect(answer.status == 400 && answer.text.contains("forwarded-headers-differ"), "\(answer.text)")
        }
        for header in [ProxyHeader.forwarded, .xForwarded] {
            try await run({ ($0.isBehindProxy, $0.proxyHeader) = (true, header) }) { server, _ async throws in
                let answer = try await server.send("GET", "/v1/things/a", headers: headers)
                #expect(answer.text.hasSuffix(header == .forwarded ? "7.7.7.7" : "203.0.113.9"), "the remedy of the refusal")
            }
        }
        try await run { server, _ async throws in
            #expect(try await server.send("GET", "/v1/things/a", headers: headers).status == 200, "nobody is trusted")
        }
    }

    @Test func addressesBehindAProxyAreLimitedEachAndALineOfIPv6AsOne() async throws {
        func change(_ settings: inout EdgeSettings) {
            settings.isBehindProxy = true
            settings.addressRate = RequestRate(perSecond: 1, burst: 2)
        }
        try await run(change) { server, edge async throws in
            func status(_ address: String) async throws -> Int {
                try await server.send("GET", "/v1/things/a", headers: [("X-Forwarded-For", address)]).status
            }
            #expect(try await [status("203.0.113.1"), status("203.0.113.1"), status("203.0.113.1")] == [200, 200, 429])
            #expect(try await status("203.0.113.2") == 200)
            #expect(try await [status("2001:db8::1"), status("2001:db8::2"), status("2001:db8::3")] == [200, 200, 429])
            #expect(try await status("2001:db8:0:1::1") == 200)
            var settings = EdgeSettings()
            settings.addressRate = RequestRate(perSecond: 1, burst: 1)
            edge.apply(settings)
            #expect(try await [status("203.0.113.9"), status("203.0.113.9")] == [200, 429], "the new rate")
        }
    }

    @Test func aHangUpIsReadAsASequence() async throws {
        var hangUps = await HangupSignals.sequence().makeAsyncIterator()
        kill(getpid(), SIGHUP)
        #expect(await hangUps.next() != nil)
        kill(getpid(), SIGHUP)
        #expect(await hangUps.next() != nil)
    }
}
