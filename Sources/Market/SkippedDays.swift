/// Notes on days whose closes a caller leaves out.
package enum SkippedDays {
    /// A close that was left out; NaN if the source has none.
    package struct Close: Equatable, Sendable {
        package let day: Day
        package let close: Double

        package init(day: Day, close: Double) { (self.day, self.close) = (day, close) }
    }

    /// Returns a note for each close that was left out, and for each day that had none.
    ///
    /// - Parameters:
    ///   - closes: the closes that were left out, oldest first.
    ///   - days: the days that the caller named.
    ///   - name: the name of the closes in notes.
    ///   - isFilled: whether the previous close is used instead.
    package static func notes(on closes: [Close], of days: Set<Day>, in name: String, isFilled: Bool = false) -> [PriceNote] {
        closes.map { PriceNote(.skipped($0, isFilled: isFilled), of: name) }
            + days.subtracting(closes.map(\.day)).sorted().map { PriceNote(.nothingToSkip($0), of: name) }
    }
}
