/// A mailed link: a secret that permits one thing, once.
package struct Link: Equatable, Sendable {
    /// What it permits.
    package enum Purpose: String, Sendable, CaseIterable {
        case verification, passwordReset = "password-reset", emailChange = "email-change"
        case secondFactorRemoval = "second-factor-removal"
        /// Stops the removal of a second factor.
        case secondFactorStop = "second-factor-stop"
    }

    /// The SHA-256 of the secret.
    package let hash: String
    package let purpose: Purpose
    /// The person, or the id of the sign-up that it verifies.
    package let subject: String
    /// The new address of an ``Purpose/emailChange``.
    package let email: String?
    package let createdAt: Int
    package let expiresAt: Int

    package init(hash: String, purpose: Purpose, subject: String, email: String?, createdAt: Int, expiresAt: Int) {
        (self.hash, self.purpose, self.subject, self.email) = (hash, purpose, subject, email)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
    }
}

/// A sign-up whose address is not verified yet. It does not prevent others from signing up with that address.
package struct SignUp: Equatable, Sendable {
    /// 24 hexadecimal digits.
    package let id: String
    package let email: EmailAddress
    package let name: String
    /// The hash of the password, which the verification asks for again.
    package let password: String
    package let language: Person.Choices.Language
    package let createdAt: Int

    package init(
        id: String, email: EmailAddress, name: String, password: String, language: Person.Choices.Language, createdAt: Int
    ) {
        (self.id, self.email, self.name, self.password) = (id, email, name, password)
        (self.language, self.createdAt) = (language, createdAt)
    }
}

/// Permits a person to sign up with one address.
package struct Invitation: Equatable, Sendable {
    package enum State: String, Sendable, CaseIterable { case open, expired, accepted, revoked }

    /// The public id: `i_` and 20 hexadecimal digits.
    package let id: String
    /// The SHA-256 of the secret; nil until the mail with the link is sent.
    package var hash: String?
    package let email: EmailAddress
    package let role: Person.Role
    /// The owner whose data the person takes over; nil for a new owner.
    package let takesOver: String?
    /// The operator who invited; nil for the command line.
    package let invitedBy: String?
    package let createdAt: Int
    package var expiresAt: Int
    /// When it was used or revoked.
    package var endedAt: Int?
    /// The person who accepted it.
    package var acceptedBy: String?

    package init(
        id: String, hash: String?, email: EmailAddress, role: Person.Role, takesOver: String?, invitedBy: String?, createdAt: Int,
        expiresAt: Int, endedAt: Int? = nil, acceptedBy: String? = nil
    ) {
        (self.id, self.hash, self.email, self.role, self.takesOver) = (id, hash, email, role, takesOver)
        (self.invitedBy, self.createdAt, self.expiresAt) = (invitedBy, createdAt, expiresAt)
        (self.endedAt, self.acceptedBy) = (endedAt, acceptedBy)
    }

    package func isOpen(at time: Int) -> Bool { endedAt == nil && time < expiresAt }

    package func state(at time: Int) -> State {
        if acceptedBy != nil { return .accepted }
        if endedAt != nil { return .revoked }
        return isOpen(at: time) ? .open : .expired
    }
}
