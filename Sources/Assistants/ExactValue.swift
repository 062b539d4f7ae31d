import JSONText

/// A JSON value together with the digits of its numbers, which a double would round.
package struct ExactValue: Sendable, Equatable {
    package let value: JSONValue
    /// The same value, with a string of its digits for each number.
    package let digits: JSONValue

    package init(parsing text: [UInt8]) throws(JSONError) {
        self.init(value: try JSONValue(parsing: text), digits: try JSONValue(parsing: text, keepsNumbers: true))
    }

    private init(value: JSONValue, digits: JSONValue) { (self.value, self.digits) = (value, digits) }

    /// An object without members.
    package static let none = ExactValue(value: .object([]), digits: .object([]))

    /// Returns the member of an object, or nil if it is missing or the value is not an object.
    package subscript(key: String) -> ExactValue? {
        guard let value = value[key], let digits = digits[key] else { return nil }
        return ExactValue(value: value, digits: digits)
    }

    /// Returns an object with only some of its members.
    package func members(where isKept: (JSONValue.Member) -> Bool) -> ExactValue {
        let kept = (value.members ?? []).filter(isKept)
        let names = Set(kept.map(\.key))
        return ExactValue(value: .object(kept), digits: .object((digits.members ?? []).filter { names.contains($0.key) }))
    }

    /// The elements of an array; nil for another value.
    var elements: [ExactValue]? {
        guard let values = value.array, let digits = digits.array else { return nil }
        return zip(values, digits).map { ExactValue(value: $0, digits: $1) }
    }

    var isObject: Bool { value.members != nil }
}
