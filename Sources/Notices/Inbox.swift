import Records
import Store

/// The notices of a person: lists them, and marks them as read. What is read on one device is read on all.
package struct Inbox: Sendable {
    /// How long notices are kept.
    package static let keptDays = 90
    /// The number of newest notices that are listed.
    package static let shown = 500

    package init() {}

    /// Which notices are listed.
    package struct Filter: Record {
        package let kind: InboxNotice.Kind?
        package let unread: Bool

        package init(_ field: inout Fields<Self>) throws {
            kind = try field("kind", \.kind, Schema.choice(InboxNotice.Kind.allCases.map(\.rawValue)), "Only notices of this kind.")
            unread = try field("unread", \.unread, nil, "Only notices that are not read.", default: false)
        }
    }

    /// A notice that is named by its id.
    package struct Named: Record {
        package let id: String

        package init(_ field: inout Fields<Self>) throws { id = try field("notice", \.id, .text(1...40), "The notice's id.") }
    }

    /// The number of notices that are not read.
    package struct Count: Record {
        package let unread: Int

        init(unread: Int) { self.unread = unread }

        package init(_ field: inout Fields<Self>) throws { unread = try field("unread", \.unread) }

        package static var schemaName: String? { "NoticeCount" }
    }

    /// The newest notices, newest first.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _ filter: Filter) throws -> [InboxNotice] {
        try reading.rows(
            InboxNotice.self,
            "WHERE owner = ?1 AND (?2 IS NULL OR kind = ?2) AND (read_at IS NULL OR NOT ?3) ORDER BY created_at DESC, rowid DESC LIMIT ?4",
            caller.owner, filter.kind?.rawValue ?? String?.none, filter.unread, Self.shown)
    }

    package func count(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> Count {
        Count(unread: try reading.unreadNotices(of: caller.owner))
    }

    /// Marks a notice as read.
    ///
    /// - Throws: ``NoticeError/noNotice(_:)``.
    package func markRead(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> InboxNotice {
        try set(change, caller, named, "ifnull(read_at, ?3)")
    }

    /// Marks a notice as unread: the undo of ``markRead(_:_:_:)``.
    ///
    /// - Throws: ``NoticeError/noNotice(_:)``.
    package func markUnread(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> InboxNotice {
        try set(change, caller, named, "CASE WHEN ?3 THEN NULL END")
    }

    private func set(_ change: borrowing Change, _ caller: Caller, _ named: Named, _ readAt: String) throws -> InboxNotice {
        try change.run("UPDATE notices SET read_at = \(readAt) WHERE id = ?1 AND owner = ?2", named.id, caller.owner, change.now)
        let found = try change.reading.rows(InboxNotice.self, "WHERE id = ? AND owner = ?", named.id, caller.owner)
        guard let notice = found.first else { throw NoticeError.noNotice(named.id) }
        return notice
    }

    /// Marks all notices as read.
    package func markAllRead(_ change: inout Change, _ caller: Caller, _: Nothing) throws {
        try change.run("UPDATE notices SET read_at = ? WHERE owner = ? AND read_at IS NULL", change.now, caller.owner)
    }

    /// Deletes the notices that have been kept long enough.
    package static func purge(_ store: Store) async throws {
        try await store.change { change in
            try change.run("DELETE FROM notices WHERE created_at < ?", change.now.seconds - keptDays * 86_400)
        }
    }
}

extension Reading {
    /// The number of notices of an owner that are not read.
    package func unreadNotices(of owner: String) throws -> Int {
        try value("SELECT count(*) FROM notices WHERE owner = ? AND read_at IS NULL", [owner]) ?? 0
    }
}

/// Why a notice is not changed.
package enum NoticeError: Refusable, Equatable {
    case noNotice(String)

    package var refusal: Refusal {
        switch self {
        case .noNotice(let id): Refusal("no-notice", .missing, "there is no notice \(String(id.prefix(60)))")
        }
    }
}
