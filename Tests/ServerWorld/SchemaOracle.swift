import Foundation
import JSONText
import Synchronization

/// Checks values against the schemas of an OpenAPI document, keyword by keyword. An unknown keyword is a fault.
package struct SchemaOracle: Sendable {
    /// The document's named schemas.
    package let names: JSONValue

    package init(_ names: JSONValue) { self.names = names }

    /// The problem with a value, or nil.
    ///
    /// - Parameter place: the value's JSON pointer.
    package func fault(_ value: JSONValue, _ schema: JSONValue, at place: String) -> String? { found(value, schema, at: place)?() }

    /// A fault is formatted only if it is shown: if a value may match several schemas, all but one report faults.
    private typealias Fault = () -> String

    private func found(_ value: JSONValue, _ schema: JSONValue, at place: String) -> Fault? {
        guard let keywords = schema.members else { return { "\(place): the schema is not an object" } }
        for keyword in keywords {
            if let fault = fault(value, keyword.key, keyword.value, of: schema, at: place) { return fault }
        }
        return nil
    }

    private func fault(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, of schema: JSONValue, at place: String
    ) -> Fault? {
        switch keyword {
        case "description", "properties": nil
        case "$ref": followed(value, rule, at: place)
        case "anyOf", "oneOf": choice(value, rule.array ?? [], isExclusive: keyword == "oneOf", at: place)
        case "required": missing(value, rule, at: place)
        case "additionalProperties": members(of: value, schema, at: place)
        case "items":
            value.array?.enumerated().lazy.compactMap { found($0.element, rule, at: "\(place)/\($0.offset)") }.first
        default:
            switch Self.holds(value, keyword, rule) {
            case true?: nil
            case false?: { "\(place): \("\(value)".prefix(200)) does not have \(keyword) \(rule)" }
            case nil: { "\(place): unknown keyword \(keyword)" }
            }
        }
    }

    private func followed(_ value: JSONValue, _ reference: JSONValue, at place: String) -> Fault? {
        let name = reference.string?.split(separator: "/").last.map(String.init) ?? ""
        guard let schema = names[name] else { return { "\(place): there is no schema \(name)" } }
        return found(value, schema, at: place)
    }

    private func choice(_ value: JSONValue, _ schemas: [JSONValue], isExclusive: Bool, at place: String) -> Fault? {
        let faults = schemas.map { found(value, $0, at: place) }
        let count = faults.count { $0 == nil }
        guard count == 0 || isExclusive && count > 1 else { return nil }
        return { count == 0 ? faults.compactMap { $0?() }.joined(separator: ", or ") : "\(place): several schemas fit" }
    }

    // MARK: Objects

    private func missing(_ value: JSONValue, _ required: JSONValue, at place: String) -> Fault? {
        guard value.members != nil else { return nil }
        return required.array?.lazy.compactMap(\.string).first { value[$0] == nil }.map { name in { "\(place): \(name) is missing" }
        }
    }

    /// Checks the declared members, and refuses or checks the others.
    private func members(of value: JSONValue, _ schema: JSONValue, at place: String) -> Fault? {
        for member in value.members ?? [] {
            let place = "\(place)/\(member.key)"
            if let declared = schema["properties"]?[member.key] {
                if let fault = found(member.value, declared, at: place) { return fault }
                continue
            }
            guard let others = schema["additionalProperties"], others != .boolean(false) else {
                return { "\(place) is not declared" }
            }
            if let fault = found(member.value, others, at: place) { return fault }
        }
        return nil
    }

    // MARK: Single values

    /// Whether a value satisfies a keyword; keywords of another type do not apply. Nil for an unknown keyword.
    private static func holds(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) -> Bool? {
        switch keyword {
        case "type": isOf(type: rule.string ?? "", value)
        case "enum": rule.array?.contains(value)
        case "minimum": compared(value.number, rule.number, >=)
        case "maximum": compared(value.number, rule.number, <=)
        case "exclusiveMinimum": compared(value.number, rule.number, >)
        case "minLength": compared(value.string.map { Double($0.unicodeScalars.count) }, rule.number, >=)
        case "maxLength": compared(value.string.map { Double($0.unicodeScalars.count) }, rule.number, <=)
        case "minItems": compared(value.array.map { Double($0.count) }, rule.number, >=)
        case "maxItems": compared(value.array.map { Double($0.count) }, rule.number, <=)
        case "pattern": matches(value, rule.string ?? "")
        case "format": isOf(format: rule.string ?? "", value)
        default: nil
        }
    }

    private static func compared(_ value: Double?, _ limit: Double?, _ order: (Double, Double) -> Bool) -> Bool? {
        guard let limit else { return nil }
        return value.map { order($0, limit) } ?? true
    }

    private static func isOf(type: String, _ value: JSONValue) -> Bool? {
        switch type {
        case "string": value.string != nil
        case "number": value.number != nil
        case "integer": value.number.map { $0 == $0.rounded() } ?? false
        case "boolean": value == .boolean(true) || value == .boolean(false)
        case "object": value.members != nil
        case "array": value.array != nil
        case "null": value == .null
        default: nil
        }
    }

    private static let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"

    private static func isOf(format: String, _ value: JSONValue) -> Bool? {
        switch format {
        case "date": matches(value, "^" + day + "$")
        case "date-time": matches(value, "^" + day + #"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"#)
        default: nil
        }
    }

    private static let expressions = Mutex<[String: NSRegularExpression]>([:])

    /// - Returns: true for values other than texts; nil for a pattern that cannot be read.
    private static func matches(_ value: JSONValue, _ pattern: String) -> Bool? {
        guard let text = value.string else { return true }
        return expressions.withLock { known -> Bool? in
            guard let expression = known[pattern] ?? (try? NSRegularExpression(pattern: pattern)) else { return nil }
            known[pattern] = expression
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }
}
