import Foundation
import Platform
import Testing

/// The house's rules that a compiler does not check.
@Suite struct TidyTests {
    private static let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))

    /// What each module may import of ours (docs/architecture.md).
    private static let allowed: [String: Set<String>] = [
        "LSTMKernels": [],
        "Digests": [],
        "JSONText": [],
        "Platform": ["CProcessor"],
        "Settings": ["Platform"],
        "LSTMEngine": ["COpenBLAS", "CProcessor", "Digests", "JSONText", "LSTMKernels", "LSTMKernelsV3", "LSTMKernelsV4"],
        "Market": [],
        "Forecasting": ["JSONText", "LSTMEngine", "Market", "Platform"],
        "MarketFeeds": ["JSONText", "Market"],
        "Ledger": ["Market"],
        "Portfolio": ["Digests", "Forecasting", "JSONText", "Ledger", "Market"],
        "Access": ["Digests"],
        "Storage": ["Access", "Ledger", "Market", "Platform", "Portfolio"],
        "Upkeep": ["Market", "MarketFeeds", "Portfolio", "Settings"],
        "Documents": ["Forecasting", "JSONText", "Ledger", "Market", "Portfolio"],
        "Telemetry": ["JSONText", "Platform"],
        "Inference": ["Forecasting", "JSONText", "LSTMEngine", "Market", "Platform", "Settings"],
        "InferenceGRPC": ["Access", "Forecasting", "Inference", "LSTMEngine", "Platform", "Settings"],
        "Jobs": ["Digests", "Documents", "Forecasting", "Inference", "JSONText", "Market", "Platform", "Settings"],
        "HTTPEdge": ["CZlib", "JSONText", "Platform", "Settings"],
        "Server": [
            "Access", "Digests", "Documents", "Forecasting", "HTTPEdge", "Inference", "JSONText", "Jobs", "Ledger", "LSTMEngine",
            "Market", "Platform", "Portfolio", "Telemetry",
        ],
        "closecast": [
            "Access", "Documents", "Forecasting", "JSONText", "Ledger", "LSTMEngine", "Market", "MarketFeeds", "Platform",
            "Portfolio", "Storage", "Upkeep",
        ],
        "closecast-server": [
            "Access", "Forecasting", "HTTPEdge", "Inference", "InferenceGRPC", "JSONText", "Jobs", "Ledger", "LSTMEngine",
            "Market", "MarketFeeds", "Platform", "Portfolio", "Server", "Settings", "Storage", "Telemetry", "Upkeep",
        ],
        "closecast-bench": [
            "COpenBLAS", "Forecasting", "JSONText", "LSTMEngine", "Ledger", "Market", "Platform", "Portfolio", "Storage",
        ],
    ]

    private static func sources(below folder: String) throws -> [String] {
        try Files.names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if Files.isFolder(path) { return try sources(below: path) }
            return name.hasSuffix(".swift") ? [path] : []
        }
    }

    private static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test(arguments: allowed.keys.sorted()) func modulesImportWhatTheyMay(module: String) throws {
        let ours = Set(Self.allowed.keys).union(["COpenBLAS", "CProcessor", "CZlib", "LSTMKernelsV3", "LSTMKernelsV4"])
        for path in try Self.sources(below: "\(Self.root)/Sources/\(module)") {
            for line in try Self.lines(path) where line.hasPrefix("import ") {
                let imported = String(line.dropFirst("import ".count))
                #expect(!ours.contains(imported) || Self.allowed[module]!.contains(imported), "\(path): \(line)")
            }
        }
    }

    /// Whatever is imported from another package is declared: what comes along with something else today may not tomorrow.
    @Test func everyImportIsDeclared() throws {
        let targets = try Self.targets()
        #expect(targets.count > 40)
        for target in targets {
            for path in try Self.sources(below: "\(Self.root)/\(target.path)") {
                for line in try Self.lines(path) where line.hasPrefix("import ") {
                    // A program's module has an underscore for each hyphen of its target.
                    let module = String(line.dropFirst("import ".count)).replacing("_", with: "-")
                    #expect(Self.systemModules.contains(module) || target.text.contains("\"\(module)\""), "\(path): \(line)")
                }
            }
        }
    }

    private static let systemModules: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Synchronization", "Testing",
    ]

    /// The targets of the manifest that have sources in Swift, each with the text that declares it.
    private static func targets() throws -> [(path: String, text: String)] {
        let manifest = try lines("\(root)/Package.swift").joined(separator: "\n")
        let all = manifest.components(separatedBy: "\n    targets: [")[1]
        return all.components(separatedBy: "\n        .").dropFirst().compactMap { text in
            guard text.hasPrefix("target(") || text.hasPrefix("executableTarget(") || text.hasPrefix("testTarget(") else {
                return nil
            }
            func quoted(after mark: String) -> String? {
                let parts = text.components(separatedBy: mark + ": \"")
                return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : nil
            }
            guard let name = quoted(after: "name") else { return nil }
            let path = quoted(after: "path") ?? (text.hasPrefix("testTarget(") ? "Tests/" : "Sources/") + name
            return Files.isFolder("\(root)/\(path)") ? (path, text) : nil
        }
    }

    @Test func everyModuleHasItsRule() throws {
        let folders = try Files.names(in: "\(Self.root)/Sources").filter {
            !$0.hasPrefix("C") && !$0.hasSuffix("V3") && !$0.hasSuffix("V4")
        }
        #expect(Set(folders) == Set(Self.allowed.keys))
    }

    @Test func nothingIsLeftToDoInTheSources() throws {
        // Put together, so that this file does not find itself.
        let leftovers = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]
        for folder in ["Sources", "Tests"] {
            for path in try Self.sources(below: "\(Self.root)/\(folder)") {
                for (number, line) in try Self.lines(path).enumerated() {
                    for word in leftovers { #expect(!line.contains(word), "\(path):\(number + 1)") }
                }
            }
        }
    }

    /// Real quotes may not be redistributed: only simulated markets are in the repository.
    @Test func noRealQuotesAreCommitted() throws {
        for name in try Files.names(in: "\(Self.root)/data/simulated") { #expect(name.hasPrefix("SIM"), "\(name)") }
        #expect(try Files.names(in: "\(Self.root)/data") == ["README.md", "simulated"])
    }

    /// What spreadsheets would run as a formula is only made harmless in one place.
    @Test func everyCSVIsWrittenByCSVText() throws {
        let joins = ["joined(separator: \",\") + \"\\n\"", "),\\("]
        let folders = ["Documents", "Jobs", "Portfolio", "Server", "Storage", "closecast", "closecast-server"]
        for path in try folders.flatMap({ try Self.sources(below: "\(Self.root)/Sources/\($0)") }) {
            for (number, line) in try Self.lines(path).enumerated() {
                for join in joins { #expect(!line.contains(join), "\(path):\(number + 1): use CSVText.line") }
            }
        }
    }

    @Test func aForceUnwrapOfErrorsIsNowhereInTheSources() throws {
        for path in try Self.sources(below: "\(Self.root)/Sources") {
            for (number, line) in try Self.lines(path).enumerated() { #expect(!line.contains("try!"), "\(path):\(number + 1)") }
        }
    }
}
