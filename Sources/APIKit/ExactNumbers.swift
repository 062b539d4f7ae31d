import JSONText
import Records

/// Exact decimals in a request's body. They are read digit by digit, because a binary number would round them.
extension Schema {
    /// Returns the value with the original text of every number where the schema expects a decimal.
    ///
    /// - Parameter bytes: the JSON text that the value was parsed from.
    func withExactNumbers(_ value: JSONValue, _ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        guard hasDecimals else { return value }
        var reader = JSONReader(bytes)
        return exact(value, try reader.value(keepsNumbers: true))
    }

    private var hasDecimals: Bool {
        switch self {
        case .decimal: true
        case .named(_, let schema), .nullable(let schema), .map(let schema), .array(let schema, _): schema.hasDecimals
        case .object(let members): members.contains { $0.schema.hasDecimals }
        case .variants(_, let variants): variants.contains { $0.members.contains { $0.schema.hasDecimals } }
        case .either(let schemas): schemas.contains(where: \.hasDecimals)
        default: false
        }
    }

    /// Returns the value with exact decimals.
    ///
    /// - Parameter text: the same value, with a string of its digits for each number.
    package func exact(_ value: JSONValue, _ text: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.decimal, .number): .string(PlainDecimal.text(text.string ?? ""))
        case (.named(_, let schema), _), (.nullable(let schema), _): schema.exact(value, text)
        case (.array(let element, _), .array(let values)):
            .array(zip(values, text.array ?? []).map { element.exact($0, $1) })
        case (.object(let members), .object): Self.exact(members, value, text)
        case (.variants(let discriminator, let variants), .object):
            variants.first { $0.name == value[discriminator]?.string }.map { Self.exact($0.members, value, text) } ?? value
        default: value
        }
    }

    private static func exact(_ members: [Member], _ value: JSONValue, _ text: JSONValue) -> JSONValue {
        .object(
            (value.members ?? []).map { member in
                guard let schema = members.first(where: { $0.name == member.key })?.schema, let text = text[member.key] else {
                    return member
                }
                return JSONValue.Member(key: member.key, value: schema.exact(member.value, text))
            })
    }
}
