import Forecasts
import Market
import Testing

@Suite struct BatchLineTests {
    @Test(
        arguments: [
            (#"{"closes":[1,2],"nix":3}"#, "unknown-member", "nix", nil),
            (#"{"closes":[1,"x"]}"#, "invalid-value", "closes", #""x"]}"#),
            (#"{"closes":[1,2"#, "malformed-json", "closes", nil),
            (#"{"id":true,"closes":[1]}"#, "invalid-value", "id", #"true,"closes":[1]}"#),
            (#"{"last":"2025-02-30"}"#, "invalid-value", "last", #""2025-02-30"}"#), ("[1,2]", "invalid-value", nil, "[1,2]"),
            ("x", "malformed-json", nil, "x"), ("", "malformed-json", nil, nil), ("{} {}", "malformed-json", nil, "{}"),
        ] as [(String, String, String?, String?)])
    func aBadLineIsReportedWithItsPlace(text: String, code: String, member: String?, value: String?) {
        var line = BatchLine()
        let problem = #expect(throws: BatchLine.Fault.self) { try line.read(Array(text.utf8)) }
        #expect(problem?.code == code && problem?.member == member && problem?.value == value, "\(String(describing: problem))")
    }

    @Test func rowsBeforeAProblemAreKept() throws {
        var line = BatchLine()
        #expect(throws: BatchLine.Fault.self) { try line.read(Array(#"{"id":"a","closes":[1,2],"last":"no day"}"#.utf8)) }
        #expect(line.id == Array(#""a""#.utf8) && line.closes == [1, 2] && line.last == nil)
    }

    @Test(arguments: [
        ("[]", "no-closes", "[]"), ("[1,0]", "bad-close", "0.0"), ("[1,-2]", "bad-close", "-2.0"),
        ("[1,1e300]", "bad-close", "1e+300"),
        ("[1,1,50,50]", "jump", "50.0"), ("[1,1,9,1]", "jump", "9.0"),
        ("[10,10.5,10,10.5,10,10.5,10,10.5,1,1.05,1,1.05]", "jump", "1.0"),
    ])
    func closesThatCannotBeForecastAreProblems(closes: String, code: String, value: String) throws {
        var line = BatchLine()
        try line.read(Array(#"{"closes":\#(closes)}"#.utf8))
        let problem = #expect(throws: BatchLine.Fault.self) { try line.history(line: 1, need: 500) }
        #expect(problem?.code == code && problem?.member == "closes" && problem?.value == value, "\(String(describing: problem))")
    }

    /// The days of a forecast have dates of four digits.
    @Test func aForecastEndsBeforeTheCalendarDoes() throws {
        var line = BatchLine()
        try line.read(Array(#"{"closes":[1,2],"last":"9998-12-31"}"#.utf8))
        #expect(throws: Never.self) { try line.history(line: 1, need: 500) }
        try line.read(Array(#"{"last":"9999-01-01"}"#.utf8))
        let problem = #expect(throws: BatchLine.Fault.self) { try line.history(line: 1, need: 500) }
        #expect(problem?.code == "invalid-value" && problem?.member == "last" && problem?.value == "9999-01-01")
    }

    @Test func aHistoryEndsOnTheLastDayAndIsNamedByItsID() throws {
        var line = BatchLine()
        try line.read(Array(#"{"id":"BTC","closes":[1,2,3],"last":"2025-02-20"}"#.utf8))
        let history = try line.history(line: 7, need: 3)
        #expect(history.ticker.description == "BTC" && history.closes == [1, 2, 3])
        #expect(history.lastDay.description == "2025-02-20" && history.firstDay.description == "2025-02-18")
        // An id that is not a ticker does not name the series.
        var other = BatchLine()
        try other.read(Array(#"{"id":"a b","closes":[1,2,3]}"#.utf8))
        #expect(try other.history(line: 7, need: 3).ticker.description == "LINE-7")
    }

    @Test func aJumpBeforeTheContextDoesNotMatter() throws {
        var line = BatchLine()
        try line.read(Array(#"{"closes":[1,50,51,52]}"#.utf8))
        #expect(try line.history(line: 1, need: 3).closes == [50, 51, 52])
        #expect(throws: BatchLine.Fault.self) { try line.history(line: 1, need: 4) }
    }

    @Test(arguments: [("", true), (" \t ", true), ("x", false), (" {", false), ("\u{0}", false)])
    func blankLinesAreKnown(text: String, isBlank: Bool) { #expect(BatchLine.isBlank(Array(text.utf8)) == isBlank) }
}
