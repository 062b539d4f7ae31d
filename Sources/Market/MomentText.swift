/// Formats points in time, given in seconds since 1970-01-01 UTC.
package enum MomentText {
    /// Returns an ISO 8601 time: `2025-02-20T14:30:00Z`.
    package static func iso(_ time: Int) -> String { "\(Day(secondsSince1970: time))T\(clock(time, hasSeconds: true))Z" }

    /// Returns a short UTC time for people: `2025-02-20 14:30`.
    package static func short(_ time: Int) -> String { "\(Day(secondsSince1970: time)) \(clock(time, hasSeconds: false))" }

    private static func clock(_ time: Int, hasSeconds: Bool) -> String {
        let second = ((time % 86_400) + 86_400) % 86_400
        let parts = [second / 3600, second / 60 % 60] + (hasSeconds ? [second % 60] : [])
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
