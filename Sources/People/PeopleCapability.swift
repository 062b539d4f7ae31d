import Store

extension Capability {
    /// Accounts of people, tokens, and what each person writes about themselves.
    package static let people = Capability(
        "people",
        migrations: [
            Migration("accounts", PeopleSchema.sql, replaces: ["v5"]), Migration("profiles", ProfileSchema.sql),
        ], tables: [RegisteredTable(StoredProfile.self)], archive: [PersonalProfiles.archivedFile],
        erasure: ["DELETE FROM access_tokens WHERE owner = ?1"],
        pictureBytes: "SELECT bytes FROM profile_pictures WHERE owner = ?1")
}
