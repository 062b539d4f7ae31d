/// The schedule of a block: which rows are active at which time. Rows start and end in order, so that active rows always form
/// one range.
///
/// All series end at the same time, so that their forecasts start together:
///
///     recursive, series of 4 and 2, 3 steps      sliding window of one series of 4, 3 steps
///     row 0  x x x x|y y                          row 0  x x x x|
///     row 1      x x|y y                          row 1    x x x|y
///                                                 row 2      x x|y y
package struct Timeline {
    package struct Row: Equatable {
        /// The series that the row reads, and that its outputs continue.
        package let series: Int
        /// The first and the last time at which the row is active.
        package let first: Int
        package let last: Int
        /// The first time at which the row's output is used.
        package let emitsFrom: Int

        package init(series: Int, first: Int, last: Int, emitsFrom: Int) {
            self.series = series
            self.first = first
            self.last = last
            self.emitsFrom = emitsFrom
        }
    }

    package let rows: [Row]
    /// The number of steps of the longest series: the time of the first forecast value.
    package let length: Int
    package let steps: Int

    /// Creates the schedule.
    ///
    /// - Parameter lengths: the number of steps of each series, descending. For a sliding window all must be equal.
    package init(lengths: [Int], steps: Int, decoding: Decoding) {
        let length = lengths[0]
        self.length = length
        self.steps = steps
        switch decoding {
        case .recursive:
            rows = lengths.enumerated().map { series, own in
                Row(series: series, first: length - own, last: length + steps - 2, emitsFrom: length - 1)
            }
        case .slidingWindow(let window):
            let window = min(window, length)
            rows = (0..<steps).flatMap { step in
                lengths.indices.map { series in
                    let last = length - 1 + step
                    return Row(series: series, first: last - window + 1, last: last, emitsFrom: last)
                }
            }
        }
    }
}
