/// Who makes a request, how they proved it, and what they may do.
package struct Principal: Sendable, Equatable {
    /// What proved who they are.
    package enum Credential: Sendable, Equatable {
        /// A bearer token, by its id.
        case token(id: String)
        /// A session of a person who signed in.
        case session(SessionStanding)

        /// Names the credential in logs and rate limits; never a secret.
        package var id: String {
            switch self {
            case .token(let id): id
            case .session(let standing): standing.session
            }
        }
    }

    /// Whose data they see and change.
    package let owner: String
    package let scope: AccessScope
    /// Nil for a caller without one.
    package let credential: Credential?

    package init(owner: String, scope: AccessScope, credential: Credential?) {
        (self.owner, self.scope, self.credential) = (owner, scope, credential)
    }

    /// The session of a person who signed in; nil for tokens and for callers without an account.
    package var standing: SessionStanding? { if case .session(let standing) = credential { standing } else { nil } }

    package init(_ token: AccessToken) {
        self.init(owner: token.owner, scope: token.scope, credential: .token(id: token.id))
    }

    /// Whoever works on the server's machine: the command line's own data, all rights.
    package static let local = Principal(owner: Owner.local, scope: .admin, credential: nil)

    /// Anybody, for what everybody may read. Owns nothing.
    package static let anonymous = Principal(owner: "", scope: .read, credential: nil)
}
