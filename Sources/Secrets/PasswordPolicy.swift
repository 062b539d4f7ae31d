import People

/// The rules for passwords: they must be long and hard to guess. There are no rules about kinds of characters.
///
/// - SeeAlso: NIST SP 800-63B-4, OWASP ASVS 5.0.0 section 6.2.
package struct PasswordPolicy: Sendable {
    /// The number of code points of the password in NFC.
    package static let lengths = AccountSchemas.passwordLengths
    /// The maximum length of the password in NFC, in bytes of UTF-8.
    package static let maximumBytes = 512
    /// The minimum number of different code points.
    package static let minimumDifferent = 5
    /// The number of letters that must remain without the words of the context, if it has any.
    package static let minimumLettersLeft = 8

    private let lists: [any LeakedPasswordList]

    /// - Parameter lists: lists of leaked passwords; usually ``LeakedPasswords``, and ``LeakedHashes`` if the operator has such a
    ///   file.
    package init(lists: [any LeakedPasswordList]) { self.lists = lists }

    /// Checks a new password. Nothing is trimmed or cut.
    ///
    /// - Parameter context: the person's names, the mail address, and the name of the host.
    /// - Throws: the first fault.
    package func check(_ password: String, context: [String]) throws(PasswordFault) {
        // NFC is at most three times shorter, so this refuses nothing that the limit below accepts, and bounds the work.
        guard password.utf8.count <= 4 * Self.maximumBytes else { throw .tooManyBytes }
        let text = PasswordText.composed(password)
        try Self.checkLength(text)
        let folded = Array(PasswordText.folded(password).unicodeScalars)
        guard !Self.isKeyboardRun(folded) else { throw .keyboardRun }
        if let left = ContextWords(context).lettersLeft(in: folded), left < Self.minimumLettersLeft { throw .contextWords }
        for list in lists {
            let isLeaked: Bool
            do throws(LeakedPasswordsError) { isLeaked = try list.contains(password) } catch { throw .uncheckable }
            guard !isLeaked else { throw .leaked }
        }
    }

    private static func checkLength(_ text: String) throws(PasswordFault) {
        let scalars = text.unicodeScalars
        guard !scalars.contains("\0") else { throw .containsNull }
        guard scalars.count >= lengths.lowerBound else { throw .tooShort(count: scalars.count) }
        guard scalars.count <= lengths.upperBound else { throw .tooLong(count: scalars.count) }
        guard text.utf8.count <= maximumBytes else { throw .tooManyBytes }
        let different = Set(scalars).count
        guard different >= minimumDifferent else { throw .tooFewDifferent(count: different) }
    }

    /// Checks the text with its signs, and without them unless it consists mostly of signs.
    private static func isKeyboardRun(_ folded: [Unicode.Scalar]) -> Bool {
        let letters = folded.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return KeyboardRuns.cover(folded) || (2 * letters.count >= folded.count && KeyboardRuns.cover(letters))
    }
}
