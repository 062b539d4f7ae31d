import Records
import Store

/// Several entries at once: all of them are changed, or none.
extension Expenses {
    package struct Chosen: Record {
        package let ids: [String]

        package init(_ ids: [String]) { self.ids = ids }

        package init(_ field: inout Fields<Self>) throws {
            ids = try field("expenses", \.ids, .array(.text(1...40), count: 1...Expenses.mostAtOnce), "Their ids, each once.")
        }
    }

    /// An entry, as the person has seen it.
    package struct Seen: Record {
        package let id: String
        package let version: Int

        package init(_ field: inout Fields<Self>) throws {
            id = try field("expense", \.id, .text(1...40), "The entry's id.")
            version = try field("version", \.version, nil, "As it was read. Another one is refused.")
        }
    }

    /// What several entries get.
    package enum Common: String, FieldChoice { case category, place }

    package struct Setting: Record {
        package let expenses: [Seen]
        package let common: Common
        /// An id or name; nil for none.
        package let value: String?

        package init(_ field: inout Fields<Self>) throws {
            expenses = try field("expenses", \.expenses, most: Expenses.mostAtOnce)
            common = try field("set", \.common)
            value = try field(
                "to", \.value, .text(1...Place.nameLength), "The id or name of the category or place; none without it.")
        }
    }

    /// Removes entries. For a day, ``restoreAll(_:_:_:)`` undoes it.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``.
    package func removeAll(_ change: inout Change, _ caller: Caller, _ chosen: Chosen) throws {
        for id in chosen.ids {
            let expense = try Self.expense(change.reading, caller.owner, id)
            try takeBack(change, expense)
            try change.run(
                "UPDATE expenses SET removed_at = ?, version = version + 1, wallet_transaction = ? WHERE id = ?", change.now,
                expense.walletTransaction, id)
        }
        try change.run(
            "DELETE FROM expenses WHERE owner = ? AND removed_at < ?", caller.owner, change.now.seconds - Self.keptSeconds)
    }

    /// - Throws: ``ExpenseError/noExpense(_:)``, also for an entry that was removed more than a day ago.
    package func restoreAll(_ change: inout Change, _ caller: Caller, _ chosen: Chosen) throws -> [Expense] {
        for id in chosen.ids {
            let expense = try Self.expense(change.reading, caller.owner, id, isRemoved: true)
            guard expense.removedAt!.seconds >= change.now.seconds - Self.keptSeconds else { throw ExpenseError.noExpense(id) }
            // If a file has brought it back meanwhile, only that one is recognised from now on.
            try change.run(
                """
                UPDATE expenses SET removed_at = NULL, version = version + 1, wallet_transaction = ?4, import_key = iif(
                    EXISTS (SELECT 1 FROM expenses WHERE owner = ?2 AND import_key = ?3 AND removed_at IS NULL), NULL, import_key)
                WHERE id = ?1
                """, id, caller.owner, expense.importKey, try restorePayment(change, expense))
        }
        return try chosen.ids.map { try Self.expense(change.reading, caller.owner, $0) }
    }

    /// Gives entries the same category or place.
    ///
    /// - Throws: ``ExpenseError``, such as ``ExpenseError/hasParts(_:)`` for the category of a receipt that has several.
    package func set(_ change: inout Change, _ caller: Caller, _ setting: Setting) throws -> [Expense] {
        let owner = caller.owner
        var category: String?
        var place: Place?
        if let value = setting.value {
            switch setting.common {
            case .category: category = try change.reading.category(named: value, of: owner).id
            case .place: place = try change.reading.place(named: value, of: owner)
            }
        }
        var changed: [Expense] = []
        for seen in setting.expenses {
            let old = try Self.expense(change.reading, owner, seen.id)
            guard old.version == seen.version else { throw ExpenseError.changedMeanwhile(seen.id) }
            var terms = old.terms
            switch setting.common {
            case .category:
                guard terms.parts.parts.count == 1 else { throw ExpenseError.hasParts(old.id) }
                terms.parts = ExpenseParts([ExpensePart(category: category, amount: terms.amount)])
            case .place: (terms.place, terms.placeName) = (place?.id, place?.name ?? "")
            }
            changed.append(old.changed(terms, old.day))
        }
        for expense in changed { try change.replace(expense.id, with: expense) }
        try change.tellBudgets(of: changed, owner)
        return changed
    }
}
