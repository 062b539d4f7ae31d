import ChildProcess
import Foundation
import Glibc
import HTTPTestSupport
import JSONText
import Platform
import Scratch
import ServerWorld
import Waits

/// The real `closecast-server`: a separate program on a free port of this machine. Blocking; used by one thread.
final class ServerProcess {
    struct Failure: Error, CustomStringConvertible { let description: String }

    let child: ChildProcess
    let logPath: String
    private(set) var port = 0

    /// Starts the server; ``waitUntilListening(withinSeconds:)`` waits until it answers.
    ///
    /// - Parameters:
    ///   - folder: the folder of its store, its jobs and its log.
    ///   - settings: by option; nil leaves the option out.
    init(in folder: String, _ settings: [String: String?] = [:], environment: [String: String] = [:]) throws {
        let given: [String: String?] = [
            "host": "127.0.0.1", "port": "0", "database": folder + "/closecast.db", "models": ServerUnderTest.models,
            "feed-hour": "off", "workers": "1", "log-form": "json", "log-requests": "false",
        ].merging(settings) { $1 }
        logPath = folder + "/log-\(UUID().uuidString)"
        let log = open(logPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard log >= 0 else { throw Failure(description: "no log \(logPath): \(String(cString: strerror(errno)))") }
        defer { close(log) }
        var all = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        for name in ["BINANCE", "KRAKEN", "COINMETRICS", "COINBASE", "COINGECKO", "CRYPTOCOMPARE", "COINAPI", "MESSARI"] {
            all["CLOSECAST_\(name)_URL"] = "http://127.0.0.1:9"
        }
        let arguments = given.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "--\(name)=\($0)" } }
        child = try ChildProcess(
            Self.program, arguments, environment: all.merging(environment) { $1 }, folder: folder, output: log, errors: log)
    }

    /// Starts it and waits until it answers.
    static func listening(
        in folder: String, _ settings: [String: String?] = [:], environment: [String: String] = [:]
    ) throws -> ServerProcess {
        let server = try ServerProcess(in: folder, settings, environment: environment)
        try server.waitUntilListening()
        return server
    }

    /// - Parameter limit: long enough for a busy disk: at startup the file of the store is synced.
    func waitUntilListening(withinSeconds limit: Double = 180) throws {
        try blockUntil("it listens; \(self.threads); its log: \(self.log.suffix(2000))", withinSeconds: limit) {
            guard !hasEnded else { throw Failure(description: "it ended: \(child.wait()); its log: \(log.suffix(2000))") }
            let marks = ["\"http://127.0.0.1:", "\"https://127.0.0.1:"]
            guard let mark = marks.lazy.compactMap({ self.log.range(of: $0) }).first else { return false }
            let digits = log[mark.upperBound...].prefix { $0.isNumber }
            guard log[digits.endIndex...].contains("\n") else { return false }
            port = Int(digits) ?? 0
            return true
        }
    }

    /// The state of its threads, as the kernel reports it.
    private var threads: String {
        let tasks = "/proc/\(child.processIdentifier)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).map { id in
            let texts = ["comm", "wchan", "syscall"].map { name in
                (try? Files.read("\(tasks)/\(id)/\(name)")).map { String(decoding: $0, as: UTF8.self) } ?? "?"
            }
            return "thread \(id): " + texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.joined(separator: ", ")
    }

    var log: String { (try? Files.read(logPath)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Whether the program has ended; does not affect ``ChildProcess/wait()``.
    var hasEnded: Bool {
        guard let text = try? Files.read("/proc/\(child.processIdentifier)/stat") else { return true }
        let stat = String(decoding: text, as: UTF8.self)
        return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).first == "Z"
    }

    /// How it ended, if it did so within a time.
    func end(withinSeconds limit: Double) throws -> ChildProcess.End {
        try blockUntil("it ends; its log: \(self.log.suffix(3000))", withinSeconds: limit) { hasEnded }
        return child.wait()
    }

    func killAndWait() { child.kill(SIGKILL); child.wait() }

    // MARK: Requests

    /// One request on a connection of its own.
    ///
    /// - Throws: ``Failure`` also for an answer that the document does not declare.
    func send(
        _ method: String = "GET", _ path: String, _ body: String? = nil, headers: [(String, String)] = [], seconds: Int = 60
    ) throws -> EdgeAnswer {
        let client = try EdgeClient(port: port, timeoutSeconds: seconds)
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        let own = headers.contains { $0.0 == "Content-Type" } ? [] : type
        client.send(
            EdgeClient.request(method, path, headers: own + headers + [("Connection", "close")], body: body.map { Array($0.utf8) }))
        let answer = try client.answer()
        // The servers of ``ServerUnderTest``, which serve this document, have no metrics.
        guard path != "/metrics" else { return answer }
        let headers = answer["content-type"].map { ["content-type": $0] } ?? [:]
        let shown = ServerUnderTest.Answer(status: answer.status, headers: headers, body: answer.body)
        if let fault = ServerUnderTest.fault(of: shown, method, path) {
            throw Failure(
                description: "\(method) \(path) is not as the document declares: \(fault)\n\(answer.status) \(answer.text)")
        }
        return answer
    }

    /// The answer of `/v2/health/ready`.
    func health() throws -> (isReady: Bool, findings: [(part: String, problem: String)]) {
        let answer = try send("GET", "/v2/health/ready")
        let json = try JSONValue(parsing: answer.body)
        let findings = (json["degraded"]?.array ?? []).map { ($0["part"]?.string ?? "", $0["problem"]?.string ?? "") }
        guard (answer.status == 200) == (json["ready"] == .boolean(true)) else {
            throw Failure(description: "\(answer.status) \(answer.text)")
        }
        return (answer.status == 200, findings)
    }

    /// Waits until a health answer satisfies a condition.
    func waitForHealth(
        _ limit: Double = 60, _ satisfies: (_ isReady: Bool, _ findings: [(part: String, problem: String)]) -> Bool
    ) throws {
        var last = ""
        try blockUntil("the health is another one than \(last)", withinSeconds: limit) {
            let health = try health()
            last = "\(health)"
            return satisfies(health.isReady, health.findings)
        }
    }

    /// A metric's value, by its name and labels as they are shown.
    func metric(_ name: String) throws -> Double? {
        try send("GET", "/metrics").text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Waits until a metric satisfies a condition.
    func waitForMetric(_ name: String, _ limit: Double = 60, _ satisfies: (Double) -> Bool) throws {
        var last: Double?
        try blockUntil("\(name) is another one than \(last.map { "\($0)" } ?? "none")", withinSeconds: limit) {
            last = try metric(name)
            return last.map(satisfies) ?? false
        }
    }

    static let program = BuiltProgram.path("closecast-server")
}

/// A temporary folder, and a thread that may block.
enum ServerFolder {
    /// Runs a test's body, which returns the problems it finds.
    static func run<Result: Sendable>(_ body: @escaping @Sendable (_ folder: String) throws -> Result) async throws -> Result {
        try await Scratch.with { folder in try await EdgeThread.run { try body(folder) } }
    }
}
