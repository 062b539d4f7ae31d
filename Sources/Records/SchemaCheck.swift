import JSONText
import Ledger
import Market

extension Schema {
    /// Checks a value, member by member.
    ///
    /// - Parameter field: the place of the value: a parameter's name or a JSON pointer. It is evaluated for refused values only: a
    ///   text for each of hundreds of closes would take longer than reading them.
    /// - Throws: a ``SchemaFault`` that names field, value and what is accepted.
    package func check(_ value: JSONValue, at field: @autoclosure () -> String) throws(SchemaFault) {
        switch (self, value) {
        case (.named(_, let schema), _): try schema.check(value, at: field())
        case (.any, _), (.nullable, .null): return
        case (.nullable(let schema), _): try schema.check(value, at: field())
        case (.either(let schemas), _):
            guard schemas.contains(where: { $0.accepts(value) }) else { throw refusal(value, field()) }
        case (.array(let element, let count), .array(let values)):
            guard count.contains(values.count) else { throw refusal(value, field()) }
            for (index, value) in values.enumerated() { try element.check(value, at: "\(field())/\(index)") }
        case (.object(let members), .object(let found)): try Self.check(found, against: members, at: field())
        case (.map(let schema), .object(let found)):
            for member in found { try schema.check(member.value, at: "\(field())/\(member.key)") }
        case (.variants(let discriminator, let variants), .object(let found)):
            let name = value[discriminator]?.string
            guard let variant = variants.first(where: { $0.name == name }) else {
                throw .invalid(
                    field: "\(field())/\(discriminator)", value: value[discriminator], accepted: Self.list(variants.map(\.name)))
            }
            let kind = Member(discriminator, .choice([variant.name]))
            try Self.check(found, against: [kind] + variant.members, at: field())
        default:
            guard acceptsScalar(value) else { throw refusal(value, field()) }
        }
    }

    /// Returns the first fault of each member of an object; of another value, its first fault.
    package func faults(of value: JSONValue, at field: String) -> [SchemaFault] {
        switch (self, value) {
        case (.named(_, let schema), _): return schema.faults(of: value, at: field)
        case (.object(let members), .object(let found)): return Self.faults(of: found, members, at: field)
        case (.variants(let discriminator, let variants), .object(let found)):
            let name = value[discriminator]?.string
            guard let variant = variants.first(where: { $0.name == name }) else { break }
            return Self.faults(of: found, [Member(discriminator, .choice([variant.name]))] + variant.members, at: field)
        default: break
        }
        do throws(SchemaFault) { try check(value, at: field) } catch { return [error] }
        return []
    }

    private static func faults(of found: [JSONValue.Member], _ members: [Member], at field: String) -> [SchemaFault] {
        var faults: [SchemaFault] = []
        for member in members {
            // Each member alone, so that a fault of one does not hide those of others.
            let own = found.filter { $0.key == member.name }
            do throws(SchemaFault) { try check(own, against: [member], at: field) } catch { faults.append(error) }
        }
        let others = found.filter { found in !members.contains { $0.name == found.key } }
        do throws(SchemaFault) { try check(others, against: [], at: field) } catch { faults.append(error) }
        return faults
    }

    private func accepts(_ value: JSONValue) -> Bool {
        do throws(SchemaFault) {
            try check(value, at: "")
            return true
        } catch {
            return false
        }
    }

    private static func check(
        _ found: [JSONValue.Member], against members: [Member], at field: @autoclosure () -> String
    ) throws(SchemaFault) {
        for member in found where !members.contains(where: { $0.name == member.key }) {
            throw .unknownMember(member.key, field: "\(field())/\(member.key)", accepted: list(members.map(\.name)))
        }
        for member in members {
            guard let value = found.first(where: { $0.key == member.name })?.value else {
                guard !member.isRequired else {
                    throw .missing(field: "\(field())/\(member.name)", accepted: member.schema.accepted)
                }
                continue
            }
            try member.schema.check(value, at: "\(field())/\(member.name)")
        }
    }

    private func acceptsScalar(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string(let rule), .string(let text)):
            rule.length.contains(text.unicodeScalars.count) && rule.accepts?(text) ?? true
        case (.integer(let range), .number(let number)): Int(exactly: number).map(range.contains) ?? false
        case (.number(let minimum, let above, let maximum), .number(let number)):
            number >= minimum ?? -.infinity && number > above ?? -.infinity && number <= maximum ?? .infinity
        case (.ruled(_, _, let fault), .number(let number)): fault(number) == nil
        case (.boolean, .boolean): true
        case (.decimal(let sign), .string(let text)): APIDecimal.value(text, sign) != nil
        case (.day, .string(let text)): Day(iso: text) != nil
        case (.moment, .string(let text)): APIMoment.seconds(text) != nil
        case (.choice(let names), .string(let text)): names.contains(text)
        default: false
        }
    }

    /// Whether null is a value.
    var acceptsNull: Bool {
        switch self {
        case .nullable, .any: true
        case .named(_, let schema): schema.acceptsNull
        case .either(let schemas): schemas.contains(where: \.acceptsNull)
        default: false
        }
    }

    /// Whether a refused value may be a secret in the wrong form.
    private var isSecret: Bool {
        switch self {
        case .string(let rule): rule.isSecret
        case .named(_, let schema), .nullable(let schema): schema.isSecret
        case .either(let schemas): schemas.contains(where: \.isSecret)
        default: false
        }
    }

    private func refusal(_ value: JSONValue, _ field: String) -> SchemaFault {
        guard !isSecret else { return .invalid(field: field, value: nil, accepted: accepted) }
        guard case (.ruled(_, _, let rule), .number(let number)) = (self, value), let fault = rule(number) else {
            return .invalid(field: field, value: value, accepted: accepted)
        }
        return .badLevel(field: field, value: value, reason: fault, accepted: accepted)
    }

    /// The accepted values, in words.
    package var accepted: String {
        switch self {
        case .string(let rule):
            rule.words ?? "a text of \(rule.length.lowerBound) to \(rule.length.upperBound) characters"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let minimum, let above, let maximum):
            (["a number"]
                + [minimum.map { "at least \($0)" }, above.map { "above \($0)" }, maximum.map { "at most \($0)" }]
                .compactMap(\.self)).joined(separator: ", ")
        case .ruled(_, let words, _): words
        case .boolean: "true or false"
        case .decimal(.any): "a decimal such as \"-0.05\", a string or a number, with up to 18 digits before and after the point"
        case .decimal(.notNegative):
            "a decimal such as \"0.05\", a string or a number, not below 0, with up to 18 digits before and after the point"
        case .decimal(.positive):
            "a decimal such as \"0.05\", a string or a number, above 0, with up to 18 digits before and after the point"
        case .day: "a day such as 2026-11-21"
        case .moment: "a moment such as 2026-11-21T08:30:00Z or 2026-11-21T10:30:00+02:00"
        case .choice(let names): "one of \(Self.list(names))"
        case .array(let element, let count): "\(count.lowerBound) to \(count.upperBound) times \(element.accepted)"
        case .object(let members): "an object with \(Self.list(members.map(\.name)))"
        case .map(let schema): "an object whose members are each \(schema.accepted)"
        case .variants(let name, let variants): "an object whose \(name) is \(Self.list(variants.map(\.name)))"
        case .nullable(let schema): "\(schema.accepted), or null"
        case .either(let schemas): schemas.map(\.accepted).joined(separator: ", or ")
        case .named(_, let schema): schema.accepted
        case .any: "a JSON value"
        }
    }

    static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
