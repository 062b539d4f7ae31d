import Market
import Notices
import People
import Records
import Store

/// The recurring transactions of a person.
package struct RecurringExpenses: Sendable {
    /// The most recurring transactions of one person.
    package static let most = 200
    /// How far back a new one is entered.
    package static let daysBack = 366
    /// Entries in one transaction of the store.
    static let batch = 100

    package init() {}

    package struct Named: Record {
        package let id: String

        package init(_ id: String) { self.id = id }

        package init(_ field: inout Fields<Self>) throws { id = try field("recurring", \.id, .text(1...40), "Its id.") }
    }

    package struct Pausing: Record {
        package let id: String
        package let isPaused: Bool

        package init(_ id: String, paused: Bool) { (self.id, isPaused) = (id, paused) }

        package init(_ field: inout Fields<Self>) throws {
            id = try field("recurring", \.id, .text(1...40), "Its id.")
            isPaused = try field("paused", \.isPaused)
        }
    }

    package struct Edit: Record {
        package let id: String
        /// The version that the person has seen.
        package let version: Int
        package let draft: RecurringDraft

        package init(_ field: inout Fields<Self>) throws {
            id = try field("recurring", \.id, .text(1...40), "Its id.")
            version = try field("version", \.version, nil, "As it was read. Another one is refused.")
            draft = try field(\.draft)
        }
    }

    /// Those that fall next first, then those that have ended.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> [RecurringExpense] {
        try reading.rows(
            RecurringExpense.self, "WHERE owner = ? ORDER BY next_on IS NULL, next_on, rowid", caller.owner)
    }

    /// - Throws: ``ExpenseError/noRecurring(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> RecurringExpense {
        let found = try reading.rows(RecurringExpense.self, "WHERE id = ? AND owner = ?", named.id, caller.owner)
        guard let recurring = found.first else { throw ExpenseError.noRecurring(named.id) }
        return recurring
    }

    /// Adds one, and enters what is due.
    ///
    /// - Throws: ``ExpenseError``.
    package func add(_ change: inout Change, _ caller: Caller, _ draft: RecurringDraft) throws -> RecurringExpense {
        let owner = caller.owner
        try change.ensureOwner(owner)
        let count: Int? = try change.reading.value("SELECT count(*) FROM expense_recurring WHERE owner = ?", [owner])
        guard count ?? 0 < Self.most else { throw ExpenseError.tooMany(.recurring, most: Self.most) }
        let earliest = try change.reading.today(of: owner, at: change.now) - Self.daysBack
        guard draft.fields.first >= earliest else {
            throw ExpenseError.startsTooEarly(draft.fields.first, earliest: earliest)
        }
        let recurring = RecurringExpense(try terms(change.reading, owner, draft), draft.fields, of: owner, at: change.now)
        try change.insert(recurring)
        return try enterDue(change, caller, recurring.id)
    }

    /// Changes what is entered from now on. What has been entered stays as it is.
    ///
    /// - Throws: ``ExpenseError``, such as ``ExpenseError/changedMeanwhile(_:)`` for another version.
    package func edit(_ change: inout Change, _ caller: Caller, _ edit: Edit) throws -> RecurringExpense {
        var recurring = try show(change.reading, caller, Named(edit.id))
        guard recurring.version == edit.version else { throw ExpenseError.changedMeanwhile(edit.id) }
        recurring.terms = try terms(change.reading, caller.owner, edit.draft, replacing: recurring.terms)
        recurring.fields = edit.draft.fields
        recurring.version += 1
        // Earlier days, which it may have under the new rule, are over.
        recurring.enter(through: try change.reading.today(of: caller.owner, at: change.now) - 1)
        try change.replace(recurring.id, with: recurring)
        return try enterDue(change, caller, recurring.id)
    }

    /// Pauses one, or goes on with it from today on: what fell into the pause is not entered.
    ///
    /// - Throws: ``ExpenseError/noRecurring(_:)``.
    package func pause(_ change: inout Change, _ caller: Caller, _ pausing: Pausing) throws -> RecurringExpense {
        var recurring = try show(change.reading, caller, Named(pausing.id))
        guard recurring.isPaused != pausing.isPaused else { return recurring }
        recurring.isPaused = pausing.isPaused
        recurring.version += 1
        if !pausing.isPaused { recurring.enter(through: try change.reading.today(of: caller.owner, at: change.now) - 1) }
        try change.replace(recurring.id, with: recurring)
        return try enterDue(change, caller, recurring.id)
    }

    /// Removes one. What has been entered stays.
    ///
    /// - Throws: ``ExpenseError/noRecurring(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        let recurring = try show(change.reading, caller, named)
        try change.run("UPDATE expenses SET recurring = NULL WHERE recurring = ?", recurring.id)
        try change.run("DELETE FROM expense_recurring WHERE id = ?", recurring.id)
    }

    private func enterDue(_ change: borrowing Change, _ caller: Caller, _ id: String) throws -> RecurringExpense {
        _ = try change.enterDue(id)
        return try show(change.reading, caller, Named(id))
    }

    private func terms(
        _ reading: borrowing Reading, _ owner: String, _ draft: RecurringDraft, replacing old: ExpenseTerms? = nil
    ) throws -> ExpenseTerms {
        guard draft.fields.recurrence != nil else { throw ExpenseError.badRecurrence }
        return try reading.terms(draft.terms, owner, replacing: old)
    }

    // MARK: What is due

    /// The due work of one process.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    package static func due(_ store: Store, holder: String, now: @escaping @Sendable () -> Int) -> DueWork {
        DueWork("recurring-expenses", every: 30, in: store, holder: holder) {
            let due = try await look(store, now())
            guard !due.isEmpty else { return nil }
            return { try await enter(due, in: store) }
        }
    }

    /// Enters everything that is due.
    ///
    /// - Returns: the number of entries.
    @discardableResult package static func run(_ store: Store, at now: Int) async throws -> Int {
        try await enter(look(store, now), in: store)
    }

    private static func look(_ store: Store, _ now: Int) async throws -> [String] {
        try await store.reading { try $0.dueRecurring(at: Moment(seconds: now)) }
    }

    private static func enter(_ due: [String], in store: Store) async throws -> Int {
        var count = 0
        for id in due {
            var entered = batch
            while entered == batch {
                try Task.checkCancellation()
                entered = try await store.change { try $0.enterDue(id) }
                count += entered
            }
        }
        return count
    }
}

