import Store

extension Reading {
    /// Returns the name of the time zone that the person of an owner chose; nil without an account.
    package func accountTimeZone(of owner: String) throws -> String? {
        try value("SELECT time_zone FROM people WHERE owner = ?", [owner])
    }
}
