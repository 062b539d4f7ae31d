import Market

/// A line of a chart: one value per day.
package struct ChartLine: Sendable {
    /// The end of its class names, `line-…` and `key-…`: `close`, `put-in`.
    package var name: String
    /// The name for people; nil for the only line of a chart.
    package var title: String?
    package var firstDay: Day
    /// One per day; nil where the value is unknown.
    package var values: [Double?]
    /// Whether a value holds until the next one, as paid-in money does.
    package var isStepped: Bool

    package init(name: String = "close", title: String? = nil, firstDay: Day, values: [Double?], isStepped: Bool = false) {
        self.name = name
        self.title = title
        self.firstDay = firstDay
        self.values = values
        self.isStepped = isStepped
    }

    /// The last day that has a value, and the value. Nil if no day has one.
    var last: (day: Double, value: Double)? {
        guard let index = values.lastIndex(where: { $0 != nil }), let value = values[index] else { return nil }
        return (start + Double(index), value)
    }

    /// The first day as a number on the horizontal scale.
    var start: Double { Double(firstDay.daysSince1970) }

    /// The indices of the days within a view.
    func indices(in view: ChartView) -> Range<Int> {
        let first = max(0, Int((view.from - start).rounded(.up)))
        let last = min(values.count - 1, Int((view.to - start).rounded(.down)))
        return first <= last ? first..<last + 1 : 0..<0
    }
}
