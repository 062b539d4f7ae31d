import Languages
import Platform
import Records
import Store
import Synchronization

/// Delivers notices in the ways that people have turned on.
///
/// The notices of one person and way, or device, form a queue: the first is delivered or given up before the next is tried. A process
/// marks the first of a queue in a transaction before it sends it, so that no other process sends from the same queue. A process that
/// is killed in between leaves the mark, which ends by itself; the notice is then sent again with the same id.
package final class DeliveryWork: Sendable {
    /// A person whom a mail reaches.
    package struct Recipient: Equatable, Sendable {
        package let address, name, language: String

        package init(address: String, name: String, language: String) {
            (self.address, self.name, self.language) = (address, name, language)
        }
    }

    /// A failed attempt.
    package struct Failure: Equatable, Sendable {
        package let notice: String
        package let way: DeliveryWay
        /// The number of failed attempts, this one included.
        package let attempts: Int
        package let reason: String
        package let isGivenUp: Bool

        package init(notice: String, way: DeliveryWay, attempts: Int, reason: String, isGivenUp: Bool) {
            (self.notice, self.way, self.attempts, self.reason) = (notice, way, attempts, reason)
            self.isGivenUp = isGivenUp
        }
    }

    /// The numbers since the start of the process.
    package struct Counts: Equatable, Sendable {
        package var delivered, failed, givenUp: Int

        package init(delivered: Int = 0, failed: Int = 0, givenUp: Int = 0) {
            (self.delivered, self.failed, self.givenUp) = (delivered, failed, givenUp)
        }
    }

    /// The most notices of a run, and of one queue in it.
    static let mostOfARun = 100
    static let mostOfAQueue = 10
    /// The number of requests at once, and of one person's among them: who has a slow receiver delays no other person.
    private static let width = 8
    private static let widthOfOwner = 2
    /// How often a run that waits for a receiver looks for what has become due.
    private static let lookPause = Duration.seconds(1)
    /// The pause after the first failed attempt; it doubles with each.
    static let pauseSeconds = 30
    static let longestPauseSeconds = 3600
    /// Longer than an attempt takes.
    static let busySeconds = 20

    private let store: Store
    private let poster: any OutgoingPoster
    private let messages: NoticeMessages
    private let recipient: @Sendable (borrowing Reading, _ owner: String) throws -> Recipient?
    private let digestLines: @Sendable (_ owner: String, _ since: Int, _ language: String) async throws -> [String]
    private let now: @Sendable () -> Int
    private let report: @Sendable (Failure) -> Void
    private let tally = Mutex(Counts())

    /// - Parameters:
    ///   - publicURL: the address under which people reach the server, without a slash at its end; nil if it is not known.
    ///   - push: the cryptography of web push; nil without it.
    ///   - sign: returns the HMAC-SHA-256 of bytes under a key, in lower-case hexadecimal digits.
    ///   - recipient: returns the verified address of an owner's account; nil if there is none.
    ///   - digestLines: returns what a mailed digest says besides its notices, about the time since the digest before.
    ///   - report: receives each failed attempt.
    package init(
        _ store: Store, by poster: any OutgoingPoster, publicURL: String?, push: PushKeys? = nil,
        sign: @escaping @Sendable (_ key: [UInt8], _ bytes: [UInt8]) -> String,
        recipient: @escaping @Sendable (borrowing Reading, _ owner: String) throws -> Recipient?,
        digestLines: @escaping @Sendable (_ owner: String, _ since: Int, _ language: String) async throws -> [String] = { _, _, _ in
            []
        }, now: @escaping @Sendable () -> Int, report: @escaping @Sendable (Failure) -> Void
    ) {
        (self.store, self.poster, self.recipient, self.now, self.report) = (store, poster, recipient, now, report)
        self.digestLines = digestLines
        messages = NoticeMessages(publicURL: publicURL, sign: sign, push: push)
    }

    package var counts: Counts { tally.withLock(\.self) }

    /// The due work of one process.
    package func due(holder: String) -> DueWork {
        DueWork("notice-deliveries", every: 1, in: store, holder: holder) { [self] in
            let queues = try await dueQueues()
            guard !queues.isEmpty else { return nil }
            return { [self] in try await deliver(queues) }
        }
    }

    /// Delivers what is due.
    ///
    /// - Returns: the number of notices that were delivered.
    @discardableResult package func run() async throws -> Int { try await deliver(dueQueues()) }

    // MARK: Queues

    /// The notices of one person and way, or device.
    private struct Queue: Hashable, Sendable {
        let owner: String
        let way: DeliveryWay
        let device: String?
    }

    /// What waits for its digest or for the end of quiet hours holds nothing up; what has failed does. The time is `?1`.
    private static let isNext = "(due_at <= ?1 OR attempts > 0)"

    /// The queues whose first notice is due, those that wait longest first.
    private func dueQueues() async throws -> [Queue] {
        let now = now()
        return try await store.reading { reading in
            try reading.rows(
                NoticeDelivery.self,
                """
                WHERE position IN (SELECT min(position) FROM notice_deliveries WHERE \(Self.isNext) GROUP BY owner, way, device)
                    AND due_at <= ?1
                ORDER BY due_at, position LIMIT ?2
                """, now, Self.mostOfARun
            ).filter { !$0.isBusy(at: now) }.map { Queue(owner: $0.owner, way: $0.way, device: $0.device) }
        }
    }

    /// How many notices a run may still send.
    private final class Allowance: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        var isUsed: Bool { left.withLock { $0 <= 0 } }

        func take() -> Bool {
            left.withLock { left in
                left -= 1
                return left >= 0
            }
        }
    }

    private func deliver(_ queues: [Queue]) async throws -> Int {
        let left = Allowance(Self.mostOfARun)
        return try await withThrowingTaskGroup(of: (queue: Queue, count: Int)?.self) { group in
            var (waiting, active, count) = (queues, Set<Queue>(), 0)
            func begin() {
                while active.count < Self.width, let next = waiting.firstIndex(where: { Self.hasTurn($0.owner, active) }) {
                    let queue = waiting.remove(at: next)
                    active.insert(queue)
                    group.addTask { (queue, try await self.drain(queue, left)) }
                }
            }
            func look() {
                group.addTask {
                    try await Task.sleep(for: Self.lookPause)
                    return nil
                }
            }
            begin()
            look()
            while !active.isEmpty, let ended = try await group.next() {
                if let (queue, delivered) = ended {
                    active.remove(queue)
                    count += delivered
                } else {
                    // A store that cannot be read now must not stop what is being sent.
                    waiting = left.isUsed ? [] : ((try? await dueQueues()) ?? []).filter { !active.contains($0) }
                    look()
                }
                begin()
            }
            group.cancelAll()
            return count
        }
    }

    private static func hasTurn(_ owner: String, _ active: Set<Queue>) -> Bool {
        active.count { $0.owner == owner } < widthOfOwner
    }

    /// Sends the notices of a queue one after another until one fails, is not due, or a limit is reached.
    private func drain(_ queue: Queue, _ left: Allowance) async throws -> Int {
        var count = 0
        while count < Self.mostOfAQueue {
            try Task.checkCancellation()
            guard left.take(), let next = try await begin(queue, lines(of: queue)) else { break }
            guard try await settle(next, send(next)) else { break }
            count += 1
        }
        return count
    }

    // MARK: One notice

    /// A notice or a digest that this process sends.
    private struct Begun: Sendable {
        /// Of the first notice.
        let delivery: NoticeDelivery
        let message: NoticeMessage
        let settings: NoticeSettings
        /// The device to which a push goes.
        let device: PushDevice?
        /// Whether the mail is in the queue of mails, where it is delivered and tried again.
        let isHandedOver: Bool
    }

    /// Marks the first notice of a queue, or the digest that it is part of, as being sent; nil if it is not due, or another process
    /// sends it.
    private func begin(_ queue: Queue, _ lines: [String]) async throws -> Begun? {
        try await store.change { [self] change in
            let settings = try change.reading.noticeSettings(of: queue.owner) ?? NoticeSettings(of: queue.owner)
            guard let first = try first(of: queue, change.reading, at: change.now.seconds), first.dueAt <= change.now,
                !first.isBusy(at: change.now.seconds),
                let notice = try change.reading.rows(InboxNotice.self, "WHERE id = ?", first.notice).first
            else { return nil }
            var delivery = first
            if first.digest == nil, settings.hasDigests(queue.way, notice.kind) {
                try change.gather(queue.owner, queue.way)
                delivery = try self.first(of: queue, change.reading, at: change.now.seconds) ?? first
            }
            let notices = try delivery.digest.map { try change.reading.notices(ofDigest: $0) } ?? [notice]
            let message = NoticeMessage(id: delivery.digest ?? notice.id, notices: notices, isDigest: delivery.digest != nil)
            if queue.way == .mail {
                try mail(message, lines, of: queue.owner, change)
                try change.remove(delivery)
                return Begun(delivery: delivery, message: message, settings: settings, device: nil, isHandedOver: true)
            }
            try change.run(
                "UPDATE notice_deliveries SET busy_until = ?4 WHERE \(NoticeDelivery.isOfMessage)", delivery.messageID,
                delivery.way.rawValue, delivery.device, change.now.seconds + Self.busySeconds)
            let device = try queue.device.flatMap { try change.reading.rows(PushDevice.self, "WHERE id = ?", $0).first }
            return Begun(delivery: delivery, message: message, settings: settings, device: device, isHandedOver: false)
        }
    }

    /// The first of a queue.
    private func first(of queue: Queue, _ reading: borrowing Reading, at now: Int) throws -> NoticeDelivery? {
        try reading.rows(
            NoticeDelivery.self, "WHERE \(Self.isNext) AND owner = ?2 AND way = ?3 AND device IS ?4 ORDER BY position LIMIT 1", now,
            queue.owner, queue.way.rawValue, queue.device
        ).first
    }

    /// Returns what the next mail of a queue says besides its notices: nothing unless it is a digest. Without these lines, for example
    /// because prices cannot be read, the digest is sent all the same.
    private func lines(of queue: Queue) async throws -> [String] {
        guard queue.way == .mail else { return [] }
        let now = now()
        let digest = try await store.reading { [self] reading -> (rhythm: DigestRhythm, language: String)? in
            guard let first = try first(of: queue, reading, at: now), first.dueAt.seconds <= now,
                let notice = try reading.rows(InboxNotice.self, "WHERE id = ?", first.notice).first,
                let settings = try reading.noticeSettings(of: queue.owner), settings.hasDigests(.mail, notice.kind),
                let to = try recipient(reading, queue.owner)
            else { return nil }
            return (settings.rhythm(.mail), to.language)
        }
        guard let digest else { return [] }
        let days = digest.rhythm == .weekly ? 7 : 1
        return (try? await digestLines(queue.owner, now - days * 86_400, digest.language)) ?? []
    }

    /// Hands a message to the queue of mails, in the same transaction.
    private func mail(_ message: NoticeMessage, _ lines: [String], of owner: String, _ change: borrowing Change) throws {
        guard let to = try recipient(change.reading, owner) else { return }
        try change.reading.post(Notice(mailing: message, lines, to: to, at: change.now.seconds))
    }

    private enum Outcome {
        case delivered, gone
        case failed(NoticeOutcome.Fault, status: Int? = nil, String)
    }

    private func send(_ begun: Begun) async throws -> Outcome {
        if begun.isHandedOver { return .delivered }
        guard let request = messages.request(begun.message, begun.delivery.way, begun.settings, begun.device, now: now()) else {
            return .failed(.incomplete, "its settings are not complete")
        }
        switch await poster.post(request) {
        case .success(200..<300): return .delivered
        case .success(410) where begun.delivery.way == .webhook: return .gone
        // The browser has ended its subscription.
        case .success(let status) where begun.delivery.way == .push && (status == 404 || status == 410): return .gone
        case .success(let status): return .failed(.status, status: status, "status \(status)")
        case .failure(.cancelled): throw CancellationError()
        case .failure(let fault): return .failed(NoticeOutcome.Fault(fault), "\(fault)")
        }
    }

    /// Stores the outcome of an attempt.
    ///
    /// - Returns: whether the next notice of the queue can be sent.
    private func settle(_ begun: Begun, _ outcome: Outcome) async throws -> Bool {
        let delivery = begun.delivery
        switch outcome {
        case .delivered:
            if !begun.isHandedOver {
                try await store.change { change in
                    try change.remove(delivery)
                    try change.noteDelivered(delivery)
                }
            }
            tally.withLock { $0.delivered += 1 }
            return true
        case .gone where delivery.way == .push:
            try await store.change { [auth = begun.device?.auth.secret] change in
                // It may have subscribed again meanwhile.
                try change.run("DELETE FROM notice_devices WHERE id = ? AND auth = ?", delivery.device, auth)
                try change.noteFailed(delivery, .gone, status: nil, retriedUntil: nil)
            }
            note(delivery, "the device has ended its subscription; it is removed", isGivenUp: true)
        case .gone:
            try await store.change { change in
                try change.stopWebhook(of: delivery.owner)
                try change.noteFailed(delivery, .gone, status: nil, retriedUntil: nil)
            }
            note(delivery, "the webhook is gone (status 410); it is turned off", isGivenUp: true)
        case .failed(let fault, let status, let reason):
            let isGivenUp = try await store.change { change in
                let isGivenUp = try change.delay(delivery)
                try change.noteFailed(delivery, fault, status: status, retriedUntil: isGivenUp ? nil : delivery.endsAt)
                return isGivenUp
            }
            note(delivery, reason, isGivenUp: isGivenUp)
        }
        return false
    }

    private func note(_ delivery: NoticeDelivery, _ reason: String, isGivenUp: Bool) {
        tally.withLock { counts in
            counts.failed += 1
            if isGivenUp { counts.givenUp += 1 }
        }
        report(
            Failure(
                notice: delivery.messageID, way: delivery.way, attempts: delivery.attempts + 1, reason: reason, isGivenUp: isGivenUp
            ))
    }

    /// The pause after a failed attempt, in seconds.
    static func pause(afterAttempts count: Int) -> Int { min(pauseSeconds << min(count, 10), longestPauseSeconds) }
}

