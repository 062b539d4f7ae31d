import Access
import People
import Platform
import Store

/// Identity verification: first a telephone, then photos of a document, then an operator's decision. Each step is stored.
package struct Verifications: Sendable {
    let parts: IdentityParts

    /// The maximum number of documents in an attempt.
    package static let mostDocuments = 6
    /// The codes that a person can request in an hour, and that a number can get in a day, for all people together.
    package static let (mostCodesAnHour, mostCodesToNumber) = (3, 5)

    /// The state of a person's verification.
    package struct Status: Sendable {
        /// False if the server has no accounts, and so no operator who could decide.
        package let isNeeded: Bool
        package let level: VerificationLevel
        package let verification: Verification
        /// The documents of the present attempt, and older ones.
        package let documents: [IdentityDocument]
        package let looks: [DocumentLook]

        /// The documents that count for the present attempt.
        package var present: [IdentityDocument] {
            documents.filter { $0.attempt == verification.attempt && $0.deletedAt == nil }
        }
    }

    package func status(of owner: String) async throws -> Status {
        let isNeeded = parts.services != nil
        return try await parts.read { change in
            let records = change.records
            return Status(
                isNeeded: isNeeded, level: try change.level(of: owner),
                verification: try records.verification(of: owner) ?? Verification(owner: owner),
                documents: try records.documents(of: owner), looks: try records.looks(of: owner, limit: 100))
        }
    }

    // MARK: Phone

    /// Sends a code to a telephone. An earlier code no longer works.
    ///
    /// - Parameter language: the language of the message, such as `en`.
    /// - Throws: ``VerificationError/badPhone``, ``VerificationError/tooManyCodes(retryAfterSeconds:)``,
    ///   ``VerificationError/waiting``, ``VerificationError/alreadyAccepted``, ``VerificationError/notSent``,
    ///   ``VerificationError/notNeeded``.
    package func sendCode(to typed: String, language: String, of owner: String) async throws {
        let services = try parts.requiredServices()
        guard let phone = PhoneNumber(parsing: typed) else { throw VerificationError.badPhone }
        let (code, vault) = (OneTimeCode(), services.vault)
        let sealed = vault.seal(Array(phone.text.utf8), table: "verifications", row: owner, column: "phone")
        let stored = vault.seal(Array(code.stored().text.utf8), table: "verifications", row: owner, column: "code")
        let number = vault.digest(of: "phone \(phone.text)")
        try await parts.change { change in
            try change.open(owner)
            var verification = try change.changeable(of: owner)
            try change.takeCode(of: owner, to: number)
            verification.code = Verification.SentCode(
                stored: stored, sealedPhone: sealed, lastFour: phone.lastFour,
                expiresAt: change.now + Verification.SentCode.seconds)
            try change.records.save(verification)
        }
        let message = CodeMessage(phone: phone, code: code.text, minutes: Verification.SentCode.seconds / 60, language: language)
        do {
            try await services.sender.send(message)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw VerificationError.notSent
        }
    }

    /// Confirms the telephone with the code. The account's level becomes `basic`.
    ///
    /// - Throws: ``VerificationError/noCode``, ``VerificationError/wrongCode(left:)``, ``VerificationError/waiting``,
    ///   ``VerificationError/alreadyAccepted``, ``VerificationError/notNeeded``.
    package func confirmPhone(code typed: String, of owner: String) async throws {
        let vault = try parts.requiredServices().vault
        // A wrong attempt must be counted, so the transaction does not throw.
        let left: Int? = try await parts.change { change in
            var verification = try change.changeable(of: owner)
            guard var code = verification.code, code.works(at: change.now) else { throw VerificationError.noCode }
            let hash = try vault.open(code.stored, table: "verifications", row: owner, column: "code")
            guard let tried = OneTimeCode(typed: typed),
                StoredOneTimeCode(stored: String(decoding: hash, as: UTF8.self)).matches(tried)
            else {
                code.failures += 1
                verification.code = code
                try change.records.save(verification)
                return Verification.SentCode.mostFailures - code.failures
            }
            verification.phone = Verification.Phone(sealed: code.sealedPhone, lastFour: code.lastFour, verifiedAt: change.now)
            verification.code = nil
            try change.records.save(verification)
            try change.raise(owner, to: .basic)
            return nil
        }
        if let left { throw left > 0 ? VerificationError.wrongCode(left: left) : VerificationError.noCode }
    }

    // MARK: Documents

    /// Checks whether a document can be added, before its picture is decoded.
    ///
    /// - Throws: as ``addDocument(_:_:_:of:)``.
    package func checkRoom(_ kind: IdentityDocument.Kind, _ side: IdentityDocument.Side, of owner: String) async throws {
        _ = try parts.requiredServices()
        try await parts.read { change in _ = try change.openAttempt(kind, side, of: owner) }
    }

    /// Adds a photo to the present attempt, replacing an earlier one of the same side.
    ///
    /// - Parameter jpeg: the re-encoded picture.
    /// - Throws: ``VerificationError/sideNotNeeded(_:_:)``, ``VerificationError/phoneFirst``, ``VerificationError/waiting``,
    ///   ``VerificationError/alreadyAccepted``, ``VerificationError/tooManyDocuments(most:)``, ``VerificationError/notNeeded``.
    package func addDocument(
        _ jpeg: [UInt8], _ kind: IdentityDocument.Kind, _ side: IdentityDocument.Side, of owner: String
    ) async throws -> IdentityDocument {
        let vault = try parts.requiredServices().vault
        let id = "d_" + RandomID.hexadecimal(digits: 16)
        let content = vault.seal(jpeg, table: "verification_documents", row: id, column: "content")
        return try await parts.change { change in
            let (verification, replaced) = try change.openAttempt(kind, side, of: owner)
            if let replaced { try change.records.deleteContent(ofDocument: replaced.id, at: change.now) }
            let document = IdentityDocument(
                id: id, owner: owner, kind: kind, side: side, attempt: verification.attempt, createdAt: change.now,
                // Photos that are never submitted are deleted too.
                deleteAt: change.documentEnd)
            try change.records.save(verification)
            try change.records.insert(document, content: content)
            return document
        }
    }

    /// Deletes the content of a photo that was added but not submitted.
    ///
    /// - Throws: ``VerificationError/noDocument(_:)``, ``VerificationError/phoneFirst``, ``VerificationError/waiting``,
    ///   ``VerificationError/alreadyAccepted``, ``VerificationError/notNeeded``.
    package func removeDocument(_ id: String, of owner: String) async throws {
        _ = try parts.requiredServices()
        try await parts.change { change in
            guard let document = try change.records.documents(of: owner).first(where: { $0.id == id }) else {
                throw VerificationError.noDocument(id)
            }
            let verification = try change.withPhone(of: owner)
            // After a refusal, the photos belong to the decision.
            guard document.attempt == verification.attempt, document.deletedAt == nil, verification.state != .refused else {
                throw VerificationError.noDocument(id)
            }
            try change.records.deleteContent(ofDocument: id, at: change.now)
        }
    }

    /// Submits the documents: they wait for a decision, as long as photos are kept.
    ///
    /// - Throws: ``VerificationError/phoneFirst``, ``VerificationError/noDocuments``, ``VerificationError/sideMissing(_:_:)``,
    ///   ``VerificationError/waiting``, ``VerificationError/alreadyAccepted``, ``VerificationError/notNeeded``.
    package func submit(of owner: String) async throws {
        _ = try parts.requiredServices()
        try await parts.change { change in
            var verification = try change.withPhone(of: owner)
            let documents = try change.records.documents(of: owner).filter {
                $0.attempt == verification.attempt && $0.deletedAt == nil
            }
            // After a refusal, the old documents belong to another attempt.
            guard verification.state != .refused, let kind = documents.first?.kind else { throw VerificationError.noDocuments }
            let isComplete = Dictionary(grouping: documents, by: \.kind).contains { kind, photos in
                kind.sides.allSatisfy { side in photos.contains { $0.side == side } }
            }
            if !isComplete {
                let missing = kind.sides.first { side in !documents.contains { $0.kind == kind && $0.side == side } }
                throw VerificationError.sideMissing(kind, missing ?? .front)
            }
            for var document in documents {
                document.deleteAt = change.documentEnd
                try change.records.update(document)
            }
            verification.state = .pending
            verification.submittedAt = change.now
            try change.records.save(verification)
        }
    }

    /// Returns one of the person's own photos; nil if there is none, or its content is deleted.
    package func photo(_ id: String, of owner: String) async throws -> [UInt8]? {
        guard let vault = parts.services?.vault else { return nil }
        let content = try await parts.read { change in
            guard try change.records.documents(of: owner).contains(where: { $0.id == id }) else { return nil as String? }
            return try change.records.content(ofDocument: id)
        }
        return try content.map { try vault.open($0, table: "verification_documents", row: id, column: "content") }
    }

    // MARK: By the clock

    /// Returns true if the content of a document is due for deletion, within the transaction of a capability that does due work.
    ///
    /// - Parameter time: seconds since 1970-01-01 UTC.
    package static func isDeletionDue(at time: Int, in connection: Connection) throws -> Bool {
        try !IdentityRecords(connection: connection).dueDocuments(at: time, limit: 1).isEmpty
    }

    /// Deletes the content of expired documents; their records remain. A person who waited for a decision about them is asked for
    /// new ones.
    ///
    /// - Returns: the number of deleted documents.
    @discardableResult package func deleteDue() async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let (deleted, events) = try await parts.change { try $0.deleteDueDocuments(limit: 20) }
            if let people = parts.services?.people { events.forEach(people.observe) }
            count += deleted
            guard deleted == 20 else { break }
        }
        return count
    }
}

