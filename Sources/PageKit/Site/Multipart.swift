import HTTPEdge

/// The parts of a body of `multipart/form-data` (RFC 7578), as browsers send it.
package struct Multipart {
    package struct Part {
        package let name: String
        /// Nil for a field that is not a file.
        package let fileName: String?
        let type: String
        let bytes: [UInt8]
    }

    package let parts: [Part]

    private static let mostParts = 200

    /// - Parameters:
    ///   - body: the whole body.
    ///   - type: the Content-Type header, with the boundary.
    /// - Throws: a ``Problem``.
    package init(_ body: [UInt8], type: String) throws(Problem) {
        guard let boundary = Self.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
            throw Self.malformed("its boundary is missing")
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no preceding line break.
        let text = [0x0D, 0x0A] + body
        var parts: [Part] = []
        guard var start = Self.find(delimiter, in: text, from: 0) else { throw Self.malformed("it has no part") }
        while true {
            var place = start + delimiter.count
            if text.count >= place + 2, text[place] == 0x2D, text[place + 1] == 0x2D { break }
            guard let lineEnd = Self.find([0x0D, 0x0A], in: text, from: place) else { throw Self.malformed("a part has no end") }
            place = lineEnd + 2
            guard let next = Self.find(delimiter, in: text, from: lineEnd) else { throw Self.malformed("a part has no end") }
            parts.append(try Self.part(Array(text[min(place, next)..<next])))
            guard parts.count <= Self.mostParts else { throw Self.malformed("it has more than \(Self.mostParts) parts") }
            start = next
        }
        self.parts = parts
    }

    private static let mostHeaderBytes = 8192
    /// In characters; names are shown, and stored with their file.
    private static let longestName = 200

    private static func part(_ bytes: [UInt8]) throws(Problem) -> Part {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = find(blank, in: bytes, from: 0) else { throw malformed("a part has no headers") }
        guard end <= mostHeaderBytes else { throw malformed("a part has more than \(mostHeaderBytes) bytes of headers") }
        var (name, fileName, type): (String?, String?, String) = (nil, nil, "text/plain")
        for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n") {
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { throw malformed("a part has a header without a value") }
            let value = String(pair[1].drop { $0 == " " })
            switch pair[0].lowercased() {
            case "content-disposition":
                name = parameter("name", of: value)
                fileName = parameter("filename", of: value).map { String($0.prefix(longestName)) }
            case "content-type": type = value
            default: break
            }
        }
        guard let name else { throw malformed("a part has no name") }
        return Part(name: name, fileName: fileName, type: type, bytes: Array(bytes[(end + blank.count)...]))
    }

    /// Returns a parameter of a header's value, such as `name="file"`.
    static func parameter(_ name: String, of header: String) -> String? {
        var isQuoted = false
        let parts = header.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].drop(while: { $0 == " " }).lowercased() == name else { continue }
            var value = pair[1]
            if value.first == "\"", value.last == "\"", value.count >= 2 { value = value.dropFirst().dropLast() }
            // Browsers write quotation marks and line breaks in names as %22, %0D and %0A.
            return String(value.replacing("%22", with: "\""))
        }
        return nil
    }

    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= wanted.count, start <= bytes.count - wanted.count else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            (start...(bytes.count - wanted.count)).first { place in
                bytes[place] == wanted[0] && wanted.indices.allSatisfy { bytes[place + $0] == wanted[$0] }
            }
        }
    }

    private static func malformed(_ fault: String) -> Problem {
        Problem(.badRequest, "malformed-form", "the form cannot be read: \(fault)", field: "body")
    }
}
