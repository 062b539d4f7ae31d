/// Why a token is not accepted, or cannot be made. No text ever holds a secret.
package enum AccessError: Error, Equatable, Sendable {
    /// What was sent has not the form of a token.
    case malformedToken
    /// No stored token has the secret.
    case unknownToken
    /// The token was revoked, in seconds since 1970-01-01 UTC.
    case revoked(id: String, at: Int)
    /// The token's time is over, since a second since 1970-01-01 UTC.
    case expired(id: String, at: Int)
    /// The token allows less than is needed.
    case scopeTooSmall(id: String, have: AccessScope, need: AccessScope)
    /// No token has the id.
    case noSuchToken(id: String)
    /// A token has the id or the hash of a new one.
    case tokenExists(id: String)
    /// No name of an owner.
    case badOwner(String)
    /// A new token that would be over when it begins.
    case expiresInThePast(at: Int, now: Int)
    /// A key of a request that is to be done once, of a form that is not accepted.
    case badIdempotencyKey(String)
}

extension AccessError: CustomStringConvertible {
    /// A stable word for programs.
    package var code: String {
        switch self {
        case .malformedToken: "token-malformed"
        case .unknownToken: "token-unknown"
        case .revoked: "token-revoked"
        case .expired: "token-expired"
        case .scopeTooSmall: "scope-too-small"
        case .noSuchToken: "no-such-token"
        case .tokenExists: "token-exists"
        case .badOwner: "bad-owner"
        case .expiresInThePast: "expires-in-the-past"
        case .badIdempotencyKey: "bad-idempotency-key"
        }
    }

    /// A sentence for whoever sent the token, who may have no more of the server than its address.
    package var toldToClient: String {
        let remedy = "ask whoever runs the server for"
        switch self {
        case .malformedToken: return "this is no token: expected closecast_ and 64 hexadecimal digits; \(remedy) one"
        case .unknownToken: return "no such token is known here; \(remedy) one"
        case .revoked(let id, _): return "token \(id) was revoked; \(remedy) another one"
        case .expired(let id, _): return "token \(id) has expired; \(remedy) another one"
        case .scopeTooSmall(let id, let have, let need):
            return "token \(id) allows \(have.rawValue), and this needs \(need.rawValue); \(remedy) one of that scope"
        case .noSuchToken(let id): return "there is no token \(id)"
        default: return description
        }
    }

    /// A sentence with what to do on the server's machine.
    package var description: String {
        switch self {
        case .malformedToken: "this is no token: expected closecast_ and 64 hexadecimal digits; make one: closecast token create"
        case .unknownToken: "no such token is known here; make one: closecast token create"
        case .revoked(let id, _): "token \(id) was revoked; make another one: closecast token create"
        case .expired(let id, _): "token \(id) has expired; make another one: closecast token create"
        case .scopeTooSmall(let id, let have, let need):
            "token \(id) allows \(have.rawValue), and this needs \(need.rawValue); make another one: "
                + "closecast token create --scope \(need.rawValue)"
        case .noSuchToken(let id): "there is no token \(id); see closecast token list"
        case .tokenExists(let id): "there is a token \(id) already; try again"
        case .badOwner(let name):
            "\"\(name)\" is no name of an owner; expected 1 to 64 letters, digits, '.', '-', '_' or '@', such as local"
        case .expiresInThePast: "the token would be over before it begins; give a day to come, or never"
        case .badIdempotencyKey(let key):
            "\"\(key.prefix(64))\" is no idempotency key; expected 1 to 255 visible ASCII characters, such as a UUID"
        }
    }
}
