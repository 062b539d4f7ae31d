import Digests
import Platform
import Records
import Store

/// A browser that shows the notices of a person: a subscription of web push.
package struct PushDevice: Equatable, StoredRecord {
    /// `d_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// As the person or the browser calls it.
    package let name: String
    /// The address at the push service. Who knows it can tell that the device is reached.
    let endpoint: KeptSecret
    /// The browser's public key, and the secret that it shares with this server.
    let p256dh, auth: KeptSecret
    package let createdAt: Moment

    init(_ draft: PushDeviceDraft, id: String, of owner: String, at now: Moment) {
        (self.id, self.owner, name, createdAt) = (id, owner, draft.name, now)
        (endpoint, p256dh, auth) = (KeptSecret(draft.endpoint), KeptSecret(draft.p256dh), KeptSecret(draft.auth))
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("d_"))
        owner = try field("owner", \.owner, inDocuments: false)
        name = try field("name", \.name)
        endpoint = try field("endpoint", \.endpoint, inDocuments: false)
        p256dh = try field("p256dh", \.p256dh, inDocuments: false)
        auth = try field("auth", \.auth, inDocuments: false)
        createdAt = try field("created_at", \.createdAt)
    }

    package static var schemaName: String? { "NoticeDevice" }
    package static let table = Table<PushDevice>("notice_devices")
}

/// A subscription as a browser makes it.
package struct PushDeviceDraft: Record {
    package let endpoint, p256dh, auth, name: String

    package init(_ field: inout Fields<Self>) throws {
        endpoint = try field("endpoint", \.endpoint, .text(1...OutgoingURL.longest), "The address at the push service.")
        p256dh = try field("p256dh", \.p256dh, .text(87...87), "The browser's public key in base64url: 65 bytes.")
        auth = try field(
            "auth", \.auth, .text(22...22), "The secret that the browser shares with the server in base64url: 16 bytes.")
        name = try field("name", \.name, .text(0...60), "The name of the device.", default: "")
    }

    package static var schemaName: String? { "NoticeDeviceDraft" }
}

extension NoticeWays {
    /// The limit for one person.
    package static let mostDevices = 20

    /// A device that is named by its id.
    package struct NamedDevice: Record {
        package let id: String

        package init(_ field: inout Fields<Self>) throws { id = try field("subscription", \.id, .text(1...40), "The device's id.") }
    }

    /// The server's key, for the option `applicationServerKey` of a browser's subscription.
    package struct PushKey: Record {
        package let publicKey: String

        init(publicKey: String) { self.publicKey = publicKey }

        package init(_ field: inout Fields<Self>) throws {
            publicKey = try field("public_key", \.publicKey, nil, "In base64url: 65 bytes.")
        }

        package static var schemaName: String? { "NoticePushKey" }
    }

    /// - Throws: ``NoticeWayError/noPush``.
    package func pushKey(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> PushKey {
        guard let push else { throw NoticeWayError.noPush }
        return PushKey(publicKey: Base64URL.text(of: push.publicKey))
    }

    /// The devices of a person, the oldest first.
    package func devices(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> [PushDevice] {
        try reading.pushDevices(of: caller.owner)
    }

    /// Adds a device, or replaces the keys of a known one. With the first device, all kinds of notices go to it.
    ///
    /// - Throws: ``NoticeWayError``.
    package func addDevice(_ change: inout Change, _ caller: Caller, _ draft: PushDeviceDraft) throws -> PushDevice {
        try check(draft)
        try change.ensureOwner(caller.owner)
        // The same browser: another person has signed in there, or it has renewed its keys.
        let known = try change.reading.rows(PushDevice.self, "WHERE endpoint = ?", draft.endpoint).first
        let devices = try change.reading.pushDevices(of: caller.owner)
        let isOwn = known?.owner == caller.owner
        guard isOwn || devices.count < Self.mostDevices else { throw NoticeWayError.tooManyDevices }
        let id = isOwn ? known?.id : nil
        let device = PushDevice(draft, id: id ?? "d_" + RandomID.hexadecimal(digits: 16), of: caller.owner, at: change.now)
        if isOwn {
            try change.run(
                "UPDATE notice_devices SET p256dh = ?, auth = ?, name = ?, created_at = ? WHERE id = ?", draft.p256dh, draft.auth,
                draft.name, change.now, device.id)
        } else {
            try change.run("DELETE FROM notice_devices WHERE endpoint = ?", draft.endpoint)
            try change.insert(device)
        }
        var settings = try change.reading.noticeSettings(of: caller.owner) ?? NoticeSettings(of: caller.owner)
        if settings.push.kinds.isEmpty {
            settings.push = NoticeKinds(InboxNotice.Kind.chosen)
            try Self.store(settings, change)
        }
        return device
    }

    /// Removes a device with what waits for it.
    ///
    /// - Throws: ``NoticeWayError/noDevice(_:)``.
    package func removeDevice(_ change: inout Change, _ caller: Caller, _ named: NamedDevice) throws {
        guard try change.reading.pushDevices(of: caller.owner).contains(where: { $0.id == named.id }) else {
            throw NoticeWayError.noDevice(named.id)
        }
        try change.run("DELETE FROM notice_devices WHERE id = ? AND owner = ?", named.id, caller.owner)
        try change.forgetRetries(of: caller.owner)
    }

    private func check(_ draft: PushDeviceDraft) throws(NoticeWayError) {
        guard let push else { throw .noPush }
        try check(draft.endpoint, "endpoint", isNeeded: true)
        guard let key = Base64URL.bytes(of: draft.p256dh), push.isKey(key) else { throw .badPushKey(field: "p256dh") }
        guard Base64URL.bytes(of: draft.auth)?.count == 16 else { throw .badPushKey(field: "auth") }
    }
}

extension Reading {
    /// The devices of an owner, the oldest first.
    func pushDevices(of owner: String) throws -> [PushDevice] {
        try rows(PushDevice.self, "WHERE owner = ? ORDER BY rowid", owner)
    }
}
