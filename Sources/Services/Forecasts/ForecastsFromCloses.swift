import APIKit
import Forecasting
import Forecasts
import HTTPEdge
import JSONText
import Market
import Records

/// The body of `POST /v1/forecasts`, parsed without an intermediate tree: one series next to the settings, or several in an array.
package struct ForecastsFromCloses {
    static let maximumSeries = 1000
    static let maximumCloses = 100_000

    package private(set) var series: [BatchLine] = []
    /// Whether a single series was given next to the settings.
    package private(set) var isSingle = true
    package private(set) var request: ForecastRequest

    /// - Throws: a ``Problem`` with the JSON pointer of the value that is not accepted.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
        var reading = SentReading(bytes)
        do throws(JSONError) {
            var reader = JSONReader(bytes)
            try reading.body(&reader)
            try reader.end()
        } catch {
            throw reading.problem ?? Problem.refused(bytes, error, at: reading.place)
        }
        let members = reading.settings
        request = ForecastParameters.request { name in members.first { $0.key == name }?.value }
        let isEmpty = reading.single.isEmpty
        guard let many = reading.many else {
            guard !isEmpty else { throw .missing("/closes", accepted: "closes, or series with the closes of each") }
            series = [BatchLine(reading.single)]
            return
        }
        guard isEmpty else {
            throw Problem(
                .unprocessableContent, "two-forms",
                "series cannot be combined with \(SeriesObject.members.joined(separator: ", ")): give one or the other",
                field: "/series")
        }
        guard (1...Self.maximumSeries).contains(many.count) else {
            throw .invalid("/series", value: nil, accepted: "1 to \(Self.maximumSeries) series, not \(many.count)")
        }
        (series, isSingle) = (many, false)
    }

    /// Parses the members of the body.
    private struct SentReading {
        let bytes: UnsafeBufferPointer<UInt8>
        var single = SeriesObject()
        var many: [BatchLine]?
        var settings: [JSONValue.Member] = []
        /// The JSON pointer of the value being parsed.
        var place = ""
        /// The problem, if the error is more than malformed JSON.
        var problem: Problem?

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func body(_ reader: inout JSONReader) throws(JSONError) {
            try reader.object { (reader, key) throws(JSONError) in
                place = "/\(key)"
                switch key {
                case _ where SeriesObject.members.contains(key):
                    var fields = single
                    try read(key, &reader, into: &fields)
                    single = fields
                case "series": try readMany(&reader)
                default: try readSetting(key, &reader)
                }
            }
            place = ""
        }

        private mutating func readMany(_ reader: inout JSONReader) throws(JSONError) {
            var lines: [BatchLine] = []
            try reader.array { (reader, index) throws(JSONError) in
                guard index < ForecastsFromCloses.maximumSeries else {
                    let accepted = "at most \(ForecastsFromCloses.maximumSeries) series"
                    problem = .invalid("/series", value: nil, accepted: accepted)
                    throw reader.error(accepted)
                }
                var fields = SeriesObject()
                try reader.object { (reader, key) throws(JSONError) in
                    place = "/series/\(index)/\(key)"
                    try read(key, &reader, into: &fields)
                }
                lines.append(BatchLine(fields))
            }
            many = lines
        }

        private mutating func read(
            _ key: String, _ reader: inout JSONReader, into fields: inout SeriesObject
        ) throws(JSONError) {
            guard SeriesObject.members.contains(key) else {
                // If this is not a JSON value at all, the text is malformed, whatever the member's name.
                _ = try reader.nextKind()
                throw unknown(key, SeriesObject.members, reader)
            }
            do throws(JSONError) {
                try fields.read(key, &reader, of: bytes)
            } catch {
                switch fields.fault {
                case .kind?: problem = .invalid(place, value: nil, accepted: Self.accepted(key))
                case .notADay(let text)?: problem = .invalid(place, value: .string(text), accepted: Self.accepted(key))
                case nil: break
                }
                throw error
            }
            let count = (key == "closes" ? fields.closes : fields.columns[key])?.count ?? 0
            guard count > ForecastsFromCloses.maximumCloses else { return }
            let accepted = "at most \(ForecastsFromCloses.maximumCloses) \(key == "closes" ? key : "values"), not \(count)"
            problem = .invalid(place, value: nil, accepted: accepted)
            throw reader.error(accepted)
        }

        /// Returns what a member of a series accepts.
        private static func accepted(_ member: String) -> String {
            switch member {
            case "closes": "daily closes, oldest first"
            case "id": "a string or a number"
            case "last": Schema.day.accepted
            default: "one number for each close, or null where it is not known"
            }
        }

        private mutating func readSetting(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
            guard let member = ForecastParameters.members.first(where: { $0.name == key }) else {
                throw unknown(key, SeriesObject.members + ["series"] + ForecastParameters.members.map(\.name), reader)
            }
            let value = try reader.value()
            do throws(Problem) {
                try member.schema.requireForm(of: value, at: place)
            } catch {
                problem = error
                throw reader.error(error.detail)
            }
            settings.append(.init(key: key, value: value))
        }

        private mutating func unknown(_ key: String, _ names: [String], _ reader: JSONReader) -> JSONError {
            let list = names.joined(separator: ", ")
            problem = Problem(
                .badRequest, "unknown-member", "unknown member \(key); expected one of \(list)", field: place, accepted: list)
            return reader.error(key)
        }
    }
}

extension Problem {
    /// Returns the problem for malformed JSON, or for a value of the wrong type.
    fileprivate static func refused(_ bytes: UnsafeBufferPointer<UInt8>, _ error: JSONError, at place: String) -> Problem {
        let isJSON = (try? JSONValue(parsing: Array(bytes))) != nil
        return Problem(
            isJSON ? .unprocessableContent : .badRequest, isJSON ? "invalid-value" : "malformed-json",
            "the body is not as expected: \(error)", field: place.isEmpty ? "body" : place,
            accepted: "JSON with closes, numbers above zero")
    }
}
