import People
import Records

/// A search in the questions and answers.
package struct HelpSearch: Record {
    package let query, language: String?

    package init(_ field: inout Fields<Self>) throws {
        query = try field("query", \.query, .text(0...200), "Words to search for (default: all questions).")
        language = try field("language", \.language, AccountSchemas.language, "The language (default: the caller's, or English).")
    }
}
