import Market
import Text

/// The form of a value in requests and responses. One declaration gives both the OpenAPI document and the check of requests, so
/// that the two cannot differ.
package indirect enum Schema: Sendable {
    case string(Text)
    case integer(ClosedRange<Int>)
    /// A finite number; the minimum and maximum are included.
    case number(minimum: Double? = nil, above: Double? = nil, maximum: Double? = nil)
    /// A number in a range with an additional rule: `words` say what is accepted, and `fault` why a number is not.
    case ruled(ClosedRange<Double>, words: String, fault: @Sendable (Double) -> String?)
    case boolean
    /// An exact decimal, a string or a number in JSON: up to 18 digits before and 18 after the decimal point.
    case decimal(Sign)
    /// A calendar day, `2026-11-21`.
    case day
    /// A point in time, `2026-11-21T08:30:00Z`; requests may include an offset and a fraction of a second.
    case moment
    case choice([String])
    case array(Schema, count: ClosedRange<Int>)
    case object([Member])
    /// An object with any member names, whose values all have one schema.
    case map(Schema)
    /// An object whose members depend on the value of one of them.
    case variants(discriminator: String, [Variant])
    case nullable(Schema)
    /// A value that any of several schemas accepts.
    case either([Schema])
    /// A schema with a name in the document.
    case named(String, Schema)
    /// Any JSON value.
    case any

    /// Which decimals are accepted.
    package enum Sign: Sendable { case any, notNegative, positive }

    /// The rules for a string.
    package struct Text: Sendable {
        /// In Unicode scalars.
        package var length: ClosedRange<Int>
        /// An ECMA regular expression for the document; `accepts` does the actual check.
        package var pattern: String?
        package var accepts: (@Sendable (String) -> Bool)?
        /// What is accepted, in words, for the error.
        package var words: String?
        /// Whether the text is a secret, which no error may repeat.
        package var isSecret = false
    }

    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool
        package let note: String?

        package init(_ name: String, _ schema: Schema, isRequired: Bool = true, _ note: String? = nil) {
            (self.name, self.schema, self.isRequired, self.note) = (name, schema, isRequired, note)
        }

        /// Returns a member that may be missing.
        package static func optional(_ name: String, _ schema: Schema, _ note: String? = nil) -> Member {
            Member(name, schema, isRequired: false, note)
        }
    }

    /// The members of an object for one value of its discriminator.
    package struct Variant: Sendable {
        package let name: String
        package let members: [Member]

        package init(_ name: String, _ members: [Member]) { (self.name, self.members) = (name, members) }
    }

    /// Returns the schema of an id: a prefix, such as `s_`, and 16 hexadecimal digits.
    package static func id(_ prefix: String) -> Schema {
        .text(prefix.utf8.count + 16...prefix.utf8.count + 16, pattern: "^\(prefix)[0-9a-f]{16}$")
    }

    /// Returns a string schema with a length in Unicode scalars.
    package static func text(
        _ length: ClosedRange<Int>, pattern: String? = nil, words: String? = nil, accepts: (@Sendable (String) -> Bool)? = nil
    ) -> Schema {
        .string(Text(length: length, pattern: pattern, accepts: accepts, words: words))
    }

    /// A CSV whose first line names these columns, which are letters, digits and underscores.
    package static func csv(_ columns: [String], length: ClosedRange<Int>) -> Schema {
        let header = CSVText.line(columns)
        return .text(length, pattern: "^\(columns.joined(separator: ","))\\n", words: "a CSV with the header \(header)") {
            $0.utf8.starts(with: header.utf8)
        }
    }

    /// 2⁵³ - 1, the largest whole number that a double represents exactly together with its neighbours: a larger one may be a
    /// rounded value.
    package static let largestInteger = (1 << 53) - 1

    /// Returns the schema of a password, code or token: a text that errors and documents never show.
    package static func secret(_ length: ClosedRange<Int>, words: String) -> Schema {
        .string(Text(length: length, words: words, isSecret: true))
    }

    /// Returns the schema of a stored text: any character but U+0000, which ends a text in SQLite.
    package static func kept(_ length: ClosedRange<Int>, words: String? = nil) -> Schema {
        .text(
            length, pattern: "^[^\\u0000]*$",
            words: words ?? "\(length.lowerBound) to \(length.upperBound) characters without U+0000",
            accepts: { !$0.utf8.contains(0) })
    }

    /// Returns the members of an object's schema, for use in another object.
    package static func members(_ schema: Schema) -> [Member] {
        switch schema {
        case .object(let members): members
        case .named(_, let schema): members(schema)
        default: []
        }
    }
}
