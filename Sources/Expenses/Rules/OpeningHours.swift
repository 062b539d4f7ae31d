import Foundation
import Market

/// When a place is open in the course of a week, by the clocks there.
package struct OpeningHours: Hashable, Sendable {
    /// The opening hours of a day, or a part of them.
    package struct Span: Hashable, Sendable {
        /// 1 for Monday to 7 for Sunday: the day on which it opens.
        package let weekday: Int
        /// In minutes from midnight, 0 to 1439.
        package let opens: Int
        /// In minutes from midnight, 0 to 1440: the first minute in which it is closed. Not after `opens`, it is on the next day. All day
        /// is 0 to 1440; equal times are not accepted for a place, but older databases have them.
        package let closes: Int

        package init(weekday: Int, opens: Int, closes: Int) {
            (self.weekday, self.opens, self.closes) = (weekday, opens, closes)
        }

        fileprivate var isOverMidnight: Bool { closes <= opens }

        /// In minutes of the week, beyond its end if it is open over the midnight after Sunday.
        fileprivate var minutes: Range<Int> {
            let midnight = (weekday - 1) * 1440
            return midnight + opens..<midnight + closes + (isOverMidnight ? 1440 : 0)
        }
    }

    /// By weekday and opening time, each once. A day without one is closed.
    package let spans: [Span]

    /// The most spans of a week.
    package static let mostSpans = 28

    /// - Returns: nil for weekdays and minutes that do not exist, and for more than ``mostSpans`` spans.
    package init?(_ spans: [Span]) {
        guard spans.count <= Self.mostSpans,
            spans.allSatisfy({
                (1...7).contains($0.weekday) && (0..<1440).contains($0.opens) && (0...1440).contains($0.closes)
            })
        else { return nil }
        self.spans = Set(spans).sorted { ($0.weekday, $0.opens, $0.closes) < ($1.weekday, $1.opens, $1.closes) }
    }

    /// - Throws: ``ExpenseError/equalHours(_:)``, ``ExpenseError/overlappingHours(_:_:)``.
    package func check() throws(ExpenseError) {
        if let span = spans.first(where: { $0.opens == $0.closes }) { throw .equalHours(span) }
        // In the order of their beginnings: one that overlaps any other overlaps the next one. After the last one comes the first.
        for (number, span) in spans.enumerated() where spans.count > 1 {
            let next = spans[(number + 1) % spans.count]
            let opens = next.minutes.lowerBound + (number + 1 == spans.count ? 7 * 1440 : 0)
            if opens < span.minutes.upperBound { throw .overlappingHours(span, next) }
        }
    }

    /// Whether it is open in a minute, 0 to 1439, of a day.
    package func isOpen(day: Day, minute: Int) -> Bool {
        let (today, yesterday) = (Self.weekday(day), Self.weekday(day - 1))
        return spans.contains { span in
            span.weekday == today && minute >= span.opens && (span.isOverMidnight || minute < span.closes)
                || span.weekday == yesterday && span.isOverMidnight && minute < span.closes
        }
    }

    /// 1970-01-01 was a Thursday.
    private static func weekday(_ day: Day) -> Int { ((day.daysSince1970 + 3) % 7 + 7) % 7 + 1 }

    /// Returns the day and the minute that the clocks of a zone show at a time.
    package static func local(secondsSince1970: Int, in zone: TimeZone) -> (day: Day, minute: Int) {
        let seconds = secondsSince1970 + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(secondsSince1970)))
        let day = Day(secondsSince1970: seconds)
        return (day, (seconds - day.daysSince1970 * 86_400) / 60)
    }
}

extension OpeningHours.Span: CustomStringConvertible {
    /// "Monday 09:00-18:00".
    package var description: String {
        let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        func clock(_ minute: Int) -> String {
            [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        return "\(names[weekday - 1]) \(clock(opens))-\(clock(closes))"
    }
}
