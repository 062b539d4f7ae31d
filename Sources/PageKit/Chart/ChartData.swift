import APIKit
import Charts
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Languages
import Market
import NIOCore
import Text

/// The figures of a chart for scripts, and as files.
package enum ChartData {
    /// The values that the script reads under a pointer. Days count from 1970, one value each:
    /// `{"lines":[{"name":…,"first":…,"values":[…]}],"fan":{"first":…,"last":…,"middle":[…],"bands":[…]},"pastFans":[…],…}`.
    ///
    /// - Parameters:
    ///   - unit: the currency; empty if it is not known.
    ///   - isMoney: whether the values are amounts, which a reader may hide.
    ///   - quantiles: the forecast at `levels`, shape `[levels][horizon]`.
    package static func json(
        _ chart: TimeChart, unit: String = "", isMoney: Bool = false, levels: [Double] = [], quantiles: [[Double]] = []
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("unit", unit)
            writer.member("isMoney", isMoney)
            writer.member("isComparison", chart.isComparison)
            writer.member("lines", chart.lines) { line, writer in
                writer.member("name", line.name)
                writer.member("title", line.title)
                writer.member("first", line.firstDay.daysSince1970)
                writer.key("values")
                write(line.values, &writer)
            }
            writer.key("fan")
            if let fan = chart.fan { writer.object { write(fan, &$0) } } else { writer.null() }
            writer.member("pastFans", chart.pastFans) { write($0, &$1) }
            writer.key("levels")
            write(levels, &writer)
            writer.key("quantiles")
            writer.array { writer in for row in quantiles { write(row, &writer) } }
        }
        return writer.bytes
    }

    private static func write(_ fan: ChartFan, _ writer: inout JSONWriter) {
        writer.member("first", fan.cutoff.daysSince1970)
        writer.member("last", fan.lastValue)
        writer.key("middle")
        write(fan.middle, &writer)
        writer.member("bands", fan.bands) { band, writer in
            writer.member("level", band.level)
            writer.key("low")
            write(band.low, &writer)
            writer.key("high")
            write(band.high, &writer)
        }
    }

    private static func write(_ values: [Double?], _ writer: inout JSONWriter) {
        writer.array { writer in for value in values { if let value { writer.number(value) } else { writer.null() } } }
    }

    /// Closes and forecast in one table, with one line for each day.
    package static func csv(_ picture: PricePicture) -> String {
        var text = CSVText.line(["date", "close", "middle", "low_50", "high_50", "low_80", "high_80", "low_95", "high_95"])
        for candle in picture.closes {
            text += CSVText.line(["\(candle.day)", "\(candle.close)"] + Array(repeating: "", count: 7))
        }
        guard let outlook = picture.outlook else { return text }
        for step in 0..<outlook.horizon {
            let edges = [50, 80, 95].flatMap { level in
                outlook.band(level).map { ["\($0.low[step])", "\($0.high[step])"] } ?? ["", ""]
            }
            text += CSVText.line(["\(outlook.cutoff + (step + 1))", "", "\(outlook.middle[step])"] + edges)
        }
        return text
    }

    // MARK: Responses

    /// Returns figures for a script. The browser revalidates them and downloads them only if they have changed.
    ///
    /// - Parameters:
    ///   - bytes: JSON; nil for no figures, which is an empty object.
    ///   - isPersonal: whether they are a person's own: on a server with accounts, a browser may be shared and must not keep them.
    package static func response(_ bytes: [UInt8]?, to visit: Visit, isPersonal: Bool = false) -> Response {
        let body = ByteBuffer(bytes: bytes ?? Array("{}".utf8))
        let tag = EntityTag.of(body)
        let isKept = !isPersonal || !visit.host.hasAccounts
        var headers: HTTPFields = [.cacheControl: isKept ? "private, no-cache" : "no-store", .eTag: tag]
        if let list = visit.request.headers[.ifNoneMatch], EntityTag.matches(list, tag, isWeak: true) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Returns a file to save.
    ///
    /// - Parameter name: letters, digits, dots and hyphens.
    package static func download(_ bytes: [UInt8], name: String, type: String) -> Response {
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "private, no-store",
            HTTPField.Name("Content-Disposition")!: "attachment; filename=\"\(name)\"",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
