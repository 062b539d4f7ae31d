import Charts
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Languages
import Market
import NIOCore
import Server
import Text

/// The figures of a chart for scripts, and as files.
enum ChartData {
    /// The closes and the forecast of a picture, one value for each day: `{"first":…,"closes":[…],"fan":{…}}`.
    static func json(_ picture: PricePicture) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", picture.name)
            writer.member("unit", picture.unit)
            writer.member("first", "\(picture.first)")
            writer.key("closes")
            writer.array { writer in
                for value in picture.values { if let value { writer.number(value) } else { writer.null() } }
            }
            writer.key("fan")
            if let outlook = picture.outlook { write(outlook.fan, &writer) } else { writer.null() }
        }
        return writer.bytes
    }

    /// A forecast: `{"cutoff":…,"last_close":…,"point":[…],"bands":[{"level":95,"low":[…],"high":[…]}]}`.
    static func json(_ fan: ChartFan) -> [UInt8] {
        var writer = JSONWriter()
        write(fan, &writer)
        return writer.bytes
    }

    private static func write(_ fan: ChartFan, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("cutoff", "\(fan.cutoff)")
            writer.key("last_close")
            writer.number(fan.lastValue)
            write("point", fan.middle, &writer)
            writer.member("bands", fan.bands) { band, writer in
                writer.member("level", band.level)
                write("low", band.low, &writer)
                write("high", band.high, &writer)
            }
        }
    }

    private static func write(_ name: String, _ values: [Double], _ writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in for value in values { writer.number(value) } }
    }

    /// Closes and forecast in one table, with one line for each day.
    static func csv(_ picture: PricePicture) -> String {
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
    /// - Parameter isPersonal: whether they are a person's own: on a server with accounts, a browser may be shared and must not
    ///   keep them.
    static func response(_ bytes: [UInt8], to visit: Visit, isPersonal: Bool = false) -> Response {
        let body = ByteBuffer(bytes: bytes)
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
    static func download(_ bytes: [UInt8], name: String, type: String) -> Response {
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "private, no-store",
            HTTPField.Name("Content-Disposition")!: "attachment; filename=\"\(name)\"",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
