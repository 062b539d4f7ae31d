import Digests
import Platform

/// A paper match that an owner has started.
package struct RecordedPaperMatch: Equatable, Sendable {
    /// `pm_` and 16 random hexadecimal digits.
    package let id: String
    package let match: PaperMatch
    /// In seconds since 1970-01-01 UTC.
    package let createdAt: Int

    package init(id: String, match: PaperMatch, createdAt: Int) { (self.id, self.match, self.createdAt) = (id, match, createdAt) }

    /// A new id of 64 random bits.
    static func makeID() -> String { "pm_" + RandomID.hexadecimal(digits: 16) }

    /// Whether a text has the form of an id.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 19 && text.hasPrefix("pm_") && Hexadecimal.isValid(text.utf8.dropFirst(3))
    }
}
