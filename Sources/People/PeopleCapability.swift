import Store

extension Capability {
    /// Accounts of people, and tokens.
    package static let people = Capability(
        "people", migrations: [Migration("accounts", PeopleSchema.sql, replaces: ["v5"])],
        erasure: ["DELETE FROM access_tokens WHERE owner = ?1"],
        pictureBytes: "SELECT length(picture) FROM people WHERE owner = ?1")
}
