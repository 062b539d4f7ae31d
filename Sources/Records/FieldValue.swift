import JSONText
import Ledger
import Market

/// A type that a field can have: how a value is represented in the database, JSON and a CSV.
package protocol FieldValue: StoredValueConvertible, Sendable {
    /// The schema of its JSON, unless a field declares a narrower one.
    static var schema: Schema { get }
    /// `INTEGER` or `TEXT`, as SQLite calls it.
    static var columnType: String { get }
    static var isOptional: Bool { get }
    /// Any value: used to describe a record by running its initialiser.
    static var example: Self { get }

    func write(_ writer: inout JSONWriter)
    /// Returns nil for JSON that the schema does not accept.
    static func from(json: JSONValue) -> Self?
    /// The value in a CSV.
    var text: String { get }
}

extension FieldValue {
    package static var isOptional: Bool { false }
}

extension String: FieldValue {
    package static var schema: Schema { .text(0...Schema.largestInteger) }
    package static var columnType: String { "TEXT" }
    package static var example: String { "" }
    package func write(_ writer: inout JSONWriter) { writer.string(self) }

    package static func from(json: JSONValue) -> String? { json.string }
    package var text: String { self }
}

extension Int: FieldValue {
    package static var schema: Schema { .integer(0...Schema.largestInteger) }
    package static var columnType: String { "INTEGER" }
    package static var example: Int { 0 }
    package func write(_ writer: inout JSONWriter) { writer.integer(self) }
    package static func from(json: JSONValue) -> Int? { json.integer }
    package var text: String { description }
}

extension Bool: FieldValue {
    package static var schema: Schema { .boolean }
    package static var columnType: String { Int.columnType }
    package static var example: Bool { false }
    package func write(_ writer: inout JSONWriter) { writer.boolean(self) }
    package static func from(json: JSONValue) -> Bool? { if case .boolean(let flag) = json { flag } else { nil } }
    package var text: String { self ? "true" : "false" }
}

extension Double: FieldValue {
    package static var schema: Schema { .number() }
    package static var columnType: String { "REAL" }
    package static var example: Double { 0 }
    package func write(_ writer: inout JSONWriter) { writer.number(self) }
    package static func from(json: JSONValue) -> Double? { json.number }
    package var text: String { description }
}

/// An exact decimal: text in the database and in JSON.
extension FixedDecimal: FieldValue {
    package static var schema: Schema { .decimal(.any) }
    package static var columnType: String { String.columnType }
    package static var example: FixedDecimal { .zero }
    package func write(_ writer: inout JSONWriter) { writer.string(description) }
    package static func from(json: JSONValue) -> FixedDecimal? { json.string.flatMap { APIDecimal.value($0) } }
    package var text: String { description }
    package var storedValue: StoredValue { description.storedValue }

    package init?(_ value: StoredValue) {
        guard let decimal = String(value).flatMap({ APIDecimal.value($0) }) else { return nil }
        self = decimal
    }
}

/// A calendar day: days since 1970-01-01 in the database, `2026-11-21` elsewhere.
extension Day: FieldValue {
    package static var schema: Schema { .day }
    package static var columnType: String { Int.columnType }
    package static var example: Day { Day(daysSince1970: 0) }
    package func write(_ writer: inout JSONWriter) { writer.string(text) }
    package static func from(json: JSONValue) -> Day? { json.string.flatMap { Day(iso: $0) } }
    package var text: String { description }
    package var storedValue: StoredValue { daysSince1970.storedValue }

    package init?(_ value: StoredValue) {
        guard let days = Int(value) else { return nil }
        self.init(daysSince1970: days)
    }
}

/// A point in time: seconds in the database, `2026-11-21T08:30:00Z` elsewhere.
package struct Moment: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    package let seconds: Int

    package init(seconds: Int) { self.seconds = seconds }

    package static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }
}

extension Moment: FieldValue {
    package static var schema: Schema { .moment }
    package static var columnType: String { Int.columnType }
    package static var example: Moment { Moment(seconds: 0) }
    package func write(_ writer: inout JSONWriter) { writer.string(text) }
    package static func from(json: JSONValue) -> Moment? {
        json.string.flatMap(APIMoment.seconds).map { Moment(seconds: $0) }
    }

    package var text: String { MomentText.iso(seconds) }
    package var storedValue: StoredValue { seconds.storedValue }

    package init?(_ value: StoredValue) {
        guard let seconds = Int(value) else { return nil }
        self.init(seconds: seconds)
    }
}

/// An enumeration with a text for each case.
package protocol FieldChoice: FieldValue, RawRepresentable<String>, CaseIterable {}

extension FieldChoice {
    package static var schema: Schema { .choice(allCases.map(\.rawValue)) }
    package static var columnType: String { String.columnType }
    package static var example: Self { allCases.first! }
    package func write(_ writer: inout JSONWriter) { writer.string(rawValue) }
    package static func from(json: JSONValue) -> Self? { json.string.flatMap { Self(rawValue: $0) } }
    package var text: String { rawValue }
    package var storedValue: StoredValue { rawValue.storedValue }

    package init?(_ value: StoredValue) {
        guard let text = String(value) else { return nil }
        self.init(rawValue: text)
    }
}

extension Currency: FieldValue {
    package static var schema: Schema {
        .text(3...3, pattern: "^[A-Z]{3}$", words: "a currency of ISO 4217, such as EUR") { Currency($0) != nil }
    }
    package static var columnType: String { String.columnType }
    package static var example: Currency { .eur }
    package func write(_ writer: inout JSONWriter) { writer.string(code) }
    package static func from(json: JSONValue) -> Currency? { json.string.flatMap { Currency($0) } }
    package var text: String { code }
    package var storedValue: StoredValue { code.storedValue }

    package init?(_ value: StoredValue) {
        guard let code = String(value) else { return nil }
        self.init(code)
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    package static var schema: Schema { .nullable(Wrapped.schema) }
    package static var columnType: String { Wrapped.columnType }
    package static var isOptional: Bool { true }
    package static var example: Wrapped? { nil }

    package func write(_ writer: inout JSONWriter) {
        if let self { self.write(&writer) } else { writer.null() }
    }

    package static func from(json: JSONValue) -> Wrapped?? {
        json == .null ? .some(nil) : Wrapped.from(json: json).map { .some($0) }
    }

    package var text: String { self?.text ?? "" }
}
