import Glibc
import JSONText
import Logging
import Synchronization
import Telemetry
import Testing

/// The output, one element per line.
final class WrittenLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var last: String { all.last ?? "" }

    var write: @Sendable ([UInt8]) -> Void {
        { bytes in self.lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    }

    func logger(
        _ form: LogLines.Form = .json, level: Logger.Level = .debug, provider: Logger.MetadataProvider? = nil,
        time: timespec = timespec()
    ) -> Logger {
        Logger(label: "server") { label in
            LogLines(label: label, threshold: LogThreshold(level), form: form, provider: provider, write: self.write) { time }
        }
    }
}

@Suite struct LogLinesTests {
    private let written = WrittenLines()

    private func members(_ line: String) throws -> [String: JSONValue] {
        #expect(line.hasSuffix("\n"))
        let value = try JSONValue(parsing: Array(line.utf8))
        return Dictionary(try #require(value.members).map { ($0.key, $0.value) }) { first, _ in first }
    }

    @Test func aLineIsOneObjectWithTimeLevelLoggerAndMessage() throws {
        let logger = written.logger(time: timespec(tv_sec: 1_740_061_800, tv_nsec: 123_999_999))
        logger.info("served\n\"well\"", metadata: ["status": .stringConvertible(200), "ok": .stringConvertible(true)])
        let line = try members(written.last)
        #expect(written.last.filter { $0 == "\n" }.count == 1)
        #expect(line["time"]?.string == "2025-02-20T14:30:00.123Z")
        #expect(line["level"]?.string == "info")
        #expect(line["logger"]?.string == "server")
        #expect(line["message"]?.string == "served\n\"well\"")
        #expect(line["metadata"] == .object([.init(key: "ok", value: .boolean(true)), .init(key: "status", value: .number(200))]))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"), (4_107_542_399, "2100-02-28T23:59:59.000Z"),
        (4_107_542_400, "2100-03-01T00:00:00.000Z"), (1_735_689_599, "2024-12-31T23:59:59.000Z"), (-1, "1969-12-31T23:59:59.000Z"),
    ]) func theTimeIsTheCivilOne(seconds: Int, text: String) throws {
        written.logger(time: timespec(tv_sec: seconds, tv_nsec: 0)).info("x")
        #expect(try members(written.last)["time"]?.string == text)
    }

    @Test func theRequestAndTraceAreInTheLine() throws {
        let provider = Logger.MetadataProvider { ["trace_id": "abc", "span_id": "def"] }
        var logger = written.logger(provider: provider)
        logger[metadataKey: "request_id"] = "r-1"
        logger[metadataKey: "hb.request.id"] = "9"
        logger.warning("x")
        let line = try members(written.last)
        #expect(line["request_id"]?.string == "r-1")
        #expect(line["trace_id"]?.string == "abc")
        #expect(line["span_id"]?.string == "def")
        #expect(line["metadata"] == nil)
    }

    @Test(arguments: [
        "authorization", "Authorization", "token", "access_token", "accessToken", "TOKEN", "api-key", "apiKey", "apikey",
        "X-API-Key",
        "cookie", "Set-Cookie", "password", "client.secret", "tls_key", "key",
    ]) func aSecretIsReplaced(key: String) throws {
        for form in [LogLines.Form.json, .text] {
            let logger = written.logger(form)
            logger.info(
                "x", metadata: [key: "s3cr3t", "deep": ["inner": [key: "s3cr3t"]], "list": [[key: .stringConvertible("s3cr3t")]]])
            #expect(!written.last.contains("s3cr3t"), "\(written.last)")
            #expect(written.last.contains("[hidden]"))
        }
    }

    @Test(arguments: ["keyboard", "tokenizer", "monkey", "route", "keys_of_piano".replacing("keys", with: "keen"), "authorized"])
    func aHarmlessKeyIsKept(key: String) {
        written.logger().info("x", metadata: [key: "plain"])
        #expect(written.last.contains("plain"))
    }

    @Test func credentialsAreReplacedUnderAnyKey() {
        written.logger().info("x", metadata: ["header": "Bearer s3cr3t", "other": "basic s3cr3t"])
        #expect(!written.last.contains("s3cr3t"))
    }

    @Test func wordsForATerminalCarryNoControlCharacters() {
        written.logger(.text).error("a\nb\u{1B}[31m", metadata: ["path": "/x\r\n2025 info forged"])
        #expect(written.last.filter { $0.isNewline }.count == 1)
        #expect(!written.last.contains("\u{1B}"))
        #expect(written.last.contains("error"))
    }

    @Test func anErrorHasItsOwnMember() throws {
        struct Broken: Error, CustomStringConvertible { let description = "the disk is full" }
        written.logger().error("cannot store", error: Broken())
        #expect(try members(written.last)["error"]?.string == "the disk is full")
    }

    @Test func theCommonLevelCanChangeAndALoggersOwnHolds() {
        let threshold = LogThreshold(.warning)
        let logger = Logger(label: "x") { LogLines(label: $0, threshold: threshold, form: .json, write: written.write) }
        var own = logger
        own.logLevel = .error
        logger.info("no")
        threshold.level = .debug
        logger.info("yes")
        own.info("no")
        #expect(written.all.count == 1)
    }

    @Test func eventsBelowTheLevelAreNotWritten() {
        let logger = written.logger(level: .warning)
        logger.info("x")
        #expect(written.all.isEmpty)
        logger.warning("y")
        #expect(written.all.count == 1)
    }
}
