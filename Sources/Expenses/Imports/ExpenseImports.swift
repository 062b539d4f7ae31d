import JSONText
import Ledger
import Market
import Platform
import Records
import Store

/// Adds the entries of files to the journal, and writes the journal as a file.
package struct ExpenseImports: Sendable {
    /// The entries in one transaction of the store, which takes some tens of milliseconds.
    static let batch = 200
    /// The entries that an export reads at once.
    private static let exported = 1000

    package init() {}

    // MARK: Import

    /// - Throws: ``ExpenseError/noCategory(_:)``.
    package func preview(
        _ reading: borrowing Reading, _ caller: Caller, _ file: ImportFile, _ input: ImportInput
    ) throws -> ImportPreview {
        let given = try input.category.map { try reading.category(named: $0, of: caller.owner).id }
        let known = try reading.known(file.entries, of: caller.owner)
        let similar = try reading.similar(file.entries.filter { !known.contains($0.key) }, of: caller.owner)
        var usual = UsualOfNames(owner: caller.owner, category: given)
        let names = try reading.categoryNames(of: caller.owner)
        let rows = try file.entries.prefix(ImportPreview.shown).map { entry in
            let category = try entry.parts.first?.category ?? usual.values(reading, entry.name).category.flatMap { names[$0] }
            return ImportRow(entry, isKnown: known.contains(entry.key), similar: similar[entry.key], category: category)
        }
        return ImportPreview(
            file, knownCount: file.entries.count { known.contains($0.key) }, similarCount: similar.count, rows: rows)
    }

    /// Adds what is new, in several transactions: after a crash, the same import adds the rest.
    ///
    /// - Throws: ``ExpenseError`` as a `Refusal`, such as ``ExpenseError/openQuestions(_:)`` for a file that leaves something open.
    package func add(_ store: Store, _ caller: Caller, _ file: ImportFile, _ input: ImportInput) async throws -> ImportResult {
        guard file.questions.isEmpty else {
            throw ExpenseError.openQuestions(file.questions.map { ImportQuestion($0).parameter.rawValue }).refusal
        }
        var (added, known, similar) = (0, 0, 0)
        // Entries by hand are found once: those that the import has added are not among them.
        let byHand = try await store.refusing { reading in
            _ = try input.category.map { try reading.category(named: $0, of: caller.owner) }
            let known = try reading.known(file.entries, of: caller.owner)
            let new = file.entries.filter { !known.contains($0.key) }
            let byHand = input.skipsSimilar ? try reading.similar(new, of: caller.owner) : [:]
            // Refuse it before the first row.
            try reading.requireRoom(for: new.count - byHand.count, of: caller.owner)
            return byHand
        }
        for start in stride(from: 0, to: file.entries.count, by: Self.batch) {
            let entries = Array(file.entries[start..<min(start + Self.batch, file.entries.count)])
            let counts = try await store.change { change in
                try change.add(entries, except: byHand, of: caller.owner, input)
            }
            (added, known, similar) = (added + counts.added, known + counts.known, similar + counts.similar)
        }
        return ImportResult(file, added: added, known: known, similar: similar)
    }

    // MARK: Export

    /// Writes the entries of a filter as CSV, newest first, so that memory does not grow with the journal.
    ///
    /// - Parameter write: takes the bytes of a page; the next page is read when it returns.
    /// - Throws: ``ExpenseError`` as a `Refusal`, before anything is written.
    package func export(
        _ store: Store, _ caller: Caller, _ filter: Expenses.Filter, _ write: ([UInt8]) async throws -> Void
    ) async throws {
        var last: String?
        repeat {
            let after = last
            let (page, names) = try await store.refusing { reading in
                (
                    try ExpenseQuery(reading, caller.owner, filter).expenses(reading, after: after, limit: Self.exported),
                    try reading.categoryNames(of: caller.owner)
                )
            }
            let lines = page.map { JournalFile.line.csvLine(($0, names)) }.joined()
            try await write(Array(((last == nil ? JournalFile.line.csvHeader : "") + lines).utf8))
            last = page.count == Self.exported ? page.last?.id : nil
        } while last != nil
    }
}

/// What entries with a name usually have; each name is looked up once.
private struct UsualOfNames {
    let owner: String
    /// The id of the category that all entries get instead.
    let category: String?
    private var known: [String: UsualValues] = [:]

    init(owner: String, category: String?) { (self.owner, self.category) = (owner, category) }

    mutating func values(_ reading: borrowing Reading, _ name: String) throws -> (category: String?, place: String?) {
        let key = JournalText.key(name)
        let values = try known[key] ?? Expenses().usual(reading, Caller(owner: owner), UsualValues.Name(name))
        known[key] = values
        return (category ?? values.category, values.place)
    }
}

