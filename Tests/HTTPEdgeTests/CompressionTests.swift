import CZlib
import HTTPEdge
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite struct CompressionTests {
    private static let long = String(repeating: "{\"close\":97600.063},", count: 500)
    private static let tag = "\"abc\""

    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ResponseCompression())
        router.add(middleware: ProblemMiddleware.plain)
        @Sendable func answer(_ text: String, type: String, headers: HTTPFields = [:]) -> Response {
            var headers = headers
            headers[.contentType] = type
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        router.get("long") { _, _ in answer(Self.long, type: "application/json") }
        router.get("huge") { _, _ in answer(String(repeating: Self.long, count: 200), type: "application/json") }
        router.get("short") { _, _ in answer("{}", type: "application/json") }
        router.get("picture") { _, _ in answer(Self.long, type: "image/png") }
        router.get("private") { _, _ in answer(Self.long, type: "text/plain", headers: [.cacheControl: "no-transform"]) }
        router.get("packed") { _, _ in answer(Self.long, type: "text/plain", headers: [.contentEncoding: "br"]) }
        router.get("events") { _, _ in stream(type: "text/event-stream") }
        router.get("lines") { _, _ in stream(type: "application/x-ndjson") }
        router.get("tagged") { request, _ in
            if request.headers[.ifNoneMatch] == Self.tag { return Response(status: .notModified, headers: [.eTag: Self.tag]) }
            return answer(Self.long, type: "application/json", headers: [.eTag: Self.tag])
        }
        router.get("tagged/{name}") { _, context in
            let name = context.parameters.get("name") ?? ""
            return answer(Self.long + name, type: "application/json", headers: [.eTag: Self.tag])
        }
        router.put("tagged") { request, _ in request.headers[.ifMatch] ?? "none" }
        @Sendable func stream(type: String) -> Response {
            Response(
                status: .ok, headers: [.contentType: type],
                body: ResponseBody { writer in
                    for number in 0..<1000 { try await writer.write(ByteBuffer(string: "line \(number)\n")) }
                    try await writer.finish(nil)
                })
        }
    }

    private func get(_ path: String, _ accept: String?, _ more: [(String, String)] = [], method: String = "GET") async throws
        -> EdgeAnswer
    {
        try await EdgeTestServer.run(routes: routes) {
            try await $0.send(method, path, headers: (accept.map { [("Accept-Encoding", $0)] } ?? []) + more)
        }
    }

    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("*", true), ("GZIP;q=0.5", true), ("gzip;q=0", false), ("br", false),
        ("identity", false), ("", false), ("*;q=0", false), ("gzip;q=0.2, identity;q=0.8", false), ("gzip;q=0, *", false),
        ("x-gzip", true), ("gzip;q=what", false), ("deflate;q=1, gzip ; q=0.001", true), (",,;,;q=", false),
    ]) func theWeightsOfAcceptEncodingDecide(accept: String, isPacked: Bool) async throws {
        let answer = try await get("/long", accept)
        #expect(answer["content-encoding"] == (isPacked ? "gzip" : nil))
        #expect(answer["vary"] == "Accept-Encoding")
        let body = isPacked ? try #require(GzipOracle.unpacked(answer.body)) : answer.body
        #expect(String(decoding: body, as: UTF8.self) == Self.long)
        #expect(isPacked == (answer.body.count < Self.long.utf8.count / 5))
    }

    @Test(arguments: ["/short", "/picture", "/private", "/events"]) func whatGainsNothingIsLeft(path: String) async throws {
        let answer = try await get(path, "gzip")
        #expect(answer.status == 200)
        #expect(answer["content-encoding"] == nil)
        #expect(answer["vary"] == nil)
    }

    @Test func compressedContentIsNotCompressedAgain() async throws {
        #expect(try await get("/packed", "gzip")["content-encoding"] == "br")
    }

    @Test func longAnswersAndThoseWrittenBitByBitUnpackToTheSameBytes() async throws {
        let lines = try await get("/lines", "gzip")
        #expect(lines["content-encoding"] == "gzip")
        let text = String(decoding: try #require(GzipOracle.unpacked(lines.body)), as: UTF8.self)
        #expect(text == (0..<1000).map { "line \($0)\n" }.joined())
        let huge = try await get("/huge", "gzip")
        #expect(huge["transfer-encoding"] == "chunked")
        #expect(
            String(decoding: try #require(GzipOracle.unpacked(huge.body, limit: 64 << 20)), as: UTF8.self)
                == String(repeating: Self.long, count: 200))
    }

    @Test func thePackedFormHasItsOwnTagWhichIsAccepted() async throws {
        #expect(try await get("/tagged", "gzip")["etag"] == "\"abc-gzip\"")
        #expect(try await get("/tagged", nil)["etag"] == "\"abc\"")
        let again = try await get("/tagged", "gzip", [("If-None-Match", "\"abc-gzip\"")])
        #expect(again.status == 304)
        #expect(again["etag"] == "\"abc-gzip\"")
        #expect(try await get("/tagged", nil, [("If-None-Match", "\"abc\"")])["etag"] == "\"abc\"")
        #expect(
            try await get("/tagged", "gzip", [("If-Match", "\"x-gzip\", \"abc-gzip\"")], method: "PUT").text == "\"x\", \"abc\"")
    }

    @Test func aTaggedBodyThatWasKeptIsTheSame() async throws {
        try await EdgeTestServer.run(routes: routes) { (server) async throws in
            let headers = [("Accept-Encoding", "gzip")]
            let (first, second) = (
                try await server.send("GET", "/tagged", headers: headers), try await server.send("GET", "/tagged", headers: headers)
            )
            #expect(first.body == second.body)
            #expect(GzipOracle.unpacked(second.body) == Array(Self.long.utf8))
        }
    }

    @Test func twoBodiesUnderOneTagAreNotMixedUp() async throws {
        try await EdgeTestServer.run(routes: routes) { (server) async throws in
            for name in ["mine", "yours", "mine"] {
                let answer = try await server.send("GET", "/tagged/\(name)", headers: [("Accept-Encoding", "gzip")])
                let body = try #require(GzipOracle.unpacked(answer.body))
                #expect(String(decoding: body, as: UTF8.self) == Self.long + name)
            }
        }
    }

    // MARK: Requests

    private func post(_ body: [UInt8], encoding: String = "gzip", limit: Int = 1 << 20, accepted: Int = 1 << 20) async throws
        -> EdgeAnswer
    {
        try await server(limit: limit, accepted: accepted) {
            try await $0.send("POST", "/length", headers: [("Content-Encoding", encoding)], body: body)
        }
    }

    private func server<Result>(
        limit: Int = 1 << 20, accepted: Int = 1 << 20, _ body: (EdgeTestServer) async throws -> Result
    ) async throws -> Result {
        try await EdgeTestServer.run(
            routes: { router in
                router.add(middleware: ProblemMiddleware.plain)
                router.add(middleware: RequestDecompression(maximumBytes: limit))
                router.post("length") { request, _ in
                    let body = try await request.body.collect(upTo: accepted)
                    return
                        "\(body.readableBytes) \(request.headers[.contentEncoding] ?? "") \(body.readableBytesView.reduce(0) { ($0 &* 31) &+ Int($1) })"
                }
            }, body)
    }

    private func expected(_ bytes: [UInt8]) -> String { "\(bytes.count)  \(bytes.reduce(0) { ($0 &* 31) &+ Int($1) })" }

    @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 300_000]) func aPackedBodyArrivesUnpacked(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }
        #expect(try await post(GzipOracle.packed(bytes)).text == expected(bytes))
        #expect(try await post(bytes, encoding: "identity").text.hasPrefix("\(count) identity"))
    }

    @Test func aBombIsRefusedBeforeItIsUnpacked() async throws {
        let bomb = GzipOracle.packed([UInt8](repeating: 0, count: 50 << 20))
        #expect(bomb.count < 60_000)
        let byBound = try await post(bomb, limit: 1 << 20, accepted: .max)
        #expect(byBound.status == 413)
        #expect(byBound.text.contains("body-too-large"))
        #expect(try await post(bomb, limit: .max, accepted: 1000).status == 413)
    }

    @Test func invalidGzipIsRefused() async throws {
        let good = GzipOracle.packed(Array("hello".utf8))
        var broken = good
        broken[broken.count - 6] ^= 1
        for (body, why) in [
            (Array("plain".utf8), "damaged"), (broken, "damaged"), (Array(good.dropLast(3)), "too early"), ([], "too early"),
            (good + [1, 2, 3], "follow its end"), (good + good, "follow its end"),
        ] {
            let answer = try await post(body)
            #expect(answer.status == 400, "\(why)")
            #expect(answer.text.contains(why), "\(answer.text)")
        }
    }

    @Test(arguments: ["br", "deflate", "gzip, gzip", "zstd", "x"]) func otherEncodingsAreRefused(encoding: String) async throws {
        let answer = try await post([1, 2, 3], encoding: encoding)
        #expect(answer.status == 415)
        #expect(answer["accept-encoding"] == "gzip")
    }

    @Test func anyBytesSentAsGzipAreAnsweredWithoutATrap() async throws {
        try await server { (server) async throws in
            for seed in 0..<200 as Range<UInt64> {
                let status = try await server.send("POST", "/length", headers: [("Content-Encoding", "gzip")], body: damaged(seed))
                    .status
                #expect([200, 400, 413].contains(status), "seed \(seed)")
            }
        }
    }

    /// A gzip stream with some bytes changed.
    private func damaged(_ seed: UInt64) -> [UInt8] {
        var state = seed &+ 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var body = GzipOracle.packed((0..<random(2000)).map { _ in UInt8(random(4)) })
        for _ in 0..<(1 + random(4)) { body[random(body.count)] = UInt8(random(256)) }
        return body
    }
}
