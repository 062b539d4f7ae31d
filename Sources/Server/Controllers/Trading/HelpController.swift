import People
import Trading

/// The rules of simulated accounts, and the questions and answers about them.
struct HelpController: Sendable {
    let help: Help
    let rules: TradingRules
    /// Nil on one person's machine.
    let profiles: Profiles?

    func add(to api: inout API) {
        api.add(Self.showRules, showRules)
        api.add(Self.find, find)
    }

    private static let showRules = Operation(
        .get, "/v1/trading/rules", id: "getTradingRules", tag: Operation.tradingTag,
        "Fees, minimum and maximum amounts, maximum ages of prices, banking days, and the limits of each level.", scope: .read,
        answers: [.json(200, "The rules.", TradingSchemas.rules)])

    private func showRules(_ call: Call) async throws -> Reply {
        let rules = rules
        return Reply { TradingRulesJSON.document(rules, &$0) }
    }

    private static let find = Operation(
        .get, "/v1/trading/help", id: "getTradingHelp", tag: Operation.tradingTag,
        "Questions and answers about the simulated account, with its current fees and limits, and community links.", scope: .read,
        parameters: [
            .query("query", .text(0...200), "Words to search for (default: all questions)."),
            .query("language", AccountSchemas.language, "The language (default: the caller's, or English)."),
        ],
        answers: [.json(200, "The questions and links.", TradingSchemas.help)])

    private func find(_ call: Call) async throws -> Reply {
        let language = try await language(call)
        let (questions, links) = (help.questions(matching: call.text("query") ?? "", in: language), help.communityLinks)
        return Reply { TradingHelpJSON.document(questions, links, in: language, &$0) }
    }

    private func language(_ call: Call) async throws -> Person.Choices.Language {
        if let chosen = call.text("language").flatMap(Person.Choices.Language.init(rawValue:)) { return chosen }
        guard let profiles, let person = call.caller.standing?.person else { return .english }
        return try await profiles.person(person).choices.language
    }
}
