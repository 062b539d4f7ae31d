import JSONText
import Ledger
import Market
import Text

/// How values of a type are written for clients: one declaration gives the schema, the JSON and the columns of a CSV.
///
/// ```swift
/// static let wallet = Document<Wallet>(
///     "Wallet",
///     .field("id", .id("w_")) { $0.id }, .field("name", .kept(1...60), "Unique for its owner.") { $0.name },
///     .moment("created_at") { $0.createdAt }, .list("coins", 0...100, of: coin) { $0.coins })
/// ```
package struct Document<Value>: Sendable {
    /// A member of the document.
    package struct Member: Sendable {
        package let schema: Schema.Member
        /// Writes the member with its name, unless it is left out.
        let write: @Sendable (Value, inout JSONWriter) -> Void
        /// The text in a CSV; nil for objects and lists.
        var text: (@Sendable (Value) -> String)?
    }

    package let members: [Member]
    package let schema: Schema

    /// - Parameter name: the name of the schema in the OpenAPI document; nil for a schema that is written inline.
    package init(_ name: String? = nil, _ members: Member...) { self.init(name, members: members) }

    package init(_ name: String? = nil, members: [Member]) {
        let object = Schema.object(members.map(\.schema))
        (self.members, schema) = (members, name.map { .named($0, object) } ?? object)
    }

    /// Writes the members into an object that the caller has begun.
    package func write(_ value: Value, _ writer: inout JSONWriter) {
        for member in members { member.write(value, &writer) }
    }

    /// Writes the value as an object of its own.
    package func writeObject(_ value: Value, _ writer: inout JSONWriter) { writer.object { write(value, &$0) } }

    /// One object and a line break.
    package func jsonLine(_ value: Value) -> String { JSONWriter.document { writeObject(value, &$0) } }

    // MARK: CSV

    /// Returns a document with only the members of these names, in this order.
    package func columns(_ names: String...) -> Document {
        Document(
            members: names.map { name in
                guard let member = members.first(where: { $0.schema.name == name }) else { preconditionFailure("no \(name)") }
                return member
            })
    }

    /// The columns of a CSV: the names of the members, without objects and lists.
    package var csvColumns: [String] { members.filter { $0.text != nil }.map(\.schema.name) }

    /// The first line of a CSV.
    package var csvHeader: String { CSVText.line(csvColumns) }

    /// A line of a table of several kinds of rows: the columns that the document does not have are empty.
    package func csvLine(_ value: Value, of columns: [String]) -> String {
        CSVText.line(columns.map { name in members.first { $0.schema.name == name }?.text?(value) ?? "" })
    }

    /// A line of a CSV.
    package func csvLine(_ value: Value) -> String { CSVText.line(members.compactMap { $0.text?(value) }) }
}

extension Document.Member {
    fileprivate init(
        named name: String, _ schema: Schema, isRequired: Bool = true, _ note: String?, text: (@Sendable (Value) -> String)? = nil,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        self.init(schema: .init(name, schema, isRequired: isRequired, note), write: write, text: text)
    }

    // MARK: Values

    /// A value.
    ///
    /// - Parameter schema: the values that it may have; nil for all values of the type. For an optional value, that of the value.
    package static func field<Field: FieldValue>(
        _ name: String, _ schema: Schema? = nil, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Field
    ) -> Self {
        let declared = schema.map { Field.isOptional && !$0.acceptsNull ? .nullable($0) : $0 } ?? Field.schema
        return Self(named: name, declared, note, text: { value($0).text }) { whole, writer in
            writer.key(name)
            value(whole).write(&writer)
        }
    }

    /// A value; the member is left out if there is none.
    package static func optional<Field: FieldValue>(
        _ name: String, _ schema: Schema? = nil, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Field?
    ) -> Self {
        Self(named: name, schema ?? Field.schema, isRequired: false, note, text: { value($0).text }) { whole, writer in
            guard let value = value(whole) else { return }
            writer.key(name)
            value.write(&writer)
        }
    }

    /// An identifier, or another value whose description is its text.
    package static func text<Text: CustomStringConvertible & SendableMetatype>(
        _ name: String, _ schema: Schema, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Text
    ) -> Self {
        .field(name, schema, note) { value($0).description }
    }

