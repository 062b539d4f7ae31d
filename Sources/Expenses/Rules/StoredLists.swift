import JSONText
import Records

/// A list that a table keeps as JSON in one column.
package protocol StoredList: FieldValue {
    /// The schema of the list in documents.
    static var listed: Schema { get }
    /// Writes the list as the table has it.
    func writeStored(_ writer: inout JSONWriter)
    /// Reads what ``writeStored(_:)`` wrote; nil for anything else.
    static func stored(_ json: JSONValue) -> Self?
}

extension StoredList {
    package static var schema: Schema { listed }
    package static var columnType: String { String.columnType }
    package var text: String { JSONWriter.document { writeStored(&$0) } }
    package var storedValue: StoredValue { text.storedValue }

    package init?(_ value: StoredValue) {
        guard let text = String(value), let json = try? JSONValue(parsing: Array(text.utf8)), let list = Self.stored(json) else {
            return nil
        }
        self = list
    }
}

/// A part of an entry, such as the food on a receipt of a supermarket.
package struct ExpensePart: Hashable, Sendable {
    /// The category's id; nil for none. In a draft also its name.
    package let category: String?
    package let amount: ExpenseAmount

    package init(category: String?, amount: ExpenseAmount) { (self.category, self.amount) = (category, amount) }
}

/// The parts of an entry, usually one. They add up to its amount.
package struct ExpenseParts: Hashable, Sendable {
    package let parts: [ExpensePart]

    package static let most = 20

    package init(_ parts: [ExpensePart]) { self.parts = parts }
}

extension ExpenseParts: StoredList {
    package static var listed: Schema {
        .array(
            .object([
                .optional("category", .nullable(.text(1...ExpenseCategory.nameLength)), "The category's id; null for none."),
                .init("amount", ExpenseAmount.schema),
            ]), count: 1...most)
    }
    package static var example: ExpenseParts { ExpenseParts([]) }

    package func write(_ writer: inout JSONWriter) { write(&writer) { $0.write(&$1) } }
    package func writeStored(_ writer: inout JSONWriter) { write(&writer) { $1.integer($0.units) } }

    private func write(_ writer: inout JSONWriter, amount: (ExpenseAmount, inout JSONWriter) -> Void) {
        writer.array { writer in
            for part in parts {
                writer.object { writer in
                    writer.key("category")
                    part.category.write(&writer)
                    writer.key("amount")
                    amount(part.amount, &writer)
                }
            }
        }
    }

    package static func from(json: JSONValue) -> ExpenseParts? { list(json) { ExpenseAmount.from(json: $0) } }
    package static func stored(_ json: JSONValue) -> ExpenseParts? { list(json) { $0.integer.map(ExpenseAmount.init(units:)) } }

    private static func list(_ json: JSONValue, amount: (JSONValue) -> ExpenseAmount?) -> ExpenseParts? {
        guard let elements = json.array else { return nil }
        let parts = elements.compactMap { element in
            element["amount"].flatMap(amount).map { ExpensePart(category: element["category"]?.string, amount: $0) }
        }
        return parts.count == elements.count ? ExpenseParts(parts) : nil
    }
}

/// The categories of a place.
package struct PlaceCategories: Hashable, Sendable {
    /// Their ids; in a draft also their names.
    package let ids: [String]

    package static let most = 10

    package init(_ ids: [String]) { self.ids = ids }
}

extension PlaceCategories: StoredList {
    package static var listed: Schema { .array(.text(1...ExpenseCategory.nameLength), count: 0...most) }
    package static var example: PlaceCategories { PlaceCategories([]) }
    package func write(_ writer: inout JSONWriter) { writer.array { writer in for id in ids { writer.string(id) } } }
    package func writeStored(_ writer: inout JSONWriter) { write(&writer) }
    package static func from(json: JSONValue) -> PlaceCategories? { json.array.map { PlaceCategories($0.compactMap(\.string)) } }
    package static func stored(_ json: JSONValue) -> PlaceCategories? { from(json: json) }
}

extension OpeningHours: StoredList {
    package static var listed: Schema {
        .array(
            .object([
                .init("weekday", .integer(1...7), "1 for Monday."), .init("opens", .integer(0...1439), "In minutes of the day."),
                .init("closes", .integer(0...1440), "Before opens, it is on the next day. All day is 0 to 1440."),
            ]), count: 0...mostSpans)
    }
    package static var example: OpeningHours { OpeningHours([])! }
    package func writeStored(_ writer: inout JSONWriter) { write(&writer) }
    package static func stored(_ json: JSONValue) -> OpeningHours? { from(json: json) }

    package func write(_ writer: inout JSONWriter) {
        writer.array { writer in
            for span in spans {
                writer.object { writer in
                    writer.member("weekday", span.weekday)
                    writer.member("opens", span.opens)
                    writer.member("closes", span.closes)
                }
            }
        }
    }

    package static func from(json: JSONValue) -> OpeningHours? {
        guard let elements = json.array else { return nil }
        let spans = elements.compactMap { element -> Span? in
            guard let weekday = element["weekday"]?.integer, let opens = element["opens"]?.integer,
                let closes = element["closes"]?.integer
            else { return nil }
            return Span(weekday: weekday, opens: opens, closes: closes)
        }
        return spans.count == elements.count ? OpeningHours(spans) : nil
    }
}
