import ArgumentParser
import Market

/// Catches a mistyped command, which the parser would report as unexpected arguments.
enum CommandSuggestion {
    /// What to say about a word that is not a command where one is expected; nil if all words are commands or options
    /// begin.
    ///
    /// - Parameter arguments: as the process got them, with the program's name in front.
    static func message(_ arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Closecast.self
        var path = ["closecast"]
        for (index, word) in arguments.dropFirst().enumerated() {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            if index == 0, word == "help" { continue }
            guard let next = commands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) else {
                return message(word, path.joined(separator: " "), commands.map { $0._commandName })
            }
            command = next
            path.append(word)
        }
        return nil
    }

    private static func message(_ word: String, _ path: String, _ commands: [String]) -> String {
        let shown = word.count > 40 ? word.prefix(40) + "…" : word[...]
        guard let near = NearName.of(word, among: commands) else {
            return "there is no command \(path) \(shown); commands: \(commands.joined(separator: ", ")) (\(path) --help)"
        }
        return "there is no command \(path) \(shown); did you mean \(path) \(near)?"
    }
}
