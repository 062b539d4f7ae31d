/// Bytes to which numbers are appended, lowest byte first.
struct ZipBytes: Sendable {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// - Parameter number: at most 65,535.
    mutating func append16(_ number: Int) { append(UInt16(number), byteCount: 2) }

    /// - Parameter number: less than 2^32.
    mutating func append32(_ number: Int) { append(UInt32(number), byteCount: 4) }

    private mutating func append(_ number: some FixedWidthInteger, byteCount: Int) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
