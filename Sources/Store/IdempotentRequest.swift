import Access
import Platform

/// A request's answer, stored so that the same request gets it again.
package struct IdempotentReply: Equatable, Sendable {
    /// A header field.
    package struct Header: Equatable, Sendable {
        /// The field's name.
        package let name: String
        /// The field's value. Line breaks, which HTTP forbids, are stored as blanks.
        package let value: String

        /// Creates a header field.
        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The HTTP status, 100 to 599.
    package let status: Int
    /// The fields in order. The caller omits those that differ between responses, such as `Date`.
    package let headers: [Header]
    /// The body.
    package let body: [UInt8]

    /// Creates a response with a status from 100 to 599.
    package init(status: Int, headers: [Header], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// A request that is executed only once, however often it is sent.
package struct IdempotentRequest: Hashable, Sendable {
    /// The owner; equal keys of different owners are unrelated.
    package let owner: String
    /// The client's key: 1 to 255 visible ASCII characters.
    package let key: String
    /// The SHA-256 of method, path, query and body without secrets, which identify the request; 64 lower-case hexadecimal digits.
    package let requestHash: String

    /// Creates a request.
    ///
    /// - Throws: ``AccessError/badIdempotencyKey(_:)``.
    package init(owner: String, key: String, requestHash: String) throws(AccessError) {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badIdempotencyKey(key)
        }
        (self.owner, self.key, self.requestHash) = (owner, key, requestHash)
    }
}

/// What to do with a request that has a key.
package enum IdempotencyStart: Equatable, Sendable {
    /// The request is new: execute it, then call ``Store/finish(_:instance:with:)``, or
    /// ``Store/release(_:instance:)`` if it failed without effects.
    case new
    /// Like ``new``, but the request was started before, by a process that ended or more than ten minutes ago, and never
    /// finished. It may have had effects. Execute it again in a way that recognizes recorded effects by their keys, as the
    /// journal does, and does not record them twice.
    case interrupted
    /// This process is already executing the request: respond with 409, so that the client retries.
    case inProgress
    /// The request was already executed: send this response.
    case replay(IdempotentReply)
    /// The key was used for a different request: respond with 422.
    case mismatch
}

/// The stored record of an owner's key.
package struct IdempotencyRecord: Equatable, Sendable {
    /// How long a key is kept after its start, in seconds: 24 hours.
    package static let lifetimeSeconds = 86_400
    /// A request of this process that has not finished after this time, in seconds, is considered lost: ten minutes.
    package static let patienceSeconds = 600

    /// The request for which the key was used.
    package let request: IdempotentRequest
    /// The process that is executing, or has executed, the request.
    package let instance: String
    /// The start, in seconds since 1970-01-01 UTC.
    package let startedAt: Int
    /// The response; nil if there is none yet.
    package let reply: IdempotentReply?

    /// Creates a record.
    package init(request: IdempotentRequest, instance: String, startedAt: Int, reply: IdempotentReply?) {
        (self.request, self.instance, self.startedAt, self.reply) = (request, instance, startedAt, reply)
    }

    /// Returns what to do with a request that finds this record. For ``IdempotencyStart/new`` and
    /// ``IdempotencyStart/interrupted`` the record is replaced.
    package func start(_ request: IdempotentRequest, instance: String, now: Int) -> IdempotencyStart {
        guard now - startedAt < Self.lifetimeSeconds else { return .new }
        guard ConstantTime.areEqual(self.request.requestHash, request.requestHash) else { return .mismatch }
        if let reply { return .replay(reply) }
        return self.instance == instance && now - startedAt < Self.patienceSeconds ? .inProgress : .interrupted
    }
}

/// Ids of processes, which distinguish successive runs.
package enum ProcessInstance {
    /// 32 hexadecimal digits of random, one for each start of a server.
    package static func make() -> String { RandomID.hexadecimal(digits: 32) }
}
