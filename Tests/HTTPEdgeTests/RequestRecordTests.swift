import HTTPEdge
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import NIOCore
import Synchronization
import Telemetry
import Testing
import Tracing

@Suite struct RequestRecordTests {
    // MARK: Ids

    private func idServer<Result>(_ body: (EdgeTestServer) async throws -> Result) async throws -> Result {
        try await EdgeTestServer.run(
            routes: { router in
                router.add(middleware: RequestIDs())
                router.add(middleware: ProblemMiddleware.plain)
                router.get("id") { _, context in context.requestID }
            }, body)
    }

    @Test func aSaneIdOfTheClientIsKeptAndEchoed() async throws {
        try await idServer { (server) async throws in
            let answer = try await server.send("GET", "/id", headers: [("X-Request-ID", "abc-1.2:3_Z")])
            #expect(answer["x-request-id"] == "abc-1.2:3_Z")
            #expect(answer.text == "abc-1.2:3_Z")
        }
    }

    @Test(arguments: ["a b", "<script>", "\"x\"", String(repeating: "a", count: 129), "é", "a;b"])
    func anIdThatIsNotSaneIsReplaced(id: String) async throws {
        try await idServer { (server) async throws in
            let answer = try await server.send("GET", "/id", headers: [("X-Request-ID", id)])
            #expect(answer["x-request-id"]?.count == 16)
            #expect(answer["x-request-id"] != id)
        }
    }

    @Test func madeIdsDifferAndProblemsHaveThem() async throws {
        try await idServer { (server) async throws in
            let (first, second) = (try await server.send("GET", "/id"), try await server.send("GET", "/nothing"))
            #expect(first["x-request-id"] != second["x-request-id"])
            #expect(second.status == 404)
            #expect(second.text.contains("\"request_id\":\"\(second["x-request-id"] ?? "none")\""))
        }
    }

    // MARK: Records

