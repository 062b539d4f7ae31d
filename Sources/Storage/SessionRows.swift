import GRDB
import People

extension PeopleRows {
    // MARK: Sessions

    private static let sessionColumns = """
        id, hash, person, device_id, carrier, device, network, created_at, last_used_at, ends_at, idle_seconds, proved_at
        """

    func session(hash: String) throws -> Session? {
        try row("SELECT \(Self.sessionColumns) FROM sessions WHERE hash = ?", [hash]).map(Session.init)
    }

    func session(id: String) throws -> Session? {
        try row("SELECT \(Self.sessionColumns) FROM sessions WHERE id = ?", [id]).map(Session.init)
    }

    func sessions(of person: String) throws -> [Session] {
        try rows("SELECT \(Self.sessionColumns) FROM sessions WHERE person = ? ORDER BY created_at, id", [person])
            .map(Session.init)
    }

    func insert(_ session: Session) throws {
        try run(
            "INSERT INTO sessions (\(Self.sessionColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                session.id, session.hash, session.person, session.device, session.carrier.rawValue, session.place.device,
                session.place.network, session.createdAt, session.lastUsedAt, session.endsAt, session.idleSeconds,
                session.provedAt,
            ])
    }

    func update(_ session: Session) throws {
        try run(
            "UPDATE sessions SET hash = ?, last_used_at = ?, proved_at = ? WHERE id = ?",
            [session.hash, session.lastUsedAt, session.provedAt, session.id])
    }

    func removeSession(id: String) throws { try run("DELETE FROM sessions WHERE id = ?", [id]) }

    func removeSessions(expiredAt time: Int) throws {
        try run("DELETE FROM sessions WHERE ends_at <= ?1 OR last_used_at + idle_seconds <= ?1", [time])
        try run("DELETE FROM devices WHERE ends_at <= ?", [time])
    }

    // MARK: Devices

    private static let deviceColumns = """
        id, hash, person, device, network, created_at, last_used_at, ends_at, pin, pin_failures
        """

    func device(hash: String) throws -> Device? {
        try row("SELECT \(Self.deviceColumns) FROM devices WHERE hash = ?", [hash]).map(Device.init)
    }

    func device(id: String) throws -> Device? {
        try row("SELECT \(Self.deviceColumns) FROM devices WHERE id = ?", [id]).map(Device.init)
    }

    func devices(of person: String) throws -> [Device] {
        try rows("SELECT \(Self.deviceColumns) FROM devices WHERE person = ? ORDER BY created_at, id", [person])
            .map(Device.init)
    }

    func insert(_ device: Device) throws {
        try run(
            "INSERT INTO devices (\(Self.deviceColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                device.id, device.hash, device.person, device.place.device, device.place.network, device.createdAt,
                device.lastUsedAt, device.endsAt, device.pin, device.pinFailures,
            ])
    }

    func update(_ device: Device) throws {
        try run(
            "UPDATE devices SET last_used_at = ?, pin = ?, pin_failures = ? WHERE id = ?",
            [device.lastUsedAt, device.pin, device.pinFailures, device.id])
    }

    func removeDevice(id: String) throws { try run("DELETE FROM devices WHERE id = ?", [id]) }

    // MARK: Sign-ins without their second factor

    func pendingSignIn(hash: String) throws -> PendingSignIn? {
        try row(
            "SELECT hash, person, device_id, carrier, is_remembered, expires_at, failures FROM pending_sign_ins WHERE hash = ?",
            [hash]
        ).map { row in
            PendingSignIn(
                hash: try row.decode(forColumn: "hash"), person: try row.decode(forColumn: "person"),
                device: try row.decode(forColumn: "device_id"), carrier: try Self.choice(row, "carrier"),
                isRemembered: try row.decode(forColumn: "is_remembered"), expiresAt: try row.decode(forColumn: "expires_at"),
                failures: try row.decode(forColumn: "failures"))
        }
    }

    func insert(_ signIn: PendingSignIn) throws {
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

    func update(_ signIn: PendingSignIn) throws {
        try run("UPDATE pending_sign_ins SET failures = ? WHERE hash = ?", [signIn.failures, signIn.hash])
    }

    func removePendingSignIn(hash: String) throws { try run("DELETE FROM pending_sign_ins WHERE hash = ?", [hash]) }
    func removePendingSignIns(of person: String) throws { try run("DELETE FROM pending_sign_ins WHERE person = ?", [person]) }
    func removePendingSignIns(expiredAt time: Int) throws {
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
            carrier: try PeopleRows.choice(row, "carrier"), place: try Place(row),
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
