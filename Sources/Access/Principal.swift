/// The caller of a request, the proof of their identity, and their rights.
package struct Principal: Sendable, Equatable {
    /// The proof of their identity.
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

    /// The owner of the data that they see and change.
    package let owner: String
    package let scope: AccessScope
    /// Nil for a caller without a credential.
    package let credential: Credential?

    package init(owner: String, scope: AccessScope, credential: Credential?) {
        (self.owner, self.scope, self.credential) = (owner, scope, credential)
    }

    /// The session of a person who signed in; nil for tokens and for callers without an account.
    package var standing: SessionStanding? { if case .session(let standing) = credential { standing } else { nil } }

    package init(_ token: AccessToken) {
        self.init(owner: token.owner, scope: token.scope, credential: .token(id: token.id))
    }

    /// A caller on the server's machine: the command line's own data, all rights.
    package static let local = Principal(owner: Owner.local, scope: .admin, credential: nil)

    /// A caller without credentials, for public data. Owns nothing.
    package static let anonymous = Principal(owner: "", scope: .read, credential: nil)
}