extension IdentityChange {
    fileprivate func verification(of owner: String) throws -> Verification {
        try records.verification(of: owner) ?? Verification(owner: owner)
    }

    /// Counts a code that is about to be sent.
    fileprivate func takeCode(of owner: String, to number: String) throws {
        let own = try records.codeTimes(of: owner, since: now - 3600 + 1)
        if own.count >= Verifications.mostCodesAnHour {
            throw VerificationError.tooManyCodes(retryAfterSeconds: own[own.count - Verifications.mostCodesAnHour] + 3600 - now)
        }
        let all = try records.codeTimes(to: number, since: now - 86_400 + 1)
        if all.count >= Verifications.mostCodesToNumber {
            throw VerificationError.tooManyCodes(retryAfterSeconds: all[all.count - Verifications.mostCodesToNumber] + 86_400 - now)
        }
        try records.noteCode(of: owner, to: number, at: now)
    }

    /// Returns a verification that the person can still change. This includes the telephone, since the decision also covers its
    /// owner.
    fileprivate func changeable(of owner: String) throws -> Verification {
        let verification = try verification(of: owner)
        switch verification.state {
        case .pending: throw VerificationError.waiting
        case .accepted: throw VerificationError.alreadyAccepted
        case .none, .moreNeeded, .refused: return verification
        }
    }

