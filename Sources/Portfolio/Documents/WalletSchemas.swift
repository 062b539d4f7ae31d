import Ledger
import Records

extension Schema {
    /// A new name for a wallet. ``Portfolio/WalletName`` decides which names are accepted, and its error says why one is not; the
    /// pattern is a guide for clients.
    package static let walletName = Schema.text(
        1...WalletName.longest,
        pattern: #"^[^\u0000-\u0020\u007F-\u00A0/\\]([^\u0000-\u001F\u007F-\u009F/\\]*[^\u0000-\u0020\u007F-\u00A0/\\])?$"#,
        words: "1 to \(WalletName.longest) visible characters without / and \\, and without blanks at the ends")

    /// The name of a wallet that may or may not exist.
    package static let anyWalletName = Schema.text(1...256, words: "the id or the name of a wallet")

    /// A wallet's id.
    package static let walletID = Schema.text(18...18, pattern: "^w_[0-9a-f]{16}$", words: "the id of a wallet") {
        WalletPublicID.isWellFormed($0)
    }

    /// A day, or a moment in UTC.
    package static let dayOrMoment = Schema.either([.day, .moment])

    package static let transactionKinds = Transaction.Kind.allCases.map(\.rawValue)

    /// The number of a transaction.
    package static let transactionID = Schema.integer(1...Schema.largestInteger)
}
