import Store

extension IdentityRecords {
    // MARK: Verifications

    private static let verificationColumns = """
        owner, phone, phone_last_four, phone_verified_at, code, code_phone, code_last_four, code_expires_at, code_failures, state,
        attempt, submitted_at, decided_at, decided_by, reason
        """

    package func verification(of owner: String) throws -> Verification? {
        try row("SELECT \(Self.verificationColumns) FROM verifications WHERE owner = ?", [owner]).map(Verification.init)
    }

    /// Verifications that wait for a decision, the longest waiting first.
    package func pendingVerifications(limit: Int) throws -> [Verification] {
        try rows(
            """
            SELECT \(Self.verificationColumns) FROM verifications WHERE state = 'pending' ORDER BY submitted_at, owner LIMIT ?
            """, [limit]
        ).map(Verification.init)
    }

    package func save(_ verification: Verification) throws {
        let (phone, code, decision) = (verification.phone, verification.code, verification.decision)
        try run(
            """
            INSERT INTO verifications (\(Self.verificationColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
                phone = excluded.phone, phone_last_four = excluded.phone_last_four, phone_verified_at = excluded.phone_verified_at,
                code = excluded.code, code_phone = excluded.code_phone, code_last_four = excluded.code_last_four,
                code_expires_at = excluded.code_expires_at, code_failures = excluded.code_failures, state = excluded.state,
                attempt = excluded.attempt, submitted_at = excluded.submitted_at, decided_at = excluded.decided_at,
                decided_by = excluded.decided_by, reason = excluded.reason
            """,
            [
                verification.owner, phone?.sealed, phone?.lastFour, phone?.verifiedAt, code?.stored, code?.sealedPhone,
                code?.lastFour, code?.expiresAt, code?.failures ?? 0, verification.state.rawValue, verification.attempt,
                verification.submittedAt, decision?.time, decision?.decidedBy, decision?.reason,
            ])
    }

    // MARK: Codes

    /// Codes are counted over at most a day.
    package func noteCode(of owner: String, to number: String, at time: Int) throws {
        try run("DELETE FROM phone_codes WHERE sent_at <= ?", [time - 86_400])
        try run("INSERT INTO phone_codes (owner, number, sent_at) VALUES (?, ?, ?)", [owner, number, time])
    }

    /// The times at which codes were sent to a person since a time, oldest first.
    package func codeTimes(of owner: String, since time: Int) throws -> [Int] {
        try rows("SELECT sent_at FROM phone_codes WHERE owner = ? AND sent_at >= ? ORDER BY sent_at", [owner, time])
            .map { try $0.decode(atIndex: 0) }
    }

    /// The times at which codes were sent to a number since a time, for any person, oldest first.
    package func codeTimes(to number: String, since time: Int) throws -> [Int] {
        try rows("SELECT sent_at FROM phone_codes WHERE number = ? AND sent_at >= ? ORDER BY sent_at", [number, time])
            .map { try $0.decode(atIndex: 0) }
    }

    // MARK: Documents

    private static let documentColumns = "id, owner, kind, side, attempt, created_at, delete_at, deleted_at"

    /// All documents of a person, oldest first, including those whose content is deleted.
    package func documents(of owner: String) throws -> [IdentityDocument] {
        try rows(
            "SELECT \(Self.documentColumns) FROM verification_documents WHERE owner = ? ORDER BY created_at, rowid", [owner]
        ).map(IdentityDocument.init)
    }