    /// Returns a verification whose documents can be changed.
    fileprivate func withPhone(of owner: String) throws -> Verification {
        let verification = try changeable(of: owner)
        guard verification.phone != nil else { throw VerificationError.phoneFirst }
        return verification
    }

    /// Returns the attempt that a new photo belongs to (after a refusal, the next one), and the photo that it replaces.
    fileprivate func openAttempt(
        _ kind: IdentityDocument.Kind, _ side: IdentityDocument.Side, of owner: String
    ) throws -> (Verification, replaced: IdentityDocument?) {
        guard kind.sides.contains(side) else { throw VerificationError.sideNotNeeded(kind, side) }
        var verification = try withPhone(of: owner)
        if verification.state == .refused {
            verification.state = .none
            verification.attempt += 1
        }
        let present = try records.documents(of: owner).filter { $0.attempt == verification.attempt && $0.deletedAt == nil }
        let replaced = present.first { $0.kind == kind && $0.side == side }
        guard replaced != nil || present.count < Verifications.mostDocuments else {
            throw VerificationError.tooManyDocuments(most: Verifications.mostDocuments)
        }
        return (verification, replaced)
    }

    fileprivate func deleteDueDocuments(limit: Int) throws -> (count: Int, events: [SecurityEvent]) {
        let due = try records.dueDocuments(at: now, limit: limit)
        var events: [SecurityEvent] = []
        for document in due {
            try records.deleteContent(ofDocument: document.id, at: now)
            events += try askAgain(for: document)
        }
        return (due.count, events)
    }

    /// Ends the wait for a decision about a deleted photo: the person must send photos again.
    ///
    /// - Returns: the logged events.
    private func askAgain(for document: IdentityDocument) throws -> [SecurityEvent] {
        var verification = try verification(of: document.owner)
        guard verification.state == .pending, verification.attempt == document.attempt else { return [] }
        verification.state = .moreNeeded
        verification.decision = Verification.Decision(
            time: now, decidedBy: Verification.Decision.clock, reason: Verification.Decision.tooOld)
        try records.save(verification)
        guard let services = parts.services, let contact = try records.contact(ofOwner: document.owner) else { return [] }
        let notices = IdentityNotices(services.people, records.people, .clock)
        try notices.decided(verification.state.rawValue, of: contact.person)
        return notices.events
    }
}
