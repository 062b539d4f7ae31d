import Platform
import Records
import Store

/// A category of a person's entries.
package struct ExpenseCategory: Equatable, StoredRecord {
    /// `c_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package internal(set) var name: String
    /// Two categories of a person differ in it.
    var nameKey: String

    package static let nameLength = 60

    init(_ name: String, of owner: String) {
        id = "c_" + RandomID.hexadecimal(digits: 16)
        (self.owner, self.name, nameKey) = (owner, name, JournalText.key(name))
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("c_"))
        owner = try field("owner", \.owner, inDocuments: false)
        name = try field("name", \.name)
        nameKey = try field("name_key", \.nameKey, inDocuments: false)
    }

    /// Whether it has a name, without case and accents.
    package func hasName(_ name: String) -> Bool { nameKey == JournalText.key(String(name.trimmed)) }

    package static var schemaName: String? { "ExpenseCategory" }
    package static let table = Table<ExpenseCategory>("expense_categories")
}

/// The categories of a person.
package struct Categories: Sendable {
    /// The most categories of one person.
    package static let most = 200

    package init() {}

    package struct Draft: Record {
        package let name: String

        package init(_ name: String) { self.name = name }

        package init(_ field: inout Fields<Self>) throws { name = try field("name", \.name, categoryName) }
    }

    package struct Renaming: Record {
        package let category, name: String

        package init(_ field: inout Fields<Self>) throws {
            category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "Its id or name.")
            name = try field("name", \.name, categoryName)
        }
    }

    package struct Named: Record {
        package let category: String

        package init(_ category: String) { self.category = category }

        package init(_ field: inout Fields<Self>) throws {
            category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "Its id or name.")
        }
    }

    package struct Merging: Record {
        package let category, into: String

        package init(_ category: String, into: String) { (self.category, self.into) = (category, into) }

        package init(_ field: inout Fields<Self>) throws {
            category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "Its id or name.")
            into = try field("into", \.into, .text(1...ExpenseCategory.nameLength), "The category that stays.")
        }
    }

    /// By name.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> [ExpenseCategory] {
        try reading.rows(ExpenseCategory.self, "WHERE owner = ? ORDER BY name_key", caller.owner)
    }

    /// - Throws: ``ExpenseError/categoryExists(_:)``, ``ExpenseError/tooMany(_:most:)``.
    package func add(_ change: inout Change, _ caller: Caller, _ draft: Draft) throws -> ExpenseCategory {
        try change.ensureOwner(caller.owner)
        return try change.addCategory(draft.name, of: caller.owner)
    }

    /// - Throws: ``ExpenseError/noCategory(_:)``, ``ExpenseError/categoryExists(_:)``.
    package func rename(_ change: inout Change, _ caller: Caller, _ renaming: Renaming) throws -> ExpenseCategory {
        var category = try change.reading.category(named: renaming.category, of: caller.owner)
        category.name = String(renaming.name.trimmed)
        category.nameKey = JournalText.key(category.name)
        try change.reading.requireFree(category)
        try change.replace(category.id, with: category)
        return category
    }

    /// Puts everything of one category into another one. Budgets stay with the category that stays.
    ///
    /// - Throws: ``ExpenseError/noCategory(_:)``, ``ExpenseError/mergedWithItself``.
    package func merge(_ change: inout Change, _ caller: Caller, _ merging: Merging) throws -> ExpenseCategory {
        let into = try change.reading.category(named: merging.into, of: caller.owner)
        try take(change, caller.owner, merging.category, into: into)
        return into
    }

    /// Removes a category; its entries stay, without one.
    ///
    /// - Throws: ``ExpenseError/noCategory(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        try take(change, caller.owner, named.category, into: nil)
    }

    private func take(_ change: borrowing Change, _ owner: String, _ name: String, into: ExpenseCategory?) throws {
        let from = try change.reading.category(named: name, of: owner).id
        guard from != into?.id else { throw ExpenseError.mergedWithItself }
        let (quoted, replacement) = ("\"\(from)\"", into.map { "\"\($0.id)\"" } ?? "null")
        // Entries with parts in both are counted once, so they are counted anew.
        try change.run(
            """
            UPDATE expenses SET parts = replace(parts, ?3, ?4), version = version + 1 WHERE position IN (
                SELECT expense FROM expense_parts WHERE category = ?1
                INTERSECT SELECT expense FROM expense_parts WHERE category IS ?2)
            """, from, into?.id, quoted, replacement)
        // Removed entries can come back.
        try change.run(
            """
            UPDATE expenses SET parts = replace(parts, ?3, ?4) WHERE position IN (
                SELECT expense FROM expense_parts WHERE category = ?2
                UNION ALL SELECT position FROM expenses WHERE owner = ?1 AND removed_at > 0)
            """, owner, from, quoted, replacement)
        try change.run(
            "UPDATE expense_recurring SET parts = replace(parts, ?2, ?3) WHERE owner = ?1", owner, quoted, replacement)
        try change.run("UPDATE expense_parts SET category = ?2 WHERE category = ?1", from, into?.id)
        try change.moveSums(of: owner, from: from, to: into?.id ?? "c_")
        try change.run(
            """
            UPDATE expense_places SET categories = (
                SELECT json_group_array(DISTINCT CASE value WHEN ?2 THEN ?3 ELSE value END) FROM json_each(categories)
                WHERE value <> ?2 OR ?3 IS NOT NULL)
            WHERE owner = ?1 AND instr(categories, ?2) > 0
            """, owner, from, into?.id)
        try change.run("DELETE FROM expense_categories WHERE id = ?", from)
    }
}

