import Records
import Store

/// A notice that has yet to go one way.
struct NoticeDelivery: Equatable, StoredRecord {
    let notice: String
    let owner: String
    let way: DeliveryWay
    /// The device to which a push goes; nil in other ways.
    let device: String?
    /// The earliest time of the next attempt.
    let dueAt: Moment
    /// When it is given up.
    let endsAt: Moment
    /// The number of failed attempts.
    let attempts: Int
    /// The id of the message that it is part of, with others: once an attempt was made, the message stays the same.
    let digest: String?
    /// Until when a process that has begun to send it has it for itself.
    let busyUntil: Moment

    /// How long a notice is tried again.
    static let keptSeconds = 86_400

    init(_ notice: InboxNotice, _ way: DeliveryWay, device: String? = nil, dueAt: Int) {
        (self.notice, owner, self.way, self.dueAt) = (notice.id, notice.owner, way, Moment(seconds: dueAt))
        self.device = device
        (endsAt, attempts, digest, busyUntil) = (Moment(seconds: dueAt + Self.keptSeconds), 0, nil, Moment(seconds: 0))
    }

    init(_ field: inout Fields<Self>) throws {
        notice = try field("notice", \.notice, .id("n_"))
        owner = try field("owner", \.owner, inDocuments: false)
        way = try field("way", \.way)
        device = try field("device", \.device)
        dueAt = try field("due_at", \.dueAt)
        endsAt = try field("ends_at", \.endsAt)
        attempts = try field("attempts", \.attempts)
        digest = try field("digest", \.digest)
        busyUntil = try field("busy_until", \.busyUntil)
    }

    static let table = Table<NoticeDelivery>("notice_deliveries")
}

extension Change {
    /// Has a notice delivered in each way that its owner has turned on for its kind, after the quiet hours or in the next digest.
    func enqueue(_ notice: InboxNotice, hasOwnMail: Bool) throws {
        guard let settings = try reading.noticeSettings(of: notice.owner) else { return }
        func dueAt(_ way: DeliveryWay) -> Int { settings.dueAt(way, notice.kind, at: now.seconds) }
        for way in settings.ways(of: notice.kind) where way != .push && (way != .mail || !hasOwnMail) {
            try insert(NoticeDelivery(notice, way, dueAt: dueAt(way)))
        }
        guard settings.ways(of: notice.kind).contains(.push) else { return }
        for device in try reading.pushDevices(of: notice.owner) {
            try insert(NoticeDelivery(notice, .push, device: device.id, dueAt: dueAt(.push)))
        }
    }

    /// Drops what waits for ways that are off, and tries what waits for an attempt again at once: the settings may have mended it.
    func reviewDeliveries(_ settings: NoticeSettings) throws {
        for way in DeliveryWay.allCases {
            let kinds = settings.kinds(way).kinds.map(\.rawValue)
            let isOff = kinds.isEmpty
            try run(
                """
                DELETE FROM notice_deliveries WHERE owner = ?1 AND way = ?2 AND (?3 OR notice IN (
                    SELECT id FROM notices WHERE owner = ?1 AND kind <> 'test' AND instr(?4, ',' || kind || ',') = 0))
                """, settings.owner, way.rawValue, isOff, ",\(kinds.joined(separator: ",")),")
        }
        try run("UPDATE notice_deliveries SET due_at = min(due_at, ?) WHERE owner = ? AND attempts > 0", now, settings.owner)
        for way in settings.ways { try replan(settings, way) }
    }

    /// Gives what waits for a digest or the end of quiet hours the time that it would have if it were told now.
    private func replan(_ settings: NoticeSettings, _ way: DeliveryWay) throws {
        for isInDigests in [true, false] {
            let kinds = InboxNotice.Kind.chosen.filter { $0.isInDigests == isInDigests }
            guard let kind = kinds.first else { continue }
            let dueAt = settings.dueAt(way, kind, at: now.seconds)
            try run(
                """
                UPDATE notice_deliveries SET due_at = ?3, ends_at = ?3 + ?4
                WHERE owner = ?1 AND way = ?2 AND attempts = 0 AND digest IS NULL AND due_at > ?5 AND notice IN (
                    SELECT id FROM notices WHERE owner = ?1 AND instr(?6, ',' || kind || ',') > 0)
                """, settings.owner, way.rawValue, dueAt, NoticeDelivery.keptSeconds, now,
                ",\(kinds.map(\.rawValue).joined(separator: ",")),")
        }
    }
}