    package func insert(_ document: IdentityDocument, content: String) throws {
        try run(
            """
            INSERT INTO verification_documents (id, owner, kind, side, attempt, content, created_at, delete_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                document.id, document.owner, document.kind.rawValue, document.side.rawValue, document.attempt, content,
                document.createdAt, document.deleteAt,
            ])
        try quotas.checkPictures(of: document.owner, added: content.utf8.count, in: connection)
    }

    /// Stores when a document's content is to be deleted.
    package func update(_ document: IdentityDocument) throws {
        try run("UPDATE verification_documents SET delete_at = ? WHERE id = ?", [document.deleteAt, document.id])
    }

    /// The encrypted content; nil if it is deleted.
    package func content(ofDocument id: String) throws -> String? {
        try row("SELECT content FROM verification_documents WHERE id = ?", [id])?
            .decode(String?.self, atIndex: 0)
    }

    package func deleteContent(ofDocument id: String, at time: Int) throws {
        try run("UPDATE verification_documents SET content = NULL, deleted_at = ? WHERE id = ? AND deleted_at IS NULL", [time, id])
    }

    /// Documents whose content is due for deletion at a time, in seconds since 1970-01-01 UTC.
    package func dueDocuments(at time: Int, limit: Int) throws -> [IdentityDocument] {
        try rows(
            """
            SELECT \(Self.documentColumns) FROM verification_documents
            WHERE deleted_at IS NULL AND delete_at <= ? ORDER BY delete_at, id LIMIT ?
            """, [time, limit]
        ).map(IdentityDocument.init)
    }

    package func insert(_ look: DocumentLook, of owner: String) throws {
        try run(
            "INSERT INTO document_looks (document, owner, operator, time) VALUES (?, ?, ?, ?)",
            [look.document, owner, look.lookedBy, look.time])
    }

    /// The times at which operators looked at a person's documents, newest first.
    package func looks(of owner: String, limit: Int) throws -> [DocumentLook] {
        try rows(
            "SELECT document, operator, time FROM document_looks WHERE owner = ? ORDER BY time DESC, rowid DESC LIMIT ?",
            [owner, limit]
        ).map { row in
            DocumentLook(
                document: try row.decode(atIndex: 0), lookedBy: try row.decode(atIndex: 1), time: try row.decode(atIndex: 2))
        }
    }

    // MARK: People

    package func contact(ofOwner owner: String) throws -> PersonContact? {
        try row("SELECT id, owner, name, email FROM people WHERE owner = ?", [owner]).map(PersonContact.init)
    }

    /// - Parameter person: the id of the account with which the person signs in.
    package func contact(ofPerson person: String) throws -> PersonContact? {
        try row("SELECT id, owner, name, email FROM people WHERE id = ?", [person]).map(PersonContact.init)
    }
}

extension PersonContact {
    /// - Parameter row: it begins with id, owner, name and address.
    init(_ row: StoredRow) throws {
        self.init(
            person: try row.decode(atIndex: 0), owner: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2),
            address: try row.decode(atIndex: 3))
    }
}

extension Verification {
    fileprivate init(_ row: StoredRow) throws {
        self.init(owner: try row.decode(forColumn: "owner"))
        if let sealed = try row.decode(String?.self, forColumn: "phone") {
            phone = Phone(
                sealed: sealed, lastFour: try row.decode(forColumn: "phone_last_four"),
                verifiedAt: try row.decode(forColumn: "phone_verified_at"))
        }
        if let stored = try row.decode(String?.self, forColumn: "code") {
            code = SentCode(
                stored: stored, sealedPhone: try row.decode(forColumn: "code_phone"),
                lastFour: try row.decode(forColumn: "code_last_four"), expiresAt: try row.decode(forColumn: "code_expires_at"),
                failures: try row.decode(forColumn: "code_failures"))
        }
        state = try row.choice("state")
        attempt = try row.decode(forColumn: "attempt")
        submittedAt = try row.decode(forColumn: "submitted_at")
        if let time = try row.decode(Int?.self, forColumn: "decided_at") {
            decision = Decision(
                time: time, decidedBy: try row.decode(forColumn: "decided_by"), reason: try row.decode(forColumn: "reason"))
        }
    }
}

extension IdentityDocument {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), kind: try row.choice("kind"),
            side: try row.choice("side"), attempt: try row.decode(forColumn: "attempt"),
            createdAt: try row.decode(forColumn: "created_at"), deleteAt: try row.decode(forColumn: "delete_at"),
            deletedAt: try row.decode(forColumn: "deleted_at"))
    }
}
