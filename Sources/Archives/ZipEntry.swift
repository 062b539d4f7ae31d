/// A file's place in an archive, and the two headers that describe it.
struct ZipEntry {
    private static let localHeaderBytes = 30
    private static let directoryHeaderBytes = 46
    private static let endBytes = 22

    let name: String
    let modified: DOSTime
    let checksum: UInt32
    let isDeflated: Bool
    let storedBytes: Int
    let bytes: Int
    /// Where the local header begins.
    let offset: Int

    /// The bytes that a file of that name takes in addition to its content, including those at the archive's end.
    static func headerBytes(name: String) -> Int { localHeaderBytes + directoryHeaderBytes + 2 * name.utf8.count + endBytes }

    var localHeader: [UInt8] {
        var header = ZipBytes()
        header.append32(0x0403_4B50)
        appendDescription(to: &header)
        header.append(Array(name.utf8))
        return header.bytes
    }

    var directoryHeader: [UInt8] {
        var header = ZipBytes()
        header.append32(0x0201_4B50)
        header.append16(3 << 8 | 20)  // made on Unix, by version 2.0 of the format
        appendDescription(to: &header)
        header.append16(0)  // no comment
        header.append16(0)  // first disk
        header.append16(0)  // unknown content
        header.append32(0o100644 << 16)  // a regular file that its owner may change
        header.append32(offset)
        header.append(Array(name.utf8))
        return header.bytes
    }

    /// The common part of both headers.
    private func appendDescription(to header: inout ZipBytes) {
        header.append16(20)  // read by version 2.0
        header.append16(1 << 11)  // the name is UTF-8
        header.append16(isDeflated ? 8 : 0)
        header.append16(modified.time)
        header.append16(modified.date)
        header.append32(Int(checksum))
        header.append32(storedBytes)
        header.append32(bytes)
        header.append16(name.utf8.count)
        header.append16(0)  // no extra fields
    }
}