extension Reading {
    fileprivate func categoryNames(of owner: String) throws -> [String: String] {
        let categories = try rows(ExpenseCategory.self, "WHERE owner = ?", owner)
        return Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.name) })
    }

    /// The keys of the entries that are in the journal: those of an earlier import, and of an export of this journal.
    fileprivate func known(_ entries: [ImportedEntry], of owner: String) throws -> Set<String> {
        guard !entries.isEmpty else { return [] }
        let keys = JSONWriter.document { writer in writer.array { writer in for entry in entries { writer.string(entry.key) } } }
        // With pluses, the index of ids is read.
        let found = try rows(
            """
            SELECT import_key FROM expenses
            WHERE owner = ?1 AND removed_at IS NULL AND import_key IN (SELECT value FROM json_each(?2))
            UNION SELECT id FROM expenses WHERE +owner = ?1 AND +removed_at IS NULL AND id IN (SELECT value FROM json_each(?2))
            """, [owner, keys])
        return try Set(found.map { try $0.decode(atIndex: 0) })
    }

    /// The ids of entries by hand that may be the same as those of a file, by the keys of the latter. Each entry is found once.
    fileprivate func similar(_ entries: [ImportedEntry], of owner: String) throws -> [String: String] {
        guard let first = entries.map(\.day).min(), let last = entries.map(\.day).max() else { return [:] }
        let found = try rows(
            """
            SELECT day, kind, currency, amount, id FROM expenses
            WHERE owner = ? AND removed_at IS NULL AND day BETWEEN ? AND ? AND import_key IS NULL AND recurring IS NULL
            ORDER BY day, minute, position
            """, [owner, first, last])
        var byHand: [Payment: [String]] = [:]
        for row in found.reversed() {
            let payment = Payment(
                day: try row.decode(atIndex: 0), kind: try row.decode(atIndex: 1), currency: try row.decode(atIndex: 2),
                amount: try row.decode(atIndex: 3))
            byHand[payment, default: []].append(try row.decode(atIndex: 4))
        }
        var similar: [String: String] = [:]
        for entry in entries {
            let payment = Payment(day: entry.day, kind: entry.kind, currency: entry.currency, amount: entry.amount)
            similar[entry.key] = byHand[payment]?.popLast()
        }
        return similar
    }
}

private struct Payment: Hashable {
    let day: Day
    let kind: ExpenseKind
    let currency: ISOCurrency
    let amount: ExpenseAmount
}

extension Change {
    /// Adds the new ones of some entries of a file.
    ///
    /// - Parameter byHand: the keys of entries that are skipped, because they were entered by hand.
    fileprivate func add(
        _ entries: [ImportedEntry], except byHand: [String: String], of owner: String, _ input: ImportInput
    ) throws -> (added: Int, known: Int, similar: Int) {
        try ensureOwner(owner)
        let known = try reading.known(entries, of: owner)
        let others = entries.filter { !known.contains($0.key) }
        let new = others.filter { byHand[$0.key] == nil }
        try reading.requireRoom(for: new.count, of: owner)
        var usual = UsualOfNames(owner: owner, category: try input.category.map { try reading.category(named: $0, of: owner).id })
        let expenses = try new.map { entry in
            var expense = Expense(try terms(entry, owner, input, &usual), of: owner, on: entry.day, at: now)
            expense.importKey = entry.key
            return expense
        }
        try enter(expenses, of: owner)
        return (new.count, known.count, others.count - new.count)
    }

    private func terms(
        _ entry: ImportedEntry, _ owner: String, _ input: ImportInput, _ usual: inout UsualOfNames
    ) throws -> ExpenseTerms {
        let proposed = try usual.values(reading, entry.name)
        var parts = try entry.parts.map { part in
            ExpensePart(category: try part.category.map { try categoryID($0, owner) }, amount: part.amount)
        }
        if parts.isEmpty { parts = [ExpensePart(category: proposed.category, amount: entry.amount)] }
        let place = try place(entry, owner, usual: proposed.place)
        return ExpenseTerms(entry, method: entry.method ?? input.method, at: place, parts: ExpenseParts(parts))
    }

    /// The place that a file names, if the person has exactly one of this name; else the one of the newest entry with the name.
    private func place(_ entry: ImportedEntry, _ owner: String, usual: String?) throws -> Place? {
        guard entry.place.isEmpty else {
            do { return try reading.place(named: entry.place, of: owner) } catch is ExpenseError { return nil }
        }
        return try usual.map { try reading.place(named: $0, of: owner) }
    }

    /// The category of a name, which is added if there is none.
    private func categoryID(_ name: String, _ owner: String) throws -> String {
        do { return try reading.category(named: name, of: owner).id } catch ExpenseError.noCategory {
            return try addCategory(name, of: owner).id
        }
    }
}

extension ExpenseTerms {
    fileprivate init(_ entry: ImportedEntry, method: PaymentMethod, at place: Place?, parts: ExpenseParts) {
        self.init(
            kind: entry.kind, name: entry.name, description: entry.description, amount: entry.amount, currency: entry.currency,
            method: method, minute: entry.minute ?? Self.defaultMinute, place: place, placeName: place?.name ?? entry.place,
            parts: parts)
    }
}