extension Reading {
    /// The day on a person's calendar.
    func today(of owner: String, at now: Moment) throws -> Day {
        OpeningHours.local(secondsSince1970: now.seconds, in: try calendarZone(of: owner)).day
    }

    /// The ids of the recurring transactions that are due by their owners' calendars.
    fileprivate func dueRecurring(at now: Moment) throws -> [String] {
        var days: [String: Day] = [:]
        var due: [String] = []
        // No zone is more than a day ahead of UTC.
        for row in try rows(
            "SELECT id, owner, next_on FROM expense_recurring WHERE paused = 0 AND next_on <= ? ORDER BY next_on, rowid",
            [Day(secondsSince1970: now.seconds) + 1])
        {
            let owner: String = try row.decode(atIndex: 1)
            let today = try days[owner] ?? today(of: owner, at: now)
            days[owner] = today
            if try row.decode(Day.self, atIndex: 2) <= today { due.append(try row.decode(atIndex: 0)) }
        }
        return due
    }
}

extension Change {
    /// Enters what is due of a recurring transaction, at most a batch. It notes the last day in the same transaction, so that a crash or
    /// a second process enters nothing twice; an index of the table forbids it too.
    ///
    /// - Returns: the number of entries; 0 if the person has no room for more.
    fileprivate func enterDue(_ id: String) throws -> Int {
        guard var recurring = try reading.rows(RecurringExpense.self, "WHERE id = ? AND paused = 0", id).first else { return 0 }
        let owner = recurring.owner
        let days = recurring.due(through: try reading.today(of: owner, at: now), most: RecurringExpenses.batch)
        guard let last = days.last else { return 0 }
        do { try reading.requireRoom(for: days.count, of: owner) } catch ExpenseError.tooMany { return 0 }
        try enter(days.map { Expense(recurring.terms, of: owner, on: $0, recurring: id, at: now) }, of: owner)
        recurring.enter(through: last)
        try replace(id, with: recurring)
        return days.count
    }
}
