/// A type whose initialiser is the declaration of its fields: SQL, JSON, its schema, CSV and forms are made from it.
///
/// ```swift
/// package struct Pin: Record {
///     package let owner: String
///     package let text: String
///
///     package init(_ field: inout Fields<Pin>) throws {
///         owner = try field("owner", \.owner, in: .table)
///         text = try field("text", \.text, .text(1...500), "What the owner wrote.")
///     }
/// }
/// ```
///
/// The initialiser runs once to describe the fields, with examples as values, and then for each value that is read. It must do nothing
/// but read fields and assign them. The compiler notices a field that was left out; two fields of one property, and an optional `var`
/// without a field, end the process when the ``Shape`` is made, which any test of the record does.
package protocol Record: Sendable {
    /// The name of the schema in the OpenAPI document; nil for one that is written where it is used.
    static var schemaName: String? { get }

    init(_ field: inout Fields<Self>) throws
}

extension Record {
    package static var schemaName: String? { nil }
}
