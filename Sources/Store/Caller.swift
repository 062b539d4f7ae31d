import Records

/// The caller of an operation, whose rights were checked before.
package struct Caller: Sendable {
    /// The owner of all data that the call reads and writes.
    package let owner: String
    /// The account of the signed-in person; nil for programs, and on one person's machine.
    package let person: String?

    package init(owner: String, person: String? = nil) { (self.owner, self.person) = (owner, person) }
}

/// An input or output without fields.
package struct Nothing: Equatable, Record {
    package init() {}
    package init(_ field: inout Fields<Nothing>) throws {}
}
