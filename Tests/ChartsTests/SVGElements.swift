/// A small strict reader of the SVG that we write: it refuses text that is not well-formed or that the content policy would refuse.
struct SVGElements {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""

        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
        var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
    }

    /// In the order of their start tags.
    private(set) var elements: [Element] = []

    /// Nil if the text is not well-formed, of elements and texts alone.
    init?(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        var open: [Int] = []
        while let scalar = rest.first {
            guard scalar == "<" else {
                let words = rest.prefix { $0 != "<" }
                rest = rest.dropFirst(words.count)
                guard Self.isEscaped(words) else { return nil }
                if let index = open.last { elements[index].text.unicodeScalars += words }
                continue
            }
            guard let end = rest.firstIndex(of: ">") else { return nil }
            let tag = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
            if tag.first == "/" {
                guard let index = open.popLast(), Self.text(tag.dropFirst()) == elements[index].name else { return nil }
            } else {
                let isEmpty = tag.last == "/"
                guard let element = Self.element(isEmpty ? tag.dropLast() : tag) else { return nil }
                elements.append(element)
                if !isEmpty { open.append(elements.count - 1) }
            }
        }
        guard open.isEmpty, !elements.isEmpty else { return nil }
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }

    /// Whether every `&` begins a known entity, and no character is one that XML forbids.
    private static func isEscaped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let parts = scalars.split(separator: "&", omittingEmptySubsequences: false)
        let entities = ["amp;", "lt;", "gt;", "quot;", "#39;"]
        let isKnown = parts.dropFirst().allSatisfy { part in entities.contains { part.starts(with: $0.unicodeScalars) } }
        return isKnown && scalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    }

    private static func element(_ tag: ArraySlice<Unicode.Scalar>) -> Element? {
        let name = tag.prefix { $0 != " " && $0 != "\n" }
        var rest = tag.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\n" }
            guard !rest.isEmpty else { break }
            let key = rest.prefix { $0 != "=" }
            rest = rest.dropFirst(key.count + 1)
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
            let value = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
            guard isEscaped(value), attributes.updateValue(text(value), forKey: text(key)) == nil else { return nil }
        }
        return name.isEmpty ? nil : Element(name: text(name), attributes: attributes)
    }

    func named(_ name: String, _ className: String? = nil) -> [Element] {
        elements.filter { element in
            element.name == name && (className.map { name in element.classes.contains { $0 == name } } ?? true)
        }
    }

    /// The numbers of a path's data, in their order.
    static func numbers(_ path: String) -> [Double] {
        path.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
    }
}
