import ChildProcess
import Foundation
import JSONText
import Jobs
import Market
import Platform
import ServerWorld
import Testing
import Waits

@Suite(.serialized) struct JobsRouteTests {
    private static let query = "paths=20&days=3&seed=7&levels=80"

    /// Lines of simulated coins, blank lines and a short series among them.
    private static func lines(_ count: Int) -> String {
        (0..<count).map { index -> String in
            var random = SeededGenerator(seed: UInt64(index))
            var close = 100.0
            let closes = (0..<(index % 5 == 4 ? 30 : 510)).map { _ -> String in
                close *= 1 + 0.02 * random.normal()
                return "\((close * 1e4).rounded() / 1e4)"
            }.joined(separator: ",")
            return (index % 3 == 2 ? "\n" : "") + "{\"id\":\"C\(index)\",\"closes\":[\(closes)],\"last\":\"2025-02-20\"}\n"
        }.joined()
    }

    private func send(
        _ body: String, _ query: String = query, to server: ServerUnderTest, key: String? = nil, token: String? = nil,
        type: String = "application/x-ndjson"
    ) async throws -> ServerUnderTest.Answer {
        var headers = ["Content-Type": type]
        if let key { headers["Idempotency-Key"] = key }
        if let token { headers["Authorization"] = "Bearer \(token)" }
        return try await server.send("POST", "/v1/jobs?\(query)", body: body, headers: headers)
    }

    private func ended(_ id: String, on server: ServerUnderTest) async throws -> JSONValue {
        var job = JSONValue.null
        try await until("the job ends: \(job)", everyMilliseconds: 20) {
            job = try await server.get("/v1/jobs/\(id)").json
            return !["waiting", "running"].contains(job["state"]?.string)
        }
        return job
    }

    @Test func aJobAnswersAsTheCommandLineDoes() async throws {
        try await ServerUnderTest.run { server async throws in
            let input = Self.lines(12)
            let created = try await send(input, to: server)
            #expect(created.status == 202, "\(created.text)")
            let id = try #require(created.json["id"]?.string)
            #expect(created.header("Location") == "/v1/jobs/\(id)")
            #expect(created.json["series"]?.integer == 12 && created.json["model"]?.string == "daily-average")
            let job = try await ended(id, on: server)
            #expect(job["state"]?.string == "done", "\(job)")
            #expect((job["completed"]?.integer, job["failed"]?.integer) == (12, 2))
            #expect(job["expires_at"]?.string == "2025-03-08T12:00:00Z")
            let result = try await server.get("/v1/jobs/\(id)/result")
            #expect(result.header("Content-Type") == "application/x-ndjson")
            #expect(result.header("Closecast-Job-State") == "done" && result.header("Closecast-Job-Completed") == "12")
            #expect(result.body.count == job["result_bytes"]?.integer)
            #expect(result.text == (try batch(input, in: server.folder)))
        }
    }

