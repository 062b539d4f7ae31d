/// What a block of rows does at which time: rows begin and end in their order, so that those at work are always one range.
///
/// All series end at the same time, so that their forecasts begin together:
///
///     recursive, series of 4 and 2, 3 steps      sliding window of one series of 4, 3 steps
///     row 0  x x x x|y y                          row 0  x x x x|
///     row 1      x x|y y                          row 1    x x x|y
///                                                 row 2      x x|y y
package struct Timeline {
    package struct Row: Equatable {
        /// The series that the row reads and that its output continues.
        package let series: Int
        /// The first and the last time at which it works.
        package let first: Int
        package let last: Int
        /// From this time on its output is wanted.
        package let emitsFrom: Int

        package init(series: Int, first: Int, last: Int, emitsFrom: Int) {
            self.series = series
            self.first = first
            self.last = last
            self.emitsFrom = emitsFrom
        }
    }

    package let rows: [Row]
    /// Steps of the longest series: the time at which the first value is forecast.
    package let length: Int
    package let steps: Int

    /// - Parameter lengths: steps of each series, not increasing; for a sliding window all windows are of one length.
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
