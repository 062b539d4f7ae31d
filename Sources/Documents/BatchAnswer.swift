import Forecasting
import JSONText

/// What a batch says of one line: one line of JSON, its end included.
package enum BatchAnswer {
    /// A forecast.
    ///
    /// - Parameters:
    ///   - line: its number, from 1, blank lines counted; it stands in the answer where the series has no id.
    ///   - details: their questions are those of the caller; a batch has none.
    package static func forecast(
        _ forecast: Forecast, of record: BatchLine, line: Int, _ plan: ForecastPlan
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writeID(record, &writer)
            // Without an id the line's number tells whose forecast it is.
            if record.id == nil {
                writer.key("line")
                writer.integer(line)
            }
            ForecastJSON.members(of: forecast, plan, hasDates: record.last != nil, &writer)
        }
        writer.newline()
        return writer.bytes
    }

    /// Why there is no forecast.
    package static func problem(_ problem: BatchLine.Problem, of record: BatchLine, line: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writeID(record, &writer)
            writer.key("line")
            writer.integer(line)
            writer.key("error")
            writer.object { writer in
                writer.key("code")
                writer.string(problem.code)
                writer.key("message")
                writer.string(problem.message)
            }
        }
        writer.newline()
        return writer.bytes
    }

    /// Whether a whole answer, without its line end, is one of the two above: a torn or foreign line is not.
    package static func isWhole(_ line: [UInt8]) -> Bool {
        line.first == UInt8(ascii: "{") && (line.suffix(2).elementsEqual("]}".utf8) || isProblem(line)) && !line.contains(0)
    }

    /// Whether a whole answer tells a problem. Both kinds end with what alone they have: the array of values, or the text of the error.
    package static func isProblem(_ line: [UInt8]) -> Bool { line.suffix(3).elementsEqual("\"}}".utf8) }

    private static func writeID(_ record: BatchLine, _ writer: inout JSONWriter) {
        guard let id = record.id else { return }
        writer.key("id")
        writer.verbatim(id)
    }
}
