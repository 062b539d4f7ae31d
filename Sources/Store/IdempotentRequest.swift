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

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The HTTP status, 100 to 599.
    package let status: Int
    /// The fields in order. The caller omits those that differ between responses, such as `Date`.
    package let headers: [Header]
    package let body: [UInt8]

    /// Creates a response with a status from 100 to 599.
    package init(status: Int, headers: [Header], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// A request that is executed only once, however often it is sent.
package struct IdempotentRequest: Hashable, Sendable {
    /// How long a key and its answer are kept, in seconds: 24 hours.
    package static let lifetimeSeconds = 86_400

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

/// Ids of processes, which distinguish successive runs.
package enum ProcessInstance {
    /// 32 hexadecimal digits of random, one for each start of a server.
    package static func make() -> String { RandomID.hexadecimal(digits: 32) }
}
