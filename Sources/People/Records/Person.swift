/// A person with an account: identity, credentials and preferences.
///
/// ``password`` is hashed and ``totpSeed`` is sealed; even so, no document of the API has a member for them.
package struct Person: Equatable, Sendable {
    /// What a person may do beyond their own data.
    package enum Role: String, Sendable, CaseIterable {
        case person
        /// Manages accounts without seeing their contents, and changes what all owners share.
        case `operator`
    }

    /// Whether the account can be used.
    package enum State: String, Sendable, CaseIterable { case active, locked, toBeDeleted = "to be deleted" }

    /// The public id: `u_` and 20 hexadecimal digits.
    package let id: String
    /// The owner of the person's data. A random id like ``id``, or `local` if the person took over the machine's own data.
    package let owner: String
    package var role: Role
    /// As the person typed it; mails are sent to it.
    package var email: EmailAddress
    package var name: String
    /// The text of `CredentialCryptography`, which names key and parameters.
    package var password: String
    /// When the password was set, in seconds since 1970-01-01 UTC.
    package var passwordSetAt: Int
    /// Whether the password must be changed before anything else: it was found among leaked ones.
    package var mustChangePassword = false
    package let termsAcceptedAt: Int
    package let createdAt: Int
    package var lock: Lock?
    /// When the account will be deleted, in seconds since 1970-01-01 UTC; nil if it will not.
    package var deletedFrom: Int?
    package var choices = Choices()
    /// Whether there is a JPEG made from the picture that the person sent.
    package var hasPicture = false
    /// The sealed seed of one-time codes in use; nil if there is none.
    package var totpSeed: String?
    /// The time step of the last accepted code: no code is accepted twice.
    package var totpLastStep: Int?
    /// A seed that waits for its first correct code, and when it was made.
    package var totpOffer: Offer?
    /// When the second factor will be removed because its loss was reported; nil if it will not.
    package var totpRemovedFrom: Int?

    /// Why and since when an account is locked.
    package struct Lock: Equatable, Sendable {
        package let since: Int
        package let reason: String

        package init(since: Int, reason: String) { (self.since, self.reason) = (since, reason) }
    }

    /// A sealed seed that is not in use yet.
    package struct Offer: Equatable, Sendable {
        package let seed: String
        package let madeAt: Int

        package init(seed: String, madeAt: Int) { (self.seed, self.madeAt) = (seed, madeAt) }
    }

    /// A person's preferences for pages and mails.
    package struct Choices: Equatable, Sendable {
        /// The languages of mails and pages.
        package enum Language: String, Sendable, CaseIterable {
            case english = "en", italian = "it", russian = "ru", kazakh = "kk"
        }
        package enum Appearance: String, Sendable, CaseIterable { case automatic, light, dark }

        package var language = Language.english
        /// The currency of totals, such as `USD`.
        package var quoteCurrency = "USD"
        /// The id of the asset that is shown first; nil for none.
        package var preferredCoin: String?
        package var appearance = Appearance.automatic
        /// A name of the IANA time zone database, such as `Europe/Rome`.
        package var timeZone = "UTC"

        package init() {}

        /// Returns whether a text has the form of a name such as `Europe/Rome`.
        package static func isTimeZone(_ text: String) -> Bool {
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                        || "_+/-".utf8.contains(byte)
                }
        }
    }

    package init(
        id: String, owner: String, role: Role, email: EmailAddress, name: String, password: String, termsAcceptedAt: Int,
        createdAt: Int
    ) {
        (self.id, self.owner, self.role, self.email, self.name) = (id, owner, role, email, name)
        (self.password, passwordSetAt) = (password, createdAt)
        (self.termsAcceptedAt, self.createdAt) = (termsAcceptedAt, createdAt)
    }

    package var isOperator: Bool { role == .operator }
    package var state: State { lock != nil ? .locked : deletedFrom == nil ? .active : .toBeDeleted }
    package var hasSecondFactor: Bool { totpSeed != nil }
}
