import Digests
import Market

/// One key of a keyring: 256 random bits with a name.
package struct KeyringKey: Equatable, Sendable {
    /// The length of every key.
    package static let byteCount = 32

    /// The name that stored values start with, such as `k482913`.
    package let id: String
    /// The day on which the key was created.
    package let createdOn: Day
    /// 32 bytes. Secret.
    package let bytes: [UInt8]

    /// Creates a key of known bytes.
    ///
    /// - Parameter bytes: ``byteCount`` of them.
    package init(id: String, createdOn: Day, bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a key has \(Self.byteCount) bytes, not \(bytes.count)")
        self.id = id
        self.createdOn = createdOn
        self.bytes = bytes
    }

    /// Creates a new key from the system's random numbers.
    ///
    /// - Parameter number: the number in its id, from 1.
    package init(number: Int, createdOn day: Day) {
        var random = SystemRandomNumberGenerator()
        self.init(id: "k\(number)", createdOn: day, bytes: (0..<Self.byteCount).map { _ in random.next() })
    }

    /// The number in an id such as `k12`; nil for any other text.
    static func number(ofID id: String) -> Int? {
        guard id.utf8.first == UInt8(ascii: "k"), let number = Int(id.dropFirst()), (1...999_999).contains(number),
            id == "k\(number)"
        else { return nil }
        return number
    }
}

extension KeyringKey: CustomStringConvertible, CustomReflectable {
    /// The id and the day, never the bytes, because printed text ends up in logs.
    package var description: String { "key \(id) of \(createdOn)" }

    /// The id and the day, for `dump` and for messages of failed tests.
    package var customMirror: Mirror { Mirror(self, children: ["id": id, "createdOn": createdOn]) }
}
