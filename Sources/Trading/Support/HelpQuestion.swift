import People

/// A question about Closecast or the simulated account, with its answer.
package struct HelpQuestion: Equatable, Sendable {
    /// Such as `fees`; the same in every language.
    package let id: String
    package let question: String
    package let answer: String
    /// The place of the site that it is about, such as `markets`. Questions of a place follow each other.
    package let place: String

    package init(id: String, question: String, answer: String, place: String) {
        (self.id, self.question, self.answer, self.place) = (id, question, answer, place)
    }
}

/// The texts of questions and answers, taken from the pages, which have them in every language.
package protocol HelpTexts: Sendable {
    /// Returns all questions in their order, with the figures of the rules.
    ///
    /// - Parameter hasAccounts: false leaves out those about accounts and operators.
    func questions(in language: Person.Choices.Language, _ rules: TradingRules, hasAccounts: Bool) -> [HelpQuestion]
}
