import Foundation

/// Reads a mail in the slow and obvious way: unfold, split, decode.
struct ReadMail {
    var headers: [(name: String, value: String)] = []
    var text = ""
    var html = ""
    /// All lines as they were sent.
    let lines: [String]

    init(_ bytes: [UInt8]) throws {
        let whole = String(decoding: bytes, as: UTF8.self)
        lines = whole.components(separatedBy: "\r\n")
        let end = try Self.found(whole.range(of: "\r\n\r\n"))
        let head = whole[..<end.lowerBound].replacingOccurrences(of: "\r\n ", with: " ")
        for line in head.components(separatedBy: "\r\n") {
            let colon = try Self.found(line.range(of: ": "))
            headers.append((String(line[..<colon.lowerBound]), Self.decoded(String(line[colon.upperBound...]))))
        }
        let boundary = try Self.found(header("Content-Type").components(separatedBy: "boundary=\"").last?.dropLast())
        let parts = whole[end.upperBound...].components(separatedBy: "\r\n--\(boundary)").map(Self.part)
        // The text before the first boundary belongs to no part.
        text = parts.first { $0.type.hasPrefix("text/plain") }?.body ?? ""
        html = parts.first { $0.type.hasPrefix("text/html") }?.body ?? ""
    }

    func header(_ name: String) -> String { headers.first { $0.name == name }?.value ?? "" }

    private static func part(_ text: String) -> (type: String, body: String) {
        guard let end = text.range(of: "\r\n\r\n"), let type = text.range(of: "Content-Type: ") else { return ("", "") }
        let body = String(text[end.upperBound...])
        let isEncoded = text[..<end.lowerBound].contains("Content-Transfer-Encoding: quoted-printable")
        let decoded = isEncoded ? quotedPrintable(body) : body
        return (String(text[type.upperBound...]), decoded.replacingOccurrences(of: "\r\n", with: "\n"))
    }

    private static func quotedPrintable(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.replacingOccurrences(of: "=\r\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes encoded words, and joins neighbours.
    private static func decoded(_ value: String) -> String {
        var result = ""
        var wasEncoded = false
        for word in value.components(separatedBy: " ") {
            let isEncoded = word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?=")
            if !result.isEmpty, !(wasEncoded && isEncoded) { result += " " }
            let data = isEncoded ? Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) : nil
            result += data.map { String(decoding: $0, as: UTF8.self) } ?? word
            wasEncoded = isEncoded
        }
        return result
    }

    private static func found<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Malformed() }
        return value
    }

    struct Malformed: Error {}
}
