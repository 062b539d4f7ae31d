import Digests

/// Ids that nobody can guess, from the operating system's random numbers.
package enum RandomID {
    /// Lower-case hexadecimal digits, each of four random bits: 32 digits are 128 bits.
    package static func hexadecimal(digits count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        var text = ""
        while text.utf8.count < count { text += Hexadecimal.text(random.next(), digits: min(16, count - text.utf8.count)) }
        return text
    }
}
