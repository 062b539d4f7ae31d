import Languages
import Market

/// The ticks of an axis of days: days, weeks, months, quarters or years.
enum DateTicks {
    struct Tick {
        let day: Day
        let text: String
        /// Whether it is the start of a year.
        let isStrong: Bool
    }

    /// - Parameter gap: the smallest distance between two ticks, in pixels.
    static func ticks(_ view: ChartView, width: Double, gap: Double, _ conventions: Conventions) -> [Tick] {
        let wanted = (view.to - view.from) / max(2, width / gap)
        return wanted <= 14 ? days(view, wanted, conventions) : months(view, wanted, conventions)
    }

    private static func days(_ view: ChartView, _ wanted: Double, _ conventions: Conventions) -> [Tick] {
        let step = [1, 2, 7, 14].first { Double($0) >= wanted } ?? 14
        let first = Int(view.from.rounded(.up))
        let last = max(first, Int(view.to.rounded(.down)))
        // Day 4 was a Monday.
        return (first...last).filter { ($0 - 4).isMultiple(of: step) && Double($0) <= view.to }.map {
            let day = Day(daysSince1970: $0)
            return Tick(day: day, text: conventions.date(day, .day), isStrong: false)
        }
    }

    private static func months(_ view: ChartView, _ wanted: Double, _ conventions: Conventions) -> [Tick] {
        let step = [1, 2, 3, 6, 12, 24, 60].first { Double($0) * 30.4 >= wanted } ?? 120
        let start = Day(daysSince1970: Int(view.from.rounded(.down))).civil
        var ticks: [Tick] = []
        for month in (start.year * 12 + start.month - 1)... {
            guard let day = Day(year: month / 12, month: month % 12 + 1, day: 1), Double(day.daysSince1970) <= view.to else {
                break
            }
            guard Double(day.daysSince1970) >= view.from, month.isMultiple(of: step) else { continue }
            let isYear = month.isMultiple(of: 12)
            ticks.append(Tick(day: day, text: conventions.date(day, isYear ? .year : .month), isStrong: isYear))
        }
        return ticks
    }
}
