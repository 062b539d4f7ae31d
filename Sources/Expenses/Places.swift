import Foundation
import Ledger
import Market
import Notices
import People
import Platform
import Records
import Store

/// The places of a person.
package struct Places: Sendable {
    /// The most places of one person.
    package static let most = 2000

    package init() {}

    // MARK: Inputs

    package struct Named: Record {
        package let place: String

        package init(_ place: String) { self.place = place }

        package init(_ field: inout Fields<Self>) throws { place = try field("place", \.place, Places.name, "Its id or name.") }
    }

    package struct Edit: Record {
        package let id: String
        /// The version that the person has seen.
        package let version: Int
        package let draft: PlaceDraft

        package init(_ field: inout Fields<Self>) throws {
            id = try field("place", \.id, .text(1...40), "The place's id.")
            version = try field("version", \.version, nil, "As it was read. Another one is refused.")
            draft = try field(\.draft)
        }
    }

    package struct Marking: Record {
        package let place: String
        package let isFavourite: Bool

        package init(_ field: inout Fields<Self>) throws {
            place = try field("place", \.place, Places.name, "Its id or name.")
            isFavourite = try field("favourite", \.isFavourite, nil, nil, default: true)
        }
    }

    package struct Merging: Record {
        package let place, into: String

        package init(_ place: String, into: String) { (self.place, self.into) = (place, into) }

        package init(_ field: inout Fields<Self>) throws {
            place = try field("place", \.place, Places.name, "Its id or name.")
            into = try field("into", \.into, Places.name, "The place that stays.")
        }
    }

    /// Which places are listed.
    package struct Filter: Record {
        /// Words that all must occur in name, address or description.
        package let search: String?
        /// Places with any of these categories: ids or names.
        package let categories: PlaceCategories
        package let number: PlaceNumber?
        package let favourites: Bool
        /// Places with a visit from the first to the last of these days.
        package let since, until: Day?
        package let openNow: Bool

        package init(_ field: inout Fields<Self>) throws {
            search = try field(
                "search", \.search, .kept(1...Expenses.longestSearch), "Words that all must occur in name, address or description.")
            categories = try field(
                "categories", \.categories, nil, "Places with any of these categories: ids or names.", default: PlaceCategories([]))
            number = try field(
                "number", \.number, Schema.choice(PlaceNumber.allCases.map(\.rawValue)), "The number of transactions.")
            favourites = try field("favourites", \.favourites, nil, "Only favourites.", default: false)
            since = try field("since", \.since, Schema.day, "Only places with a visit on this day or later.")
            until = try field("until", \.until, Schema.day, "Only places with a visit on this day or earlier.")
            openNow = try field("open_now", \.openNow, nil, "Only places that are open.", default: false)
        }
    }

    fileprivate static let name = Schema.text(1...Place.nameLength)

    // MARK: Reading

    /// The places that a filter lists, by name.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    /// - Throws: ``ExpenseError/noCategory(_:)``.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _ filter: Filter, at now: Int) throws -> [PlaceUse] {
        let owner = caller.owner
        let categories = try Set(filter.categories.ids.map { try reading.category(named: $0, of: owner).id })
        let words = filter.search.map(JournalText.words) ?? []
        let visited = try filter.since == nil && filter.until == nil ? nil : Self.visited(reading, owner, filter)
        let zone = try reading.calendarZone(of: owner)
        return try Self.uses(reading, "WHERE owner = ?1 ORDER BY name_key, rowid", [owner]).filter { use in
            let place = use.place
            return (categories.isEmpty || !categories.isDisjoint(with: place.categories.ids))
                && filter.number?.contains(use.count) ?? true && (place.isFavourite || !filter.favourites)
                && visited?.contains(place.id) ?? true && (!filter.openNow || place.isOpen(at: now, in: zone) == true)
                && place.has(words)
        }
    }

    /// - Throws: ``ExpenseError/noPlace(_:)``, ``ExpenseError/ambiguousPlace(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> PlaceUse {
        let place = try reading.place(named: named.place, of: caller.owner)
        return try Self.uses(reading, "WHERE owner = ?1 AND id = ?2", [caller.owner, place.id], key: place.id)[0]
    }

    /// The category of an entry at a place whose name has none yet: of the place's categories, the one that its newest entries have most
    /// often, else the first.
    ///
    /// - Parameter id: the place's id.
    /// - Returns: nil for a place without categories, and for one that does not exist.
    package func usualCategory(_ reading: borrowing Reading, _ caller: Caller, _ id: String) throws -> String? {
        let found = try reading.rows(Place.self, "WHERE id = ? AND owner = ?", id, caller.owner)
        guard let own = found.first?.categories.ids, own.count > 1 else { return found.first?.categories.ids.first }
        let newest = try reading.rows(
            Expense.self, "WHERE owner = ? AND place = ? AND removed_at IS NULL ORDER BY day DESC, minute DESC LIMIT ?",
            caller.owner, id, Expenses.usualEntries)
        let usual = UsualValues(of: newest).category
        return own.first { $0 == usual } ?? own[0]
    }

    /// The ids of the places with a visit in the days of a filter.
    private static func visited(_ reading: borrowing Reading, _ owner: String, _ filter: Filter) throws -> Set<String> {
        try Set(
            reading.rows(
                """
                SELECT id FROM expense_places AS places WHERE owner = ?1 AND EXISTS (
                    SELECT 1 FROM expenses WHERE place = places.id AND removed_at IS NULL
                        AND day >= ifnull(?2, day) AND day <= ifnull(?3, day))
                """, [owner, filter.since, filter.until]
            ).map { try $0.decode(atIndex: 0) })
    }

    /// - Parameter key: the id of the only place; nil for all.
    private static func uses(
        _ reading: borrowing Reading, _ condition: String, _ values: [any StoredValueConvertible], key: String? = nil
    ) throws -> [PlaceUse] {
        let places = try reading.rows(Place.self, condition, values)
        var counts: [String: Int] = [:]
        var sums: [String: [CurrencySum]] = [:]
        // Keys of places are the only ones after `l_`.
        let rows = try reading.rows(
            """
            SELECT key, kind, currency, sum(count), sum(whole), sum(fraction) FROM expense_sums
            WHERE owner = ?1 AND kind IN ('expense', 'income') AND key > 'l_' AND key BETWEEN ?2 AND ?3
            GROUP BY kind, key, currency
            """, [values[0], key ?? "l_", key ?? "m"])
        for row in rows {
            let place: String = try row.decode(atIndex: 0)
            counts[place, default: 0] += try row.decode(Int.self, atIndex: 3)
            if try row.decode(ExpenseKind.self, atIndex: 1) == .expense {
                sums[place, default: []].append(CurrencySum(currency: try row.decode(atIndex: 2), amount: try row.sum(4)))
            }
        }
        return try places.map { place in
            let last: Day? = try reading.value(
                "SELECT max(day) FROM expenses WHERE place = ? AND removed_at IS NULL", [place.id])
            return PlaceUse(place: place, count: counts[place.id] ?? 0, spent: sums[place.id] ?? [], lastVisit: last)
        }
    }

    // MARK: Changing

    /// - Throws: ``ExpenseError``.
    package func add(_ change: inout Change, _ caller: Caller, _ draft: PlaceDraft) throws -> Place {
        try change.ensureOwner(caller.owner)
        let count: Int? = try change.reading.value("SELECT count(*) FROM expense_places WHERE owner = ?", [caller.owner])
        guard count ?? 0 < Self.most else { throw ExpenseError.tooMany(.places, most: Self.most) }
        let place = Place(draft, try categories(change.reading, caller.owner, draft), of: caller.owner, at: change.now)
        try change.insert(place)
        return place
    }

    /// Changes a place. Its entries have its new name.
    ///
    /// - Throws: ``ExpenseError``, such as ``ExpenseError/changedMeanwhile(_:)`` for another version.
    package func edit(_ change: inout Change, _ caller: Caller, _ edit: Edit) throws -> Place {
        let old = try change.reading.place(named: edit.id, of: caller.owner)
        guard old.version == edit.version else { throw ExpenseError.changedMeanwhile(edit.id) }
        let new = Place(edit.draft, try categories(change.reading, caller.owner, edit.draft), replacing: old)
        try change.replace(old.id, with: new)
        if new.name != old.name { try move(change, old, to: new) }
        return new
    }

    /// - Throws: ``ExpenseError/noPlace(_:)``.
    package func mark(_ change: inout Change, _ caller: Caller, _ marking: Marking) throws -> Place {
        let place = try change.reading.place(named: marking.place, of: caller.owner)
        try change.run("UPDATE expense_places SET favourite = ? WHERE id = ?", marking.isFavourite, place.id)
        return try change.reading.place(named: place.id, of: caller.owner)
    }

    /// Puts all entries of one place into another one, and removes the first.
    ///
    /// - Throws: ``ExpenseError/noPlace(_:)``, ``ExpenseError/mergedWithItself``.
    package func merge(_ change: inout Change, _ caller: Caller, _ merging: Merging) throws -> Place {
        let old = try change.reading.place(named: merging.place, of: caller.owner)
        let into = try change.reading.place(named: merging.into, of: caller.owner)
        guard old.id != into.id else { throw ExpenseError.mergedWithItself }
        try take(change, old, into: into)
        return into
    }

    /// Removes a place. Its entries keep its name.
    ///
    /// - Throws: ``ExpenseError/noPlace(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        try take(change, try change.reading.place(named: named.place, of: caller.owner), into: nil)
    }

    private func take(_ change: borrowing Change, _ old: Place, into: Place?) throws {
        let key = into?.id ?? "n_\(JournalText.key(old.name))"
        try change.run(
            "UPDATE expense_parts SET place = ?2 WHERE expense IN (SELECT position FROM expenses WHERE place = ?1)", old.id, key)
        try move(change, old, to: into)
        try change.moveSums(of: old.owner, from: old.id, to: key)
        try change.run("DELETE FROM expense_places WHERE id = ?", old.id)
    }

    /// Gives the entries of a place another one, or none, whose name they then keep.
    private func move(_ change: borrowing Change, _ old: Place, to new: Place?) throws {
        let name = new?.name ?? old.name
        try change.run(
            "UPDATE expenses SET place = ?2, place_name = ?3, place_key = ?4 WHERE place = ?1", old.id, new?.id, name,
            JournalText.key(name))
        try change.run("UPDATE expense_recurring SET place = ?2, place_name = ?3 WHERE place = ?1", old.id, new?.id, name)
    }

    /// Checks a draft, and finds its categories.
    private func categories(_ reading: borrowing Reading, _ owner: String, _ draft: PlaceDraft) throws -> PlaceCategories {
        let details = draft.details
        if let zone = details.timeZone, TimeZone.named(zone) == nil { throw ExpenseError.badTimeZone(zone) }
        guard (details.latitude == nil) == (details.longitude == nil), details.latitude?.magnitude ?? .zero <= FixedDecimal(90),
            details.longitude?.magnitude ?? .zero <= FixedDecimal(180)
        else { throw ExpenseError.badPosition }
        try details.hours?.check()
        return PlaceCategories(try draft.categories.ids.map { try reading.category(named: $0, of: owner).id })
    }
}

