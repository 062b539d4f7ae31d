import Digests
import Platform

/// The id of a wallet for clients: `w_` and 16 random hexadecimal digits. It never changes, even if the wallet is renamed.
package enum WalletPublicID {
    /// Returns a new id of 64 random bits.
    package static func make() -> String { "w_" + RandomID.hexadecimal(digits: 16) }

    /// Whether a text has the form of an id; wallets may not have such a name.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 18 && text.hasPrefix("w_") && Hexadecimal.isValid(text.utf8.dropFirst(2))
    }
}