    /// An identifier, or another value whose description is its text, or null.
    package static func text<Text: CustomStringConvertible & SendableMetatype>(
        _ name: String, _ schema: Schema, _ note: String? = nil, orNull value: @escaping @Sendable (Value) -> Text?
    ) -> Self {
        .field(name, schema, note) { value($0)?.description }
    }

    /// One of several names.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Choice
    ) -> Self {
        .field(name, .choice(Choice.allCases.map(\.rawValue)), note) { value($0).rawValue }
    }

    /// A time in seconds since 1970-01-01 UTC.
    package static func moment(_ name: String, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Int) -> Self {
        .field(name, nil, note) { Moment(seconds: value($0)) }
    }

    /// A time in seconds since 1970-01-01 UTC, or null.
    package static func moment(
        _ name: String, _ note: String? = nil, orNull value: @escaping @Sendable (Value) -> Int?
    ) -> Self {
        .field(name, nil, note) { value($0).map { Moment(seconds: $0) } }
    }

    /// An exact decimal, a string in JSON.
    package static func amount(
        _ name: String, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> FixedDecimal
    ) -> Self {
        .field(name, .amount, note, value)
    }

    /// An exact decimal, a string in JSON, or null.
    package static func amount(
        _ name: String, _ note: String? = nil, orNull value: @escaping @Sendable (Value) -> FixedDecimal?
    ) -> Self {
        .field(name, .amount, note, value)
    }

    // MARK: Objects and lists

    /// An object within the document.
    package static func object<Part>(
        _ name: String, _ document: Document<Part>, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Part
    ) -> Self {
        .any(name, document.schema, note) { document.writeObject(value($0), &$1) }
    }

    /// An object within the document, or null.
    package static func object<Part>(
        _ name: String, _ document: Document<Part>, _ note: String? = nil, orNull value: @escaping @Sendable (Value) -> Part?
    ) -> Self {
        .any(name, .nullable(document.schema), note) { whole, writer in
            if let part = value(whole) { document.writeObject(part, &writer) } else { writer.null() }
        }
    }

    /// A list of objects.
    package static func list<Elements: Sequence>(
        _ name: String, _ count: ClosedRange<Int>, of document: Document<Elements.Element>, _ note: String? = nil,
        _ values: @escaping @Sendable (Value) -> Elements
    ) -> Self {
        .any(name, .array(document.schema, count: count), note) { whole, writer in
            writer.array { writer in for part in values(whole) { document.writeObject(part, &writer) } }
        }
    }

    /// A list of values.
    package static func values<Elements: Sequence>(
        _ name: String, _ schema: Schema, _ note: String? = nil, _ values: @escaping @Sendable (Value) -> Elements
    ) -> Self where Elements.Element: FieldValue {
        .any(name, schema, note) { whole, writer in
            writer.array { writer in for value in values(whole) { value.write(&writer) } }
        }
    }

    /// A member whose JSON only the capability knows.
    package static func any(
        _ name: String, _ schema: Schema, _ note: String? = nil, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) -> Self {
        Self(named: name, schema, note) { whole, writer in
            writer.key(name)
            write(whole, &writer)
        }
    }

    /// A member whose JSON only the capability knows; it is left out if there is no value.
    package static func optionalAny<Part>(
        _ name: String, _ schema: Schema, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Part?,
        write: @escaping @Sendable (Part, inout JSONWriter) -> Void
    ) -> Self {
        Self(named: name, schema, isRequired: false, note) { whole, writer in
            guard let part = value(whole) else { return }
            writer.key(name)
            write(part, &writer)
        }
    }

    /// The same member in the document of a value that contains this one.
    package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> Document<Whole>.Member {
        let (write, text) = (write, text)
        var whole = Document<Whole>.Member(schema: schema, write: { write(part($0), &$1) }, text: nil)
        if let text { whole.text = { text(part($0)) } }
        return whole
    }
}

extension Array {
    /// Returns these members of documents for the document of a value that contains theirs.
    package func of<Value, Whole>(
        _ part: @escaping @Sendable (Whole) -> Value
    ) -> [Document<Whole>.Member] where Element == Document<Value>.Member {
        map { $0.of(part) }
    }
}

extension Schema {
    /// An exact amount in an answer: sums have more digits than amounts in requests.
    package static let amount = Schema.named("Amount", .text(1...41, pattern: #"^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,18})?$"#))
}
