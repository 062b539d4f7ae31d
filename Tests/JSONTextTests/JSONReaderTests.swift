import JSONText
import Market
import Testing

/// Reads the whole text into memory.
private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

/// The problem with a text; nil if it is valid.
private func fault(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONValue(parsing: bytes)
        return nil
    } catch {
        return error
    }
}

private func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

@Suite struct JSONReaderTests {
    // MARK: Structure

    @Test func objectsKeepTheOrderOfTheirMembers() throws {
        let value = try read(#" { "b" : 1 , "a" : [ true , null , "x" ] } "#)
        #expect(value.members?.map(\.key) == ["b", "a"])
        #expect(value["a"] == .array([.boolean(true), .null, .string("x")]))
        #expect(value["c"] == nil)
    }

    @Test func aKeyThatOccursTwiceIsRefusedWithItsPlace() {
        let error = fault(#"{"a":1,"b":2,"a":3}"#)
        #expect(error?.duplicateKey == "a")
        #expect(error?.offset == 13)
        #expect(error?.description == #"the key "a" occurs twice in one object at byte 13"#)
    }

    @Test func wordsForNumbersThatJSONDoesNotHaveAreKeptOnRequest() throws {
        let text = Array("[NaN, -Infinity,Infinity, -1, {\"a\": NaN}]".utf8)
        #expect(
            try JSONValue(parsing: text, keepsNumbers: true, keepsNaN: true)
                == .array([
                    .string("NaN"), .string("-Infinity"), .string("Infinity"), .string("-1"),
                    .object([.init(key: "a", value: .string("NaN"))]),
                ]))
        #expect(throws: JSONError.self) { try JSONValue(parsing: text, keepsNumbers: true) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[NaNs]".utf8), keepsNaN: true) }
    }

    @Test func oneKeyMayOccurInTwoObjects() throws {
        #expect(try read(#"{"a":{"a":1}}"#)["a"]?["a"]?.integer == 1)
    }

    @Test func anEscapedKeyIsTheSameKey() {
        #expect(fault(#"{"a":1,"\u0061":2}"#)?.duplicateKey == "a")
    }

    @Test func nestingEndsAtTheMaximumDepth() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(fault(nested(JSONReader.maximumDepth)) == nil)
        #expect(fault(nested(JSONReader.maximumDepth + 1))?.problem.contains("levels of nesting") == true)
        #expect(fault(String(repeating: "[", count: 1_000_000)) != nil)
        #expect(fault(String(repeating: #"{"a":"#, count: 100_000)) != nil)
    }

    @Test func siblingsDoNotAddToTheDepth() {
        #expect(fault("[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]") == nil)
    }

    @Test(arguments: [
        "", " ", "tru", "True", "nul", "nulls", "[1,]", "[,1]", "[1 2]", "[1", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
        "{'a':1}", "[1]]", "1 2", "[1] x", "//", "[1]/**/", "\u{FEFF}1", "\u{A0}1", "NaN", "Infinity", "-Infinity", "undefined",
    ])
    func invalidJSONIsRefused(_ text: String) {
        #expect(fault(text) != nil)
    }

    @Test func errorsTellWhatWasFoundAndWhere() {
        #expect(fault("[1;2]")?.description == "expected ',' or ']', found ';' at byte 2")
        #expect(fault("[1")?.description == "expected ',' or ']', found the end of the text at byte 2")
        #expect(fault("1 2")?.description == "expected the end of the text, found '2' at byte 2")
        #expect(fault([0xFF])?.description == "expected a value, found the byte 255 at byte 0")
    }

    @Test func everyTruncationOfAGoodTextIsRefused() {
        let text = Array(#"{"id":"a\u00e9\ud83d\ude00é","closes":[1,-2.5,3e-7,0],"last":null,"b":[true,false,{}]}"#.utf8)
        #expect(fault(text) == nil)
        for count in 0..<text.count { #expect(fault(Array(text[..<count])) != nil, "the first \(count) bytes") }
    }

    @Test func skippedValuesAreCheckedLikeOthers() {
        for text in ["[1,[2,{\"a\":01}]]", "[\"\\q\"]", "{\"a\":{\"b\":1,\"b\":2}}", "[\"\u{1}\"]"] {
            #expect(throws: JSONError.self) {
                try Array(text.utf8).withUnsafeBufferPointer { bytes in
                    var reader = JSONReader(bytes)
                    try reader.skipValue()
                    try reader.end()
                }
            }
        }
    }

    // MARK: Numbers

    @Test(arguments: ["0", "-0", "1", "-1", "10", "0.5", "-0.0", "1e5", "1E+5", "1.5e-3", "123456789012345678", "5e-324", "1e308"])
    func numbersOfTheGrammarAreTheDoublesOfSwift(_ text: String) throws {
        #expect(try read(text).number?.bitPattern == Double(text)!.bitPattern)
    }

    @Test(arguments: [
        "+1", "01", "-01", "00", ".5", "1.", "-", "-a", "1e", "1e+", "0x10", "1_000", "1,5", "--1", "1.e5", "1.2.3", "1e5.5", "e5",
    ])
    func numbersBeyondTheGrammarAreRefused(_ text: String) {
        #expect(fault(text) != nil)
    }

    @Test(arguments: ["1e309", "-1e309", "1" + String(repeating: "0", count: 400)])
    func numbersBeyondDoublesAreRefused(_ text: String) {
        #expect(fault(text)?.problem.contains("beyond the range of doubles") == true)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func randomDecimalTextsReadAsTheNearestDouble(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let text = randomNumberText(&random)
            #expect(try read(text).number?.bitPattern == Double(text)!.bitPattern, "\(text), seed \(seed)")
        }
    }

