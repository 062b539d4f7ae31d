import Access
import Platform

/// A secret of 256 random bits that is shown or sent once. Only its hash is stored.
package struct Secret: Sendable {
    /// What the secret opens. The prefix lets scanners find leaked secrets, and prevents one kind from being used as another.
    package enum Kind: String, Sendable, CaseIterable {
        case session = "closecast_session_"
        case device = "closecast_device_"
        case signIn = "closecast_signin_"
        case link = "closecast_link_"
        case invitation = "closecast_invitation_"
    }

    /// The text that its holder sends.
    package let text: String

    /// A new one, from the system's random numbers.
    package init(_ kind: Kind) { text = kind.rawValue + RandomID.hexadecimal(digits: 64) }

    /// Parses a secret; returns nil for any other text.
    package init?(_ kind: Kind, parsing text: some StringProtocol) {
        guard text.utf8.count == kind.rawValue.utf8.count + 64, text.hasPrefix(kind.rawValue),
            text.utf8.dropFirst(kind.rawValue.utf8.count).allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = String(text)
    }

    /// The SHA-256 of the text, 64 lower-case hexadecimal digits.
    package var hash: String { SecretDigest.hexadecimal(of: text) }
}

extension Secret: CustomStringConvertible {
    /// Never the secret, because printed text ends up in logs.
    package var description: String { "a secret" }
}

/// The public ids of the parts of an account.
enum PeopleID {
    static func person() -> String { "u_" + RandomID.hexadecimal(digits: 20) }
    static func session() -> String { "s_" + RandomID.hexadecimal(digits: 20) }
    static func device() -> String { "d_" + RandomID.hexadecimal(digits: 20) }
    static func invitation() -> String { "i_" + RandomID.hexadecimal(digits: 20) }
}
