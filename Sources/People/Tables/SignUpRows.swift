import GRDB
import Notices
import Store

extension PeopleRecords {
    // MARK: Sign-ups

    private static let signUpColumns = "id, email, name, password, language, created_at"

    package func signUp(id: String) throws -> SignUp? {
        try row("SELECT \(Self.signUpColumns) FROM sign_ups WHERE id = ?", [id]).map(SignUp.init)
    }

    package func latestSignUp(email key: String) throws -> SignUp? {
        try row(
            "SELECT \(Self.signUpColumns) FROM sign_ups WHERE email_key = ? ORDER BY position DESC LIMIT 1", [key]
        ).map(SignUp.init)
    }

    package func insert(_ signUp: SignUp) throws {
        try run(
            "INSERT INTO sign_ups (id, email, email_key, name, password, language, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                signUp.id, signUp.email.text, signUp.email.key, signUp.name, signUp.password, signUp.language.rawValue,
                signUp.createdAt,
            ])
    }

    package func removeSignUps(email key: String) throws { try removeSignUps("email_key = ?", key) }
    package func removeSignUps(before time: Int) throws { try removeSignUps("created_at < ?", time) }

    private func removeSignUps(_ condition: String, _ value: any StoredValueConvertible) throws {
        let ids = "SELECT id FROM sign_ups WHERE \(condition)"
        for row in try rows(ids, [value]) { try removeNotices(of: row.decode(atIndex: 0)) }
        try run("DELETE FROM links WHERE subject IN (\(ids))", [value])
        try run("DELETE FROM sign_ups WHERE \(condition)", [value])
    }

    // MARK: Invitations

    private static let invitationColumns = """
        id, hash, email, role, takes_over, invited_by, created_at, expires_at, ended_at, accepted_by
        """

    package func invitation(id: String) throws -> Invitation? {
        try row("SELECT \(Self.invitationColumns) FROM invitations WHERE id = ?", [id]).map(Invitation.init)
    }

    package func invitation(hash: String) throws -> Invitation? {
        try row("SELECT \(Self.invitationColumns) FROM invitations WHERE hash = ?", [hash]).map(Invitation.init)
    }

    package func invitations() throws -> [Invitation] {
        try rows("SELECT \(Self.invitationColumns) FROM invitations ORDER BY position DESC").map(Invitation.init)
    }

    package func save(_ invitation: Invitation) throws {
        try run(
            """
            INSERT INTO invitations (\(Self.invitationColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at, ended_at = excluded.ended_at,
                accepted_by = excluded.accepted_by
            """,
            [
                invitation.id, invitation.hash, invitation.email.text, invitation.role.rawValue, invitation.takesOver,
                invitation.invitedBy, invitation.createdAt, invitation.expiresAt, invitation.endedAt, invitation.acceptedBy,
            ])
    }

    // MARK: Links

    package func link(hash: String) throws -> Link? {
        try row("SELECT hash, purpose, subject, email, created_at, expires_at FROM links WHERE hash = ?", [hash]).map { row in
            Link(
                hash: try row.decode(forColumn: "hash"), purpose: try row.choice("purpose"),
                subject: try row.decode(forColumn: "subject"), email: try row.decode(forColumn: "email"),
                createdAt: try row.decode(forColumn: "created_at"), expiresAt: try row.decode(forColumn: "expires_at"))
        }
    }

    package func insert(_ link: Link) throws {
        try run(
            "INSERT INTO links (hash, purpose, subject, email, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            [link.hash, link.purpose.rawValue, link.subject, link.email, link.createdAt, link.expiresAt])
    }

    /// Ends all links of a purpose, including the one in use.
    package func removeLinks(_ purpose: Link.Purpose, of subject: String) throws {
        try run("DELETE FROM links WHERE subject = ? AND purpose = ?", [subject, purpose.rawValue])
    }

    package func removeLinks(expiredAt time: Int) throws { try run("DELETE FROM links WHERE expires_at <= ?", [time]) }
}

extension SignUp {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), email: try PeopleRecords.email(row), name: try row.decode(forColumn: "name"),
            password: try row.decode(forColumn: "password"), language: try row.choice("language"),
            createdAt: try row.decode(forColumn: "created_at"))
    }
}

extension Invitation {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), hash: try row.decode(forColumn: "hash"), email: try PeopleRecords.email(row),
            role: try row.choice("role"), takesOver: try row.decode(forColumn: "takes_over"),
            invitedBy: try row.decode(forColumn: "invited_by"), createdAt: try row.decode(forColumn: "created_at"),
            expiresAt: try row.decode(forColumn: "expires_at"), endedAt: try row.decode(forColumn: "ended_at"),
            acceptedBy: try row.decode(forColumn: "accepted_by"))
    }
}
