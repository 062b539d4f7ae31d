import Forecasts
import JSONText
import Market
import Testing

@Suite struct SeriesObjectTests {
    @Test(arguments: 0..<200 as Range<UInt64>) func aSeriesIsReadAsItWasWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let closes = (0..<random.index(below: 50)).map { _ in Samples.price(&random) }
        let last = Day(daysSince1970: random.index(below: 40_000))
        let ids = ["null", #""a\"b\u00e9""#, "-1.50e3", "\"\"", "12345678901234567890"]
        let id = ids[random.index(below: ids.count)]
        // Members in any order, some left out.
        var members = ["id", "closes", "last"].filter { _ in random.index(below: 4) > 0 }
        if random.index(below: 2) == 0 { members.reverse() }
        if id == "null" { members.removeAll { $0 == "id" } }
        var writer = JSONWriter()
        writer.object { writer in
            for member in members {
                writer.key(member)
                switch member {
                case "id": writer.verbatim(Array(id.utf8))
                case "closes": writer.array { writer in for close in closes { writer.number(close) } }
                default: writer.string(last.description)
                }
            }
        }
        let series = try read(writer.bytes)
        #expect(series.id == (members.contains("id") ? Array(id.utf8) : nil), "seed \(seed)")
        #expect(series.closes == (members.contains("closes") ? closes : nil), "seed \(seed)")
        #expect(series.last == (members.contains("last") ? last : nil), "seed \(seed)")
        #expect(series.isEmpty == members.isEmpty && series.fault == nil, "seed \(seed)")
    }

    @Test func aLastDayOfNullMeansNoLastDay() throws {
        let series = try read(Array(#"{"last": null}"#.utf8))
        #expect(series.last == nil && !series.isEmpty && series.fault == nil)
    }

    @Test(
        arguments: [
            (#"{"id":true}"#, .kind, #""id" is true or false; expected a string or number at byte 6"#),
            (#"{"id":[1]}"#, .kind, #""id" is an array; expected a string or number at byte 6"#),
            (#"{"closes":{}}"#, .kind, "expected an array, found an object at byte 10"),
            (#"{"last":20250220}"#, .kind, "expected a string, found a number at byte 8"),
            (
                #"{"last":"2025-02-30"}"#, .notADay("2025-02-30"),
                #""last" is "2025-02-30"; expected a day such as 2025-02-20 at byte 20"#
            ),
            // A text that is not JSON, or not as it should be within a value, is a fault of the text.
            (#"{"closes":[1,"x"]}"#, nil, "number 2 of the list: expected a number, found a string at byte 13"),
            (#"{"closes":[1,}"#, nil, "number 2 of the list: expected a value, found '}' at byte 13"),
            (#"{"id":@}"#, nil, "expected a value, found '@' at byte 6"),
            (#"{"last":"2025"#, nil, "the string does not end at byte 13"),
        ] as [(String, SeriesObject.Fault?, String)])
    func aRefusedMemberHasAReason(text: String, fault: SeriesObject.Fault?, message: String) {
        var series = SeriesObject()
        let error = #expect(throws: JSONError.self) { try Self.read(Array(text.utf8), into: &series) }
        #expect(series.fault == fault && error.map { "\($0.problem) at byte \($0.offset)" } == message)
    }

    private func read(_ bytes: [UInt8]) throws -> SeriesObject {
        var series = SeriesObject()
        try Self.read(bytes, into: &series)
        return series
    }

    private static func read(_ bytes: [UInt8], into series: inout SeriesObject) throws(JSONError) {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var reader = JSONReader(buffer)
            try reader.object { (reader, key) throws(JSONError) in try series.read(key, &reader, of: buffer) }
            try reader.end()
        }
    }
}
