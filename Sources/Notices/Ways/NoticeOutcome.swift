import Records
import Store

/// When notices last went one way, and when and why that last failed: the devices of a person together. Mails are not counted: their
/// own queue tries them.
package struct NoticeOutcome: Equatable, StoredRecord {
    package let owner: String
    package let way: DeliveryWay
    package let deliveredAt: Moment?
    package let failedAt: Moment?
    package let fault: Fault?
    /// The status of the answer, if that is the fault.
    package let status: Int?
    /// Until when what failed is tried again.
    package let retriedUntil: Moment?

    /// Why an attempt failed. Nothing of the address or the answer is kept.
    package enum Fault: String, FieldChoice {
        /// The host has an address of this server's own network.
        case privateAddress = "private-address"
        case noAnswer = "no-answer"
        case unknownHost = "unknown-host"
        case unreachable
        case badCertificate = "bad-certificate"
        case cut
        /// Another status than 200 to 299.
        case status
        /// The receiver has ended it: a webhook by status 410, a device by ending its subscription.
        case gone
        /// A setting is missing.
        case incomplete
        case other
    }

    package init(_ field: inout Fields<Self>) throws {
        owner = try field("owner", \.owner, inDocuments: false)
        way = try field("way", \.way)
        deliveredAt = try field("delivered_at", \.deliveredAt, nil, "The last delivery.")
        failedAt = try field("failed_at", \.failedAt, nil, "The last attempt that failed.")
        fault = try field("fault", \.fault, nil, "Why it failed.")
        status = try field("status", \.status, nil, "The status of the answer, if the fault is a status.")
        retriedUntil = try field("retried_until", \.retriedUntil, nil, "Until when what failed is tried again; null if it is not.")
    }

    package static var schemaName: String? { "NoticeOutcome" }
    package static let table = Table<NoticeOutcome>("notice_outcomes")

    /// Whether the last attempt failed, or something is tried again.
    package var isFailing: Bool {
        guard let failedAt else { return false }
        return failedAt >= deliveredAt ?? failedAt || retriedUntil != nil
    }
}

extension NoticeOutcome.Fault {
    init(_ fault: PostFault) {
        self =
            switch fault {
            case .privateAddress: .privateAddress
            case .timedOut: .noAnswer
            case .cancelled, .noLibcurl: .other
            case .failed(let code): Self.ofCode[code] ?? .other
            }
    }

    /// Of libcurl's errors.
    private static let ofCode: [Int: Self] = [
        5: .unknownHost, 6: .unknownHost, 7: .unreachable, 35: .cut, 51: .badCertificate, 52: .cut, 55: .cut, 56: .cut,
        58: .badCertificate, 59: .badCertificate, 60: .badCertificate, 77: .badCertificate, 80: .badCertificate,
        82: .badCertificate, 83: .badCertificate, 90: .badCertificate, 91: .badCertificate,
    ]
}

/// The settings of a person with what became of the deliveries.
package struct NoticeSettingsView: Equatable, Record {
    package let settings: NoticeSettings
    package let outcomes: [NoticeOutcome]

    init(_ settings: NoticeSettings, _ outcomes: [NoticeOutcome]) { (self.settings, self.outcomes) = (settings, outcomes) }

    package init(_ field: inout Fields<Self>) throws {
        settings = try field(\.settings)
        outcomes = try field(
            "outcomes", \.outcomes, most: DeliveryWay.allCases.count,
            "The last delivery and the last failure of each way but mail, since its address was set.")
    }

    package static var schemaName: String? { "NoticeSettings" }
}

extension Reading {
    func noticeOutcomes(of owner: String) throws -> [NoticeOutcome] {
        try rows(NoticeOutcome.self, "WHERE owner = ? ORDER BY way", owner)
    }
}

extension Change {
    /// Notes a delivery. Its owner may have been deleted meanwhile.
    func noteDelivered(_ delivery: NoticeDelivery) throws {
        // Another device may still fail.
        try run(
            """
            INSERT INTO notice_outcomes (owner, way, delivered_at) SELECT id, ?2, ?3 FROM owners WHERE id = ?1
            ON CONFLICT (owner, way) DO UPDATE SET
                delivered_at = excluded.delivered_at, retried_until = CASE way WHEN 'push' THEN retried_until END
            """, delivery.owner, delivery.way.rawValue, now)
    }

    /// Notes a failed attempt.
    ///
    /// - Parameter retriedUntil: nil if there is no other attempt.
    func noteFailed(_ delivery: NoticeDelivery, _ fault: NoticeOutcome.Fault, status: Int?, retriedUntil: Moment?) throws {
        try run(
            """
            INSERT INTO notice_outcomes (owner, way, failed_at, fault, status, retried_until)
            SELECT id, ?2, ?3, ?4, ?5, ?6 FROM owners WHERE id = ?1
            ON CONFLICT (owner, way) DO UPDATE SET
                failed_at = excluded.failed_at, fault = excluded.fault, status = excluded.status,
                retried_until = excluded.retried_until
            """, delivery.owner, delivery.way.rawValue, now, fault.rawValue, status, retriedUntil)
    }

    /// Forgets what became of deliveries to addresses that are no longer set, and attempts that were dropped.
    func reviewOutcomes(_ new: NoticeSettings, replacing old: NoticeSettings) throws {
        let changed: [(way: DeliveryWay, isSame: Bool)] = [
            (.webhook, new.webhookURL == old.webhookURL), (.ntfy, new.ntfyURL == old.ntfyURL),
            (.gotify, new.gotifyURL == old.gotifyURL),
        ]
        for (way, isSame) in changed where !isSame {
            try run("DELETE FROM notice_outcomes WHERE owner = ? AND way = ?", new.owner, way.rawValue)
        }
        try forgetRetries(of: new.owner)
    }

    /// Notes that nothing is tried again in ways in which nothing has failed that still waits.
    func forgetRetries(of owner: String) throws {
        try run(
            """
            UPDATE notice_outcomes SET retried_until = NULL WHERE owner = ? AND NOT EXISTS (
                SELECT 1 FROM notice_deliveries AS waiting
                WHERE waiting.owner = notice_outcomes.owner AND waiting.way = notice_outcomes.way AND attempts > 0)
            """, owner)
    }
}
