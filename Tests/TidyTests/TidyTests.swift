import Platform
import Testing

/// Project rules that the compiler does not check.
@Suite struct TidyTests {
    @Test func nothingIsLeftToDoInTheSources() throws {
        // Put together, so that this file does not find itself.
        let leftovers = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]
        for folder in ["Sources", "Tests"] {
            for path in try Tree.sources(below: "\(Tree.root)/\(folder)") {
                for (number, line) in try Tree.lines(path).enumerated() {
                    for word in leftovers { #expect(!line.contains(word), "\(path):\(number + 1)") }
                }
            }
        }
    }

    /// Real quotes may not be redistributed: only simulated markets are in the repository.
    @Test func noRealQuotesAreCommitted() throws {
        for name in try Files.names(in: "\(Tree.root)/data/simulated") { #expect(name.hasPrefix("SIM"), "\(name)") }
        // The list of leaked passwords is made by scripts/setup and ignored by git.
        let names = try Files.names(in: "\(Tree.root)/data").filter { $0 != "leaked-passwords.bin" }
        #expect(names == ["README.md", "news", "simulated"])
    }

    /// Formulas are made harmless for spreadsheets in only one place.
    @Test func everyCSVIsWrittenByCSVText() throws {
        let joins = ["joined(separator: \",\") + \"\\n\"", "),\\("]
        // Their lines with commas are no CSV, or are of the reader and the writer themselves.
        let others = ["Charts", "Market", "PageKit", "Telemetry", "Text", "Web", "closecast-bench"]
        let folders = try Files.names(in: "\(Tree.root)/Sources").filter { !others.contains($0) }
        let paths = try folders.flatMap { try Tree.sources(below: "\(Tree.root)/Sources/\($0)") }
        for path in paths where !path.contains("/Pages/") {
            for (number, line) in try Tree.lines(path).enumerated() {
                for join in joins { #expect(!line.contains(join), "\(path):\(number + 1): use CSVText.line") }
            }
        }
    }

    @Test func aForceUnwrapOfErrorsIsNowhereInTheSources() throws {
        for path in try Tree.sources(below: "\(Tree.root)/Sources") {
            for (number, line) in try Tree.lines(path).enumerated() { #expect(!line.contains("try!"), "\(path):\(number + 1)") }
        }
    }

    /// A reader of a trap must be able to see why no input reaches it; a fault that input can cause is an error.
    @Test func everyTrapSaysWhatCannotHappen() throws {
        let traps = ["precondition(", "preconditionFailure(", "fatalError("]
        for path in try Tree.sources(below: "\(Tree.root)/Sources") where !path.contains("/Generated/") {
            let lines = try Tree.lines(path).map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
            for trap in traps where lines.contains(where: { $0.contains(trap) }) {
                let text = lines.joined(separator: "\n")
                for call in text.ranges(of: trap) {
                    var depth = 1
                    let arguments = text[call.upperBound...].prefix { character in
                        depth += character == "(" ? 1 : character == ")" ? -1 : 0
                        return depth > 0
                    }
                    #expect(arguments.contains("\""), "\(path): \(trap)\(arguments)): give it a message")
                }
            }
        }
    }

    /// Some tests also run in release builds, whose modules are not compiled for testing.
    @Test func noTestImportsAModuleAsTestable() throws {
        let attribute = "@test" + "able import"
        for path in try Tree.sources(below: "\(Tree.root)/Tests") {
            for (number, line) in try Tree.lines(path).enumerated() {
                #expect(!line.hasPrefix(attribute), "\(path):\(number + 1): make what the test needs `package`")
            }
        }
    }

    /// Tests wait for a condition (`until`), or for a clock that they move. A pause makes tests slow on fast machines, and fail on
    /// slow ones.
    @Test func everyPauseOfATestSaysWhatItIs() throws {
        let calls = ["Task.sleep(", "usleep(", "nanosleep(", "Thread.sleep("]
        for path in try Tree.sources(below: "\(Tree.root)/Tests") where !path.contains("/Tests/Waits/") && path != #filePath {
            let lines = try Tree.lines(path)
            for (number, line) in lines.enumerated() {
                guard calls.contains(where: { line.contains($0) }) else { continue }
                let comments = lines[..<number].reversed().prefix { $0.trimmingPrefix { $0 == " " }.hasPrefix("//") }
                let isExplained = comments.contains { $0.contains("// Pause: ") }
                #expect(isExplained, "\(path):\(number + 1): wait with `until`, or say why not in a comment: \"// Pause: …\"")
            }
        }
    }

    /// Our own SHA-256 is for weights and cache keys; secrets are only processed by libsodium, swift-crypto and BoringSSL.
    @Test func secretsAreHashedByLibrariesOnly() throws {
        let names = ["Access", "Identity", "Keyrings", "People", "Secrets"]
        let modules = names.map { "\(Tree.root)/Sources/\($0)" }.filter(Files.isFolder)
        #expect(modules.count >= 3)
        for path in try modules.flatMap(Tree.sources) {
            let lines = try Tree.lines(path)
            let importsOurs = lines.contains { ImportRules.module($0) == "Digests" }
            let importsCrypto = lines.contains { ImportRules.module($0) == "Crypto" }
            for (number, line) in lines.enumerated() {
                #expect(!line.contains("Digests.SHA256") && !line.contains("SHA256Stream"), "\(path):\(number + 1)")
                guard line.contains("SHA256") else { continue }
                #expect(importsCrypto && !importsOurs, "\(path):\(number + 1): use swift-crypto's SHA256, or SecretDigest")
            }
        }
    }
}
