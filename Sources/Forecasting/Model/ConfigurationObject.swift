import JSONText
import Market

/// A JSON object with a fixed set of members. Errors name the member and what was expected.
struct ConfigurationObject {
    let value: JSONValue
    let name: String
    let file: String

    /// - Parameter members: the known members.
    init(_ value: JSONValue, name: String, members: [String], file: String) throws(ModelError) {
        try self.init(value, name: name, file: file)
        let found = value.members ?? []
        for member in found where !members.contains(member.key) {
            throw error("unknown member \"\(member.key)\"; this version knows \(members.joined(separator: ", "))")
        }
    }

    /// An object whose members are not known yet.
    init(_ value: JSONValue, name: String, file: String) throws(ModelError) {
        (self.value, self.name, self.file) = (value, name, file)
        guard value.members != nil else { throw error("expected an object") }
    }

    func error(_ problem: String) -> ModelError {
        .badConfiguration(file: file, problem: name.isEmpty ? problem : "\(name): \(problem)")
    }

    func required(_ key: String) throws(ModelError) -> JSONValue {
        guard let member = value[key] else { throw error("\"\(key)\" is missing") }
        return member
    }

    func string(_ key: String) throws(ModelError) -> String {
        guard let text = try required(key).string else { throw error("\"\(key)\" is not a string") }
        return text
    }

    func number(_ key: String) throws(ModelError) -> Double {
        guard let number = try required(key).number else { throw error("\"\(key)\" is not a number") }
        return number
    }

    func array(_ key: String) throws(ModelError) -> [JSONValue] {
        guard let values = try required(key).array else { throw error("\"\(key)\" is not an array") }
        return values
    }

    /// Returns an array of finite numbers, each in `range`.
    func numbers(_ key: String, in range: ClosedRange<Double>) throws(ModelError) -> [Double] {
        try numbers(try array(key), named: "\"\(key)\"", in: range)
    }

    func numbers(_ values: [JSONValue], named name: String, in range: ClosedRange<Double>) throws(ModelError) -> [Double] {
        var numbers: [Double] = []
        for value in values {
            guard let number = value.number, range.contains(number) else {
                throw error("\(name) holds something other than a number from \(range.lowerBound) to \(range.upperBound)")
            }
            numbers.append(number)
        }
        return numbers
    }

    func day(_ key: String) throws(ModelError) -> Day {
        let text = try string(key)
        guard let day = Day(iso: text) else { throw error("\"\(key)\" is \"\(text)\"; expected a day such as 2024-04-01") }
        return day
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ModelError) -> Int {
        let number = try number(key)
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw error("\"\(key)\" is \(number); expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }
}
