import Market
import MarketData
import Text

/// The figures of a comparison as a file.
enum CompareData {
    /// One line for each day: the closes, and the current value of the initial 100.
    static func csv(_ comparison: PriceComparison) -> String {
        let tickers = comparison.lines.map { "\($0.asset.ticker)" }
        var text = CSVText.line(["date"] + tickers.map { "close_\($0)" } + tickers.map { "index_\($0)" })
        for index in 0...(comparison.lastDay - comparison.firstDay) {
            let closes = comparison.lines.map { line in
                line.closes.indices.contains(index) ? line.closes[index].map { "\($0)" } ?? "" : ""
            }
            let multiples = comparison.lines.map { line in line.multiple(index).map { "\($0 * 100)" } ?? "" }
            text += CSVText.line(["\(comparison.firstDay + index)"] + closes + multiples)
        }
        return text
    }
}
