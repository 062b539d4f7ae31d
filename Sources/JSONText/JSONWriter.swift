/// Writes one JSON text with members in the given order: the same values give the same bytes.
package struct JSONWriter {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    @usableFromInline
    package mutating func object(_ body: (inout JSONWriter) -> Void) { nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }
    @usableFromInline
    package mutating func array(_ body: (inout JSONWriter) -> Void) { nest(UInt8(ascii: "["), UInt8(ascii: "]"), body) }

    /// Writes the name of a member. Its value must follow.
    @usableFromInline
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member with a string, or null.
    package mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a member with an integer, or null.
    package mutating func member(_ name: String, _ number: Int?) {
        key(name)
        if let number { integer(number) } else { null() }
    }

    /// Writes a member with a truth value.
    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        boolean(value)
    }

    /// Writes a member with a number, or null.
    package mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// Writes a member with an array of objects, each written by `write`.
    @inlinable
    package mutating func member<Element>(
        _ name: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        array { writer in
            for element in elements { writer.object { write(element, &$0) } }
        }
    }

    /// Returns a text with one value and a line end.
    package static func document(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        writer.newline()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        if !text.withUTF8({ appendPlain($0) }) { appendEscaped(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether the byte needs no escape in a string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Appends a string that needs no escapes.
    ///
    /// - Returns: false, without appending anything, if the string needs escapes.
    private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where !Self.isPlain(byte) { return false }
        bytes.append(contentsOf: text)
        return true
    }

    private mutating func appendEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case ..<0x20: bytes += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
            default: bytes.append(byte)
            }
        }
    }

    package mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        DecimalDigits.append(UInt64(value.magnitude), width: 1, to: &bytes)
    }
    package mutating func boolean(_ value: Bool) { token(value ? "true" : "false") }
    package mutating func null() { token("null") }

    /// Writes the shortest digits that read back as the same value. Infinity and NaN, which JSON lacks, become null.
    package mutating func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        token(value.isFinite ? value.description : "null")
    }

    /// Writes the value rounded to 1 to 15 significant digits, as ``number(_:)`` would write the rounded value, in a tenth of
    /// the time.
    ///
    /// - Returns: false, without writing anything, if the value is not from 1e-4 up to 1e15.
    package mutating func decimal(_ value: Double, significantDigits digits: Int) -> Bool {
        guard DecimalDigits.canWrite(value) else { return false }
        separate()
        DecimalDigits.append(value, digits: digits, to: &bytes)
        return true
    }

    /// Reserves memory for `count` more bytes.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Writes a value that is already JSON.
    package mutating func verbatim(_ json: [UInt8]) {
        separate()
        bytes += json
    }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        case .array(let values): array { writer in for value in values { writer.value(value) } }
        case .string(let text): string(text)
        case .number(let number):
            if let whole = Int(exactly: number) { integer(whole) } else { self.number(number) }
        case .boolean(let flag): boolean(flag)
        case .null: null()
        }
    }

    /// Ends a line of newline-delimited JSON.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func token(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func nest(_ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(opening)
        needsComma = false
        body(&self)
        bytes.append(closing)
        needsComma = true
    }
}
