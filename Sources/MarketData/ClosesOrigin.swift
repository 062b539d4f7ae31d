/// Where stored closes came from, and how old they are.
package struct ClosesOrigin: Hashable, Sendable {
    /// The source of the last close.
    package let source: String
    /// When the last close was retrieved, in seconds since 1970-01-01 UTC.
    package let retrievedAt: Int
    /// Days from the last close to today; 1 for yesterday's close, the newest possible.
    package let ageDays: Int

    package init(source: String, retrievedAt: Int, ageDays: Int) {
        (self.source, self.retrievedAt, self.ageDays) = (source, retrievedAt, ageDays)
    }
}
