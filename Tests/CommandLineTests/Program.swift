import ChildProcess
import Foundation
import JSONText
import Market
import Testing

/// The package's folder, two above this file's.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
let golden = packageRoot.appending(path: "Tests/LSTMEngineTests/Golden")

let executable = URL(filePath: BuiltProgram.path("closecast"))

/// A folder of one test's own, removed with its owner. Unlike that of `Tests/Scratch`, it is in memory: programs sync their files.
final class Scratch: Sendable {
    let url: URL

    init() throws {
        url = ProgramFiles.parent.appending(path: "closecast-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    @discardableResult func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    func read(_ name: String) throws -> String { String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Copies a model under a name, with some members of its configuration replaced, or left out where they are nil, and
    /// returns the folder's path.
    ///
    /// By default it has neither calibration nor measured skill, and was trained on days up to 2023-06-30.
    func model(_ name: String = "model", of original: String = "daily-close-t", _ changes: [String: String?] = [:]) throws -> String
    {
        let source = packageRoot.appending(path: "models/\(original)")
        let changes = ["calibration": nil, "skill": nil, "training": #"{"through":"2023-06-30"}"#].merging(changes) { $1 }
        let old = try JSONValue(parsing: Array(Data(contentsOf: source.appending(path: "config.json"))))
        var members = (old.members ?? []).filter { changes[$0.key] == nil }
        for (key, json) in changes {
            if let json { members.append(JSONValue.Member(key: key, value: try JSONValue(parsing: Array(json.utf8)))) }
        }
        var writer = JSONWriter()
        writer.value(.object(members))
        try FileManager.default.createDirectory(at: url.appending(path: name), withIntermediateDirectories: true)
        try write(String(decoding: writer.bytes, as: UTF8.self), to: "\(name)/config.json")
        for file in try FileManager.default.contentsOfDirectory(atPath: source.path) where file.hasSuffix(".safetensors") {
            try FileManager.default.copyItem(at: source.appending(path: file), to: url.appending(path: "\(name)/\(file)"))
        }
        return path(name)
    }

    /// The names of the files in it, sorted.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

/// The result of a command.
struct Run {
    let output: String
    let words: String
    let status: Int32

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// Standard output as one JSON text.
    var json: JSONValue { get throws { try JSONValue(parsing: Array(output.utf8)) } }
    /// Standard output as one JSON text a line.
    var jsonLines: [JSONValue] { get throws { try lines.map { try JSONValue(parsing: Array($0.utf8)) } } }
}

/// The environment of every command: the only provider is an unused port on the loopback.
private let isolated: [String: String] = {
    // Programs that run beside a thousand tests may wait longer for their turn than people wait for closes.
    var variables = ["CLOSECAST": executable.path, "CLOSECAST_FEED_RETRIES": "0", "CLOSECAST_REFRESH_SECONDS": "60"]
    for provider in Provider.allCases { variables["CLOSECAST_\(provider.rawValue.uppercased())_URL"] = "http://127.0.0.1:9" }
    return variables
}()

/// Runs a program to its end. Its streams are files: no pipe can fill up and block it. Its home is a folder that does not exist
/// yet.
func run(
    _ program: URL, _ arguments: [String], input: String = "", folder: URL? = nil, environment: [String: String] = [:]
) throws -> Run {
    let scratch = try Scratch()
    try scratch.write(input, to: "input")
    for name in ["output", "words"] { try scratch.write("", to: name) }
    let environment = ProcessInfo.processInfo.environment
        .filter { !$0.key.hasPrefix("CLOSECAST_") && !$0.key.hasPrefix("OPENBLAS_") && $0.key != "XDG_DATA_HOME" }
        .merging(isolated) { $1 }.merging(["HOME": (folder ?? scratch.url).appending(path: "home").path]) { $1 }
        .merging(environment) { $1 }
    let streams = try (
        FileHandle(forReadingFrom: scratch.url.appending(path: "input")),
        FileHandle(forWritingTo: scratch.url.appending(path: "output")),
        FileHandle(forWritingTo: scratch.url.appending(path: "words"))
    )
    let process = try ChildProcess(
        program.path, arguments, environment: environment, folder: (folder ?? scratch.url).path,
        input: streams.0.fileDescriptor, output: streams.1.fileDescriptor, errors: streams.2.fileDescriptor)
    let end = process.wait()
    guard case .exited(let status) = end else {
        Issue.record("\(arguments) ended otherwise: \(end)")
        return try Run(output: scratch.read("output"), words: scratch.read("words"), status: -1)
    }
    return try Run(output: scratch.read("output"), words: scratch.read("words"), status: status)
}

/// Runs `closecast` with arguments, by default in a folder of its own.
func closecast(
    _ arguments: [String], input: String = "", folder: Scratch? = nil, environment: [String: String] = [:]
) throws -> Run {
    try run(executable, arguments, input: input, folder: folder?.url, environment: environment)
}

func closecast(
    _ arguments: String..., input: String = "", folder: Scratch? = nil, environment: [String: String] = [:]
) throws -> Run {
    try closecast(arguments, input: input, folder: folder, environment: environment)
}

/// Runs a line of bash, in which `$CLOSECAST` is the program.
func bash(_ script: String, folder: Scratch? = nil) throws -> Run {
    try run(URL(filePath: "/bin/bash"), ["-c", script], folder: folder?.url)
}

// MARK: Input

let lastDay = Day(iso: "2024-12-31")!

/// A simulated coin's history.
func simulated(_ index: Int, days: Int = 500) -> PriceHistory {
    SimulatedMarket(days: days, seed: 7, lastDay: lastDay).history(index, ticker: SimulatedMarket.ticker(index, of: 99))
}

/// A price file.
func csv(_ history: PriceHistory) -> String {
    "date,close\n" + history.closes.enumerated().map { "\(history.firstDay + $0.offset),\($0.element)\n" }.joined()
}

/// A line of a batch.
func line(_ history: PriceHistory, id: String? = nil, hasLast: Bool = true) -> String {
    let closes = history.closes.map(\.description).joined(separator: ",")
    let last = hasLast ? ",\"last\":\"\(history.lastDay)\"" : ""
    return "{\"id\":\(id ?? "\"\(history.ticker)\""),\"closes\":[\(closes)]\(last)}\n"
}

// MARK: Output

/// The points of a forecast as JSON.
func points(_ forecast: JSONValue) -> [Double] { (forecast["values"]?.array ?? []).compactMap { $0["point"]?.number } }

/// A quantile of a forecast as JSON, by its member's name.
func quantiles(_ forecast: JSONValue, _ name: String) -> [Double] {
    (forecast["values"]?.array ?? []).compactMap { $0["quantiles"]?[name]?.number }
}

/// The dates of a forecast as JSON.
func dates(_ forecast: JSONValue) -> [String] { (forecast["values"]?.array ?? []).compactMap { $0["date"]?.string } }

/// Whether two forecasts are equal within single precision.
func areClose(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= 1e-5 * max(abs($0), abs($1)) }
}