private let categoryName = Schema.text(
    1...ExpenseCategory.nameLength, pattern: "^[^\\u0000]*\\S[^\\u0000]*$", words: "1 to 60 characters, not only spaces",
    accepts: { !$0.utf8.contains(0) && !$0.trimmed.isEmpty })

extension Reading {
    /// Finds a category by its id, or by its name without case and accents.
    ///
    /// - Throws: ``ExpenseError/noCategory(_:)``.
    func category(named name: String, of owner: String) throws -> ExpenseCategory {
        let found = try rows(
            ExpenseCategory.self, "WHERE owner = ?1 AND (id = ?2 OR name_key = ?3) ORDER BY id = ?2 DESC LIMIT 1", owner, name,
            JournalText.key(String(name.trimmed)))
        guard let category = found.first else { throw ExpenseError.noCategory(name) }
        return category
    }
}

extension Reading {
    /// - Throws: ``ExpenseError/categoryExists(_:)``.
    fileprivate func requireFree(_ category: ExpenseCategory) throws {
        let taken: Int? = try value(
            "SELECT 1 FROM expense_categories WHERE owner = ? AND name_key = ? AND id <> ?",
            [category.owner, category.nameKey, category.id])
        guard taken == nil else { throw ExpenseError.categoryExists(category.name) }
    }
}

extension Change {
    /// - Throws: ``ExpenseError/categoryExists(_:)``, ``ExpenseError/tooMany(_:most:)``.
    func addCategory(_ name: String, of owner: String) throws -> ExpenseCategory {
        let category = ExpenseCategory(String(name.trimmed), of: owner)
        try reading.requireFree(category)
        let count: Int? = try reading.value("SELECT count(*) FROM expense_categories WHERE owner = ?", [owner])
        guard count ?? 0 < Categories.most else { throw ExpenseError.tooMany(.categories, most: Categories.most) }
        try insert(category)
        return category
    }

    /// Adds the sums of a category or place to those of another one.
    func moveSums(of owner: String, from: String, to: String) throws {
        try run(
            """
            INSERT INTO expense_sums
            SELECT owner, kind, ?3, currency, month, count, whole, fraction FROM expense_sums
            WHERE owner = ?1 AND kind IN ('expense', 'income') AND key = ?2
            ON CONFLICT DO UPDATE
            SET count = count + excluded.count, whole = whole + excluded.whole, fraction = fraction + excluded.fraction
            """, owner, from, to)
        try run("DELETE FROM expense_sums WHERE owner = ? AND kind IN ('expense', 'income') AND key = ?", owner, from)
    }
}
