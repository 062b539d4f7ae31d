import Foundation
import Testing

/// Tab completion in a shell.
@Suite struct CompletionTests {
    private func home() throws -> Home {
        let home = try Home(["BTC": simulated(0)])
        for wallet in ["Main", "My savings"] { try home.done("wallet", "create", wallet) }
        return home
    }

    /// Presses Tab in bash after these words, with the script that the program writes.
    private func offered(_ words: [String], _ home: Home) throws -> [String] {
        try home.folder.write(try home.done("--generate-completion-script", "bash").output, to: "completion.bash")
        let script = """
            export HOME=\(home.folder.path("home"))
            source completion.bash
            COMP_WORDS=("$CLOSECAST" \(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _closecast "$CLOSECAST" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try bash(script, folder: home.folder)
        #expect(run.words == "", "\(words)")
        return run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func tickersWalletsAndModelsAreOffered() throws {
        let home = try home()
        #expect(try offered(["forecast", "BT"], home).contains("BTC"))
        #expect(try offered(["forecast", "SIM0"], home).contains("SIM01"))
        #expect(try offered(["history", "show", "E"], home).contains("ETH"))
        #expect(try offered(["wallet", "show", "Ma"], home) == ["Main"])
        #expect(try offered(["wallet", "show", "M"], home) == ["Main", "My savings"])
        #expect(try offered(["forecast", "BTC", "--model", "daily"], home).contains("daily-close-t"))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func theScriptsAskTheProgram(shell: String) throws {
        let script = try closecast("--generate-completion-script", shell).output
        #expect(script.contains("---completion"))
    }

    @Test func withoutADatabaseNothingIsCreatedOrPrinted() throws {
        let home = try Home()
        let run = try home.run("---completion", "wallet", "show", "--", "positional@0", "2", "0", "closecast", "wallet", "show", "")
        #expect((run.status, run.words) == (0, ""))
        #expect(home.folder.names == [])
        try home.folder.write("not a database", to: "broken.db")
        let broken = try home.run(
            "---completion", "wallet", "show", "--", "positional@0", "2", "0", "closecast", "wallet", "show", "",
            environment: ["CLOSECAST_DATABASE": home.folder.path("broken.db")])
        #expect((broken.status, broken.words) == (0, ""))
        #expect(try home.folder.read("broken.db") == "not a database")
    }
}
