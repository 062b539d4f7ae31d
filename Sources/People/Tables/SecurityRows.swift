import Access
import GRDB
import Store

extension PeopleRecords {
    // MARK: Attempts

    package func attempts(_ subject: String) throws -> Attempts? {
        try row("SELECT count, since, in_a_row, blocked_until FROM attempts WHERE subject = ?", [subject]).map { row in
            Attempts(
                count: try row.decode(forColumn: "count"), since: try row.decode(forColumn: "since"),
                inARow: try row.decode(forColumn: "in_a_row"), blockedUntil: try row.decode(forColumn: "blocked_until"))
        }
    }

    package func save(_ attempts: Attempts, of subject: String) throws {
        try run(
            """
            INSERT INTO attempts (subject, count, since, in_a_row, blocked_until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = excluded.count, since = excluded.since, in_a_row = excluded.in_a_row,
                blocked_until = excluded.blocked_until
            """, [subject, attempts.count, attempts.since, attempts.inARow, attempts.blockedUntil])
    }

    package func removeAttempts(_ subject: String) throws { try run("DELETE FROM attempts WHERE subject = ?", [subject]) }
    package func removeAttempts(before time: Int) throws {
        try run("DELETE FROM attempts WHERE since < ?1 AND blocked_until < ?1", [time])
    }

    // MARK: Events

    package func append(_ event: SecurityEvent) throws {
        try run(
            """
            INSERT INTO security_events (time, kind, outcome, person, actor, device, network, session, request_id, detail)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                event.time, event.kind.rawValue, event.outcome.rawValue, event.person, event.actor, event.place.device,
                event.place.network, event.session, event.requestID, event.detail,
            ])
    }

    /// Events, newest first.
    ///
    /// - Parameters:
    ///   - person: nil for the events of all people.
    ///   - before: an event's id; nil for the newest.
    package func events(of person: String?, before: Int64?, limit: Int) throws -> [SecurityEvent] {
        let columns = "id, time, kind, outcome, person, actor, device, network, session, request_id, detail"
        let before = before ?? .max
        let found =
            try person.map {
                try rows(
                    "SELECT \(columns) FROM security_events WHERE person = ? AND id < ? ORDER BY id DESC LIMIT ?",
                    [$0, before, limit])
            } ?? rows("SELECT \(columns) FROM security_events WHERE id < ? ORDER BY id DESC LIMIT ?", [before, limit])
        return try found.map { row in
            var event = SecurityEvent(
                time: try row.decode(forColumn: "time"), kind: try row.choice("kind"),
                outcome: try row.choice("outcome"), person: try row.decode(forColumn: "person"),
                actor: try row.decode(forColumn: "actor"),
                place: Place(device: try row.decode(forColumn: "device"), network: try row.decode(forColumn: "network")),
                session: try row.decode(forColumn: "session"), requestID: try row.decode(forColumn: "request_id"),
                detail: try row.decode(forColumn: "detail"))
            event.id = try row.decode(forColumn: "id")
            return event
        }
    }

    package func removeEvents(before time: Int) throws { try run("DELETE FROM security_events WHERE time <= ?", [time]) }

    // MARK: Tokens

    package func token(id: String) throws -> AccessToken? {
        try row("SELECT \(AccessToken.columns) FROM access_tokens WHERE id = ?", [id]).map(AccessToken.init)
    }

    package func tokens(of owner: String) throws -> [AccessToken] {
        try rows("SELECT \(AccessToken.columns) FROM access_tokens WHERE owner = ? ORDER BY created_at, id", [owner])
            .map(AccessToken.init)
    }

    package func insert(_ token: AccessToken) throws { try token.insert(in: connection) }

    package func revokeToken(id: String, at time: Int) throws {
        try run("UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [time, id])
    }

    package func revokeTokens(of owner: String, at time: Int) throws {
        try run("UPDATE access_tokens SET revoked_at = ? WHERE owner = ? AND revoked_at IS NULL", [time, owner])
    }
}
