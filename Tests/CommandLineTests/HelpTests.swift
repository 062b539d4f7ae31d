import Foundation
import Testing

/// The help of every command, as a terminal of 80 columns shows it.
@Suite struct HelpTests {
    /// The words of every command, found in the help itself.
    private static func commands(below words: [String] = []) throws -> [[String]] {
        let lines = try closecast(words + ["--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
        var names: [String] = []
        var isList = false
        for line in lines {
            if line.hasSuffix(":"), line == line.uppercased() { isList = line.hasSuffix("SUBCOMMANDS:") }
            let name = line.dropFirst(2).prefix { $0 != " " }
            // Continued descriptions are indented further.
            if isList, line.hasPrefix("  "), !name.isEmpty, name.allSatisfy({ $0.isLowercase || $0 == "-" }) {
                names.append(String(name))
            }
        }
        return try [words] + names.filter { $0 != "help" }.flatMap { try commands(below: words + [$0]) }
    }

    @Test func everyPageFitsIntoEightyColumnsWithoutRaggedBreaks() throws {
        let all = try Self.commands()
        #expect(all.count > 40 && all.contains(["wallet", "show"]) && all.contains(["history", "import"]))
        #expect(all.contains(["paper", "run"]) && all.contains(["paper", "start"]))
        for words in all {
            let page = try closecast(words + ["--help"], environment: ["COLUMNS": "80"])
            #expect((page.status, page.words) == (0, ""), "\(words)")
            let lines = page.output.split(separator: "\n", omittingEmptySubsequences: false)
            let prose = lines.prefix { !$0.hasPrefix("USAGE: ") }
            for line in lines where !line.hasPrefix("USAGE: ") { #expect(line.count <= 80, "\(words): \(line)") }
            // The server's own page is not laid out by the parser.
            for (line, next) in zip(prose, prose.dropFirst()) where words != ["serve"] && Self.isProse(line) && Self.isProse(next) {
                // The parser breaks a line where the next word would reach column 80.
                let word = next.prefix { $0 != " " }
                #expect(line.count + 1 + word.count >= 80, "\(words) breaks early: \(line)|\(next)")
            }
        }
    }

    @Test func theDocumentationListsTheSettingsAsTheHelpDoes() throws {
        let page = try closecast(["serve", "--help"]).output
        let settings = try #require(page.range(of: "  --host  ")).lowerBound
        let documentation = try String(contentsOf: packageRoot.appending(path: "docs/server.md"), encoding: .utf8)
        #expect(documentation.contains("```text\n" + page[settings...].trimmingCharacters(in: .newlines) + "\n```"))
    }

    /// Not an example, a heading or a row of a table.
    private static func isProse(_ line: Substring) -> Bool {
        !line.isEmpty && !line.hasPrefix(" ") && !line.contains("   ") && line != line.uppercased()
    }
}
