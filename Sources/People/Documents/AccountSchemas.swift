import Market
import Records

/// The schemas of accounts in requests.
package enum AccountSchemas {
    package static let email = Schema.text(3...254, words: "an email address such as ann@example.com")
    package static let name = Schema.kept(1...PersonName.longest)
    /// The number of characters of a new password.
    package static let passwordLengths = 15...128
    package static let password = Schema.secret(
        1...512, words: "a password of \(passwordLengths.lowerBound) to \(passwordLengths.upperBound) characters")
    /// The largest number of characters of the reason why an operator changes an account.
    package static let longestReason = 200
    package static let link = Schema.secret(1...200, words: "the token of a mailed link: the part of the link after the #")
    package static let code = Schema.secret(6...6, words: "the six digits of the authenticator app")
    package static let recoveryCode = Schema.secret(24...60, words: "a recovery code")
    package static let pin = Schema.secret(
        PIN.lengths, words: "\(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits")
    package static let device = Schema.secret(1...200, words: "the device_token of an earlier sign-in")

    package static let quoteCurrency = Schema.text(
        3...3, pattern: "^[A-Z]{3}$", words: "a currency of ISO 4217, such as EUR"
    ) { CurrencyTable.index(of: $0) != nil }
    package static let timeZone = Schema.text(
        1...64, pattern: "^[A-Za-z0-9_+/-]+$", words: "a time zone such as Europe/Rome"
    ) { Person.Choices.isTimeZone($0) }
}
