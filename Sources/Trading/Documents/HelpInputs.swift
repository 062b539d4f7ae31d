import People
import Records

/// A search in the questions and answers.
package struct HelpSearch: Record {
    package let query: String?
    package let language: Person.Choices.Language?

    package init(_ field: inout Fields<Self>) throws {
        query = try field("query", \.query, .text(0...200), "Words to search for (default: all questions).")
        language = try field(
            "language", \.language, Person.Choices.Language.schema, "The language (default: the caller's, or English).")
    }
}
