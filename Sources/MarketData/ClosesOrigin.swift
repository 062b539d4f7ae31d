/// Where stored closes came from.
package struct ClosesOrigin: Hashable, Sendable {
    /// Of the last close.
    package let source: String
    /// Of the last close, seconds since 1970-01-01 UTC.
    package let retrievedAt: Int
    /// Days from the last close to today; 1 for that of yesterday, which is as new as there is.
    package let ageDays: Int

    /// The origin of closes that end so many days ago.
    package init(source: String, retrievedAt: Int, ageDays: Int) {
        (self.source, self.retrievedAt, self.ageDays) = (source, retrievedAt, ageDays)
    }
}
