/// What a signed-in person may do right now.
package struct SessionStanding: Equatable, Sendable {
    /// What the person must do before anything else is permitted.
    package enum Duty: String, Sendable, CaseIterable {
        /// Set up the second factor.
        case secondFactor = "second-factor"
        /// Choose another password, because this one was leaked.
        case password
        /// Undo the deletion of the account, or let it happen.
        case deletion
    }

    /// The id of the person.
    package let person: String
    /// The id of the session.
    package let session: String
    /// The SHA-256 of the session's secret, to which form tokens are bound.
    package let sessionHash: String
    /// The id of the device; nil if it has none any more.
    package let device: String?
    package let isOperator: Bool
    /// Whether the person entered password and second factor within the last minutes.
    package let isFresh: Bool
    package let duty: Duty?
    /// Whether the secret came in a cookie, which browsers send by themselves.
    package let isCookie: Bool

    package init(
        person: String, session: String, sessionHash: String, device: String?, isOperator: Bool, isFresh: Bool, duty: Duty?,
        isCookie: Bool
    ) {
        (self.person, self.session, self.sessionHash, self.device) = (person, session, sessionHash, device)
        (self.isOperator, self.isFresh, self.duty, self.isCookie) = (isOperator, isFresh, duty, isCookie)
    }
}