extension NoticeDelivery {
    /// Whether a process sends it. A mark that ends long after one made now was made before the clock was set back.
    func isBusy(at now: Int) -> Bool { busyUntil.seconds > now && busyUntil.seconds <= now + 2 * DeliveryWork.busySeconds }
}

extension NoticeDelivery {
    /// The rows of a message: its id is `?1`, the way `?2`, the device `?3`. A digest and a notice never have the same id.
    fileprivate static let isOfMessage = "way = ?2 AND device IS ?3 AND (digest = ?1 OR (digest IS NULL AND notice = ?1))"

    /// The id of the message that it goes in.
    fileprivate var messageID: String { digest ?? notice }
}

extension Reading {
    fileprivate func notices(ofDigest digest: String) throws -> [InboxNotice] {
        try rows(
            InboxNotice.self,
            "WHERE id IN (SELECT notice FROM notice_deliveries WHERE digest = ?) ORDER BY created_at, rowid", digest)
    }
}

extension Change {
    /// Makes a digest of what is due in a queue.
    fileprivate func gather(_ owner: String, _ way: DeliveryWay) throws {
        let kinds = InboxNotice.Kind.chosen.filter(\.isInDigests).map(\.rawValue).joined(separator: ",")
        try run(
            """
            UPDATE notice_deliveries SET digest = ?1 WHERE position IN (
                SELECT position FROM notice_deliveries JOIN notices ON notices.id = notice
                WHERE notice_deliveries.owner = ?2 AND way = ?3 AND digest IS NULL AND due_at <= ?4
                    AND instr(?5, ',' || kind || ',') > 0
                ORDER BY position LIMIT ?6)
            """, "g_" + RandomID.hexadecimal(digits: 16), owner, way.rawValue, now, ",\(kinds),", NoticeMessage.mostNotices)
    }

