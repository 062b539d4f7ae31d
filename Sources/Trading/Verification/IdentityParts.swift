import People

/// What proving who somebody is needs from outside: encryption under the server's keys, and a way to a telephone.
package struct IdentityParts: Sendable {
    package let vault: any IdentityVault
    package let sender: any CodeSender
    /// For the log and the mails of people.
    package let people: PeopleParts

    package init(vault: any IdentityVault, sender: any CodeSender, people: PeopleParts) {
        (self.vault, self.sender, self.people) = (vault, sender, people)
    }
}

/// Encrypts what identifies people. The keys are not in the database.
package protocol IdentityVault: Sendable {
    /// Encrypts bytes for one place in the database.
    ///
    /// - Parameter row: what identifies the row and never changes.
    func seal(_ bytes: [UInt8], table: String, row: String, column: String) -> String
    /// Decrypts a stored text. Throws if it was changed or belongs to another place.
    func open(_ text: String, table: String, row: String, column: String) throws -> [UInt8]
    /// Returns a digest under a secret key: who has the database alone cannot find out what it is of by trying all numbers.
    func digest(of text: String) -> String
}

/// Sends codes to telephones.
package protocol CodeSender: Sendable {
    func send(_ message: CodeMessage) async throws
}

/// A code on its way to a telephone.
package struct CodeMessage: Equatable, Sendable {
    package let phone: PhoneNumber
    package let code: String
    /// How long it works.
    package let minutes: Int
    /// Of the person, such as `en`.
    package let language: String

    package init(phone: PhoneNumber, code: String, minutes: Int, language: String) {
        (self.phone, self.code, self.minutes, self.language) = (phone, code, minutes, language)
    }
}
