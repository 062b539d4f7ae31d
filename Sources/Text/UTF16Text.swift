/// Text in UTF-16, as Excel and PowerShell save it.
package enum UTF16Text {
    /// Returns the text in UTF-8 if it begins with the byte order mark of UTF-16; other texts unchanged.
    ///
    /// - Returns: nil if the text is broken: an odd number of bytes, or half a surrogate pair.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count, by: 2).map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8 }
        var text: [UInt8] = []
        text.reserveCapacity(units.count)
        let isBroken = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) { text.append($0) }
        return isBroken ? nil : text
    }
}
