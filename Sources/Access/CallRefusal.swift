/// Why a call that does not come through the router, such as gRPC's, is not answered; ``AccessError`` where its token is the reason.
package enum CallRefusal: Error, Equatable, Sendable {
    /// It has no token and needs one.
    case tokenNeeded
    /// Its address or token sends more calls than are answered.
    case tooMany(retryAfterSeconds: Int)
}

extension CallRefusal: CustomStringConvertible {
    /// A sentence for the client, with what to do.
    package var description: String {
        switch self {
        case .tokenNeeded:
            "send a token, which whoever runs the server makes, in the metadata: authorization: Bearer TOKEN"
        case .tooMany(let seconds): "too many calls; try again in \(seconds) s"
        }
    }
}
