import Digests
import Platform

/// The id of a wallet that clients see: `w_` and 16 hexadecimal digits of random. It never changes, whatever the wallet is called.
package enum WalletPublicID {
    /// A new id: 64 random bits.
    package static func make() -> String { "w_" + RandomID.hexadecimal(digits: 16) }

    /// Whether a text has the form of an id; no wallet gets such a name.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 18 && text.hasPrefix("w_") && Hexadecimal.isValid(text.utf8.dropFirst(2))
    }
}
