import Market
import Records
import Store

/// The last time that an address was asked for the newest version, and what it said.
struct VersionCheck: Equatable, StoredRecord {
    let address: String
    /// The base64 of the public key.
    let key: String
    let askedAt: Moment
    /// Why the last file, or the lack of one, says nothing new.
    let problem: VersionProblem?
    /// Of the last file that was accepted; nil before there is one.
    let version, date, notes, expires: String?
    /// The version that was last told in a notice.
    let told: String?

    init(_ field: inout Fields<Self>) throws {
        address = try field("address", \.address)
        key = try field("key", \.key)
        askedAt = try field("asked_at", \.askedAt)
        problem = try field("problem", \.problem)
        version = try field("version", \.version)
        date = try field("date", \.date)
        notes = try field("notes", \.notes)
        expires = try field("expires", \.expires)
        told = try field("told", \.told)
    }

    static let table = Table<VersionCheck>("version_checks")

    /// The last release; nil before there is one.
    var release: Release? {
        guard let version = version.flatMap(VersionNumber.init), let date = date.flatMap({ Day(iso: $0) }), let notes,
            let expires = expires.flatMap({ Day(iso: $0) })
        else { return nil }
        return Release(version: version, date: date, notes: notes, expires: expires)
    }
}
