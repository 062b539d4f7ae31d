import JSONText
import People
import Records

/// Questions, answers and links as JSON.
package enum TradingHelpJSON {
    package static func document(
        _ questions: [HelpQuestion], _ links: [CommunityLink], in language: Person.Choices.Language, _ writer: inout JSONWriter
    ) {
        writer.member("simulated", true)
        writer.member("language", language.rawValue)
        writer.member("questions", questions) { question, writer in
            writer.member("id", question.id)
            writer.member("question", question.question)
            writer.member("answer", question.answer)
        }
        writer.member("community_links", links) { link, writer in
            writer.member("name", link.name)
            writer.member("address", link.address)
        }
    }
}

extension TradingSchemas {
    package static let help = Schema.named(
        "TradingHelp",
        .object([
            simulated, .init("language", AccountSchemas.language, "The language of the questions and answers."),
            .init("questions", .array(question, count: 0...1000), "The best match first, if there is a query."),
            .init("community_links", .array(link, count: 0...1000), "Community sites; not part of this server."),
        ]))

    private static let question = Schema.object([
        .init("id", .text(1...60), "The same in every language."), .init("question", .text(1...1000)),
        .init("answer", .text(1...10_000)),
    ])

    private static let link = Schema.object([.init("name", .text(1...40)), .init("address", .text(1...300))])
}
