/// Reads lines of delimited text: comma, semicolon or tab; quoted fields (RFC 4180); LF or CRLF. Skips a byte order mark.
package struct DelimitedText {
    package struct Line {
        /// The line number, from 1. A quoted field may contain line ends, so this counts lines, not records.
        package let number: Int
        package let fields: [ArraySlice<UInt8>]
        /// Whether text follows a closing quotation mark or a carriage return within the line. CSV readers disagree about such
        /// text.
        package let hasStrayText: Bool
        /// A bit for each of the first 64 fields: whether it was in quotation marks.
        let quotedFields: UInt64

        /// Whether a field was in quotation marks.
        package func isQuoted(_ field: Int) -> Bool { field < 64 && quotedFields >> UInt64(field) & 1 == 1 }

        /// The line with one field more or fewer, for another reading.
        package func with(_ fields: [ArraySlice<UInt8>]) -> Line {
            Line(number: number, fields: fields, hasStrayText: hasStrayText, quotedFields: quotedFields)
        }
    }

    private let bytes: [UInt8]
    /// Whether blanks at the ends of quoted fields are kept, as RFC 4180 requires.
    private let keepsQuotedBlanks: Bool
    private var position: Int
    private var lineNumber = 1
    package let delimiter: UInt8
    /// Reading stops at a longer line, see ``overlongLine``.
    private let maximumLineBytes: Int
    /// The number of the first line longer than the limit. That line and everything after it are not read.
    package private(set) var overlongLine: Int?

    /// Starts reading at the first line, whose content determines the delimiter.
    ///
    /// - Parameters:
    ///   - keepsQuotedBlanks: whether blanks at the ends of quoted fields are kept.
    ///   - maximumLineBytes: the length limit of a line, including everything inside its quotation marks.
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
        // The delimiter is the candidate that occurs most often in the header; in a line such as `2025-02-19;63201,5` it is not the
        // comma.
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in header.count { $0 == candidate } }
        let most = counts.max()!
        delimiter = most == 0 ? candidates[0] : candidates[counts.lastIndex(of: most)!]
    }

    /// Returns a reader of the remaining text that detects the delimiter anew, because title lines may precede a header.
    package func restarted() -> DelimitedText {
        DelimitedText(
            bytes, from: position, lineNumber: lineNumber, keepsQuotedBlanks: keepsQuotedBlanks, maximumLineBytes: maximumLineBytes)
    }

    /// The byte offset at which the current line must end.
    private var limit = 0
    private var hasStrayText = false
    /// Whether the current line was read to its end.
    private var isWhole = true

    /// Returns the next line that is not blank, or nil at the end or at a line longer than the limit.
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
        var quotedFields: UInt64 = 0
        while true {
            let (field, isQuoted) = readField()
            if isQuoted, fields.count < 64 { quotedFields |= 1 << UInt64(fields.count) }
            fields.append(field)
            guard position < limit, bytes[position] == delimiter else { break }
            position += 1
        }
        isWhole = position < limit || limit == bytes.count
        if position < limit {
            position += 1  // the line feed
            lineNumber += 1
        }
        return Line(number: number, fields: fields, hasStrayText: hasStrayText, quotedFields: quotedFields)
    }

    private mutating func readField() -> (ArraySlice<UInt8>, isQuoted: Bool) {
        while position < limit, bytes[position] == UInt8(ascii: " ") { position += 1 }
        if position < limit, bytes[position] == UInt8(ascii: "\"") { return (readQuoted(), true) }
        let start = position
        while position < limit, bytes[position] != delimiter, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        let field = trimmed(bytes[start..<position])
        hasStrayText = hasStrayText || field.contains(UInt8(ascii: "\r"))
        return (field, false)
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
        // Text between the closing quote and the delimiter belongs to no field.
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
