import Access
import HTTPEdge
import HTTPTypes

/// Who may call an operation. Every operation declares it: hiding an operation does not protect it.
package enum Need: Sendable, Equatable {
    /// The requirements for a person's session.
    package enum Standing: String, Sendable, CaseIterable {
        /// Signed in, even if a duty comes first, such as setting up the second factor.
        case any
        /// Signed in, without such a duty.
        case full
        /// Password and second factor were given within the last ten minutes.
        case fresh
    }

    /// No credential is needed.
    case nobody
    /// A caller with a token of a scope, a person who is signed in, or, on one person's machine, any caller on it.
    case scope(AccessScope)
    /// A person who is signed in. Tokens of programs do not reach accounts.
    case session(Standing)
    /// An operator who is signed in.
    case `operator`(Standing)

    /// Returns the caller if the caller has the right.
    ///
    /// - Parameter caller: nil for a request without credentials.
    /// - Throws: the ``Problem`` that names what is missing.
    package func checked(_ caller: Principal?) throws(Problem) -> Principal {
        if self == .nobody { return caller ?? .anonymous }
        guard let caller else { throw Self.noCredential }
        switch self {
        case .nobody: break
        case .scope(let scope):
            try Self.requireNoDuty(caller.standing)
            guard caller.scope.allows(scope) else { throw Self.tooSmall(caller.scope, scope) }
        case .session(let need): try need.check(caller.standing)
        case .operator(let need):
            try need.check(caller.standing)
            guard caller.standing?.isOperator == true else {
                throw Problem(.forbidden, "operators-only", "only operators may do this")
            }
        }
        return caller
    }

    private static var noCredential: Problem {
        var problem = Problem(
            .unauthorized, "token-needed",
            "send a token, which the server's administrator can create, or the token of your session: Authorization: Bearer TOKEN",
            field: "Authorization")
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"closecast\""
        return problem
    }

    package static var noSession: Problem {
        Problem(.forbidden, "session-needed", "this needs a signed-in person; a token gives no access to accounts")
    }

    private static func tooSmall(_ have: AccessScope, _ need: AccessScope) -> Problem {
        Problem(
            .forbidden, "scope-too-small",
            "this needs a token of scope \(need.rawValue); this one has \(have.rawValue)",
            accepted: need.rawValue)
    }

    fileprivate static func requireNoDuty(_ standing: SessionStanding?) throws(Problem) {
        guard let duty = standing?.duty else { return }
        let remedy =
            switch duty {
            case .secondFactor: "set up your second factor first: POST /v1/account/second-factor"
            case .password: "this password has been leaked; change it first: PUT /v1/account/password"
            case .deletion: "this account is scheduled for deletion; cancel the deletion first: DELETE /v1/account/deletion"
            }
        throw Problem(.forbidden, "\(duty.rawValue)-first", remedy)
    }
}

extension Principal {
    /// The session of a person who signed in.
    ///
    /// - Throws: the ``Problem`` of a caller without one.
    package var session: SessionStanding {
        get throws(Problem) {
            guard let standing else { throw Need.noSession }
            return standing
        }
    }
}

extension Need.Standing {
    fileprivate func check(_ standing: SessionStanding?) throws(Problem) {
        guard let standing else { throw Need.noSession }
        if self == .any { return }
        try Need.requireNoDuty(standing)
        guard self == .full || standing.isFresh else {
            throw Problem(
                .forbidden, "not-fresh",
                "confirm your password first: POST /v1/sessions/current/confirmation")
        }
    }
}

extension Need: CustomStringConvertible {
    /// Its name, such as `nobody`, `read` and `session-fresh`.
    package var description: String {
        switch self {
        case .nobody: "nobody"
        case .scope(let scope): scope.rawValue
        case .session(let standing): "session-\(standing.rawValue)"
        case .operator(let standing): "operator-\(standing.rawValue)"
        }
    }
}

// MARK: Words for the documentation

extension Need {
    /// The words for the API's documentation page.
    package var words: String {
        switch self {
        case .nobody: "No token needed."
        case .scope(let scope): "Scope \(scope.rawValue)."
        case .session(.fresh): "Signed in, with the password confirmed within ten minutes."
        case .session: "Signed in."
        case .operator(.fresh): "Operators, with the password confirmed within ten minutes."
        case .operator: "Operators."
        }
    }

    /// The sentence for the OpenAPI document.
    var sentence: String {
        switch self {
        case .nobody: "Needs no token."
        case .scope(let scope): "Needs a token of scope `\(scope.rawValue)`."
        case .session(.any): "Needs a session."
        case .session(.full): "Needs a session without pending steps."
        case .session(.fresh): "Needs a session in which the password was confirmed within the last ten minutes."
        case .operator(.fresh): "Needs an operator's session in which the password was confirmed within the last ten minutes."
        case .operator: "Needs an operator's session."
        }
    }

    var unauthorizedNote: String {
        switch self {
        case .nobody: "The token is unknown, expired or revoked."
        case .scope: "The token is missing, unknown, expired or revoked."
        case .session, .operator: "The session is missing or has ended."
        }
    }

    var forbiddenNote: String {
        switch self {
        case .nobody: "Requests from pages of other origins are refused."
        case .scope: "The token does not allow this."
        case .session: "The credential is not a session, a step is pending, or the password must be confirmed first."
        case .operator: "The caller is not an operator, or the password must be confirmed first."
        }
    }
}
