import Market
import Platform
import Records
import Store

extension Recurrence.Unit: FieldChoice {}

/// How often something recurs, as a person enters it.
package struct RecurrenceFields: Equatable, Record {
    package let every: Int
    package let unit: Recurrence.Unit
    package let first: Day
    package let until: Day?

    package init(_ field: inout Fields<Self>) throws {
        every = try field("every", \.every, .integer(1...99), "Every so many units.", default: 1)
        unit = try field("unit", \.unit)
        first = try field("first", \.first, nil, "The first day. The 31st is the last day of shorter months.")
        until = try field("until", \.until, Schema.day, "The last day on which it can fall; without it there is no end.")
    }

    /// Nil if it ends before it begins.
    package var recurrence: Recurrence? { Recurrence(every: every, unit: unit, first: first, until: until) }
}

/// A transaction that is entered again and again, such as a rent.
package struct RecurringExpense: Equatable, StoredRecord {
    /// `y_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// Grows with each change.
    package internal(set) var version: Int
    package internal(set) var terms: ExpenseTerms
    package internal(set) var fields: RecurrenceFields
    package internal(set) var isPaused: Bool
    /// Up to this day everything has been entered; nil if nothing has.
    package private(set) var enteredThrough: Day?
    /// The next day on which it falls; nil after the last one.
    package private(set) var nextOn: Day?
    package let createdAt: Moment

    init(_ terms: ExpenseTerms, _ fields: RecurrenceFields, of owner: String, at now: Moment) {
        id = "y_" + RandomID.hexadecimal(digits: 16)
        (self.owner, version, self.terms, self.fields, isPaused) = (owner, 1, terms, fields, false)
        (enteredThrough, nextOn, createdAt) = (nil, nil, now)
        enter(through: nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("y_"))
        owner = try field("owner", \.owner, inDocuments: false)
        version = try field("version", \.version, nil, "Grows with each change.")
        terms = try field(\.terms)
        fields = try field(\.fields)
        isPaused = try field("paused", \.isPaused)
        enteredThrough = try field("entered_through", \.enteredThrough, nil, "Up to this day everything has been entered.")
        nextOn = try field("next_on", \.nextOn, nil, "The next day on which it falls; null after the last one.")
        createdAt = try field("created_at", \.createdAt)
    }

    package static var schemaName: String? { "RecurringExpense" }
    package static let table = Table<RecurringExpense>("expense_recurring")

    /// The days on which it falls that have not been entered.
    func due(through day: Day, most: Int) -> [Day] {
        fields.recurrence?.days(after: enteredThrough, through: day, most: most) ?? []
    }

    /// Notes up to which day it has been entered, and finds the next one.
    mutating func enter(through day: Day?) {
        if let day { enteredThrough = enteredThrough.map { max($0, day) } ?? day }
        // It recurs at least every 99 years.
        nextOn = due(through: max(fields.first, enteredThrough ?? fields.first) + 100 * 366, most: 1).first
    }
}

/// The input of a recurring transaction.
package struct RecurringDraft: Record {
    package let terms: ExpenseTermsDraft
    package let fields: RecurrenceFields

    package init(_ field: inout Fields<Self>) throws {
        terms = try field(\.terms)
        fields = try field(\.fields)
    }

    package static var schemaName: String? { "RecurringDraft" }
}
