/// Why a use case refused a request.
package struct Refusal: Error, Equatable {
    /// The kind of refusal: determines the HTTP status and the exit status of the command line.
    package enum Kind: Sendable {
        case forbidden, missing, conflict, invalid
        /// Too many requests: the same request may succeed later, so the refusal is not stored with its key.
        case tooMuch
    }

    /// A stable code for programs; pages look up their own text by it.
    package let code: String
    package let kind: Kind
    /// A sentence for programs and logs.
    package let detail: String
    /// The JSON pointer of the input's member that the refusal concerns.
    package let field: String?
    /// What was sent there.
    package let value: String?
    /// What is accepted there.
    package let accepted: String?
    /// When the same request may succeed, in seconds from now.
    package let retryAfterSeconds: Int?

    package init(
        _ code: String, _ kind: Kind, _ detail: String, field: String? = nil, value: String? = nil, accepted: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        (self.code, self.kind, self.detail) = (code, kind, detail)
        (self.field, self.value, self.accepted, self.retryAfterSeconds) = (field, value, accepted, retryAfterSeconds)
    }
}

/// The errors of a capability: its only table of error codes.
package protocol Refusable: Error {
    var refusal: Refusal { get }
}
