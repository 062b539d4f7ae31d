import Records
import Store

/// What a person writes about themselves. Every detail is optional, and only that person sees them.
///
/// They are other facts than those of an account: its name is the one that operators read and mails use. The phone of a verification
/// was confirmed with a code, and stays encrypted with the decision about it.
package struct PersonalDetails: Equatable, Record {
    package internal(set) var firstName, lastName: String?
    /// As the person typed it; unique without regard to case. It is not used to sign in.
    package let loginName: String?
    /// In its stored form, such as `+393331234567`, or as the person typed it.
    package internal(set) var phone: String?
    /// With an account, the account's address, which is not stored here.
    package internal(set) var email: String?

    package static let loginNameLengths = 3...30

    /// None.
    init() { (firstName, lastName, loginName, phone, email) = (nil, nil, nil, nil, nil) }

    package init(_ field: inout Fields<Self>) throws {
        firstName = try field("first_name", \.firstName, AccountSchemas.name)
        lastName = try field("last_name", \.lastName, AccountSchemas.name)
        loginName = try field("login_name", \.loginName, Self.loginNameSchema, "Unique on this server, regardless of case.")
        phone = try field(
            "phone", \.phone, .text(1...40, words: "a telephone number such as +39 333 123 4567"),
            "With its country code. Spaces, hyphens, dots and parentheses are removed.")
        email = try field(
            "email", \.email, AccountSchemas.email,
            "With accounts, the account's address: PUT /v1/account/email changes it.")
    }

    package static var schemaName: String? { "PersonalDetails" }

    private static let loginNameSchema = Schema.text(
        loginNameLengths, pattern: "^[A-Za-z0-9._-]+$",
        words: "\(loginNameLengths.lowerBound) to \(loginNameLengths.upperBound) letters a-z, digits, dots, hyphens and underscores"
    ) { text in text.utf8.allSatisfy { isOfLoginName($0) } }

    private static func isOfLoginName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._-".utf8.contains(byte)
        }
    }

    /// Returns the details in their stored form.
    ///
    /// - Throws: ``ProfileError``.
    func checked() throws(ProfileError) -> PersonalDetails {
        var details = self
        details.firstName = try Self.name(firstName, "/first_name")
        details.lastName = try Self.name(lastName, "/last_name")
        if let phone {
            guard let number = PhoneNumber(parsing: phone) else { throw .badPhone }
            details.phone = number.text
        }
        if let email { details.email = try Self.address(email) }
        return details
    }

    private static func name(_ text: String?, _ field: String) throws(ProfileError) -> String? {
        guard let text else { return nil }
        do throws(PeopleError) {
            return try PersonName.checked(text)
        } catch {
            throw .badName("\(error)", field: field)
        }
    }

    private static func address(_ text: String) throws(ProfileError) -> String {
        do throws(PeopleError) {
            return try EmailAddress(text).text
        } catch {
            throw .badEmail(text)
        }
    }
}

/// The details of an owner, as they are stored.
struct StoredProfile: StoredRecord {
    let owner: String
    let details: PersonalDetails

    init(of owner: String, _ details: PersonalDetails) { (self.owner, self.details) = (owner, details) }

    init(_ field: inout Fields<Self>) throws {
        owner = try field("owner", \.owner, inDocuments: false)
        details = try field(\.details)
    }

    static let table = Table<StoredProfile>("profiles")
}

/// A person's profile: the details, and whether there is a picture.
package struct PersonalProfile: Equatable, Record {
    package let details: PersonalDetails
    package let hasAccount: Bool
    package let hasPicture: Bool

    init(_ details: PersonalDetails, hasAccount: Bool, hasPicture: Bool) {
        (self.details, self.hasAccount, self.hasPicture) = (details, hasAccount, hasPicture)
    }

    package init(_ field: inout Fields<Self>) throws {
        details = try field(\.details)
        hasAccount = try field("has_account", \.hasAccount, nil, "Whether the email is the account's.")
        hasPicture = try field("has_picture", \.hasPicture)
    }

    package static var schemaName: String? { "Profile" }
}
