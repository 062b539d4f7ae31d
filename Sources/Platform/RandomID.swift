import Digests

/// Ids that cannot be guessed, made from the operating system's random numbers.
package enum RandomID {
    /// Returns lower-case hexadecimal digits of four random bits each: 32 digits are 128 bits.
    package static func hexadecimal(digits count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        var text = ""
        while text.utf8.count < count { text += Hexadecimal.text(random.next(), digits: min(16, count - text.utf8.count)) }
        return text
    }
}
