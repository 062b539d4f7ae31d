import Digests
import Platform

/// The name of a job: 32 lower-case hexadecimal digits, in the order in which jobs were created, half of them random.
package struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Parses an id. Nil for any other text, so that an id is safe in a path.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, Hexadecimal.isValid(text.utf8) else { return nil }
        description = String(text)
    }

    /// Creates a new id.
    ///
    /// - Parameters:
    ///   - createdAt: seconds since 1970-01-01 UTC.
    ///   - number: a counter of this process's jobs, which orders jobs of the same second.
    init(createdAt: Int, number: Int) {
        description =
            Hexadecimal.text(UInt64(clamping: createdAt), digits: 10) + Hexadecimal.text(UInt64(number), digits: 6)
            + RandomID.hexadecimal(digits: 16)
    }

    package static func < (left: JobID, right: JobID) -> Bool { left.description < right.description }
}
