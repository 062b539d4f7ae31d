import JSONText
import Records
import Store

/// What people write about themselves, and their pictures, by owner: with accounts and without. ``Profiles`` has the account's own
/// name, address and preferences.
package struct PersonalProfiles: Sendable {
    private let quotas: QuotaChecks

    package init(_ quotas: QuotaChecks) { self.quotas = quotas }

    // MARK: Details

    package func show(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> PersonalProfile {
        try Self.profile(reading, of: caller.owner)
    }

    /// Replaces the details; those that are missing are removed.
    ///
    /// - Throws: ``ProfileError``.
    package func set(_ change: inout Change, _ caller: Caller, _ details: PersonalDetails) throws -> PersonalProfile {
        var details = try details.checked()
        if let address = try Self.accountAddress(change.reading, caller.owner) {
            // A client may send back what it has read.
            guard details.email.map({ $0.lowercased() == address.lowercased() }) ?? true else { throw ProfileError.emailOfAccount }
            details.email = nil
        }
        try Self.checkLoginName(change.reading, details, caller.owner)
        try change.ensureOwner(caller.owner)
        try change.run("DELETE FROM profiles WHERE owner = ?", caller.owner)
        try change.insert(StoredProfile(of: caller.owner, details))
        return try Self.profile(change.reading, of: caller.owner)
    }

    private static func checkLoginName(_ reading: borrowing Reading, _ details: PersonalDetails, _ owner: String) throws {
        guard let name = details.loginName else { return }
        let taken: Int? = try reading.value(
            "SELECT 1 FROM profiles WHERE login_name = ? COLLATE NOCASE AND owner <> ?", [name, owner])
        guard taken == nil else { throw ProfileError.loginNameTaken(name) }
    }

    private static func accountAddress(_ reading: borrowing Reading, _ owner: String) throws -> String? {
        try reading.value("SELECT email FROM people WHERE owner = ?", [owner])
    }

    private static func profile(_ reading: borrowing Reading, of owner: String) throws -> PersonalProfile {
        var details = try reading.rows(StoredProfile.self, "WHERE owner = ?", owner).first?.details ?? PersonalDetails()
        let address = try accountAddress(reading, owner)
        if let address { details.email = address }
        let pictures: Int? = try reading.value("SELECT count(*) FROM profile_pictures WHERE owner = ?", [owner])
        return PersonalProfile(details, hasAccount: address != nil, hasPicture: pictures == 1)
    }

    // MARK: Picture

    /// - Returns: a JPEG.
    /// - Throws: ``ProfileError/noPicture``.
    package func picture(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> [UInt8] {
        guard let jpeg = try reading.ownPicture(of: caller.owner) else { throw ProfileError.noPicture }
        return jpeg
    }

    /// - Parameter jpeg: the re-encoded picture, in place of an earlier one.
    /// - Throws: `QuotaExceeded`.
    package func setPicture(_ change: inout Change, _ caller: Caller, _ jpeg: [UInt8]) throws {
        try change.ensureOwner(caller.owner)
        try change.reading.setOwnPicture(jpeg, of: caller.owner, quotas)
    }

    package func removePicture(_ change: inout Change, _ caller: Caller, _: Nothing) throws {
        try change.reading.setOwnPicture(nil, of: caller.owner, quotas)
    }

    // MARK: Archive

    private static let shape = Shape<PersonalProfile>()

    /// The archive of an account has the picture besides: `picture.jpg`.
    static let archivedFile = Capability.ArchivedFile("profile.json") { reading, owner in
        var writer = JSONWriter()
        shape.write(try profile(reading, of: owner), &writer)
        return writer.bytes
    }
}
