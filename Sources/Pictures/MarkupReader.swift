/// Reads the small part of XML that drawings need: elements, attributes, text and comments. Everything else is an error: document
/// types and so entities, processing instructions, CDATA sections, and references in attributes.
///
/// It neither opens files nor replaces text, so its work grows only with the length of the bytes.
struct MarkupReader {
    enum Event {
        case open(String, [(name: String, value: String)], isEmpty: Bool)
        case close(String)
        /// Text between elements, which is not needed.
        case text(isBlank: Bool)
    }

    private let bytes: [UInt8]
    private var place = 0

    /// - Throws: ``SVGError/malformed(byte:_:)`` unless the bytes are UTF-8, if they declare an encoding at all.
    init(_ bytes: [UInt8]) throws(SVGError) {
        self.bytes = bytes
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw fault("it is not UTF-8") }
        _ = skip("\u{FEFF}")
        guard bytes[place...].starts(with: "<?xml ".utf8) else { return }
        let declaration = try text(through: "?>").lowercased()
        guard !declaration.contains("encoding") || declaration.contains("utf-8") else { throw fault("it is not UTF-8") }
    }

    /// Returns the next event; nil at the end.
    mutating func next() throws(SVGError) -> Event? {
        while skip("<!--") { _ = try text(through: "-->") }
        guard place < bytes.count else { return nil }
        guard skip("<") else { return betweenElements() }
        if skip("/") {
            let name = try name()
            skipSpace()
            guard skip(">") else { throw fault("\">\" is missing") }
            return .close(name)
        }
        let element = try name()
        var attributes: [(name: String, value: String)] = []
        var names: Set<String> = []
        while true {
            let hasSpace = skipSpace()
            if skip("/>") { return .open(element, attributes, isEmpty: true) }
            if skip(">") { return .open(element, attributes, isEmpty: false) }
            guard hasSpace else { throw fault("an attribute needs a space before it") }
            let attribute = try attribute()
            guard names.insert(attribute.name).inserted else { throw fault("an attribute is there twice") }
            attributes.append(attribute)
        }
    }

    // MARK: Parts

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    func fault(_ problem: String) -> SVGError { .malformed(byte: place, problem) }

    private mutating func betweenElements() -> Event {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { place = end }
        return .text(isBlank: bytes[place..<end].allSatisfy(Self.isSpace))
    }

    /// The characters of names of SVG's elements and attributes, with their prefixes.
    private mutating func name() throws(SVGError) -> String {
        let start = place
        while let byte = current, Self.isWord(byte) || "-:._".utf8.contains(byte) { place += 1 }
        guard place > start else { throw fault("a name is missing; document types, entities and instructions are not allowed") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func attribute() throws(SVGError) -> (name: String, value: String) {
        let name = try name()
        skipSpace()
        guard skip("=") else { throw fault("\"=\" is missing") }
        skipSpace()
        guard let quote = current, "\"'".utf8.contains(quote) else { throw fault("a quotation mark is missing") }
        place += 1
        let start = place
        while let byte = current, byte != quote {
            guard !"<&".utf8.contains(byte) else { throw fault("\"<\" and \"&\" are not allowed in values") }
            place += 1
        }
        guard current == quote else { throw fault("a quotation mark is missing") }
        defer { place += 1 }
        return (name, String(decoding: bytes[start..<place], as: UTF8.self))
    }

    /// Returns the text up to an ending, and goes on after it.
    private mutating func text(through ending: String) throws(SVGError) -> String {
        let start = place
        while place < bytes.count {
            if skip(ending) { return String(decoding: bytes[start..<place], as: UTF8.self) }
            place += 1
        }
        throw fault("\"\(ending)\" is missing")
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    @discardableResult private mutating func skipSpace() -> Bool {
        let start = place
        while let byte = current, Self.isSpace(byte) { place += 1 }
        return place > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
