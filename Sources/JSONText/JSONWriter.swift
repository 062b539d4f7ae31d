/// Writes one JSON text, members in the order in which they are given: the same values make the same bytes.
package struct JSONWriter {
    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }
    package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

    /// Writes a member's name; its value must follow.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member that is a text.
    package mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// A member that is a whole number.
    package mutating func member(_ name: String, _ number: Int?) {
        key(name)
        if let number { integer(number) } else { null() }
    }

    /// A member that is a number.
    package mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// A member that is an array of objects, each written by `write`.
    package mutating func member<Element>(
        _ name: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        array { writer in
            for element in elements { writer.object { write(element, &$0) } }
        }
    }

    /// One value and a line end.
    package static func document(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        writer.newline()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case ..<0x20: bytes += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func integer(_ value: Int) { token(value.description) }
    package mutating func boolean(_ value: Bool) { token(value ? "true" : "false") }
    package mutating func null() { token("null") }

    /// The shortest digits that read back as the same value; JSON has no infinity and no NaN, they become null.
    package mutating func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        token(value.isFinite ? value.description : "null")
    }

    /// A value that is JSON already.
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

    /// Ends a line, for newline-delimited JSON.
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

    private mutating func nest(_ opening: Character, _ closing: Character, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(opening.asciiValue!)
        needsComma = false
        body(&self)
        bytes.append(closing.asciiValue!)
        needsComma = true
    }
}
