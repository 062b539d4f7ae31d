/// A strict pull reader for one JSON text (RFC 8259). It allocates only what the caller asks for.
///
/// It is stricter than most readers, because files may be hostile: duplicate keys in an object are an error, nesting is limited
/// to ``maximumDepth``, and numbers must be finite. The reader does not own the bytes and must not outlive them.
package struct JSONReader {
    /// The deepest accepted nesting. The reader recurses once a level when it skips or builds values.
    package static let maximumDepth = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    private var depth = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The kind of the next value, which its first byte determines.
    package enum Kind: String, Sendable {
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case number = "a number"
        case boolean = "true or false"
        case null = "null"
    }

    /// The byte offset of the next unread byte.
    package var offset: Int { position }

    package func error(_ problem: String) -> JSONError { JSONError(offset: position, problem: problem) }

    // MARK: Values

    package mutating func nextKind() throws(JSONError) -> Kind {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"): return .number
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        default: throw error("expected a value, found \(found)")
        }
    }

    /// Reads an object. `member` is called after each key and must read its value.
    package mutating func object(
        _ member: (inout JSONReader, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        try enter(UInt8(ascii: "{"), .object)
        var seen = Set<String>()
        if try !leave(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let start = position
                let key = try string()
                guard seen.insert(key).inserted else {
                    throw JSONError(
                        offset: start, problem: "the key \"\(key)\" occurs twice in one object", duplicateKey: key)
                }
                try expect(UInt8(ascii: ":"))
                try member(&self, key)
            } while try separator(closing: UInt8(ascii: "}"))
        }
        depth -= 1
    }

    /// Reads an array. `element` is called with the index of each element and must read it.
    package mutating func array(_ element: (inout JSONReader, Int) throws(JSONError) -> Void) throws(JSONError) {
        try enter(UInt8(ascii: "["), .array)
        var index = 0
        if try !leave(UInt8(ascii: "]")) {
            repeat {
                try element(&self, index)
                index += 1
            } while try separator(closing: UInt8(ascii: "]"))
        }
        depth -= 1
    }

    /// Reads an array of numbers.
    ///
    /// - Parameter missing: what a null stands for; nil if nulls are refused.
    package mutating func numbers(nullsAs missing: Double? = nil) throws(JSONError) -> [Double] {
        try enter(UInt8(ascii: "["), .array)
        var values: [Double] = []
        values.reserveCapacity(min(1024, (bytes.count - position) / 6))
        if try !leave(UInt8(ascii: "]")) {
            repeat {
                do throws(JSONError) {
                    if let missing, try nextKind() == .null {
                        try null()
                        values.append(missing)
                    } else {
                        values.append(try number())
                    }
                } catch {
                    throw JSONError(offset: error.offset, problem: "number \(values.count + 1) of the list: \(error.problem)")
                }
            } while try separator(closing: UInt8(ascii: "]"))
        }
        depth -= 1
        return values
    }

    package mutating func boolean() throws(JSONError) -> Bool {
        try require(.boolean)
        if peek() == UInt8(ascii: "t") {
            try literal("true")
            return true
        }
        try literal("false")
        return false
    }

    package mutating func null() throws(JSONError) {
        try require(.null)
        try literal("null")
    }

    /// Reads an integer that fits into `Int`, written without fraction and exponent.
    package mutating func integer() throws(JSONError) -> Int {
        let text = try numberText()
        guard let value = Int(String(decoding: text, as: UTF8.self)) else {
            throw error("expected a whole number, found \(String(decoding: text.prefix(40), as: UTF8.self))")
        }
        return value
    }

    /// Reads a number as the nearest double. Numbers beyond the range of doubles are an error.
    package mutating func number() throws(JSONError) -> Double {
        if let value = plainNumber() { return value }
        let text = try numberText()
        if let value = exactDouble(text) { return value }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
            throw error("the number \(String(decoding: text.prefix(40), as: UTF8.self)) is beyond the range of doubles")
        }
        return value
    }

    /// Reads a string and resolves its escapes. Lone surrogates and invalid UTF-8 are errors.
    package mutating func string() throws(JSONError) -> String {
        try require(.string)
        position += 1
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek() == UInt8(ascii: "\"") {
            let text = try decoded(bytes[start..<position])
            position += 1
            return text
        }
        var text = Array(bytes[start..<position])
        while true {
            guard let byte = peek() else { throw error("the string does not end") }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(text[...])
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: String(try escape()).utf8)
            case ..<0x20:
                throw error("an unescaped control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    /// Skips one value, with the same checks as for reading it.
    package mutating func skipValue() throws(JSONError) {
        switch try nextKind() {
        case .object: try object { (reader, _) throws(JSONError) in try reader.skipValue() }
        case .array: try array { (reader, _) throws(JSONError) in try reader.skipValue() }
        case .string: _ = try string()
        case .number: _ = try numberText()
        case .boolean: _ = try boolean()
        case .null: try null()
        }
    }

    /// Checks that only white space follows.
    package mutating func end() throws(JSONError) {
        skipSpace()
        guard position == bytes.count else { throw error("expected the end of the text, found \(found)") }
    }

    // MARK: Tokens

    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    var found: String {
        guard let byte = peek() else { return "the end of the text" }
        if let word = wordOfNonFinite { return "\(word), which is not a number in JSON" }
        return (0x21...0x7E).contains(byte) ? "'\(Character(UnicodeScalar(byte)))'" : "the byte \(byte)"
    }

    /// The next word, if it is one that Python and others write for a number that JSON does not have.
    private var wordOfNonFinite: String? {
        ["NaN", "Infinity", "-Infinity"].first { bytes[position...].starts(with: $0.utf8) }
    }

    /// Reads `NaN`, `Infinity` or `-Infinity`. Returns nil, without reading anything, if another value follows.
    mutating func nonFiniteWord() -> String? {
        skipSpace()
        guard let byte = peek(), [UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "-")].contains(byte),
            let word = wordOfNonFinite
        else { return nil }
        position += word.utf8.count
        return word
    }

    mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func require(_ kind: Kind) throws(JSONError) {
        let next = try nextKind()
        guard next == kind else { throw error("expected \(kind.rawValue), found \(next.rawValue)") }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        skipSpace()
        guard peek() == byte else { throw error("expected '\(Character(UnicodeScalar(byte)))', found \(found)") }
        position += 1
    }

    private mutating func enter(_ opening: UInt8, _ kind: Kind) throws(JSONError) {
        try require(kind)
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels of nesting") }
        try expect(opening)
    }

    private mutating func leave(_ closing: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard peek() == closing else { return false }
        position += 1
        return true
    }

    /// Returns true after a comma, and false after the closing byte.
    private mutating func separator(closing: UInt8) throws(JSONError) -> Bool {
        if try leave(closing) { return false }
        guard peek() == UInt8(ascii: ",") else {
            throw error("expected ',' or '\(Character(UnicodeScalar(closing)))', found \(found)")
        }
        position += 1
        return true
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        let matches =
            position + length <= bytes.count
            && (0..<length).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
        guard matches else { throw error("expected \(word), found \(found)") }
        position += length
    }

    private func decoded(_ slice: some Collection<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw error("the string is not valid UTF-8") }
        return text
    }

    private mutating func escape() throws(JSONError) -> Character {
        guard let byte = peek() else { throw error("the string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try unicodeEscape())
        default: throw error("unknown escape in a string")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> UnicodeScalar {
        let first = try hexadecimal()
        if let scalar = UnicodeScalar(first) { return scalar }
        // A high surrogate must be followed by the escape of a low surrogate.
        guard (0xD800...0xDBFF).contains(first), peek() == UInt8(ascii: "\\") else { throw error("a lone surrogate") }
        position += 1
        guard peek() == UInt8(ascii: "u") else { throw error("a lone surrogate") }
        position += 1
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second) else { throw error("a lone surrogate") }
        return UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))!
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error("the string does not end") }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw error("expected 4 hexadecimal digits") }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }

    // MARK: Numbers

    /// Reads a number without sign and exponent and with at most 19 digits after leading zeros, in one pass. Returns nil for any
    /// other, without reading anything.
    private mutating func plainNumber() -> Double? {
        skipSpace()
        var place = position
        var (mantissa, significant, decimals): (UInt64, Int, Int) = (0, 0, 0)
        func digit() -> UInt64? {
            guard place < bytes.count, bytes[place] &- UInt8(ascii: "0") < 10 else { return nil }
            return UInt64(bytes[place] &- UInt8(ascii: "0"))
        }
        func read(_ digit: UInt64) {
            if mantissa > 0 || digit > 0 { significant += 1 }
            (mantissa, place) = (mantissa &* 10 &+ digit, place + 1)
        }
        while let digit = digit() { read(digit) }
        let digits = place - position
        guard digits == 1 || (digits > 1 && bytes[position] != UInt8(ascii: "0")) else { return nil }
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            let point = place
            while let digit = digit() { read(digit) }
            guard place > point else { return nil }
            decimals = place - point
        }
        guard significant <= 19, decimals <= NearestDouble.maximumDecimals,
            place == bytes.count || bytes[place] | 0x20 != UInt8(ascii: "e")
        else { return nil }
        position = place
        return NearestDouble.value(mantissa, decimals: decimals)
    }

    /// Reads the bytes of a number of JSON's grammar: no leading plus or zero, digits on both sides of the point.
    mutating func numberText() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        try require(.number)
        let start = position
        if peek() == UInt8(ascii: "-") { position += 1 }
        if peek() == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if peek() == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek(), byte &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw error("expected a digit, found \(found)") }
    }
}

/// Returns the value of a number without exponent and with at most 15 digits. A single division rounds it correctly (Clinger
/// 1990, doi:10.1145/93542.93557), because both the digits and the power of ten are exact doubles. Prices are nearly always of
/// this kind.
private func exactDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var digits = 0
    var mantissa = 0.0
    var scale = 1.0
    var pastPoint = false
    for byte in text {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            digits += 1
            mantissa = mantissa * 10 + Double(byte - UInt8(ascii: "0"))
            if pastPoint { scale *= 10 }
        case UInt8(ascii: "."): pastPoint = true
        case UInt8(ascii: "-"): break
        default: return nil
        }
    }
    guard digits <= 15 else { return nil }
    return (text[0] == UInt8(ascii: "-") ? -1 : 1) * (mantissa / scale)
}
