/// Reads the tags of a template, to check them. It accepts less than Mustache: no pragmas, other delimiters or functions.
struct TemplateReader {
    private let template: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// Whether there is nothing before this place in its line.
    private var startsLine = true

    /// - Parameter text: without spaces at the start of lines.
    static func nodes(of text: String, template: String) throws(TemplateError) -> [TemplateNode] {
        var reader = TemplateReader(template: template, bytes: Array(text.utf8))
        return try reader.nodes(until: nil)
    }

    private init(template: String, bytes: [UInt8]) { (self.template, self.bytes) = (template, bytes) }

    private struct Tag {
        /// `#`, `^`, `/`, `>`, `<`, `$`, `!`, `{`, `&`; a space for a value.
        let sign: Character
        let name: String
        let line: Int
    }

    /// Reads up to the end of the section, or to the end of the text if there is no section.
    private mutating func nodes(until end: Tag?) throws(TemplateError) -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while true {
            let text = textBeforeTag()
            if !text.isEmpty { nodes.append(.text(text)) }
            guard position < bytes.count else {
                if let end { throw error("\"\(end.name)\" is not closed", end.line) }
                return nodes
            }
            let tag = try readTag()
            if tag.sign == "/" {
                guard let end, tag.name == end.name else { throw error("{{/\(tag.name)}} closes nothing", tag.line) }
                return nodes
            }
            if let node = try node(tag) { nodes.append(node) }
        }
    }

    private mutating func node(_ tag: Tag) throws(TemplateError) -> TemplateNode? {
        switch tag.sign {
        case "!": return nil
        case " ": return .value(try name(tag), isRaw: false)
        case "{", "&": return .value(try name(tag), isRaw: true)
        case "#", "^":
            return .section(try name(tag), isInverted: tag.sign == "^", try nodes(until: tag))
        case "$": return .block(tag.name, try nodes(until: tag))
        case "<": return .partial(tag.name, blocks: try blocks(of: tag), line: tag.line)
        case ">" where tag.name.hasPrefix("*"):
            return .chosenPartial(try name(Tag(sign: ">", name: String(tag.name.dropFirst()), line: tag.line)))
        default: return .partial(tag.name, blocks: [:], line: tag.line)
        }
    }

    private mutating func blocks(of parent: Tag) throws(TemplateError) -> [String: [TemplateNode]] {
        var blocks: [String: [TemplateNode]] = [:]
        for node in try nodes(until: parent) {
            switch node {
            case .block(let name, let nodes): blocks[name] = nodes
            case .text(let text) where text.utf8.allSatisfy(Self.isSpace): continue
            default: throw error("only blocks can stand in {{<\(parent.name)}}", parent.line)
            }
        }
        return blocks
    }

    // MARK: Tags

    private mutating func textBeforeTag() -> String {
        let start = position
        while position < bytes.count, !isOpening(position) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func isOpening(_ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "{") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{")
    }

    private mutating func advance() {
        startsLine = bytes[position] == UInt8(ascii: "\n")
        if startsLine { line += 1 }
        position += 1
    }

    private mutating func readTag() throws(TemplateError) -> Tag {
        let (tagLine, stoodAlone) = (line, startsLine)
        position += 2
        var sign: Character = " "
        if position < bytes.count, "#^/><$!{&".utf8.contains(bytes[position]) {
            sign = Character(Unicode.Scalar(bytes[position]))
            position += 1
        }
        let end = Array((sign == "{" ? "}}}" : "}}").utf8)
        let start = position
        while position < bytes.count, !bytes[position...].starts(with: end) { advance() }
        guard position < bytes.count else { throw error("a tag is not closed", tagLine) }
        let words = bytes[start..<position].split(whereSeparator: Self.isSpace)
        position += end.count
        startsLine = false
        if stoodAlone, "#^/><$!".contains(sign) { skipRestOfLine() }
        if sign == "!" { return Tag(sign: sign, name: "", line: tagLine) }
        let name = String(decoding: words.first ?? [], as: UTF8.self)
        guard words.count == 1, name.utf8.allSatisfy(Self.isOfName) else { throw error("\"\(name)\" is not a name", tagLine) }
        return Tag(sign: sign, name: name, line: tagLine)
    }

    /// A tag that is alone on its line removes the line, unless it is a value.
    private mutating func skipRestOfLine() {
        var index = position
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        guard index == bytes.count || bytes[index] == UInt8(ascii: "\n") else { return }
        position = index
        if position < bytes.count { advance() }
    }

    private func name(_ tag: Tag) throws(TemplateError) -> TemplateName {
        if tag.name == "." { return TemplateName(path: [], line: tag.line) }
        let path = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.allSatisfy({ !$0.isEmpty && !$0.contains("*") && !$0.contains("/") }) else {
            throw error("\"\(tag.name)\" is not a name", tag.line)
        }
        return TemplateName(path: path, line: tag.line)
    }

    private func error(_ problem: String, _ line: Int) -> TemplateError {
        TemplateError(template: template, line: line, problem: problem)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./*".utf8.contains(byte)
        }
    }
}
