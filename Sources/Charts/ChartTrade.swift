import Market

/// A purchase or a sale that a chart marks on its day: a triangle below the line, or above it.
package struct ChartTrade: Hashable, Sendable {
    package let day: Day
    package let isPurchase: Bool

    package init(day: Day, isPurchase: Bool) { (self.day, self.isPurchase) = (day, isPurchase) }
}
