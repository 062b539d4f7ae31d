import APIKit

/// The addresses in a page, which begin at `/` in templates and values. If the server is under a path, that path is added here.
package enum PageAddresses {
    /// The attributes whose value is an address. A test compares them with the templates and with all pages.
    package static let attributes: Set<String> = [
        "href", "src", "action", "formaction", "data-chart", "data-events", "data-words", "data-template",
        "data-coins", "data-page",
    ]
    /// The attribute with several addresses, separated by spaces.
    package static let list = "data-scripts"

    /// Returns a page's HTML with its addresses under a path. Quotation marks in text and values are escaped, so any match of an
    /// attribute is a real attribute.
    package static func under(_ path: ServedPath, _ html: String) -> String {
        guard !path.isRoot else { return html }
        let bytes = Array(html.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        var written = 0
        var place = RenderedPage.find(opening, in: bytes, from: 0)
        while let found = place {
            let start = found + opening.count - 1
            let name = attribute(before: found, in: bytes)
            if attributes.contains(name) || name == list {
                result += bytes[written..<start]
                result += path.text.utf8
                written = start
            }
            if name == list {
                while bytes[written] != quotationMark {
                    result.append(bytes[written])
                    if bytes[written] == space { result += path.text.utf8 }
                    written += 1
                }
            }
            place = RenderedPage.find(opening, in: bytes, from: start)
        }
        return String(decoding: result + bytes[written...], as: UTF8.self)
    }

    private static let opening = Array("=\"/".utf8)
    private static let (quotationMark, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))

    private static func attribute(before place: Int, in bytes: [UInt8]) -> String {
        let name = bytes[..<place].reversed().prefix { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
        return String(decoding: name.reversed(), as: UTF8.self)
    }
}
