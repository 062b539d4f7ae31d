import JSONText
import Market

/// Makes values that a schema accepts, or almost accepts.
struct FuzzSample {
    let document: FuzzDocument
    /// Names that the server knows: assets, wallets, jobs, models, and the ids in its answers.
    var words: [String]
    var random: SeededGenerator

    mutating func value(_ schema: JSONValue, name: String, depth: Int = 0) -> JSONValue {
        let schema = document.resolved(schema)
        if depth > 6 { return .null }
        if name == "closes" || name == "values", chance(0.8) { return closes() }
        if let choices = schema["enum"]?.array { return choices.isEmpty ? .null : choices[random.index(below: choices.count)] }
        if let constant = schema["const"] { return constant }
        if let some = schema["anyOf"]?.array ?? schema["oneOf"]?.array, !some.isEmpty {
            return value(some[random.index(below: some.count)], name: name, depth: depth + 1)
        }
        switch schema["type"]?.string {
        case "object": return object(schema, depth)
        case "array": return array(schema, name, depth)
        case "integer": return .number(Double(integer(schema)))
        case "number": return .number(number(schema))
        case "boolean": return .boolean(chance(0.5))
        case "null": return .null
        case "string": return .string(text(schema, name))
        default: return [.null, .number(1), .string("any"), .array([]), .object([])][random.index(below: 5)]
        }
    }

    mutating func chance(_ probability: Double) -> Bool { random.uniform() < probability }

    private mutating func object(_ schema: JSONValue, _ depth: Int) -> JSONValue {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        var members: [JSONValue.Member] = []
        for property in schema["properties"]?.members ?? [] where required.contains(property.key) || chance(0.4) {
            members.append(.init(key: property.key, value: value(property.value, name: property.key, depth: depth + 1)))
        }
        if let others = schema["additionalProperties"], others.members != nil {
            for _ in 0..<random.index(below: 3) where !words.isEmpty {
                let key = words[random.index(below: words.count)]
                guard !members.contains(where: { $0.key == key }) else { continue }
                members.append(.init(key: key, value: value(others, name: key, depth: depth + 1)))
            }
        }
        return .object(members)
    }

    private mutating func array(_ schema: JSONValue, _ name: String, _ depth: Int) -> JSONValue {
        let least = min(schema["minItems"]?.integer ?? 0, 600)
        let count = least + random.index(below: 3)
        return .array((0..<count).map { _ in value(schema["items"] ?? .null, name: name, depth: depth + 1) })
    }

    /// A random walk, slightly longer or shorter than a context.
    private mutating func closes() -> JSONValue {
        var price = 100.0
        return .array(
            (0..<490 + random.index(below: 30)).map { _ in
                price *= 1 + 0.03 * random.normal()
                return .number((price * 1e4).rounded() / 1e4)
            })
    }

    private mutating func integer(_ schema: JSONValue) -> Int {
        let least = schema["minimum"]?.integer ?? 0
        // Small values are cheap to compute.
        let most = max(least, min(schema["maximum"]?.integer ?? 100, least + 99))
        return least + random.index(below: most - least + 1)
    }

    private mutating func number(_ schema: JSONValue) -> Double {
        let least = schema["minimum"]?.number ?? schema["exclusiveMinimum"]?.number ?? 0
        let most = schema["maximum"]?.number ?? least + 100
        return least + (most - least) * random.uniform()
    }

    private mutating func text(_ schema: JSONValue, _ name: String) -> String {
        switch schema["format"]?.string {
        case "date": return day()
        case "date-time": return "\(day())T0\(random.index(below: 10)):00:00Z"
        default: break
        }
        let pattern = schema["pattern"]?.string ?? ""
        if pattern.contains("{0,17}") { return "\(random.index(below: 100)).\(1 + random.index(below: 99))" }
        if !words.isEmpty, chance(0.8) { return words[random.index(below: words.count)] }
        let length = min((schema["minLength"]?.integer ?? 0) + random.index(below: 12), schema["maxLength"]?.integer ?? 12)
        let letters = Array("abcdefgh0123456789")
        return String((0..<length).map { _ in letters[random.index(below: letters.count)] })
    }

    private mutating func day() -> String { "\(Day(iso: "2024-06-01")! + random.index(below: 250))" }
}
