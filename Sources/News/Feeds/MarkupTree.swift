/// An element of XML with its content.
final class MarkupElement {
    enum Content {
        case text(String)
        case element(MarkupElement)
    }

    /// With its prefix, in lower case, except for the prefix of Atom.
    let name: String
    let attributes: [String: String]
    fileprivate(set) var content: [Content] = []

    init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    var children: [MarkupElement] { content.compactMap { if case .element(let child) = $0 { child } else { nil } } }

    /// The first child of one of the names, in the order of the names.
    func first(_ names: String...) -> MarkupElement? {
        names.lazy.compactMap { name in self.children.first { $0.name == name } }.first
    }

    func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    /// The text of the element and of those in it.
    var text: String {
        content.map {
            switch $0 {
            case .text(let text): text
            case .element(let child): " \(child.text) "
            }
        }.joined()
    }
}

/// Reads XML into memory.
///
/// It knows neither document types nor entities of its own: a DOCTYPE is refused, and only the references of HTML are replaced. Lone
/// ampersands and undeclared prefixes, which real feeds contain, are accepted, and control characters left out; elements must be closed
/// in order.
struct MarkupTree {
    private typealias Text = Substring.UnicodeScalarView

    /// Elements are freed one within another, and the stack is finite.
    private static let deepest = 100

    private let text: Text
    private var rest: Text
    private var open: [MarkupElement] = []
    private var root: MarkupElement?

    private init(_ text: Text) { (self.text, rest) = (text, text) }

    /// - Throws: ``FeedFault/documentType``, ``FeedFault/badXML(line:)``.
    static func root(of text: String) throws(FeedFault) -> MarkupElement {
        var allowed = String.UnicodeScalarView()
        allowed.append(contentsOf: text.unicodeScalars.lazy.filter(isAllowed))
        var tree = MarkupTree(allowed[...])
        return try tree.read()
    }

    /// Whether XML 1.0 allows a character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func read() throws(FeedFault) -> MarkupElement {
        while let start = rest.firstIndex(of: "<") {
            append(MarkupText.replaced(rest[..<start]))
            rest = rest[start...]
            if rest.starts(with: "<!--".unicodeScalars) {
                try skip(to: "-->")
            } else if rest.starts(with: "<![CDATA[".unicodeScalars) {
                let begin = rest.index(rest.startIndex, offsetBy: 9)
                try skip(to: "]]>")
                append(String(text[begin..<text.index(rest.startIndex, offsetBy: -3)]))
            } else if rest.starts(with: "<?".unicodeScalars) {
                try skip(to: "?>")
            } else if rest.starts(with: "<!".unicodeScalars) {
                throw .documentType
            } else if rest.starts(with: "</".unicodeScalars) {
                try close()
            } else {
                try openElement()
            }
        }
        guard let root, open.isEmpty else { throw fault() }
        return root
    }

    private func fault() -> FeedFault { .badXML(line: text[..<rest.startIndex].count { $0 == "\n" } + 1) }

    private func append(_ text: String) {
        if !text.isEmpty { open.last?.content.append(.text(text)) }
    }

    private mutating func skip(to mark: String) throws(FeedFault) {
        guard let end = rest.end(of: mark) else { throw fault() }
        rest = rest[end...]
    }

    private mutating func name() throws(FeedFault) -> String {
        let name = rest.prefix { !$0.properties.isWhitespace && !"/>=<\"'".unicodeScalars.contains($0) }
        guard !name.isEmpty else { throw fault() }
        rest = rest[name.endIndex...]
        return String(name)
    }

    private mutating func skipSpace() { rest = rest.drop { $0.properties.isWhitespace } }

    private mutating func take(_ mark: String) -> Bool {
        guard rest.starts(with: mark.unicodeScalars) else { return false }
        rest = rest.dropFirst(mark.unicodeScalars.count)
        return true
    }

    private mutating func close() throws(FeedFault) {
        rest = rest.dropFirst(2)
        let name = shown(try name(), in: open.dropLast().last)
        skipSpace()
        guard take(">"), open.last?.name == name else { throw fault() }
        open.removeLast()
    }

    private mutating func openElement() throws(FeedFault) {
        guard root == nil || !open.isEmpty, open.count < Self.deepest else { throw fault() }
        rest = rest.dropFirst()
        let element = MarkupElement(shown(try name(), in: open.last), try attributes())
        open.last?.content.append(.element(element))
        root = root ?? element
        if take("/>") { return }
        guard take(">") else { throw fault() }
        open.append(element)
    }

    private mutating func attributes() throws(FeedFault) -> [String: String] {
        var attributes: [String: String] = [:]
        skipSpace()
        while let next = rest.first, next != ">", next != "/" {
            let name = try name()
            skipSpace()
            guard take("=") else { throw fault() }
            skipSpace()
            guard let quote = rest.first, quote == "\"" || quote == "'", let end = rest.dropFirst().firstIndex(of: quote) else {
                throw fault()
            }
            attributes[name] = MarkupText.replaced(rest.dropFirst()[..<end])
            rest = rest[rest.index(after: end)...]
            skipSpace()
        }
        return attributes
    }

    /// The name in lower case, without the prefix of Atom unless it is one of RSS's additions.
    private func shown(_ name: String, in parent: MarkupElement?) -> String {
        let name = name.lowercased()
        guard parent?.name != "channel", parent?.name != "item" else { return name }
        for prefix in ["atom:", "a10:"] where name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
        return name
    }
}

/// The text between tags.
enum MarkupText {
    /// Replaces the references of HTML; others, and lone ampersands, remain.
    static func replaced(_ text: Substring.UnicodeScalarView) -> String {
        // Adding to a view of scalars would count them all again each time.
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += Substring(rest[..<start])
            let name = rest[start...].dropFirst().prefix(32).prefix { $0 != ";" && $0 != "&" && $0 != " " }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let scalar = HTMLEntities.scalar(String(name)) {
                result.append(Character(scalar))
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result.append("&")
                rest = rest[rest.index(after: start)...]
            }
        }
        return result + Substring(rest)
    }
}