    /// The output of `closecast batch` with the same settings.
    private func batch(_ input: String, in folder: String) throws -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let program = Files.folder(of: own) + "/closecast"
        let (source, answers) = (folder + "/batch.ndjson", Pipe())
        try Files.write(Array(input.utf8), to: source)
        let process = try ChildProcess(
            program, ["batch", "--in", source, "--keep-going", "--paths", "20", "--days", "3", "--seed", "7", "--level", "80"],
            output: answers.fileHandleForWriting.fileDescriptor, errors: nil)
        try answers.fileHandleForWriting.close()
        let text = String(decoding: answers.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.wait() == .exited(1), "two series are too short")
        return text
    }

    @Test func aDocumentDoesAsWellAsLines() async throws {
        try await ServerUnderTest.run { server async throws in
            let lines = Self.lines(3).split(separator: "\n")
            let document = "{\"series\":[\(lines.joined(separator: ",\n"))]}"
            let first = try await send(document, to: server, type: "application/json")
            #expect(first.status == 202, "\(first.text)")
            let second = try await send(lines.joined(separator: "\n"), to: server)
            let results = try await [first, second].asyncMap { answer in
                let id = try #require(answer.json["id"]?.string)
                _ = try await ended(id, on: server)
                return try await server.get("/v1/jobs/\(id)/result").text
            }
            #expect(results[0] == results[1] && !results[0].isEmpty)
        }
    }

    @Test func aRefusedBodyIsReported() async throws {
        try await ServerUnderTest.run { server async throws in
            let good = Self.lines(1)
            for (body, type, status, code, field, line) in [
                (good + "{\"id\":1,\"closes\":[1,\"2\"]}\n", "application/x-ndjson", 422, "invalid-value", "/closes", 2),
                (good + "\n{\"closes\":[1],\"last\":\"x\"}\n", "application/x-ndjson", 422, "invalid-value", "/last", 3),
                (good + "{\"id\":1}\n", "application/x-ndjson", 422, "no-closes", "/closes", 2),
                (good + "[]\n", "application/x-ndjson", 422, "invalid-value", "body", 2),
                (good + "{\"closes\":[1],\"colour\":1}\n", "application/x-ndjson", 400, "unknown-member", "/colour", 2),
                ("\n", "application/x-ndjson", 422, "no-series", "body", nil),
                (
                    "{\"series\":[{\"closes\":[1,2]},{\"closes\":{}}]}", "application/json", 422, "invalid-value",
                    "/series/1/closes", nil
                ),
                ("{\"series\":3}", "application/json", 400, "malformed-json", "body", nil),
                (good, "text/csv", 415, "content-type", "Content-Type", nil),
            ] as [(String, String, Int, String, String, Int?)] {
                let answer = try await send(body, to: server, type: type)
                #expect(answer.status == status, "\(answer.text)")
                #expect(answer.json["code"]?.string == code && answer.json["field"]?.string == field, "\(answer.text)")
                #expect(answer.json["line"]?.integer == line, "\(answer.text)")
            }
            for (query, status, field) in [
                ("days=97", 422, "days"), ("days=0", 422, "days"), ("paths=10001", 422, "paths"), ("model=none", 404, "model"),
                ("model=daily-close&paths=3", 422, "paths"), ("levels=80&quantiles=0.5", 422, "quantiles"),
                ("decode=sliding-window", 422, "decode"), ("decode=x", 422, "decode"), ("colour=red", 400, "colour"),
            ] {
                let answer = try await send(good, query, to: server)
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(query): \(answer.text)")
            }
            #expect(try await server.get("/v1/jobs").json["data"]?.array?.isEmpty == true)
            #expect(try Files.names(in: server.folder + "/jobs") == [])
        }
    }

    @Test func aKeyMakesOneJob() async throws {
        try await ServerUnderTest.run { server async throws in
            let body = Self.lines(2)
            let first = try await send(body, to: server, key: "k")
            let second = try await send(body, to: server, key: "k")
            #expect(second.status == 202 && second.json["id"] == first.json["id"])
            #expect((first.header("Idempotency-Replayed"), second.header("Idempotency-Replayed")) == (nil, "true"))
            let other = try await send(body + body, to: server, key: "k")
            #expect(other.status == 422 && other.json["code"]?.string == "key-reused", "\(other.text)")
            #expect(try await send(body, "days=2", to: server, key: "k").status == 422)
            #expect(try await send(body, to: server, key: "two words").status == 422)
            #expect(try await server.get("/v1/jobs").json["data"]?.array?.count == 1)
        }
    }

    @Test func nobodySeesAnothersJobs() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            let (ann, bob) = (try await server.token(owner: "ann"), try await server.token(owner: "bob"))
            let id = try #require(try await send(Self.lines(1), to: server, token: ann).json["id"]?.string)
            for (method, path) in [
                ("GET", ""), ("GET", "/result"), ("GET", "/events"), ("POST", "/cancel"), ("DELETE", ""),
            ] {
                let answer = try await server.send(
                    method, "/v1/jobs/\(id)\(path)", headers: ["Authorization": "Bearer \(bob)"])
                #expect(answer.status == 404 && answer.json["code"]?.string == "no-such-job", "\(method) \(path): \(answer.text)")
            }
            let list = try await server.get("/v1/jobs", headers: ["Authorization": "Bearer \(bob)"])
            #expect(list.json["data"]?.array?.isEmpty == true)
            #expect(try await server.get("/v1/jobs/\(id)", headers: ["Authorization": "Bearer \(ann)"]).status == 200)
        }
    }

    @Test func pagesListAllJobs() async throws {
        try await ServerUnderTest.run { server async throws in
            var ids: [String] = []
            for _ in 0..<5 { ids.append(try #require(try await send(Self.lines(1), to: server).json["id"]?.string)) }
            var (seen, path) = ([String](), "/v1/jobs?limit=2")
            while true {
                let page = try await server.get(path).json
                seen += page["data"]?.array?.compactMap { $0["id"]?.string } ?? []
                guard let next = page["next_cursor"]?.string else { break }
                path = "/v1/jobs?limit=2&cursor=\(next)"
            }
            #expect(seen == ids.reversed())
            for id in ids { _ = try await ended(id, on: server) }
            #expect(try await server.get("/v1/jobs?state=failed,waiting").json["data"]?.array?.isEmpty == true)
            #expect(try await server.get("/v1/jobs?cursor=00").status == 422)
            #expect(try await server.get("/v1/jobs?state=lost").status == 422)
        }
    }

    @Test func aJobIsCancelledAndRemoved() async throws {
        try await ServerUnderTest.run { server async throws in
            let id = try #require(try await send(Self.lines(40), "paths=1000", to: server).json["id"]?.string)
            let cancelled = try await server.send("POST", "/v1/jobs/\(id)/cancel")
            #expect(cancelled.status == 200 && cancelled.json["state"]?.string == "cancelled", "\(cancelled.text)")
            #expect(try await server.get("/v1/jobs/\(id)/result").status == 200)
            #expect(try await server.send("DELETE", "/v1/jobs/\(id)").status == 204)
            for path in ["", "/result", "/events"] { #expect(try await server.get("/v1/jobs/\(id)\(path)").status == 404) }
            #expect(try await server.send("DELETE", "/v1/jobs/\(id)").status == 404)
            #expect(try await server.get("/v1/jobs/x").status == 404)
        }
    }

    @Test func eventsReportProgressAndEnd() async throws {
        try await ServerUnderTest.run { server async throws in
            let id = try #require(try await send(Self.lines(30), to: server).json["id"]?.string)
            // The answer ends with the job.
            let answer = try await server.get("/v1/jobs/\(id)/events", headers: ["Last-Event-ID": "17"])
            #expect(answer.header("Content-Type") == "text/event-stream" && answer.header("Cache-Control") == "no-store")
            let events = answer.text.components(separatedBy: "\n\n").filter { $0.hasPrefix("event:") }
            #expect(events.last?.hasPrefix("event: end\nid: end\ndata: {") == true, "\(answer.text)")
            #expect(events.dropLast().allSatisfy { $0.hasPrefix("event: progress\nid: ") })
            let data = try #require(events.last?.components(separatedBy: "data: ").last)
            #expect(try JSONValue(parsing: Array(data.utf8))["state"]?.string == "done")
            #expect(try await server.get("/v1/jobs/\(id)/events", headers: ["Last-Event-ID": "end"]).status == 204)
            #expect(try await server.get("/v1/jobs/\(id)/events").status == 200)
        }
    }

    @Test func aResultIsReadInParts() async throws {
        try await ServerUnderTest.run { server async throws in
            let id = try #require(try await send(Self.lines(9), to: server).json["id"]?.string)
            _ = try await ended(id, on: server)
            let path = "/v1/jobs/\(id)/result"
            // A packed answer is another representation, with a weak tag.
            let whole = try await server.get(path, headers: ["Accept-Encoding": "identity"])
            let (all, count) = (whole.body, whole.body.count)
            let tag = try #require(whole.header("ETag"))
            func part(_ range: String, _ more: [String: String] = [:]) async throws -> ServerUnderTest.Answer {
                try await server.get(path, headers: ["Range": range].merging(more) { $1 })
            }
            let parts: [(String, Range<Int>)] = [
                ("bytes=0-0", 0..<1), ("bytes=10-99", 10..<100), ("bytes=\(count - 1)-", count - 1..<count),
                ("bytes=-7", count - 7..<count), ("bytes=5-999999999", 5..<count), ("bytes=-999999999", 0..<count),
                ("BYTES=3-4", 3..<5),
            ]
            for (text, range) in parts {
                let answer = try await part(text, ["If-Range": tag])
                #expect(answer.status == 206 && answer.body == Array(all[range]), "\(text)")
                #expect(answer.header("Content-Range") == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
                #expect(answer.header("Content-Length") == "\(range.count)" && answer.header("ETag") == tag)
            }
            for text in ["bytes=\(count)-", "bytes=-0", "bytes=99999999999999999999-"] {
                let answer = try await part(text)
                #expect(answer.status == 416 && answer.header("Content-Range") == "bytes */\(count)", "\(text)")
                #expect(answer.json["code"]?.string == "no-such-range")
            }
            for text in ["bytes=0-1,3-4", "lines=0-1", "bytes=4-3", "bytes=a-b", "bytes"] {
                let answer = try await part(text)
                #expect(answer.status == 200 && answer.body == all, "\(text)")
            }
            #expect(try await part("bytes=0-1", ["If-Range": "\"other\""]).status == 200)
            #expect(try await part("bytes=0-1", ["If-Range": "W/\(tag)"]).status == 200)
            #expect(try await server.get(path, headers: ["If-None-Match": tag]).status == 304)
            let head = try await server.send("HEAD", path, headers: ["Range": "bytes=0-1", "Accept-Encoding": "identity"])
            #expect((head.status, head.header("Content-Length")) == (200, "\(count)"))
            #expect(head.header("Accept-Ranges") == "bytes" && head.header("ETag") == tag)
        }
    }

    @Test func halfAnUploadMakesNoJob() async throws {
        try await ServerUnderTest.run { server async throws in
            let socket = try LoopbackConnection(port: server.port)
            let line = Self.lines(1)
            socket.send(
                // Larger than the limit for bodies that have to fit in memory.
                "POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
                    + "Content-Length: 600000000\r\n\r\n\(line)")
            try await until("the upload has begun") { try !Files.names(in: server.folder + "/jobs").isEmpty }
            socket.close()
            try await until("nothing is left of it") { try Files.names(in: server.folder + "/jobs").isEmpty }
            #expect(try await server.get("/v1/jobs").json["data"]?.array?.isEmpty == true)
        }
    }
}

/// A connection that can be aborted.
private final class LoopbackConnection {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw FileError(path: "127.0.0.1:\(port)", action: "connect to", code: errno) }
    }

    func send(_ text: String) { _ = text.withCString { Foundation.send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) } }
    func close() { _ = Foundation.close(descriptor) }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
