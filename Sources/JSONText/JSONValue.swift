/// A JSON value in memory, for small texts whose members are looked up by name. Objects keep the order of their members.
package enum JSONValue: Equatable, Sendable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Parses a whole text.
    ///
    /// - Parameter keepsNumbers: whether numbers are kept as their texts, digit by digit, instead of as doubles.
    package init(parsing text: [UInt8], keepsNumbers: Bool = false) throws(JSONError) {
        self = try text.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes)
            let value = try reader.value(keepsNumbers: keepsNumbers)
            try reader.end()
            return value
        }
    }

    /// The member of an object, nil when it is missing or this is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let value) = self { value } else { nil } }
    package var integer: Int? { number.flatMap(Int.init(exactly:)) }
    package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONReader {
    /// Reads the next value into memory.
    ///
    /// - Parameter keepsNumbers: whether numbers are kept as their texts, digit by digit, instead of as doubles.
    package mutating func value(keepsNumbers: Bool = false) throws(JSONError) -> JSONValue {
        switch try nextKind() {
        case .object:
            var members: [JSONValue.Member] = []
            try object { (reader, key) throws(JSONError) in
                members.append(JSONValue.Member(key: key, value: try reader.value(keepsNumbers: keepsNumbers)))
            }
            return .object(members)
        case .array:
            var values: [JSONValue] = []
            try array { (reader, _) throws(JSONError) in values.append(try reader.value(keepsNumbers: keepsNumbers)) }
            return .array(values)
        case .string: return .string(try string())
        case .number where keepsNumbers: return .string(String(decoding: try numberText(), as: UTF8.self))
        case .number: return .number(try number())
        case .boolean: return .boolean(try boolean())
        case .null:
            try null()
            return .null
        }
    }
}
