/// A job's id: 32 lower-case hexadecimal digits. Half of them are random, and ids sort by creation.
package struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Parses an id. Nil for any other text, so that an id is safe in a path.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        description = String(text)
    }

    /// Creates a new id.
    ///
    /// - Parameters:
    ///   - createdAt: seconds since 1970-01-01 UTC.
    ///   - number: a counter of this process's jobs, which orders jobs of the same second.
    init(createdAt: Int, number: Int) {
        description =
            Self.hexadecimal(UInt64(clamping: createdAt), 10) + Self.hexadecimal(UInt64(number), 6)
            + Self.hexadecimal(.random(in: 0...UInt64.max), 16)
    }

    private static let digits = Set("0123456789abcdef".utf8)

    private static func hexadecimal(_ value: UInt64, _ count: Int) -> String {
        let digits = String(value, radix: 16).suffix(count)
        return String(repeating: "0", count: count - digits.count) + digits
    }

    package static func < (left: JobID, right: JobID) -> Bool { left.description < right.description }
}
