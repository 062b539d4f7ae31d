/// Why a password is refused. No description contains a part of the password.
package enum PasswordFault: Error, Equatable, Sendable {
    /// Fewer than 15 code points.
    case tooShort(count: Int)
    /// More than 128 code points.
    case tooLong(count: Int)
    /// More than 512 bytes.
    case tooManyBytes
    /// It contains U+0000.
    case containsNull
    /// Fewer than 5 different code points.
    case tooFewDifferent(count: Int)
    /// It consists of keys next to each other on the keyboard, or of neighbours in the alphabet.
    case keyboardRun
    /// Too few letters remain without the words of this service and of the person.
    case contextWords
    /// It is in a list of leaked passwords.
    case leaked
    /// A list of leaked passwords cannot be read now.
    case uncheckable
}

extension PasswordFault: CustomStringConvertible {
    /// A sentence for the person who chose the password.
    package var description: String {
        switch self {
        case .tooShort(let count):
            "The password has \(count) characters and needs at least \(PasswordPolicy.lengths.lowerBound). Four random words work well."
        case .tooLong(let count):
            "The password has \(count) characters. The limit is \(PasswordPolicy.lengths.upperBound)."
        case .tooManyBytes: "The password takes more than \(PasswordPolicy.maximumBytes) bytes. Use fewer characters."
        case .containsNull: "The password contains the character U+0000. Remove it."
        case .tooFewDifferent(let count):
            "The password has \(count) different characters and needs at least \(PasswordPolicy.minimumDifferent)."
        case .keyboardRun:
            "The password is a keyboard or alphabet sequence. Choose words that do not belong together."
        case .contextWords:
            "The password consists mostly of your own name or address, coins, or words of this service. Add other words."
        case .leaked: "The password is in a public list of leaked passwords. Choose one that you have never used anywhere else."
        case .uncheckable: "The list of leaked passwords cannot be read now. Try again later."
        }
    }
}