extension Place {
    /// Whether it is open at a time; nil if its opening hours are not known.
    ///
    /// - Parameters:
    ///   - seconds: since 1970-01-01 UTC.
    ///   - zone: the zone of places without one.
    package func isOpen(at seconds: Int, in zone: TimeZone) -> Bool? {
        let (day, minute) = OpeningHours.local(secondsSince1970: seconds, in: details.timeZone.flatMap(TimeZone.named) ?? zone)
        return details.hours?.isOpen(day: day, minute: minute)
    }

    fileprivate func has(_ words: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let text = JournalText.key("\(name)\n\(details.address)\n\(details.description)")
        return words.allSatisfy(text.contains)
    }
}

extension Reading {
    /// Finds a place by its id, or by its name without case and accents.
    ///
    /// - Throws: ``ExpenseError/noPlace(_:)``, ``ExpenseError/ambiguousPlace(_:)``.
    func place(named name: String, of owner: String) throws -> Place {
        if let place = try rows(Place.self, "WHERE id = ? AND owner = ?", name, owner).first { return place }
        let found = try rows(
            Place.self, "WHERE owner = ? AND name_key = ? LIMIT 2", owner, JournalText.key(String(name.trimmed)))
        guard let place = found.first else { throw ExpenseError.noPlace(name) }
        guard found.count == 1 else { throw ExpenseError.ambiguousPlace(name) }
        return place
    }
}
