import Store

/// What the use cases of verifications share. It is a class because each use case holds it.
package final class IdentityParts: Sendable {
    package let store: Store
    /// What verifications need from outside; nil without accounts, where there is no operator who could decide.
    package let services: IdentityServices?
    /// How long documents are kept after they were added or submitted, in days.
    package let documentDays: Int
    let levels: any PersonLevels
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int

    package init(
        _ store: Store, _ services: IdentityServices?, documentDays: Int, levels: any PersonLevels,
        now: @escaping @Sendable () -> Int
    ) {
        (self.store, self.services, self.documentDays) = (store, services, documentDays)
        (self.levels, self.now) = (levels, now)
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (IdentityChange) throws -> Value) async throws -> Value {
        let (now, parts) = (now(), self)
        return try await store.changeIdentity { records in
            try body(IdentityChange(records: records, now: now, parts: parts))
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (IdentityChange) throws -> Value) async throws -> Value {
        let (now, parts) = (now(), self)
        return try await store.readIdentity { records in
            try body(IdentityChange(records: records, now: now, parts: parts))
        }
    }

    /// - Throws: ``VerificationError/notNeeded``.
    func requiredServices() throws(VerificationError) -> IdentityServices {
        guard let services else { throw .notNeeded }
        return services
    }
}

/// One transaction on verifications.
struct IdentityChange {
    let records: IdentityRecords
    /// Seconds since 1970-01-01 UTC.
    let now: Int
    let parts: IdentityParts

    /// When the content of a document that is added or submitted now is deleted.
    var documentEnd: Int { now + parts.documentDays * 86_400 }

    func level(of owner: String) throws -> VerificationLevel { try parts.levels.level(of: owner, in: records.connection) }

    /// Creates the owner's rows, to which those of a verification refer.
    func open(_ owner: String) throws { try parts.levels.open(owner, at: now, in: records.connection) }

    func raise(_ owner: String, to level: VerificationLevel) throws {
        try parts.levels.raise(owner, to: level, at: now, in: records.connection)
    }
}
