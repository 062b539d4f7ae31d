import Foundation
import FoundationXML

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

/// Reads XML into memory with Foundation's parser.
///
/// No DOCTYPE reaches the parser, so there are no entities to expand and nothing external to load.
final class MarkupTree: NSObject, XMLParserDelegate {
    /// Elements are freed one within another, and the stack is finite.
    private static let deepest = 100

    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var faultLine: Int?

    /// - Throws: ``FeedFault/documentType``, ``FeedFault/badXML(line:)``.
    static func root(of text: String) throws(FeedFault) -> MarkupElement {
        let body = try withoutProlog(text)
        let tree = MarkupTree()
        let parser = XMLParser(data: Data(MarkupRepair.repaired(body).utf8))
        parser.delegate = tree
        parser.shouldResolveExternalEntities = false
        // The result of the parser is no use: it is true after some errors.
        _ = parser.parse()
        if let line = tree.faultLine { throw .badXML(line: line) }
        guard let root = tree.root, tree.open.isEmpty else { throw .badXML(line: max(1, parser.lineNumber)) }
        return root
    }

    /// Returns the text from its first element on.
    private static func withoutProlog(_ text: String) throws(FeedFault) -> Substring.UnicodeScalarView {
        var rest = text.unicodeScalars[...]
        while true {
            rest = rest.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" || $0.value == 0 }
            let end: String
            if rest.starts(with: "<?".unicodeScalars) {
                end = "?>"
            } else if rest.starts(with: "<!--".unicodeScalars) {
                end = "-->"
            } else if rest.starts(with: "<!".unicodeScalars) {
                throw .documentType
            } else {
                return rest
            }
            guard let place = rest.end(of: end) else { throw .badXML(line: 1) }
            rest = rest[place...]
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard faultLine == nil, open.count < Self.deepest else {
            faultLine = faultLine ?? max(1, parser.lineNumber)
            return parser.abortParsing()
        }
        var name = name.lowercased()
        for prefix in ["atom:", "a10:"] where name.hasPrefix(prefix) && open.last?.name != "channel" && open.last?.name != "item" {
            name = String(name.dropFirst(prefix.count))
        }
        let element = MarkupElement(name, attributes)
        open.last?.content.append(.element(element))
        if open.isEmpty, root == nil { root = element }
        open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        _ = open.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.content.append(.text(text)) }

    func parser(_ parser: XMLParser, foundCDATA bytes: Data) {
        open.last?.content.append(.text(String(decoding: bytes, as: UTF8.self)))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        // Undeclared prefixes are harmless.
        let isOfNamespaces = (200...205).contains((error as NSError).code)
        if !isOfNamespaces, faultLine == nil { faultLine = max(1, parser.lineNumber) }
    }
}

/// Repairs what the parser refuses and real feeds contain: references of HTML, lone ampersands, control characters.
enum MarkupRepair {
    static func repaired(_ text: Substring.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        var place = text.startIndex
        while place < text.endIndex {
            let scalar = text[place]
            let next = text.index(after: place)
            if scalar == "<", text[place...].starts(with: "<![CDATA[".unicodeScalars) {
                let end = text[place...].end(of: "]]>") ?? text.endIndex
                result.append(contentsOf: text[place..<end].filter(isAllowed))
                place = end
            } else if scalar == "&" {
                place = appendReference(text, next, to: &result)
            } else {
                if isAllowed(scalar) { result.append(scalar) }
                place = next
            }
        }
        return String(result)
    }

    /// Appends a reference as a number, or a lone ampersand as its own reference.
    ///
    /// - Parameter start: what follows the ampersand.
    /// - Returns: the end of what was read.
    private static func appendReference(
        _ text: Substring.UnicodeScalarView, _ start: Substring.UnicodeScalarView.Index, to result: inout String.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index {
        let name = text[start...].prefix(32).prefix { $0 != ";" && $0 != "&" && $0 != "<" && $0 != " " }
        guard name.endIndex < text.endIndex, text[name.endIndex] == ";", let scalar = HTMLEntities.scalar(String(name)),
            isAllowed(scalar)
        else {
            result.append(contentsOf: "&amp;".unicodeScalars)
            return start
        }
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
        return text.index(after: name.endIndex)
    }

    /// Whether XML 1.0 allows a character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
