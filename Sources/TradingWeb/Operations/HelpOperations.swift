import APIKit
import People
import Store
import Trading

/// The rules of simulated accounts, and the questions and answers about them.
package struct HelpOperations: Sendable {
    /// The questions that a search has found.
    package typealias Found = (language: Person.Choices.Language, questions: [HelpQuestion])

    package let rules: TypedOperation<Nothing, TradingRules>
    package let find: TypedOperation<HelpSearch, Found>

    /// - Parameter profiles: nil on one person's machine.
    package init(_ help: Help, _ rules: TradingRules, _ profiles: Profiles?) {
        let tag = Operation.tradingTag
        self.rules = TypedOperation(
            .get, "/v1/trading/rules", id: "getTradingRules", tag: tag,
            "Fees, minimum and maximum amounts, maximum ages of prices, banking days, and the limits of each level.",
            need: .scope(.read), answer: .document(200, "The rules.", TradingDocuments.rules)
        ) { _, _ in rules }
        find = TypedOperation(
            .get, "/v1/trading/help", id: "getTradingHelp", tag: tag,
            "Questions and answers about the simulated account, with its current fees and limits, and community links.",
            need: .scope(.read),
            answer: .document(200, "The questions and links.", TradingDocuments.help) {
                ($0.language, $0.questions, help.communityLinks)
            }
        ) { search, call in
            var language = search.language
            if language == nil, let profiles, let person = call.caller.standing?.person {
                language = try await profiles.person(person).choices.language
            }
            let chosen = language ?? .english
            return (chosen, help.questions(matching: search.query ?? "", in: chosen))
        }
    }

    package func add(to api: inout API) {
        api.add(rules, find)
    }
}
