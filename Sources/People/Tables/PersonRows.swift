import GRDB
import Store

extension PeopleRecords {
    private static let columns = """
        id, owner, role, email, name, password, password_set_at, must_change_password, terms_accepted_at, created_at, locked_at,
        lock_reason, deleted_from, language, quote_currency, preferred_coin, appearance, time_zone, totp_seed, totp_last_step,
        totp_offer, totp_offered_at, totp_removed_from,
        EXISTS (SELECT 1 FROM profile_pictures WHERE profile_pictures.owner = people.owner) AS has_picture
        """

    package func person(id: String) throws -> Person? {
        try row("SELECT \(Self.columns) FROM people WHERE id = ?", [id]).map(Person.init)
    }

    package func person(email key: String) throws -> Person? {
        try row("SELECT \(Self.columns) FROM people WHERE email_key = ?", [key]).map(Person.init)
    }

    package func person(owner: String) throws -> Person? {
        try row("SELECT \(Self.columns) FROM people WHERE owner = ?", [owner]).map(Person.init)
    }

    /// - Parameters:
    ///   - text: a part of the name or address; nil for all.
    ///   - last: the id of the last person on the previous page.
    package func people(matching text: String?, after last: String?, limit: Int) throws -> [Person] {
        // instr instead of LIKE, because LIKE treats some characters of the text as wildcards.
        try rows(
            """
            SELECT \(Self.columns) FROM people
            WHERE position > coalesce((SELECT position FROM people WHERE id = ?2), 0)
                AND (?1 IS NULL OR instr(email_key, lower(?1)) > 0 OR instr(lower(name), lower(?1)) > 0)
            ORDER BY position LIMIT ?3
            """, [text, last, limit]
        ).map(Person.init)
    }

    /// The ids of the keyring's keys under which passwords are hashed.
    package func keysOfPasswords() throws -> [String] {
        try rows("SELECT DISTINCT substr(password, 1, instr(password, ':') - 1) AS key FROM people ORDER BY key", [])
            .map { try $0.decode(forColumn: "key") }
    }

    package func operatorCount() throws -> Int {
        try row("SELECT count(*) FROM people WHERE role = 'operator' AND locked_at IS NULL AND deleted_from IS NULL", [])?
            .decode(atIndex: 0) ?? 0
    }

    package func insert(_ person: Person) throws {
        let choices = person.choices
        try run(
            """
            INSERT INTO people (
                id, owner, role, email, email_key, name, password, password_set_at, must_change_password, terms_accepted_at,
                created_at, language, quote_currency, preferred_coin, appearance, time_zone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                person.id, person.owner, person.role.rawValue, person.email.text, person.email.key, person.name, person.password,
                person.passwordSetAt, person.mustChangePassword, person.termsAcceptedAt, person.createdAt,
                choices.language.rawValue, choices.quoteCurrency, choices.preferredCoin, choices.appearance.rawValue,
                choices.timeZone,
            ])
    }

    package func update(_ person: Person) throws {
        let choices = person.choices
        try run(
            """
            UPDATE people SET role = ?, email = ?, email_key = ?, name = ?, password = ?, password_set_at = ?,
                must_change_password = ?, locked_at = ?, lock_reason = ?, deleted_from = ?, language = ?, quote_currency = ?,
                preferred_coin = ?, appearance = ?, time_zone = ?, totp_seed = ?, totp_last_step = ?, totp_offer = ?,
                totp_offered_at = ?, totp_removed_from = ?
            WHERE id = ?
            """,
            [
                person.role.rawValue, person.email.text, person.email.key, person.name, person.password, person.passwordSetAt,
                person.mustChangePassword, person.lock?.since, person.lock?.reason, person.deletedFrom, choices.language.rawValue,
                choices.quoteCurrency, choices.preferredCoin, choices.appearance.rawValue, choices.timeZone, person.totpSeed,
                person.totpLastStep, person.totpOffer?.seed, person.totpOffer?.madeAt, person.totpRemovedFrom, person.id,
            ])
    }

    package func picture(of person: String) throws -> [UInt8]? {
        let owner: String? = try value("SELECT owner FROM people WHERE id = ?", [person])
        return try owner.flatMap { try ownPicture(of: $0) }
    }

    package func setPicture(_ jpeg: [UInt8]?, of person: String) throws {
        guard let owner: String = try value("SELECT owner FROM people WHERE id = ?", [person]) else { return }
        try setOwnPicture(jpeg, of: owner, quotas)
    }

    package func peopleToDelete(at time: Int) throws -> [Person] {
        try rows("SELECT \(Self.columns) FROM people WHERE deleted_from <= ?", [time]).map(Person.init)
    }

    package func peopleLosingSecondFactor(at time: Int) throws -> [Person] {
        try rows("SELECT \(Self.columns) FROM people WHERE totp_removed_from <= ?", [time]).map(Person.init)
    }

    /// Whether an owner has any data.
    package func ownerExists(_ owner: String) throws -> Bool { try row("SELECT 1 FROM owners WHERE id = ?", [owner]) != nil }

    package func insertOwner(_ owner: String) throws { try OwnerRows.ensure(owner, in: connection) }

    // MARK: Recovery codes

    package func setRecoveryCodes(_ hashes: [String], of person: String) throws {
        try run("DELETE FROM recovery_codes WHERE person = ?", [person])
        for hash in hashes { try run("INSERT INTO recovery_codes (person, hash) VALUES (?, ?)", [person, hash]) }
    }

    /// Uses up a code. Returns false if it does not exist.
    package func useRecoveryCode(_ hash: String, of person: String) throws -> Bool {
        try run("DELETE FROM recovery_codes WHERE person = ? AND hash = ?", [person, hash])
        return connection.changesCount > 0
    }

    package func recoveryCodeCount(of person: String) throws -> Int {
        try row("SELECT count(*) FROM recovery_codes WHERE person = ?", [person])?.decode(atIndex: 0) ?? 0
    }
}

extension Person {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"),
            role: try row.choice("role"), email: try PeopleRecords.email(row), name: try row.decode(forColumn: "name"),
            password: try row.decode(forColumn: "password"), termsAcceptedAt: try row.decode(forColumn: "terms_accepted_at"),
            createdAt: try row.decode(forColumn: "created_at"))
        passwordSetAt = try row.decode(forColumn: "password_set_at")
        mustChangePassword = try row.decode(forColumn: "must_change_password")
        let lockedAt: Int? = try row.decode(forColumn: "locked_at")
        let reason: String? = try row.decode(forColumn: "lock_reason")
        lock = lockedAt.map { Lock(since: $0, reason: reason ?? "") }
        deletedFrom = try row.decode(forColumn: "deleted_from")
        choices.language = try row.choice("language")
        choices.quoteCurrency = try row.decode(forColumn: "quote_currency")
        choices.preferredCoin = try row.decode(forColumn: "preferred_coin")
        choices.appearance = try row.choice("appearance")
        choices.timeZone = try row.decode(forColumn: "time_zone")
        hasPicture = try row.decode(forColumn: "has_picture")
        totpSeed = try row.decode(forColumn: "totp_seed")
        totpLastStep = try row.decode(forColumn: "totp_last_step")
        let offer: String? = try row.decode(forColumn: "totp_offer")
        let offeredAt: Int? = try row.decode(forColumn: "totp_offered_at")
        totpOffer = offer.map { Offer(seed: $0, madeAt: offeredAt ?? 0) }
        totpRemovedFrom = try row.decode(forColumn: "totp_removed_from")
    }
}
