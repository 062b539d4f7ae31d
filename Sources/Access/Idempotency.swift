import Platform

/// A request's answer, kept so that the same request, sent again, gets it again.
package struct IdempotentReply: Equatable, Sendable {
    /// A header's field.
    package struct Header: Equatable, Sendable {
        /// The field's name.
        package let name: String
        /// Its value. A line break in it, which HTTP forbids, is stored as a blank.
        package let value: String

        /// A header's field.
        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// HTTP's status, 100 to 599.
    package let status: Int
    /// The fields in their order; of those that differ from answer to answer, such as `Date`, the caller keeps none.
    package let headers: [Header]
    /// The body's bytes.
    package let body: [UInt8]

    /// An answer. Its status is 100 to 599.
    package init(status: Int, headers: [Header], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// A request that is to be done once, however often it is sent.
package struct IdempotentRequest: Hashable, Sendable {
    /// Whose it is: another owner's key is another one.
    package let owner: String
    /// What the client named it: 1 to 255 visible ASCII characters.
    package let key: String
    /// SHA-256 of what makes it the same request: method, path, query and body; 64 lower-case hexadecimal digits.
    package let requestHash: String

    /// - Throws: ``AccessError/badIdempotencyKey(_:)``.
    package init(owner: String, key: String, requestHash: String) throws(AccessError) {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badIdempotencyKey(key)
        }
        (self.owner, self.key, self.requestHash) = (owner, key, requestHash)
    }
}

/// What to do with a request that carries a key.
package enum IdempotencyStart: Equatable, Sendable {
    /// It is new: execute it, then ``IdempotencyRepository/finish(_:instance:with:)``, or
    /// ``IdempotencyRepository/release(_:instance:)`` where it failed without a trace.
    case new
    /// As ``new``, but it was begun before, by a process that is gone or ten minutes ago, and never finished. What it did may have been
    /// recorded: execute it again, which must find what was recorded by its key, as the journal does, and not record it twice.
    case interrupted
    /// Another request of this process is executing it: answer 409, and let the client try again.
    case inProgress
    /// It was done: send this.
    case replay(IdempotentReply)
    /// The key was used for another request: answer 422.
    case mismatch
}

/// One key of an owner, as it is kept.
package struct IdempotencyRecord: Equatable, Sendable {
    /// How long a key is kept, in seconds since it was begun: 24 hours.
    package static let lifetimeSeconds = 86_400
    /// A request of this process that was begun so many seconds ago and did not finish is taken for lost: ten minutes.
    package static let patienceSeconds = 600

    /// What the key was given for.
    package let request: IdempotentRequest
    /// The process that executes it, or did.
    package let instance: String
    /// Seconds since 1970-01-01 UTC.
    package let startedAt: Int
    /// The answer; nil while there is none.
    package let reply: IdempotentReply?

    /// A record.
    package init(request: IdempotentRequest, instance: String, startedAt: Int, reply: IdempotentReply?) {
        (self.request, self.instance, self.startedAt, self.reply) = (request, instance, startedAt, reply)
    }

    /// What a request that finds this record is to do; ``IdempotencyStart/new`` and ``IdempotencyStart/interrupted`` replace it.
    package func start(_ request: IdempotentRequest, instance: String, now: Int) -> IdempotencyStart {
        guard now - startedAt < Self.lifetimeSeconds else { return .new }
        guard ConstantTime.areEqual(self.request.requestHash, request.requestHash) else { return .mismatch }
        if let reply { return .replay(reply) }
        return self.instance == instance && now - startedAt < Self.patienceSeconds ? .inProgress : .interrupted
    }
}

/// Keeps which requests were done, by owner and key, for 24 hours.
///
/// A request is begun, executed, and finished. Whoever is killed between execution and finish leaves a record without an answer: the
/// next process finds that it was begun by another ``instance`` and executes it again, so nothing is lost; that nothing is done twice is
/// the keys' work with which the journal records. One server process at a time serves a file: a second one would take the first one's
/// requests for those of a dead process.
///
/// All outlive the cancellation of the task that calls them: a client that goes away leaves no request in progress for good.
package protocol IdempotencyRepository: Sendable {
    /// Looks a key up, and makes or takes over its record where the request is to be executed, in one step. Drops records of more than
    /// ``IdempotencyRecord/lifetimeSeconds``.
    ///
    /// - Parameters:
    ///   - instance: names this process, from ``ProcessInstance``.
    ///   - now: seconds since 1970-01-01 UTC.
    func begin(_ request: IdempotentRequest, instance: String, now: Int) async throws -> IdempotencyStart
    /// Keeps the answer of a request that this process began.
    ///
    /// - Returns: false, and nothing changes, where the record is no longer this process's, or there is none.
    @discardableResult func finish(
        _ request: IdempotentRequest, instance: String, with reply: IdempotentReply
    ) async throws -> Bool
    /// Gives up a request that this process began and that failed at a point where something may have been recorded: sent again, it is
    /// ``IdempotencyStart/interrupted``.
    func interrupt(_ request: IdempotentRequest, instance: String) async throws
    /// Forgets a request that this process began and did not do, so that it may be sent again.
    func release(_ request: IdempotentRequest, instance: String) async throws
    /// Drops records that were begun before a moment, and returns how many.
    @discardableResult func purgeIdempotency(startedBefore time: Int) async throws -> Int
}

/// Names a process: two that run one after the other are told apart.
package enum ProcessInstance {
    /// 32 hexadecimal digits of random, one for each start of a server.
    package static func make() -> String { RandomID.hexadecimal(digits: 32) }
}
