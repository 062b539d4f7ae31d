import Foundation
import Market
import Text

/// The names of people and of their tokens.
package enum PersonName {
    /// The largest number of Unicode scalars.
    package static let longest = 80

    /// Returns a name in its stored form (NFC).
    ///
    /// - Throws: ``PeopleError/badName(reason:)``.
    package static func checked(_ text: String) throws(PeopleError) -> String {
        let name = text.precomposedStringWithCanonicalMapping
        let scalars = name.unicodeScalars
        guard (1...longest).contains(scalars.count) else {
            throw .badName(reason: "it has \(scalars.count) characters; use 1 to \(longest)")
        }
        if let hidden = HiddenCharacter.first(in: name) {
            throw .badName(
                reason: "it contains the invisible or control character \(HiddenCharacter.name(of: hidden)); leave it out")
        }
        guard !scalars.first!.properties.isWhitespace, !scalars.last!.properties.isWhitespace else {
            throw .badName(reason: "it begins or ends with white space; leave that out")
        }
        return name
    }
}

/// Personal identification numbers, with which people sign in on their own devices.
package enum PIN {
    /// The number of digits.
    package static let lengths = 6...12

    /// Throws for a PIN that an attacker would try first: a run, a repetition, a year.
    package static func check(_ pin: String) throws(PeopleError) {
        let digits = pin.utf8.map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains), lengths.contains(digits.count) else {
            throw .badPIN(reason: "use \(lengths.lowerBound) to \(lengths.upperBound) digits")
        }
        let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
        guard steps != [0], steps != [1], steps != [9] else {
            throw .badPIN(reason: "sequences and repeated digits are guessed first")
        }
        for period in 2...3 where zip(digits, digits.dropFirst(period)).allSatisfy({ $0 == $1 }) {
            throw .badPIN(reason: "a repeated group of digits is guessed first")
        }
        let isYear = { (part: ArraySlice<Int>) in [[1, 9], [2, 0]].contains(Array(part.prefix(2))) }
        let isDate =
            digits.count == 8 && (isYear(digits[...3]) || isYear(digits[4...]))
            || digits.count == 6 && (isYear(digits[...3]) || isYear(digits[2...]))
        if isDate {
            throw .badPIN(reason: "a date is guessed first")
        }
    }
}
