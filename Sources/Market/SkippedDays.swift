/// Notes on days whose closes a caller leaves out.
package enum SkippedDays {
    /// A close that was left out; NaN if the source has none.
    package struct Close {
        let day: Day
        let close: Double

        package init(day: Day, close: Double) { (self.day, self.close) = (day, close) }
    }

    /// Returns a note for each close that was left out, and for each day that had none.
    ///
    /// - Parameters:
    ///   - closes: the closes that were left out, oldest first.
    ///   - days: the days that the caller named.
    ///   - name: the name of the closes in notes.
    ///   - consequence: the end of the notes, which states what is used instead.
    package static func notes(on closes: [Close], of days: Set<Day>, in name: String, consequence: String = "") -> [String] {
        closes.map { left in
            let shown = left.close.isFinite ? PriceText.significant(left.close, digits: 6) : "missing"
            return "\(name): the close of \(left.day), \(shown), is left out\(consequence)"
        } + days.subtracting(closes.map(\.day)).sorted().map { "\(name): no close on \($0) to leave out" }
    }
}
