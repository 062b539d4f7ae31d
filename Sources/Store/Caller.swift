import Records

/// Who calls an operation, whose rights were checked before.
package struct Caller: Sendable {
    /// Who everything belongs to that the call reads and writes.
    package let owner: String
    /// The account of who is signed in; nil for programs, and on one person's machine.
    package let person: String?

    package init(owner: String, person: String? = nil) { (self.owner, self.person) = (owner, person) }
}

/// An input or output without fields.
package struct Nothing: Equatable, Record {
    package init() {}
    package init(_ field: inout Fields<Nothing>) throws {}
}
