/// The reasons why a call outside the HTTP router, such as gRPC's, is rejected. Rejected tokens are an ``AccessError``.
package enum CallRefusal: Error, Equatable, Sendable {
    /// The call requires a token but has none.
    case tokenNeeded
    /// Its address or token sends too many calls.
    case tooMany(retryAfterSeconds: Int)
}

extension CallRefusal: CustomStringConvertible {
    /// A sentence for the client, with what to do.
    package var description: String {
        switch self {
        case .tokenNeeded:
            "send a token, which you or the server's administrator can create, in the metadata: authorization: Bearer TOKEN"
        case .tooMany(let seconds): "too many calls; try again in \(seconds) s"
        }
    }
}
