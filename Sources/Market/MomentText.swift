/// Moments as people and programs read them.
package enum MomentText {
    /// `2025-02-20T14:30:00Z`.
    package static func iso(_ time: Int) -> String { "\(Day(secondsSince1970: time))T\(clock(time, hasSeconds: true))Z" }

    /// `2025-02-20 14:30`.
    package static func short(_ time: Int) -> String { "\(Day(secondsSince1970: time)) \(clock(time, hasSeconds: false))" }

    private static func clock(_ time: Int, hasSeconds: Bool) -> String {
        let second = ((time % 86_400) + 86_400) % 86_400
        let parts = [second / 3600, second / 60 % 60] + (hasSeconds ? [second % 60] : [])
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