    fileprivate func remove(_ delivery: NoticeDelivery) throws {
        try run(
            "DELETE FROM notice_deliveries WHERE \(NoticeDelivery.isOfMessage)", delivery.messageID, delivery.way.rawValue,
            delivery.device)
    }

    /// Plans the next attempt.
    ///
    /// - Returns: true if there is none, because the notice has been tried long enough.
    fileprivate func delay(_ delivery: NoticeDelivery) throws -> Bool {
        let dueAt = now.seconds + DeliveryWork.pause(afterAttempts: delivery.attempts)
        guard dueAt <= delivery.endsAt.seconds else {
            try remove(delivery)
            return true
        }
        try run(
            "UPDATE notice_deliveries SET due_at = ?4, attempts = ?5, busy_until = 0 WHERE \(NoticeDelivery.isOfMessage)",
            delivery.messageID, delivery.way.rawValue, delivery.device, dueAt, delivery.attempts + 1)
        return false
    }

    /// Turns a webhook off, and tells its owner in the other ways.
    fileprivate func stopWebhook(of owner: String) throws {
        guard var settings = try reading.noticeSettings(of: owner) else { return }
        settings.webhook = .none
        try NoticeWays.store(settings, self)
        try run("DELETE FROM notice_deliveries WHERE owner = ? AND way = 'webhook'", owner)
        try tell(owner, .webhookGone)
    }
}

extension Notice.Kind {
    /// A notice that is read in the app too.
    package static let notice = Self("notice")
    /// Several of them.
    package static let digest = Self("digest")
}

extension Notice {
    /// The name of the field with the path of the page that a notice is about; it is not shown.
    package static let pathField = "path"
    /// The name of the field with the sentences of a digest, one a line.
    package static let linesField = "lines"

    fileprivate init(mailing message: NoticeMessage, _ lines: [String], to recipient: DeliveryWork.Recipient, at time: Int) {
        let language = Language(rawValue: recipient.language) ?? .english
        self.init(
            kind: message.isDigest ? .digest : .notice, subject: message.id, recipient: recipient.address,
            recipientName: recipient.name,
            language: language.rawValue,
            fields: [
                message.isDigest ? Self.linesField : "text":
                    (message.sentences(in: language) + (message.isDigest ? lines : []))
                    .map { $0.replacing("\n", with: " ") }.joined(separator: "\n"),
                Self.pathField: message.link,
            ],
            createdAt: time)
    }
}
