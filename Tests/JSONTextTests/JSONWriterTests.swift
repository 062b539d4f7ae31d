import JSONText
import Market
import Testing

private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
    @Test func membersKeepTheGivenOrder() {
        let text = written { writer in
            writer.object { writer in
                writer.key("b")
                writer.integer(-1)
                writer.key("a")
                writer.array { writer in
                    writer.boolean(true)
                    writer.null()
                    writer.object { _ in }
                    writer.array { _ in }
                }
                writer.key("c")
                writer.number(0.1)
            }
        }
        #expect(text == #"{"b":-1,"a":[true,null,{},[]],"c":0.1}"#)
    }

    @Test func quotesBackslashesAndControlCharactersAreEscaped() {
        #expect(written { $0.string("a\"\\\n\r\u{1}\u{1F}\u{7F}é😀") } == "\"a\\\"\\\\\\n\\u000d\\u0001\\u001f\u{7F}é😀\"")
    }

    @Test func numbersThatAreNotFiniteBecomeNull() {
        #expect(
            written { writer in
                writer.array { writer in
                    for value in [Double.nan, .infinity, -.infinity] { writer.number(value) }
                }
            } == "[null,null,null]")
    }

    @Test func jsonTextsAreWrittenUnchanged() {
        #expect(
            written { writer in
                writer.array { writer in
                    writer.verbatim(Array(#"{"a": 1e5}"#.utf8))
                    writer.verbatim(Array("1.50".utf8))
                }
            } == #"[{"a": 1e5},1.50]"#)
    }

    @Test func aNewLineBeginsANewText() {
        let text = written { writer in
            for value in 1...2 {
                writer.array { $0.integer(value) }
                writer.newline()
            }
        }
        #expect(text == "[1]\n[2]\n")
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func numbersReadBackAsTheSameBits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = written { $0.number(value) }
            #expect(try JSONValue(parsing: Array(text.utf8)).number?.bitPattern == value.bitPattern, "\(text), seed \(seed)")
        }
    }

    @Test(arguments: 0..<16 as Range<UInt64>)
    func aRandomValueReadsBackAsItself(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let value = randomValue(depth: 5, &random)
            let text = written { $0.value(value) }
            #expect(try JSONValue(parsing: Array(text.utf8)) == value, "\(text), seed \(seed)")
        }
    }

    private func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .number(Double(Int.random(in: -1000...1000, using: &random)))
        case 3: return .number(random.normal() * 1e-5)
        case 4: return .string(randomText(&random))
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { index in
                    .init(key: "\(index)\(randomText(&random))", value: randomValue(depth: depth - 1, &random))
                })
        }
    }

    private func randomText(_ random: inout SeededGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            UnicodeScalar(UInt32.random(in: 0...0x1FFFF, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The oracle is the slow way: round, then write.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func aDecimalIsWrittenAsTheRoundedNumberIs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<50_000 {
            var power = 1.0
            let exponent = random.index(below: 25) - 6
            for _ in 0..<abs(exponent) { power *= 10 }
            var value = (exponent < 0 ? 1 / power : power) * (1 + 9 * random.uniform())
            if round % 5 == 0 { value = power }
            if round % 7 == 0 { value = value.nextDown }
            let digits = 1 + random.index(below: 15)
            var writer = JSONWriter()
            guard writer.decimal(value, significantDigits: digits) else {
                #expect(!(1e-4..<1e15).contains(value), "\(value), seed \(seed)")
                continue
            }
            let slow = written { $0.number(PriceText.rounded(value, digits: digits)) }
            #expect(String(decoding: writer.bytes, as: UTF8.self) == slow, "\(value) with \(digits) digits, seed \(seed)")
        }
    }

    @Test func integersOfAnySizeAreWritten() {
        for value in [0, -1, 9, 10, -100, Int.max, .min] { #expect(written { $0.integer(value) } == "\(value)") }
    }

    @Test func invalidDecimalsAreNotWritten() {
        for value in [0, -1, 1e-5, 1e15, .nan, .infinity] as [Double] {
            var writer = JSONWriter()
            #expect(!writer.decimal(value, significantDigits: 8) && writer.bytes.isEmpty)
        }
    }
}
