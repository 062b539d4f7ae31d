import Forecasting
import JSONText

/// The answer to one line of a batch: one line of JSON, including the line break.
package enum BatchAnswer {
    /// Returns the answer with a forecast.
    ///
    /// - Parameters:
    ///   - line: the line's number, counted from 1 with blank lines; written if the series has no id.
    ///   - plan: the quantiles and questions to write; a batch has no questions.
    ///   - key: the key of the series; nil to write none.
    package static func forecast(
        _ forecast: Forecast, of record: BatchLine, line: Int, _ plan: ForecastPlan, key: String? = nil
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if let key { writer.member(BatchKeys.member, key) }
            writeID(record, &writer)
            // Without an id, the line's number identifies the series.
            if record.id == nil {
                writer.key("line")
                writer.integer(line)
            }
            ForecastDocuments.unnamed.write((forecast, plan, record.last != nil), &writer)
        }
        writer.newline()
        return writer.bytes
    }

    /// Returns the answer for a line without a forecast.
    package static func problem(
        _ problem: BatchLine.Fault, of record: BatchLine, line: Int, key: String? = nil
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if let key { writer.member(BatchKeys.member, key) }
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

    /// Whether a line, without its line break, is a complete answer of either kind, and not a torn or foreign line.
    package static func isWhole(_ line: [UInt8]) -> Bool {
        line.first == UInt8(ascii: "{") && (line.suffix(2).elementsEqual("]}".utf8) || isProblem(line)) && !line.contains(0)
    }

    /// Whether a complete answer is a problem. The two kinds end differently: with the array of values, or with the text of the
    /// error.
    package static func isProblem(_ line: [UInt8]) -> Bool { line.suffix(3).elementsEqual("\"}}".utf8) }

    /// Returns the code of a problem in an answer; nil for a forecast, and for a line that is no answer.
    package static func problemCode(_ line: [UInt8]) -> String? {
        guard isProblem(line), let answer = try? JSONValue(parsing: line) else { return nil }
        return answer["error"]?["code"]?.string
    }

    private static func writeID(_ record: BatchLine, _ writer: inout JSONWriter) {
        guard let id = record.id else { return }
        writer.key("id")
        writer.verbatim(id)
    }
}
