import CSodium

/// libsodium itself.
enum Sodium {
    private static let isStarted: Bool = sodium_init() >= 0

    /// Prepares libsodium: it chooses the code for this processor. Call it before any other function; a second call costs nothing.
    static func start() { precondition(isStarted, "libsodium cannot be initialised") }

    /// Compares bytes in a time that depends only on their number.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }
}
