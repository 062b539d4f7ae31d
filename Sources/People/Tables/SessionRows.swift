import GRDB
import Store

extension PeopleRecords {
    // MARK: Sessions

    private static let sessionColumns = """
        id, hash, person, device_id, carrier, device, network, created_at, last_used_at, ends_at, idle_seconds, proved_at
        """

    package func session(hash: String) throws -> Session? {
        try row("SELECT \(Self.sessionColumns) FROM sessions WHERE hash = ?", [hash]).map(Session.init)
    }

    package func session(id: String) throws -> Session? {
        try row("SELECT \(Self.sessionColumns) FROM sessions WHERE id = ?", [id]).map(Session.init)
    }

    package func sessions(of person: String) throws -> [Session] {
        try rows("SELECT \(Self.sessionColumns) FROM sessions WHERE person = ? ORDER BY created_at, id", [person])
            .map(Session.init)
    }

    package func insert(_ session: Session) throws {
        try run(
            "INSERT INTO sessions (\(Self.sessionColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                session.id, session.hash, session.person, session.device, session.carrier.rawValue, session.place.device,
                session.place.network, session.createdAt, session.lastUsedAt, session.endsAt, session.idleSeconds,
                session.provedAt,
            ])
    }

    package func update(_ session: Session) throws {
        try run(
            "UPDATE sessions SET hash = ?, last_used_at = ?, proved_at = ? WHERE id = ?",
            [session.hash, session.lastUsedAt, session.provedAt, session.id])
    }

    package func removeSession(id: String) throws { try run("DELETE FROM sessions WHERE id = ?", [id]) }

    package func removeSessions(expiredAt time: Int) throws {
        try run("DELETE FROM sessions WHERE ends_at <= ?1 OR last_used_at + idle_seconds <= ?1", [time])
        try run("DELETE FROM devices WHERE ends_at <= ?", [time])
    }

    // MARK: Devices

    private static let deviceColumns = """
        id, hash, person, device, network, created_at, last_used_at, ends_at, pin, pin_failures
        """

    package func device(hash: String) throws -> Device? {
        try row("SELECT \(Self.deviceColumns) FROM devices WHERE hash = ?", [hash]).map(Device.init)
    }

    package func device(id: String) throws -> Device? {
        try row("SELECT \(Self.deviceColumns) FROM devices WHERE id = ?", [id]).map(Device.init)
    }

    package func devices(of person: String) throws -> [Device] {
        try rows("SELECT \(Self.deviceColumns) FROM devices WHERE person = ? ORDER BY created_at, id", [person])
            .map(Device.init)
    }

    package func insert(_ device: Device) throws {
        try run(
            "INSERT INTO devices (\(Self.deviceColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                device.id, device.hash, device.person, device.place.device, device.place.network, device.createdAt,
                device.lastUsedAt, device.endsAt, device.pin, device.pinFailures,
            ])
    }

    package func update(_ device: Device) throws {
        try run(
            "UPDATE devices SET last_used_at = ?, pin = ?, pin_failures = ? WHERE id = ?",
            [device.lastUsedAt, device.pin, device.pinFailures, device.id])
    }

    package func removeDevice(id: String) throws { try run("DELETE FROM devices WHERE id = ?", [id]) }

    // MARK: Sign-ins without their second factor

    package func pendingSignIn(hash: String) throws -> PendingSignIn? {
        try row(
            "SELECT hash, person, device_id, carrier, is_remembered, expires_at, failures FROM pending_sign_ins WHERE hash = ?",
            [hash]
        ).map { row in
            PendingSignIn(
                hash: try row.decode(forColumn: "hash"), person: try row.decode(forColumn: "person"),
                device: try row.decode(forColumn: "device_id"), carrier: try row.choice("carrier"),
                isRemembered: try row.decode(forColumn: "is_remembered"), expiresAt: try row.decode(forColumn: "expires_at"),
                failures: try row.decode(forColumn: "failures"))
        }
    }

    package func insert(_ signIn: PendingSignIn) throws {
        try run(
            """
            INSERT INTO pending_sign_ins (hash, person, device_id, carrier, is_remembered, expires_at, failures)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                signIn.hash, signIn.person, signIn.device, signIn.carrier.rawValue, signIn.isRemembered, signIn.expiresAt,
                signIn.failures,
            ])
    }

    package func update(_ signIn: PendingSignIn) throws {
        try run("UPDATE pending_sign_ins SET failures = ? WHERE hash = ?", [signIn.failures, signIn.hash])
    }

    package func removePendingSignIn(hash: String) throws { try run("DELETE FROM pending_sign_ins WHERE hash = ?", [hash]) }
    package func removePendingSignIns(of person: String) throws {
        try run("DELETE FROM pending_sign_ins WHERE person = ?", [person])
    }
    package func removePendingSignIns(expiredAt time: Int) throws {
        try run("DELETE FROM pending_sign_ins WHERE expires_at <= ?", [time])
    }
}

extension Place {
    fileprivate init(_ row: StoredRow) throws {
        self.init(device: try row.decode(forColumn: "device"), network: try row.decode(forColumn: "network"))
    }
}

extension Session {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), hash: try row.decode(forColumn: "hash"),
            person: try row.decode(forColumn: "person"), device: try row.decode(forColumn: "device_id"),
            carrier: try row.choice("carrier"), place: try Place(row),
            createdAt: try row.decode(forColumn: "created_at"),
            lastUsedAt: try row.decode(forColumn: "last_used_at"), endsAt: try row.decode(forColumn: "ends_at"),
            idleSeconds: try row.decode(forColumn: "idle_seconds"), provedAt: try row.decode(forColumn: "proved_at"))
    }
}

extension Device {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), hash: try row.decode(forColumn: "hash"),
            person: try row.decode(forColumn: "person"), place: try Place(row), createdAt: try row.decode(forColumn: "created_at"),
            lastUsedAt: try row.decode(forColumn: "last_used_at"), endsAt: try row.decode(forColumn: "ends_at"),
            pin: try row.decode(forColumn: "pin"), pinFailures: try row.decode(forColumn: "pin_failures"))
    }
}
