import HTTPEdge
import JSONText
import Platform
import Records

/// A parameter of a route, in its query, path or headers.
package struct Parameter: Sendable {
    package enum Place: String, Sendable { case query, path, header }

    package let name: String
    package let place: Place
    package let schema: Schema
    package let isRequired: Bool
    package let note: String
    /// The value if the parameter is absent.
    package let fallback: JSONValue?

    package init(name: String, place: Place, schema: Schema, isRequired: Bool, note: String, fallback: JSONValue?) {
        (self.name, self.place, self.schema, self.isRequired, self.note, self.fallback) = (
            name, place, schema, isRequired, note, fallback
        )
    }

    /// Returns a parameter of the query.
    package static func query(
        _ name: String, _ schema: Schema, _ note: String, isRequired: Bool = false, default fallback: JSONValue? = nil
    ) -> Parameter {
        Parameter(name: name, place: .query, schema: schema, isRequired: isRequired, note: note, fallback: fallback)
    }

    /// Returns a parameter of the path.
    package static func path(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .path, schema: schema, isRequired: true, note: note, fallback: nil)
    }

    /// Returns a request header as a parameter.
    package static func header(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .header, schema: schema, isRequired: false, note: note, fallback: nil)
    }

    /// Parses the parameter's text; an absent one gives the default.
    func value(_ text: String?) throws(Problem) -> JSONValue? {
        guard let text else {
            guard !isRequired else { throw Problem.missing(name, accepted: schema.accepted) }
            return fallback
        }
        do throws(Problem) {
            guard let value = schema.value(ofText: text) else {
                throw Problem.invalid(name, value: .string(text), accepted: schema.accepted)
            }
            try schema.requireForm(of: value, at: name)
            return value
        } catch {
            guard place == .path else { throw error }
            // A text that cannot be a name refers to nothing, so the status is 404.
            throw Problem(
                .notFound, "not-found", error.detail, field: error.field, value: error.value, accepted: error.accepted)
        }
    }
}

/// The query of a URI, percent-decoded.
enum QueryText {
    /// Returns the names and values.
    ///
    /// - Throws: a ``Problem`` for a malformed escape or a repeated name.
    static func pairs(_ query: Substring) throws(Problem) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in query.split(separator: "&") {
            let ends = part.firstIndex(of: "=") ?? part.endIndex
            let name = try decoded(part[..<ends], isQuery: true)
            let value = ends == part.endIndex ? "" : try decoded(part[part.index(after: ends)...], isQuery: true)
            guard !pairs.contains(where: { $0.name == name }) else {
                throw Problem(.badRequest, "repeated-parameter", "\(name) is given twice; separate values by commas", field: name)
            }
            pairs.append((name, value))
        }
        return pairs
    }

    static func decoded(_ text: Substring, isQuery: Bool) throws(Problem) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 >= 0x80 }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where isQuery: bytes.append(0x20)
            case UInt8(ascii: "%"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard rest.count >= 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                    throw badEscape(text)
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.utf8.contains(0) else { throw badEscape(text) }
        return decoded
    }

    private static func badEscape(_ text: Substring) -> Problem {
        Problem(
            .badRequest, "malformed-uri",
            "\(text.cut(to: 100)) is not percent-encoded UTF-8; encode everything but letters and digits",
            value: .string(text.cut(to: 100)))
    }
}
