import CZlib

/// Why a file cannot be taken out of an archive.
package enum ZipFault: Error, Equatable, Sendable {
    /// The archive ends early, or its parts contradict each other.
    case damaged
    /// The files in the archive: none, or several.
    case notOneFile([String])
    /// The file needs a password.
    case encrypted(String)
    /// The file is compressed by another method than deflate.
    case method(Int)
    /// The file is larger than the given maximum.
    case tooLarge(maximumBytes: Int)
}

extension ZipFault: CustomStringConvertible {
    /// What is wrong and what to do.
    package var description: String {
        switch self {
        case .damaged: "the archive is damaged or incomplete; download it again"
        case .notOneFile(let names) where names.isEmpty: "the archive has no file; expected one"
        case .notOneFile(let names):
            "the archive has \(names.count) files, such as \(names[0].prefix(60)); expected one: unpack it, and give the files"
        case .encrypted(let name): "\(name.prefix(60)) in the archive needs a password; unpack it first"
        case .method(let method): "the archive uses compression method \(method); expected deflate: unpack it first"
        case .tooLarge(let maximum): "the file in the archive is larger than \(maximum >> 20) MiB, the maximum"
        }
    }
}

/// Takes the only file out of a ZIP archive that a stranger may have made. Folders, and what macOS adds about a file, do not count.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10. Archives of ZIP64, and those in several parts, count as damaged.
package struct ZipReader: Sendable {
    /// Whether bytes begin as an archive with files does.
    package static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// Returns the bytes of the only file.
    ///
    /// - Parameter maximumBytes: the most that are allocated, whatever the archive says about its size.
    /// - Throws: ``ZipFault``.
    package static func onlyFile(_ bytes: [UInt8], maximumBytes: Int) throws(ZipFault) -> [UInt8] {
        let reader = ZipReader(bytes: bytes)
        let entries = try reader.entries()
        guard entries.count == 1 else { throw .notOneFile(entries.map(\.name)) }
        return try reader.content(entries[0], maximumBytes)
    }

    private let bytes: [UInt8]

    private struct Entry {
        let name: String
        let flags, method, storedBytes, size, offset: Int
        let checksum: UInt32
    }

    private static let endBytes = 22
    private static let directoryHeaderBytes = 46
    private static let localHeaderBytes = 30
    /// As many as a stranger's archive is read for: more than one is refused anyway.
    private static let mostEntries = 100

    /// A number of two or four bytes, lowest byte first; nil beyond the end.
    private func number(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    private func entries() throws(ZipFault) -> [Entry] {
        guard let end = endOfDirectory, let count = number(end + 10, 2), let start = number(end + 16, 4) else { throw .damaged }
        var (entries, offset) = ([Entry](), start)
        for _ in 0..<min(count, Self.mostEntries) {
            guard let (entry, next) = entry(at: offset), next <= end else { throw .damaged }
            if !entry.name.hasSuffix("/"), !entry.name.hasPrefix("__MACOSX/") { entries.append(entry) }
            offset = next
        }
        return entries
    }

    /// Where the end record begins: a comment of up to 65,535 bytes may follow it.
    private var endOfDirectory: Int? {
        let last = bytes.count - Self.endBytes
        guard last >= 0 else { return nil }
        return stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { offset in
            number(offset, 4) == 0x0605_4B50 && number(offset + 20, 2) == last - offset
        }
    }

    private func entry(at offset: Int) -> (Entry, next: Int)? {
        guard number(offset, 4) == 0x0201_4B50, let flags = number(offset + 8, 2), let method = number(offset + 10, 2),
            let checksum = number(offset + 16, 4), let stored = number(offset + 20, 4), let size = number(offset + 24, 4),
            let nameBytes = number(offset + 28, 2), let extraBytes = number(offset + 30, 2),
            let commentBytes = number(offset + 32, 2), let local = number(offset + 42, 4)
        else { return nil }
        let (nameStart, next) = (offset + Self.directoryHeaderBytes, offset + Self.directoryHeaderBytes + nameBytes + extraBytes)
        guard next + commentBytes <= bytes.count else { return nil }
        return (
            Entry(
                name: String(decoding: bytes[nameStart..<nameStart + nameBytes], as: UTF8.self), flags: flags, method: method,
                storedBytes: stored, size: size, offset: local, checksum: UInt32(checksum)), next + commentBytes
        )
    }

    private func content(_ entry: Entry, _ maximum: Int) throws(ZipFault) -> [UInt8] {
        guard entry.flags & 1 == 0 else { throw .encrypted(entry.name) }
        guard [0, 8].contains(entry.method) else { throw .method(entry.method) }
        guard entry.size <= maximum else { throw .tooLarge(maximumBytes: maximum) }
        guard number(entry.offset, 4) == 0x0403_4B50, let nameBytes = number(entry.offset + 26, 2),
            let extraBytes = number(entry.offset + 28, 2)
        else { throw .damaged }
        let start = entry.offset + Self.localHeaderBytes + nameBytes + extraBytes
        guard start + entry.storedBytes <= bytes.count else { throw .damaged }
        let stored = bytes[start..<start + entry.storedBytes]
        let content = entry.method == 0 ? Array(stored) : try Inflate.bytes(Array(stored), count: entry.size)
        let checksum = content.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
        guard content.count == entry.size, checksum == entry.checksum else { throw .damaged }
        return content
    }
}

/// The reverse of ``Deflate``.
private enum Inflate {
    /// - Parameter count: the size of the result; another one is damage. No more than that is ever allocated.
    static func bytes(_ bytes: [UInt8], count: Int) throws(ZipFault) -> [UInt8] {
        // zlib's state refers to the stream, which therefore must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { throw .damaged }
        defer { inflateEnd(stream) }
        var isWhole = false
        // A byte more shows whether the content goes on.
        let result = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: count + 1) { output, written in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.next_out = output.baseAddress
                (stream.pointee.avail_in, stream.pointee.avail_out) = (UInt32(clamping: input.count), UInt32(clamping: count + 1))
                isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END
                written = count + 1 - Int(stream.pointee.avail_out)
            }
        }
        guard isWhole else { throw .damaged }
        return result
    }
}
