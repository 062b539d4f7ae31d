import CZlib

/// A slow reader that uses the central directory and compares both headers of each file.
struct ArchiveReader {
    struct File: Equatable {
        let name: String
        let bytes: [UInt8]
        let method: Int
        let time: Int
        let date: Int
    }

    struct Damaged: Error { let what: String }

    private let bytes: [UInt8]
    private(set) var files: [File] = []

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let end = bytes.count - 22
        guard end >= 0, number(end, 4) == 0x0605_4B50 else { throw Damaged(what: "no end") }
        guard number(end + 4, 4) == 0, number(end + 8, 2) == number(end + 10, 2), number(end + 20, 2) == 0 else {
            throw Damaged(what: "disks or comment")
        }
        var (place, next) = (number(end + 16, 4), 0)
        guard place + number(end + 12, 4) == end else { throw Damaged(what: "the directory does not end at the end") }
        for _ in 0..<number(end + 8, 2) {
            guard number(place, 4) == 0x0201_4B50, number(place + 42, 4) == next else { throw Damaged(what: "directory") }
            let local = next
            // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
            guard number(local, 4) == 0x0403_4B50, bytes[local + 4..<local + 30] == bytes[place + 6..<place + 32] else {
                throw Damaged(what: "headers differ")
            }
            let (stored, nameLength) = (number(local + 18, 4), number(local + 26, 2))
            let start = local + 30 + nameLength
            guard number(local + 6, 2) == 1 << 11, bytes[local + 30..<start] == bytes[place + 46..<place + 46 + nameLength] else {
                throw Damaged(what: "names")
            }
            let content = try Self.content(
                Array(bytes[start..<start + stored]), method: number(local + 8, 2), count: number(local + 22, 4))
            guard Self.checksum(content) == number(local + 14, 4) else { throw Damaged(what: "checksum") }
            files.append(
                File(
                    name: String(decoding: bytes[local + 30..<start], as: UTF8.self), bytes: content, method: number(local + 8, 2),
                    time: number(local + 10, 2), date: number(local + 12, 2)))
            next = start + stored
            place += 46 + nameLength
        }
        guard place == end else { throw Damaged(what: "directory") }
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func content(_ stored: [UInt8], method: Int, count: Int) throws -> [UInt8] {
        guard method == 8 else { return stored }
        var stream = z_stream()
        var result = [UInt8](repeating: 0, count: count + 1)
        var stored = stored
        let status = withUnsafeMutablePointer(to: &stream) { stream in
            inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            defer { inflateEnd(stream) }
            return stored.withUnsafeMutableBufferPointer { input in
                result.withUnsafeMutableBufferPointer { output in
                    (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
                    (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(output.count))
                    return inflate(stream, Z_FINISH)
                }
            }
        }
        guard status == Z_STREAM_END, Int(stream.total_out) == count else { throw Damaged(what: "deflated bytes") }
        return result.dropLast()
    }

    /// CRC-32, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
