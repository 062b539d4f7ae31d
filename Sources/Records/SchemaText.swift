import JSONText
import Ledger
import Market

/// Decimals in the API's grammar.
package enum APIDecimal {
    static let patterns: [Schema.Sign: String] = [
        .any: #"^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$"#, .notNegative: #"^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$"#,
        .positive: #"^(0\.(?=0*[1-9])[0-9]{1,18}|[1-9][0-9]{0,17}(\.[0-9]{1,18})?)$"#,
    ]

    /// Returns the value of a decimal in the API's grammar; nil for any other text.
    package static func value(_ text: String, _ sign: Schema.Sign = .any) -> FixedDecimal? {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") {
            guard sign == .any else { return nil }
            digits = digits.dropFirst()
        }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, (1...18).contains(whole.count), isDigits(whole),
            whole.count == 1 || whole.first != UInt8(ascii: "0"),
            parts.count == 1 || ((1...18).contains(parts[1].count) && isDigits(parts[1]))
        else { return nil }
        guard let value = FixedDecimal(text) else { return nil }
        return sign == .positive && value <= .zero ? nil : value
    }

    private static func isDigits(_ text: Substring.UTF8View) -> Bool { text.allSatisfy { (0x30...0x39).contains($0) } }
}

/// Points in time in requests: RFC 3339. Responses use UTC and whole seconds.
package enum APIMoment {
    static let pattern =
        #"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$"#

    /// Returns seconds since 1970-01-01 UTC, without fractions; nil for a text that is not a point in time.
    package static func seconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let day = Day(iso: text.prefix(10)), let hour = number(bytes[11...12]),
            let minute = number(bytes[14...15]), let second = number(bytes[17...18]), hour < 24, minute < 60, second < 60,
            let offset = offset(afterFraction(bytes[19...]))
        else { return nil }
        return day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    }

    /// Returns the rest after a fraction of 1 to 9 digits, or the text itself if it has no fraction.
    private static func afterFraction(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard rest.first == UInt8(ascii: ".") else { return rest }
        let zone = rest.dropFirst().drop { (0x30...0x39).contains($0) }
        return (1...9).contains(rest.count - 1 - zone.count) ? zone : []
    }

    /// Returns the seconds east of Greenwich.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
        guard let sign = zone.first else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return zone.count == 1 ? 0 : nil }
        let start = zone.startIndex
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), zone.count == 6, zone[start + 3] == UInt8(ascii: ":"),
            let hours = number(zone[start + 1...start + 2]), let minutes = number(zone[start + 4...start + 5]), hours < 24,
            minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(into: Int?.some(0)) { value, digit in
            guard let sum = value, (0x30...0x39).contains(digit) else { return value = nil }
            value = sum * 10 + Int(digit - 0x30)
        }
    }
}

extension Schema {
    /// Returns the value of a parameter's text; nil if the text is not a valid value.
    package func value(ofText text: String) -> JSONValue? {
        switch self {
        case .named(_, let schema), .nullable(let schema): schema.value(ofText: text)
        case .integer: Int(text).flatMap { "\($0)" == text ? .number(Double($0)) : nil }
        case .number, .ruled: Self.number(text).map(JSONValue.number)
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .array(let element, _): Self.list(text, of: element)
        default: .string(text)
        }
    }

    /// Returns a number in JSON's grammar; `Double(_:)` also accepts "nan", "0x1p3" and " 1".
    private static func number(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    private static func list(_ text: String, of element: Schema) -> JSONValue? {
        guard !text.isEmpty else { return .array([]) }
        var values: [JSONValue] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = element.value(ofText: String(part)) else { return nil }
            values.append(value)
        }
        return .array(values)
    }
}
