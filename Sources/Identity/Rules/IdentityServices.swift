import People

/// What identity verification needs from outside: encryption under the server's keys, and a way to send codes to telephones.
package struct IdentityServices: Sendable {
    package let vault: any IdentityVault
    package let sender: any CodeSender
    /// Records events and posts notices to people.
    package let people: PeopleParts

    package init(vault: any IdentityVault, sender: any CodeSender, people: PeopleParts) {
        (self.vault, self.sender, self.people) = (vault, sender, people)
    }
}

/// Encrypts identity data. The keys are not in the database.
package protocol IdentityVault: Sendable {
    /// Encrypts bytes for one place in the database.
    ///
    /// - Parameter row: the row's permanent identifier.
    func seal(_ bytes: [UInt8], table: String, row: String, column: String) -> String
    /// Decrypts a stored text. Throws if it was changed or belongs to another place.
    func open(_ text: String, table: String, row: String, column: String) throws -> [UInt8]
    /// Returns a digest under a secret key: with the database alone, an attacker cannot find its input by trying all numbers.
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
    /// How long the code works.
    package let minutes: Int
    /// The person's language, such as `en`.
    package let language: String

    package init(phone: PhoneNumber, code: String, minutes: Int, language: String) {
        (self.phone, self.code, self.minutes, self.language) = (phone, code, minutes, language)
    }
}
