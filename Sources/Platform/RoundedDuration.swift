/// A span of time in one unit, as people say it: 90 s, 15 minutes, 24 hours, 7 days. It is rounded up.
package struct RoundedDuration: Equatable, Sendable {
    package enum Unit: String, Sendable, CaseIterable { case seconds, minutes, hours, days }

    package let count: Int
    package let unit: Unit

    package init(seconds: Int) {
        switch seconds {
        case ..<120: (count, unit) = (seconds, .seconds)
        case ..<7200: (count, unit) = ((seconds + 59) / 60, .minutes)
        case ..<(2 * 86_400): (count, unit) = ((seconds + 3599) / 3600, .hours)
        default: (count, unit) = ((seconds + 86_399) / 86_400, .days)
        }
    }
}