    private final class Observer: RequestObserver {
        private let kept = Mutex<(began: Int, finished: [FinishedRequest])>((0, []))
        var begun: Int { kept.withLock { $0.began } }
        var finished: [FinishedRequest] { kept.withLock { $0.finished } }
        func began() { kept.withLock { $0.began += 1 } }
        func finished(_ request: FinishedRequest) { kept.withLock { $0.finished.append(request) } }
    }

    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ProblemMiddleware.plain)
        router.get("things/{name}") { _, context in
            context.notes.caller = "token-7"
            return "hello"
        }
        router.get("stream") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<3 { try await writer.write(ByteBuffer(string: "x")) }
                    try await writer.finish(nil)
                })
        }
        router.get("fails") { _, _ -> String in throw Problem(.conflict, "no", "no") }
    }

    @Test func arequestIsRecordedByItsPatternAndNotItsPath() async throws {
        let observer = Observer()
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestRecords([observer]))
            routes(router)
        }) { (server) async throws in
            _ = try await server.send("GET", "/things/secret?token=secret")
            _ = try await server.send("GET", "/fails")
            _ = try await server.send("GET", "/nothing/secret")
        }
        #expect(observer.begun == 3)
        #expect(observer.finished.map(\.route) == ["/things/{name}", "/fails", "unmatched"])
        #expect(observer.finished.map(\.status) == [200, 409, 404])
        #expect(observer.finished.first?.bytes == 5)
        #expect(observer.finished.first?.caller == "token-7")
        #expect(observer.finished.first?.remoteAddress == "127.0.0.1")
        #expect(observer.finished.allSatisfy { $0.nanoseconds > 0 })
    }

    @Test func anAnswerWrittenBitByBitIsRecordedOnceWhenItHasBeenWritten() async throws {
        let observer = Observer()
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestRecords([observer]))
            routes(router)
        }) { (server) async throws in
            #expect(try await server.send("GET", "/stream").text == "xxx")
            _ = try await server.send("GET", "/things/a")
        }
        #expect(observer.finished.map(\.route) == ["/stream", "/things/{name}"])
        #expect(observer.finished.first?.bytes == nil)
    }

    @Test func theAccessLogHasNeitherPathNorQuery() async throws {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "access") { label in
            LogLines(label: label, threshold: LogThreshold(.info), form: .json) { bytes in
                lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            }
        }
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestIDs())
            router.add(middleware: RequestRecords([AccessLog(logger)]))
            routes(router)
        }) { server in _ = try await server.send("GET", "/things/secret?x=secret", headers: [("X-Request-ID", "r1")]) }
        let line = lines.withLock { $0.joined() }
        for part in [
            "\"request_id\":\"r1\"", "\"route\":\"/things/{name}\"", "\"status\":200", "\"method\":\"GET\"",
            "\"caller\":\"token-7\"", "\"bytes\":5", "duration_ms",
        ] {
            #expect(line.contains(part), "\(part) in \(line)")
        }
        #expect(!line.contains("secret"))
    }

    @Test func refusalsAreLoggedForSecurity() async throws {
        let lines = Mutex<[String]>([])
        let seconds = Mutex(0.0)
        let logger = Logger(label: "closecast.security") { label in
            LogLines(label: label, threshold: LogThreshold(.info), form: .json) { bytes in
                lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            }
        }
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestRecords([RefusalLog(logger, codes: ["no-422"]) { seconds.withLock { $0 } }]))
            router.add(middleware: ProblemMiddleware.plain)
            router.get("refused/{status}") { _, context -> String in
                if context.parameters.get("status") == "404" { context.notes.caller = "token-7" }
                let status = HTTPResponse.Status(code: try context.parameters.require("status", as: Int.self))
                throw Problem(status, "no-\(status.code)", "no")
            }
        }) { (server) async throws in
            for status in [401, 403, 404, 413, 415, 421, 429, 400, 409, 422, 500] {
                _ = try await server.send("GET", "/refused/\(status)?x=secret")
            }
            _ = try await server.send("GET", "/unknown")
            let first = lines.withLock { $0 }
            #expect(first.count == 8)
            for (line, status) in zip(first, [401, 403, 404, 413, 415, 421, 429, 422]) {
                for part in [
                    "\"status\":\(status)", "\"problem\":\"no-\(status)\"", "\"event\":\"request-refused\"",
                    "\"route\":\"/refused/{status}\"", "\"address\":\"127.0.0.1\"",
                ] {
                    #expect(line.contains(part), "\(part) in \(line)")
                }
                #expect(!line.contains("secret") && !line.contains("omitted"))
            }
            for _ in 0..<30 { _ = try await server.send("GET", "/refused/429") }
            #expect(lines.withLock { $0.count } == 20, "a crowd does not fill the log")
            seconds.withLock { $0 = 1 }
            _ = try await server.send("GET", "/refused/429")
            #expect(lines.withLock { $0.last }?.contains("\"omitted_before\":18") == true)
        }
    }

    @Test func metricsCountByRouteMethodAndClassOfStatus() async throws {
        let metrics = PrometheusMetrics()
        let observer = RequestMetrics(metrics)
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestRecords([observer]))
            routes(router)
        }) { (server) async throws in
            for name in ["a", "b", "c"] { _ = try await server.send("GET", "/things/\(name)") }
            _ = try await server.send("GET", "/fails")
            _ = try await server.send("TRACE", "/x1")
            _ = try await server.send("PROPFIND", "/x2")
        }
        let text = String(decoding: metrics.text(), as: UTF8.self)
        #expect(text.contains("http_requests_total{method=\"GET\",route=\"/things/{name}\",status=\"2xx\"} 3\n"))
        #expect(text.contains("http_requests_total{method=\"GET\",route=\"/fails\",status=\"4xx\"} 1\n"))
        #expect(text.contains("http_requests_total{method=\"other\",route=\"unmatched\",status=\"4xx\"} 2\n"))
        #expect(text.contains("http_request_duration_seconds_count{route=\"/things/{name}\"} 3\n"))
        #expect(text.contains("http_requests_in_flight 0.0\n"))
    }

    @Test func aRequestIsASpanBelowTheClientsOwn() async throws {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "spans") { label in
            LogLines(label: label, threshold: LogThreshold(.debug), form: .json) { bytes in
                lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            }
        }
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: RequestSpans(SpanLog(logger: logger)))
            router.add(middleware: ProblemMiddleware.plain)
            router.get("things/{name}") { _, _ in InstrumentationContext.current?.trace?.traceID.description ?? "none" }
        }) { (server) async throws in
            let parent = ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            #expect(try await server.send("GET", "/things/a", headers: [parent]).text == "0af7651916cd43dd8448eb211c80319c")
        }
        let line = lines.withLock { $0.joined() }
        #expect(line.contains("span GET /things/{name}"))
        #expect(line.contains("\"parent_id\":\"b7ad6b7169203331\""))
        #expect(line.contains("\"http.response.status_code\":200"))
    }

    // MARK: Security headers

    private func securityServer(isTLS: Bool, coversSubdomains: Bool = true) async throws -> (EdgeAnswer, EdgeAnswer) {
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: ForwardedAddress(trusted: [], speaksTLS: isTLS))
            router.add(middleware: SecurityHeaders(coversSubdomains: coversSubdomains))
            router.add(middleware: ProblemMiddleware.plain)
            router.get("page") { _, _ in
                Response(
                    status: .ok, headers: [.contentSecurityPolicy: "default-src 'self'", .contentType: "text/html; charset=utf-8"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: "x")))
            }
        }) { server in (try await server.send("GET", "/page"), try await server.send("GET", "/nothing")) }
    }

    @Test func answersHaveSecurityHeadersForBrowsers() async throws {
        let (page, problem) = try await securityServer(isTLS: false)
        #expect(
            problem["content-security-policy"]
                == "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox")
        let permissions = "geolocation=(self), camera=()"
        #expect(problem["permissions-policy"] == permissions && page["permissions-policy"] == permissions)
        #expect(problem["x-content-type-options"] == "nosniff")
        #expect(problem["referrer-policy"] == "no-referrer")
        #expect(problem["cross-origin-resource-policy"] == "same-origin")
        #expect(problem["cross-origin-opener-policy"] == "same-origin")
        #expect(problem["strict-transport-security"] == nil)
        #expect(page["content-security-policy"] == "default-src 'self'", "a page's own policy stays")
        #expect(page["referrer-policy"] == "same-origin", "else its forms have the origin null")
    }

    /// Browsers replace the headers that they have with those of a 304: a page would get the policy of other answers.
    @Test func aNotModifiedPageKeepsItsHeaders() async throws {
        try await EdgeTestServer.run(routes: { router in
            router.add(middleware: SecurityHeaders())
            router.get("page") { _, _ in Response(status: .notModified, headers: [.eTag: "\"t\""]) }
        }) { server in
            let answer = try await server.send("GET", "/page")
            #expect(answer.status == 304 && answer["etag"] == "\"t\"")
            for name in ["content-security-policy", "referrer-policy", "permissions-policy", "cross-origin-opener-policy"] {
                #expect(answer[name] == nil, "\(name)")
            }
        }
    }

    @Test func browsersInsistOnTLSOnceTheyHaveSpokenIt() async throws {
        let (page, problem) = try await securityServer(isTLS: true)
        #expect(page["strict-transport-security"] == "max-age=31536000; includeSubDomains")
        #expect(problem["strict-transport-security"] == "max-age=31536000; includeSubDomains")
        let (alone, _) = try await securityServer(isTLS: true, coversSubdomains: false)
        #expect(alone["strict-transport-security"] == "max-age=31536000")
    }
}
