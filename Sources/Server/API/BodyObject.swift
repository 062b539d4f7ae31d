import JSONText
import Ledger
import Market
import Records

/// An object of a request's body. Each of its members is read once, into the value that it represents.
///
/// The body has already been checked against its schema. A value that passed that check but is refused here gets the same error as
/// any other value: nothing is replaced silently.
struct BodyObject {
    private let value: JSONValue
    /// The object's JSON pointer.
    private let place: String

    init(_ value: JSONValue, at place: String = "") { (self.value, self.place) = (value, place) }

    /// Reads a required member.
    ///
    /// - Throws: a ``Problem`` that names the member, its value and what is accepted.
    func read<Value>(_ name: String, _ form: BodyForm<Value>) throws(Problem) -> Value {
        guard let value = try optional(name, form) else { throw .missing("\(place)/\(name)", accepted: form.schema.accepted) }
        return value
    }

    /// Reads a member that has a documented default if it is missing.
    func read<Value>(_ name: String, _ form: BodyForm<Value>, default fallback: Value) throws(Problem) -> Value {
        try optional(name, form) ?? fallback
    }

    /// Reads a member; nil if it is missing.
    func optional<Value>(_ name: String, _ form: BodyForm<Value>) throws(Problem) -> Value? {
        guard let found = value[name] else { return nil }
        return try form.value(found, at: "\(place)/\(name)")
    }

    /// Reads a required array.
    func values<Value>(_ name: String, _ form: BodyForm<Value>) throws(Problem) -> [Value] {
        var values: [Value] = []
        for (index, value) in try read(name, .array).enumerated() {
            values.append(try form.value(value, at: "\(place)/\(name)/\(index)"))
        }
        return values
    }

    /// Reads the objects of a required array.
    func objects(_ name: String) throws(Problem) -> [BodyObject] {
        try read(name, .array).enumerated().map { BodyObject($0.element, at: "\(place)/\(name)/\($0.offset)") }
    }

    /// Reads an object within this one; returns one without members if it is missing.
    func object(_ name: String) -> BodyObject { BodyObject(value[name] ?? .object([]), at: "\(place)/\(name)") }
}

/// How a value of a body is read.
struct BodyForm<Value> {
    /// The schema, whose words say what is accepted.
    let schema: Schema
    let read: (JSONValue) -> Value?

    func value(_ value: JSONValue, at place: String) throws(Problem) -> Value {
        guard let read = read(value) else { throw .invalid(place, value: value, accepted: schema.accepted) }
        return read
    }
}

extension BodyForm<String> {
    static var text: Self { Self(schema: .text(0...Schema.largestInteger)) { $0.string } }
}

extension BodyForm<Bool> {
    static var boolean: Self {
        Self(schema: .boolean) { value in if case .boolean(let value) = value { value } else { nil } }
    }
}

extension BodyForm<Double> {
    static var number: Self { Self(schema: .number()) { $0.number } }
}

extension BodyForm<FixedDecimal> {
    /// An amount, whose digits ``Schema/withExactNumbers(_:_:)`` has kept.
    static var decimal: Self { Self(schema: .decimal(.any)) { $0.string.flatMap { APIDecimal.value($0) } } }
}

extension BodyForm<Money> {
    /// An amount of US dollars.
    static var money: Self { Self(schema: .decimal(.any)) { BodyForm<FixedDecimal>.decimal.read($0).map(Money.usd) } }
}

extension BodyForm<Day> {
    static var day: Self { Self(schema: .day) { $0.string.flatMap { Day(iso: $0) } } }
}

extension BodyForm<[JSONValue]> {
    static var array: Self { Self(schema: .array(.any, count: 0...Int.max)) { $0.array } }
}

extension BodyForm where Value: RawRepresentable<String> & CaseIterable {
    /// One of several names.
    static var choice: Self {
        Self(schema: .choice(Value.allCases.map(\.rawValue))) { $0.string.flatMap(Value.init(rawValue:)) }
    }
}
