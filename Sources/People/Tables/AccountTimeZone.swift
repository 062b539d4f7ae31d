import Foundation
import Notices
import Store

extension Reading {
    /// Returns the time zone of a person's calendar: the one that the account names, or that of the notices; UTC if neither is chosen.
    package func calendarZone(of owner: String) throws -> TimeZone { try chosenZone(of: owner) ?? .gmt }

    /// Returns the time zone that a person has chosen for the account or for notices; nil if neither is chosen.
    package func chosenZone(of owner: String) throws -> TimeZone? {
        let account: String? = try value("SELECT time_zone FROM people WHERE owner = ?", [owner])
        // An account has UTC until its person chooses.
        guard let account, account != "UTC", let zone = TimeZone.named(account) else { return try chosenTimeZone(of: owner) }
        return zone
    }
}
