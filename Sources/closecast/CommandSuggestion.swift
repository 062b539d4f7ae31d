import ArgumentParser
import Market
import Text

/// Catches a mistyped command, which the parser would report as unexpected arguments.
enum CommandSuggestion {
    /// Returns the error message for the first word that is not a command; nil if every word up to the first option is a command.
    ///
    /// - Parameter arguments: the process's arguments, starting with the program's name.
    static func message(_ arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Closecast.self
        var path = ["closecast"]
        for (index, word) in arguments.dropFirst().enumerated() {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            if index == 0, word == "help" { continue }
            guard let next = commands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) else {
                // It may be an argument of the default command, which needs an option (paper BTC --since DATE).
                if command.configuration.defaultSubcommand != nil {
                    let isMistyped = NearName.of(word, among: commands.map { $0._commandName }) != nil
                    guard isMistyped, !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
                }
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
            return "unknown command: \(path) \(shown); commands: \(commands.joined(separator: ", ")) (\(path) --help)"
        }
        return "unknown command: \(path) \(shown); did you mean \(path) \(near)?"
    }
}
