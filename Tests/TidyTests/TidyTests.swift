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
        #expect(try Files.names(in: "\(Tree.root)/data") == ["README.md", "simulated"])
    }

    /// Formulas are made harmless for spreadsheets in one place only.
    @Test func everyCSVIsWrittenByCSVText() throws {
        let joins = ["joined(separator: \",\") + \"\\n\"", "),\\("]
        let folders = ["Documents", "Jobs", "Portfolio", "Server", "Storage", "closecast", "closecast-server"]
        for path in try folders.flatMap({ try Tree.sources(below: "\(Tree.root)/Sources/\($0)") }) {
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

    /// Tests run in release builds, whose modules are not compiled for testing.
    @Test func noTestImportsAModuleAsTestable() throws {
        let attribute = "@test" + "able import"
        for path in try Tree.sources(below: "\(Tree.root)/Tests") {
            for (number, line) in try Tree.lines(path).enumerated() {
                #expect(!line.hasPrefix(attribute), "\(path):\(number + 1): make what the test needs `package`")
            }
        }
    }
}
