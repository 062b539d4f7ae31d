import CZlib

/// Writes a ZIP archive in memory. The same files give the same bytes.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10, without ZIP64: fewer than 65,536 files and 4 GiB.
package struct ZipArchive: Sendable {
    private static let maximumFiles = 0xFFFE
    private static let maximumSize = 0xFFFF_FFFE
    private static let maximumNameBytes = 0xFFFF

    /// Local headers, each followed by its file's bytes.
    private var body = ZipBytes()
    /// The end of the archive: a header that locates each file.
    private var directory = ZipBytes()
    private var names: Set<String> = []

    package init() {}

    /// Adds a file, compressed if that makes it smaller.
    ///
    /// - Parameters:
    ///   - name: a relative path with `/` between folders.
    ///   - seconds: since 1970-01-01 UTC; the archive keeps even seconds of UTC from 1980 to 2107.
    /// - Throws: ``ArchiveError``; the archive is then as it was.
    package mutating func add(name: String, bytes: [UInt8], modifiedAt seconds: Int) throws(ArchiveError) {
        guard Self.isRelativePath(name) else { throw .badName(name) }
        guard !names.contains(name) else { throw .nameTaken(name) }
        guard names.count < Self.maximumFiles else { throw .tooManyFiles(maximum: Self.maximumFiles) }
        let room = Self.maximumSize - body.count - directory.count - ZipEntry.headerBytes(name: name)
        guard bytes.count <= room else { throw .tooLarge(name: name, bytes: bytes.count, maximum: max(room, 0)) }

        let deflated = try Deflate.compressed(bytes)
        let isSmaller = deflated.count < bytes.count
        let entry = ZipEntry(
            name: name, modified: DOSTime(seconds: seconds), checksum: Self.checksum(bytes), isDeflated: isSmaller,
            storedBytes: isSmaller ? deflated.count : bytes.count, bytes: bytes.count, offset: body.count)
        body.append(entry.localHeader)
        body.append(isSmaller ? deflated : bytes)
        directory.append(entry.directoryHeader)
        names.insert(name)
    }

    /// Returns the archive with all files added so far.
    package consuming func finished() -> [UInt8] {
        var result = body
        result.append(directory.bytes)
        result.append32(0x0605_4B50)  // end of central directory
        result.append16(0)  // this disk
        result.append16(0)  // the directory's disk
        result.append16(names.count)
        result.append16(names.count)
        result.append32(directory.count)
        result.append32(body.count)
        result.append16(0)  // no comment
        return result.bytes
    }

    private static func isRelativePath(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != ":" }
        return isPlain && name.utf8.count <= maximumNameBytes && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
