import Access
import JSONText
import Records

extension AccessScope: FieldChoice {}
extension Person.Choices.Appearance: FieldChoice {}

/// The values of a profile to change; nil leaves a value as it is.
package struct AccountChange: Record {
    /// A ticker or an id; nil removes the preference.
    package struct Coin: DocumentPart {
        package static let schema = Schema.nullable(.assetName)
        package let name: String?

        package init(_ json: JSONValue) { name = json.string }
        package func write(_ writer: inout JSONWriter) { if let name { writer.string(name) } else { writer.null() } }
    }

    package static let schemaName: String? = "AccountChange"

    package let name: String?
    package let language: Person.Choices.Language?
    package let quoteCurrency: String?
    package let preferredCoin: Coin?
    package let appearance: Person.Choices.Appearance?
    package let timeZone: String?

    package init(_ field: inout Fields<Self>) throws {
        name = try field("name", \.name, AccountSchemas.name)
        language = try field("language", \.language, Person.Choices.Language.schema)
        quoteCurrency = try field("quote_currency", \.quoteCurrency, AccountSchemas.quoteCurrency)
        preferredCoin = try field("preferred_coin", \.preferredCoin, "A ticker or id; null for none.")
        appearance = try field("appearance", \.appearance, Person.Choices.Appearance.schema)
        timeZone = try field("time_zone", \.timeZone, AccountSchemas.timeZone)
    }
}

/// The end of the caller's account.
package struct AccountDeletion: Record {
    package let password, email: String
    package let factor: SecondFactorInput

    package init(_ field: inout Fields<Self>) throws {
        password = try field("password", \.password, AccountSchemas.password)
        email = try field("email", \.email, .text(1...254), "The account's address, to prevent deletion by mistake.")
        factor = try field(\.factor)
    }
}

/// A token to create.
package struct TokenWish: Record {
    package let name: String
    package let scope: AccessScope
    package let days: Int

    package init(_ field: inout Fields<Self>) throws {
        name = try field("name", \.name, AccountSchemas.name, "What it is for.")
        scope = try field("scope", \.scope)
        days = try field("days", \.days, .integer(1...36_500), "Days until it expires, at most 365 (default: 90).", default: 90)
    }
}

/// A token in a path.
package struct TokenReference: Record {
    package let token: String

    package init(_ field: inout Fields<Self>) throws { token = try field("token", \.token, .text(1...64), "The token's id.") }
}

// MARK: Operators

/// An account in a path.
package struct AccountReference: Record {
    package let account: String

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, .text(1...254), "The account's id.")
    }
}

/// An account to lock.
package struct AccountToLock: Record {
    package let account, reason: String

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, .text(1...254), "The account's id.")
        reason = try field("reason", \.reason, .kept(1...AccountSchemas.longestReason), "Sent to the account's owner.")
    }
}

/// An invitation in a path.
package struct InvitationReference: Record {
    package let invitation: String

    package init(_ field: inout Fields<Self>) throws {
        invitation = try field("invitation", \.invitation, .text(1...64), "The invitation's id.")
    }
}
