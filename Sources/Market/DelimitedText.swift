/// Lines of separated values: comma, semicolon or tab; quoted fields (RFC 4180); LF or CRLF; a byte order mark is passed over.
package struct DelimitedText {
    package struct Line {
        /// From 1. A quoted field may hold line ends, so lines are counted, not records.
        package let number: Int
        package let fields: [ArraySlice<UInt8>]
        /// Whether text stands between a closing quotation mark and the delimiter, or behind a carriage return within the line: readers
        /// of such files disagree about what belongs to the field.
        package let hasStrayText: Bool
    }

    private let bytes: [UInt8]
    /// Whether blanks at the ends of quoted fields belong to them, as RFC 4180 has it.
    private let keepsQuotedBlanks: Bool
    private var position: Int
    private var lineNumber = 1
    package let delimiter: UInt8
    /// A longer line ends the reading, see ``overlongLine``.
    private let maximumLineBytes: Int
    /// The line that is longer than the limit: it and all that follows was not read.
    package private(set) var overlongLine: Int?

    /// - Parameters:
    ///   - keepsQuotedBlanks: whether blanks at the ends of quoted fields belong to them.
    ///   - maximumLineBytes: of a line with all that its quotation marks enclose.
    package init(_ bytes: [UInt8], keepsQuotedBlanks: Bool = false, maximumLineBytes: Int = .max) {
        self.init(
            bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, lineNumber: 1, keepsQuotedBlanks: keepsQuotedBlanks,
            maximumLineBytes: maximumLineBytes)
    }

    private init(_ bytes: [UInt8], from position: Int, lineNumber: Int, keepsQuotedBlanks: Bool, maximumLineBytes: Int) {
        (self.bytes, self.keepsQuotedBlanks, self.maximumLineBytes) = (bytes, keepsQuotedBlanks, maximumLineBytes)
        (self.position, self.lineNumber) = (position, lineNumber)
        let lineEnds = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        let rest = bytes[position...].prefix(maximumLineBytes)
        let header = rest.drop { lineEnds.contains($0) }.prefix { !lineEnds.contains($0) }
        // The delimiter is the candidate that the header has most of.
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in header.count { $0 == candidate } }
        delimiter = candidates[counts.firstIndex(of: counts.max()!)!]
    }

    /// A reader of what follows, which finds its delimiter in the next line: titles may stand above a header.
    package func restarted() -> DelimitedText {
        DelimitedText(
            bytes, from: position, lineNumber: lineNumber, keepsQuotedBlanks: keepsQuotedBlanks, maximumLineBytes: maximumLineBytes)
    }

    /// Where the line that is being read has to end.
    private var limit = 0
    private var hasStrayText = false
    /// Whether the line was read to its end.
    private var isWhole = true

    /// The next line that is not blank; nil at the end, and at a line beyond the limit.
    package mutating func next() -> Line? {
        while position < bytes.count, overlongLine == nil {
            let (start, number) = (position, lineNumber)
            limit = maximumLineBytes < bytes.count - start ? start + maximumLineBytes : bytes.count
            let line = readLine()
            guard isWhole else {
                overlongLine = number
                return nil
            }
            if line.fields.count > 1 || !line.fields[0].isEmpty { return line }
        }
        return nil
    }

    private mutating func readLine() -> Line {
        let number = lineNumber
        hasStrayText = false
        var fields: [ArraySlice<UInt8>] = []
        fields.reserveCapacity(8)
        while true {
            fields.append(readField())
            guard position < limit, bytes[position] == delimiter else { break }
            position += 1
        }
        isWhole = position < limit || limit == bytes.count
        if position < limit {
            position += 1  // the line feed
            lineNumber += 1
        }
        return Line(number: number, fields: fields, hasStrayText: hasStrayText)
    }

    private mutating func readField() -> ArraySlice<UInt8> {
        while position < limit, bytes[position] == UInt8(ascii: " ") { position += 1 }
        if position < limit, bytes[position] == UInt8(ascii: "\"") { return readQuoted() }
        let start = position
        while position < limit, bytes[position] != delimiter, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        let field = trimmed(bytes[start..<position])
        hasStrayText = hasStrayText || field.contains(UInt8(ascii: "\r"))
        return field
    }

    private mutating func readQuoted() -> ArraySlice<UInt8> {
        position += 1
        var text: [UInt8] = []
        while position < limit {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < limit, bytes[position] == UInt8(ascii: "\"") else { break }
                position += 1
            } else if byte == UInt8(ascii: "\n") {
                lineNumber += 1
            }
            text.append(byte)
        }
        // What stands between the closing quote and the delimiter belongs to no field.
        let end = position
        while position < limit, bytes[position] != delimiter, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        hasStrayText = hasStrayText || !trimmed(bytes[end..<position]).isEmpty
        return keepsQuotedBlanks ? text[...] : trimmed(text[...])
    }

    private func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var field = field
        func isSpace(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        while isSpace(field.last) { field.removeLast() }
        while isSpace(field.first) { field.removeFirst() }
        return field
    }
}
