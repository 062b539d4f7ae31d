import Access

/// Who asks, and what that caller may.
package struct Caller: Sendable, Equatable {
    /// Whose data it sees and changes.
    package let owner: String
    package let scope: AccessScope
    /// The token's id; nil for a caller on this machine without one.
    package let token: String?

    package init(owner: String, scope: AccessScope, token: String?) {
        (self.owner, self.scope, self.token) = (owner, scope, token)
    }

    /// Who works on the server's machine: the command line's own data, all rights.
    package static let local = Caller(owner: "local", scope: .admin, token: nil)
}
