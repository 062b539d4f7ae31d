/// A type whose initialiser declares its fields: SQL, JSON, its schema and forms are derived from it.
///
/// ```swift
/// package struct Pin: Record {
///     package let owner: String
///     package let text: String
///
///     package init(_ field: inout Fields<Pin>) throws {
///         owner = try field("owner", \.owner, inDocuments: false)
///         text = try field("text", \.text, .text(1...500), "What the owner wrote.")
///     }
/// }
/// ```
///
/// The initialiser runs once to describe the fields, with examples as values, and then once for each value that is read. It must
/// only read fields and assign them. The compiler reports a missing field; two fields of one property, and an optional `var`
/// without a field, end the process when the ``Shape`` is made, which any test of the record does.
package protocol Record: Sendable {
    /// The name of the schema in the OpenAPI document; nil for a schema that is written inline.
    static var schemaName: String? { get }
    /// `Schema.variants` of its documents, if their members depend on one of them; nil for documents with all fields. Documents are
    /// checked against it instead of the schemas of its fields. Fields that only some variants have are optional, with a schema
    /// without null.
    static var variants: Schema? { get }

    init(_ field: inout Fields<Self>) throws
}

extension Record {
    package static var schemaName: String? { nil }
    package static var variants: Schema? { nil }
}
