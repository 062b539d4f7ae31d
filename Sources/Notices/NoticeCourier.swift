import Store

/// Delivers the notices in the queue, and has their links made at that moment.
package struct NoticeCourier: Sendable {
    /// The longest pause between two attempts of a notice that is tried for days.
    private static let longestWaitSeconds = 3600

    let store: Store
    let registrations: [Notice.Kind: Notice.Registration]
    let awaited: [Notice.Kind]
    let way: NoticeWay
    /// Seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int
    /// Receives the reason why a notice was not delivered, and whether it was given up.
    let reportFailure: @Sendable (_ notice: Notice, _ reason: String, _ isGivenUp: Bool) -> Void

    package init(
        _ store: Store, _ registrations: [Notice.Registration], by way: NoticeWay, now: @escaping @Sendable () -> Int,
        reportFailure: @escaping @Sendable (Notice, String, Bool) -> Void
    ) {
        self.registrations = Dictionary(uniqueKeysWithValues: registrations.map { ($0.kind, $0) })
        awaited = registrations.filter(\.isAwaited).map(\.kind)
        (self.store, self.way, self.now, self.reportFailure) = (store, way, now, reportFailure)
    }

    /// Delivers the notices that are due, one after another.
    ///
    /// - Returns: the number of notices delivered.
    @discardableResult package func deliverDue() async throws -> Int {
        var count = 0
        let due = try await store.read { [time = now(), awaited] in
            try Rows(connection: $0).dueNotices(at: time, limit: 50, first: awaited)
        }
        for notice in due where !Task.isCancelled {
            guard let registration = registrations[notice.kind] else {
                try await settle(notice, .failed(reason: "no capability registers its kind", isPermanent: true))
                continue
            }
            guard try await registration.isStillWanted(notice) else {
                try await remove(notice)
                continue
            }
            let outcome = await way.deliver(OutgoingNotice(notice: notice, link: try await registration.link(notice)))
            try await settle(notice, outcome)
            if outcome == .delivered { count += 1 }
        }
        return count
    }

    private func settle(_ notice: Notice, _ outcome: NoticeWay.Outcome) async throws {
        guard case .failed(let reason, let isPermanent) = outcome else { return try await remove(notice) }
        var later = notice
        later.attempts += 1
        let isGivenUp: Bool
        if let days = registrations[notice.kind]?.days {
            later.dueAt = now() + min(way.waitSeconds << min(notice.attempts, 10), Self.longestWaitSeconds)
            isGivenUp = isPermanent || later.dueAt > notice.createdAt + days * 86_400
        } else {
            later.dueAt = now() + way.waitSeconds << min(notice.attempts, 10)
            isGivenUp = isPermanent || later.attempts >= way.attempts
        }
        if isGivenUp {
            try await remove(notice)
        } else {
            try await store.write { [later] in try Rows(connection: $0).delay(later) }
        }
        reportFailure(later, reason, isGivenUp)
    }

    private func remove(_ notice: Notice) async throws {
        try await store.write { try Rows(connection: $0).removeNotice(id: notice.id) }
    }
}

/// The queue within one transaction.
private struct Rows: StoredRows {
    let connection: Connection
}
