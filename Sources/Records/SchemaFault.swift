import JSONText

/// Why a value does not match a schema, and where the value stands: a parameter's name or a JSON pointer.
package enum SchemaFault: Error, Equatable, Sendable {
    case invalid(field: String, value: JSONValue?, accepted: String)
    /// A number that is not the level of a band.
    case badLevel(field: String, value: JSONValue, reason: String, accepted: String)
    case missing(field: String, accepted: String)
    /// A member that no object of the schema has.
    case unknownMember(String, field: String, accepted: String)
}
