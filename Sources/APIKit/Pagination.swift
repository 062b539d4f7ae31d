import Digests
import HTTPEdge
import JSONText
import Platform
import Records

/// Pages of a list over HTTP. A cursor is the key of the last element on the previous page, opaque to clients.
package enum Pagination {
    /// The largest number of elements on a page.
    package static let largest = 500

    /// The parameters of every list.
    package static let parameters: [Parameter] = [limitParameter(upTo: largest, default: 100), cursorParameter]

    /// Returns the parameter for the number of elements on a page; a number above `largest` counts as `largest`.
    package static func limitParameter(upTo largest: Int, default fallback: Int?) -> Parameter {
        .query(
            "limit", .integer(1...Schema.largestInteger), "The page size; numbers above \(largest) count as \(largest).",
            default: fallback.map { .number(Double($0)) })
    }

    package static let cursorParameter = Parameter.query("cursor", cursor, "The `next_cursor` of the previous page.")

    /// Returns the number of elements on a request's page, at most `largest`.
    package static func limit(_ call: Call) -> Int { min(call.required("limit", Call.integer), largest) }

    /// Returns the schema of a list's page: its elements in `data`, and the cursor of the next page.
    ///
    /// - Parameter others: members specific to this list.
    package static func schema(of element: Schema, most: Int = largest, _ others: [Schema.Member] = []) -> Schema {
        .object(others + members(of: element, most: most))
    }

    /// The members of every list.
    package static func members(of element: Schema) -> [Schema.Member] { members(of: element, most: largest) }

    private static func members(of element: Schema, most: Int) -> [Schema.Member] {
        [.init("data", .array(element, count: 0...most)), next]
    }

    /// Writes the members of ``schema(of:most:_:)`` that follow the list's own.
    package static func write<Element>(
        _ elements: some Sequence<Element>, _ next: String?, _ writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        writer.member("data", elements, write)
        writer.member("next_cursor", next)
    }

    /// The schema of a cursor.
    package static let cursor = Schema.text(1...300, pattern: "^[0-9a-f]+$", words: "the `next_cursor` of the previous page") {
        Hexadecimal.isValid($0.utf8)
    }

    package static let next = Schema.Member(
        "next_cursor", .nullable(.text(1...300)), "The `cursor` for the next page; null on the last page.")

    /// Returns the cursor for the elements after `key`.
    package static func cursor(after key: String) -> String { Hexadecimal.text(of: key.utf8) }

    /// Returns the cursor of the page after `page`; nil if that is the last one.
    package static func cursor<Element>(after page: Page<Element>, key: (Element) -> String) -> String? {
        page.hasMore ? page.elements.last.map { cursor(after: key($0)) } : nil
    }

    /// Returns the key in a request's cursor; nil for the first page.
    ///
    /// - Throws: a ``Problem`` for a cursor that no page returned.
    package static func key(_ call: Call) throws(Problem) -> String? {
        try call.text("cursor").map { cursor throws(Problem) in try key(ofCursor: cursor) }
    }

    /// Returns the key in a cursor.
    ///
    /// - Throws: a ``Problem`` for a cursor that no page returned.
    package static func key(ofCursor cursor: String) throws(Problem) -> String {
        let digits = Array(cursor.utf8)
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else { throw bad(cursor) }
            bytes.append(byte)
        }
        guard digits.count % 2 == 0, let key = String(validating: bytes, as: UTF8.self) else { throw bad(cursor) }
        return key
    }

    /// Returns what the key in a request's cursor means; nil for the first page.
    ///
    /// - Parameter read: returns nil for a text that is no key of the list.
    /// - Throws: a ``Problem`` for a cursor that no page returned.
    package static func key<Key>(_ call: Call, _ read: (String) -> Key?) throws(Problem) -> Key? {
        guard let text = try Self.key(call) else { return nil }
        guard let found = read(text) else { throw bad(call.text("cursor") ?? "") }
        return found
    }

    /// The problem for a cursor that no page returned.
    private static func bad(_ cursor: String) -> Problem {
        Problem(
            .unprocessableContent, "unknown-cursor",
            "the cursor \(cursor.cut(to: 100)) is not from this list; give the `next_cursor` of the previous page",
            field: "cursor", value: .string(cursor.cut(to: 100)), accepted: "the `next_cursor` of the previous page")
    }

    /// Returns the answer with a page of documents.
    package static func reply<Element>(_ page: Page<Element>, of document: Document<Element>, key: (Element) -> String) -> Reply {
        Reply { write(page.elements, cursor(after: page, key: key), &$0, document.write) }
    }

    /// Returns a page of a sorted list in memory, and the cursor of the next page.
    package static func of<Element>(_ all: [Element], _ call: Call, key: (Element) -> String) throws(Problem) -> (
        elements: ArraySlice<Element>, next: String?
    ) {
        var start = 0
        if let last = try Self.key(call) {
            guard let index = all.firstIndex(where: { key($0) == last }) else { throw bad(call.text("cursor") ?? "") }
            start = index + 1
        }
        let page = Page(all[start...], limit: limit(call))
        return (page.elements, cursor(after: page, key: key))
    }
}
