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
    /// Until when a process that has begun to send it has it for itself.
    let busyUntil: Moment

    /// How long a notice is tried again.
    static let keptSeconds = 86_400

    init(_ notice: InboxNotice, _ way: DeliveryWay, device: String? = nil, dueAt: Int) {
        (self.notice, owner, self.way, self.dueAt) = (notice.id, notice.owner, way, Moment(seconds: dueAt))
        self.device = device
        (endsAt, attempts, busyUntil) = (Moment(seconds: dueAt + Self.keptSeconds), 0, Moment(seconds: 0))
    }

    init(_ field: inout Fields<Self>) throws {
        notice = try field("notice", \.notice, .id("n_"))
        owner = try field("owner", \.owner, inDocuments: false)
        way = try field("way", \.way)
        device = try field("device", \.device)
        dueAt = try field("due_at", \.dueAt)
        endsAt = try field("ends_at", \.endsAt)
        attempts = try field("attempts", \.attempts)
        busyUntil = try field("busy_until", \.busyUntil)
    }

    static let table = Table<NoticeDelivery>("notice_deliveries")
}

extension Change {
    /// Has a notice delivered in each way that its owner has turned on for its kind, after the quiet hours.
    func enqueue(_ notice: InboxNotice, hasOwnMail: Bool) throws {
        guard let settings = try reading.noticeSettings(of: notice.owner) else { return }
        // A test is what its owner waits for.
        let dueAt = notice.kind == .test ? now.seconds : settings.quietHours?.end(at: now.seconds) ?? now.seconds
        for way in settings.ways(of: notice.kind) where way != .push && (way != .mail || !hasOwnMail) {
            try insert(NoticeDelivery(notice, way, dueAt: dueAt))
        }
        guard settings.ways(of: notice.kind).contains(.push) else { return }
        for device in try reading.pushDevices(of: notice.owner) {
            try insert(NoticeDelivery(notice, .push, device: device.id, dueAt: dueAt))
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
    }
}
