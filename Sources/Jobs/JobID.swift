import Digests
import Platform

/// The name of a job: 32 lower-case hexadecimal digits, in the order in which jobs were created, half of them random.
package struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Reads an id; nil when the text is anything else, so that an id is safe in a path.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, Hexadecimal.isValid(text.utf8) else { return nil }
        description = String(text)
    }

    /// A new id.
    ///
    /// - Parameters:
    ///   - createdAt: seconds since 1970-01-01 UTC.
    ///   - number: counts the jobs of this process, so that those of one second keep their order.
    init(createdAt: Int, number: Int) {
        description =
            Hexadecimal.text(UInt64(clamping: createdAt), digits: 10) + Hexadecimal.text(UInt64(number), digits: 6)
            + RandomID.hexadecimal(digits: 16)
    }

    package static func < (left: JobID, right: JobID) -> Bool { left.description < right.description }
}
