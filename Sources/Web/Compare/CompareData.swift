import JSONText
import Market
import MarketData
import Text

/// The figures of a comparison for scripts, and as a file.
enum CompareData {
    /// The lines, and the texts that scripts insert into the page: `{"first":…,"since":…,"lines":[…],"rows":[[…]]}`.
    static func json(_ chart: CompareChart) -> [UInt8] {
        let comparison = chart.comparison
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("first", "\(comparison.firstDay)")
            writer.member("since", chart.sentence)
            writer.member("lines", comparison.lines) { line, writer in
                let text = chart.words.format.percent(line.change)
                writer.member("title", "\(line.asset.ticker)")
                writer.member("change", text)
                writer.member("way", ChangeView.kind(line.change, shown: text))
                writer.key("values")
                writer.array { writer in
                    for index in line.closes.indices {
                        if let multiple = line.multiple(index) { writer.number(multiple * 100) } else { writer.null() }
                    }
                }
            }
            writer.key("rows")
            writer.array { writer in
                for row in chart.rows {
                    writer.array { writer in for text in [row.day] + row.values { writer.string(text) } }
                }
            }
        }
        return writer.bytes
    }

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
