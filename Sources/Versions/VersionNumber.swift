import Platform

/// The number of a release, such as 0.3.0.
package struct VersionNumber: Comparable, Sendable, CustomStringConvertible {
    /// Major, minor and patch.
    private let parts: [Int]

    /// - Returns: nil for anything but three whole numbers of up to six digits, without leading zeros.
    package init?(_ text: String) {
        let texts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = texts.compactMap { text -> Int? in
            guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                text == "0" || text.first != "0"
            else { return nil }
            return Int(text)
        }
        guard texts.count == 3, numbers.count == 3 else { return nil }
        parts = numbers
    }

    /// The version of this program.
    package static var running: VersionNumber {
        guard let version = VersionNumber(Locations.version) else { preconditionFailure("a program's version is three numbers") }
        return version
    }

    package var description: String { parts.map { "\($0)" }.joined(separator: ".") }

    package static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
