/// The reasons why a token is rejected or cannot be created. No message contains a secret.
package enum AccessError: Error, Equatable, Sendable {
    /// The text does not have the form of a token.
    case malformedToken
    /// No stored token has this secret.
    case unknownToken
    /// The token was revoked at this time, in seconds since 1970-01-01 UTC.
    case revoked(id: String, at: Int)
    /// The token expired at this time, in seconds since 1970-01-01 UTC.
    case expired(id: String, at: Int)
    /// The token's scope does not include the required one.
    case insufficientScope(id: String, have: AccessScope, need: AccessScope)
    /// No token has this id.
    case noSuchToken(id: String)
    /// Another token has the id or the hash of a new one.
    case tokenExists(id: String)
    /// The text is not a valid owner name.
    case badOwner(String)
    /// A new token would expire before it is created.
    case expiresInThePast(at: Int, now: Int)
    /// An idempotency key has an invalid form.
    case badIdempotencyKey(String)
}

extension AccessError: CustomStringConvertible {
    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .malformedToken: "token-malformed"
        case .unknownToken: "token-unknown"
        case .revoked: "token-revoked"
        case .expired: "token-expired"
        case .insufficientScope: "scope-too-small"
        case .noSuchToken: "no-such-token"
        case .tokenExists: "token-exists"
        case .badOwner: "bad-owner"
        case .expiresInThePast: "expires-in-the-past"
        case .badIdempotencyKey: "bad-idempotency-key"
        }
    }

    /// A sentence for the sender of the token, who may have no access to the server's machine.
    package var clientDescription: String {
        let remedy = "create one in your account, or ask the server's administrator for one"
        switch self {
        case .malformedToken: return "this is not a token: expected closecast_ and 64 hexadecimal digits; \(remedy)"
        case .unknownToken: return "this token is unknown; \(remedy)"
        case .revoked(let id, _): return "token \(id) was revoked; \(remedy)"
        case .expired(let id, _): return "token \(id) has expired; \(remedy)"
        case .insufficientScope(let id, let have, let need):
            return "token \(id) allows \(have.rawValue), and this needs \(need.rawValue); \(remedy)"
        case .noSuchToken(let id): return "no token has the id \(id)"
        default: return description
        }
    }

    /// A sentence with what to do on the server's machine.
    package var description: String {
        switch self {
        case .malformedToken:
            "this is not a token: expected closecast_ and 64 hexadecimal digits; create one: closecast token create"
        case .unknownToken: "this token is unknown; create one: closecast token create"
        case .revoked(let id, _): "token \(id) was revoked; create another one: closecast token create"
        case .expired(let id, _): "token \(id) has expired; create another one: closecast token create"
        case .insufficientScope(let id, let have, let need):
            "token \(id) allows \(have.rawValue), and this needs \(need.rawValue); create another one: "
                + "closecast token create --scope \(need.rawValue)"
        case .noSuchToken(let id): "no token has the id \(id); see closecast token list"
        case .tokenExists(let id): "a token \(id) already exists; try again"
        case .badOwner(let name):
            "\"\(name)\" is not a valid owner; expected 1 to 64 letters, digits, '.', '-', '_' or '@', such as local"
        case .expiresInThePast: "the expiry date is in the past; give a future day, or never"
        case .badIdempotencyKey(let key):
            "\"\(key.prefix(64))\" is not a valid idempotency key; expected 1 to 255 visible ASCII characters, such as a UUID"
        }
    }
}
