import Server

extension Face {
    /// The expense journal.
    static let expenses = Face(operations: { parts, api in parts.expensesOperations.add(to: &api) })
}