    private func randomNumberText(_ random: inout SeededGenerator) -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            (0..<Int.random(in: range, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        }
        var text = Bool.random(using: &random) ? "-" : ""
        text += Int.random(in: 0..<4, using: &random) == 0 ? "0" : "\(Int.random(in: 1...9, using: &random))\(digits(0...12))"
        if Bool.random(using: &random) { text += ".\(digits(1...14))" }
        if Int.random(in: 0..<4, using: &random) == 0 { text += "e\(Int.random(in: -300...280, using: &random))" }
        return text
    }

    @Test func integersAreWholeAndFit() throws {
        func integer(_ text: String) throws -> Int {
            try Array(text.utf8).withUnsafeBufferPointer { bytes in
                var reader = JSONReader(bytes)
                return try reader.integer()
            }
        }
        #expect(try integer("\(Int.max)") == .max)
        #expect(try integer("\(Int.min)") == .min)
        for text in ["9223372036854775808", "1.0", "1e3", "\"1\"", "null"] {
            #expect(throws: JSONError.self, "\(text)") { try integer(text) }
        }
    }

    // MARK: Strings

    @Test func escapesAreResolved() throws {
        #expect(try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00""#).string == "\"\\/\u{8}\u{C}\n\r\tAé€😀")
        #expect(try read("\"a\u{7F}é€😀\"").string == "a\u{7F}é€😀")
        #expect(try read(#""\u0000""#).string == "\0")
    }

    @Test(arguments: [
        #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\u12""#, #""\u12g4""#,
        #""\x41""#, #""\U0041""#, "\"a", "\"a\\", "\"\n\"", "\"\t\"", "\"\0\"",
    ])
    func badStringsAreRefused(_ text: String) {
        #expect(fault(text) != nil)
    }

    @Test func invalidUTF8IsRefused() {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0x80]] {
            #expect(fault([0x22] + bad + [0x22])?.problem == "the string is not valid UTF-8", "\(bad)")
            #expect(fault([0x22, 0x5C, 0x6E] + bad + [0x22]) != nil, "\(bad) after an escape")
        }
    }

    // MARK: Fuzz

    @Test func twentyThousandMutatedTextsNeitherTrapNorBreakTheRoundTrip() throws {
        let seed: UInt64 = 20_250_221
        var random = SeededGenerator(seed: seed)
        let good = Array(
            #"{"format":"m/1","layers":[{"type":"lstm","inputs":1,"gates":"ifgo"}],"x":[1.5,-2e-3,"\u00e9\ud83d\ude00",null,true]}"#
                .utf8)
        var accepted = 0
        for round in 0..<20_000 {
            let text = mutated(good, &random)
            guard let value = try? JSONValue(parsing: text) else { continue }
            accepted += 1
            var writer = JSONWriter()
            writer.value(value)
            #expect(try JSONValue(parsing: writer.bytes) == value, "seed \(seed), round \(round)")
        }
        #expect(accepted > 100, "too few texts stayed JSON for the round trip to mean something, seed \(seed)")
    }

    private func mutated(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let alphabet = Array("{}[]\",:\\u0e.-+ntf19 ".utf8)
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<text.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: text[place] = UInt8.random(in: 0...255, using: &random)
            case 1: text[place] = alphabet.randomElement(using: &random)!
            case 2: text.insert(alphabet.randomElement(using: &random)!, at: place)
            case 3 where text.count > 1: text.remove(at: place)
            case 4: text.insert(contentsOf: text[place..<min(place + 9, text.count)], at: place)
            default: text.removeLast(min(text.count - 1, Int.random(in: 0..<4, using: &random)))
            }
        }
        return text
    }
}
