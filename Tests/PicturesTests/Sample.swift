import Glibc
import PictureSamples

extension [UInt8] {
    /// Takes ownership of an encoder's result.
    init(sample: sample_bytes) {
        self = Array(UnsafeBufferPointer(start: sample.bytes, count: sample.count))
        free(sample.bytes)
    }
}

/// Files of pictures that people could send.
enum Sample {
    static func jpeg(_ bitmap: Bitmap, quality: Int32 = 95, isProgressive: Bool = false) -> [UInt8] {
        jpeg(bitmap.bytes(), bitmap.width, bitmap.height, channels: 3, quality: quality, isProgressive: isProgressive)
    }

    static func jpeg(
        _ bytes: [UInt8], _ width: Int, _ height: Int, channels: Int32, quality: Int32 = 95, isProgressive: Bool = false
    ) -> [UInt8] {
        [UInt8](sample: sample_jpeg(bytes, UInt32(width), UInt32(height), channels, quality, isProgressive ? 1 : 0))
    }

    static func png(_ bitmap: Bitmap, isInterlaced: Bool = false) -> [UInt8] {
        png(bitmap.bytes(), bitmap.width, bitmap.height, .trueColour, isInterlaced: isInterlaced)
    }

    /// The colour types of PNG's IHDR.
    enum Colour: Int32 {
        case grey = 0
        case trueColour = 2
        case palette = 3
        case greyAlpha = 4
        case trueColourAlpha = 6
    }

    static func png(
        _ rows: [UInt8], _ width: Int, _ height: Int, _ colour: Colour, depth: Int32 = 8, isInterlaced: Bool = false,
        palette: [UInt8]? = nil, alphas: [UInt8]? = nil
    ) -> [UInt8] {
        [UInt8](
            sample: sample_png(
                rows, UInt32(width), UInt32(height), colour.rawValue, depth, isInterlaced ? 1 : 0, palette, alphas,
                Int32((palette?.count ?? 0) / 3)))
    }

    static func webp(_ bitmap: Bitmap, isLossless: Bool = false, alpha: UInt8 = 255) -> [UInt8] {
        let bytes = bitmap.bytes(channels: 4, alpha: alpha)
        return [UInt8](sample: sample_webp(bytes, UInt32(bitmap.width), UInt32(bitmap.height), isLossless ? 1 : 0))
    }

    /// A lossless WebP picture as the only image of an animation.
    static func animatedWebP(_ bitmap: Bitmap) -> [UInt8] {
        let image = Array(webp(bitmap, isLossless: true).dropFirst(12))
        let size = little(bitmap.width - 1, 3) + little(bitmap.height - 1, 3)
        let frame = little(0, 3) + little(0, 3) + size + little(100, 3) + [0] + image
        let chunks =
            riffChunk("VP8X", [2, 0, 0, 0] + size) + riffChunk("ANIM", [255, 255, 255, 255, 0, 0]) + riffChunk("ANMF", frame)
        return riffChunk("RIFF", Array("WEBP".utf8) + chunks)
    }

    /// An empty archive, as it may follow a picture.
    static let zip: [UInt8] = Array("PK\u{5}\u{6}".utf8) + Array(repeating: 0, count: 18)

    // MARK: Parts

    /// Puts segments behind the first marker of a JPEG.
    static func inserting(_ segments: [UInt8], into jpeg: [UInt8]) -> [UInt8] { jpeg[..<2] + segments + jpeg[2...] }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] { [0xFF, marker] + big(content.count + 2, 2) + content }

    /// An EXIF segment with an orientation, a camera's name and a place.
    static func exif(orientation: Int, isLittleEndian: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { isLittleEndian ? little(value, count) : big(value, count) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        let header = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        // Three entries end at 8 + 2 + 36 + 4.
        let directory =
            number(3, 2) + entry(0x010F, 2, 12, number(50, 4)) + entry(0x0112, 3, 1, number(orientation, 2) + [0, 0])
            + entry(0x8825, 4, 1, number(62, 4)) + number(0, 4)
        let maker = Array("SecretCamera".utf8)
        let place = number(1, 2) + entry(0x0001, 2, 4, Array("N52\0".utf8)) + number(0, 4)
        return segment(0xE1, Array("Exif\0\0".utf8) + header + directory + maker + place)
    }

    static let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SecretName</x:xmpmeta>".utf8))

    /// A chunk of a PNG with its checksum.
    static func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return big(content.count, 4) + body + big(Int(checksum(body)), 4)
    }

    /// The first chunk of a PNG of 8 bits a channel and three channels, behind the signature.
    static func pngStart(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
    }

    /// A grey PNG of 8 by 8 pixels whose compressed data go on behind its last row, in codes of 13 bits for 258 bytes each.
    ///
    /// - Parameter count: the number of bytes in the file.
    static func pngGoingOn(behindRows count: Int, isInterlaced: Bool) -> [UInt8] {
        // Rows of 8 pixels have 9 bytes; the seven passes have 15 rows with as many pixels.
        let rows = [UInt8](repeating: 0, count: isInterlaced ? 15 + 64 : 72)
        let stored = [0] + little(rows.count, 2) + little(~rows.count, 2) + rows
        // The last block, of fixed codes: five times 144 in 9 bits each, which ends at a whole byte.
        let start = packed("110" + String(repeating: "110010000", count: 5))
        let eight = packed(String(repeating: "11000101" + "00000", count: 8))
        let turns = count / eight.count
        let codes = Array(repeating: eight, count: turns).joined() + packed("0000000")
        // Adler-32 of zeros, and then of one value many times.
        let unpacked = 5 + turns * 8 * 258
        let (first, second) = (1 + 144 * unpacked, rows.count + unpacked + 144 * (unpacked * (unpacked + 1) / 2))
        let sum = big(second % 65_521, 2) + big(first % 65_521, 2)
        let head = big(8, 4) + big(8, 4) + [8, 0, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", head)
            + pngChunk("IDAT", [0x78, 0x01] + stored + start + codes + sum) + pngChunk("IEND", [])
    }

    /// Bits as deflate packs them, the lowest of each byte first.
    private static func packed(_ bits: String) -> [UInt8] {
        let bits = Array(bits.utf8)
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | ($1 & 1) }
        }
    }

    /// The header of a JPEG of three components without subsampling, up to the first scan, of which nothing follows.
    static func jpegStart(width: Int, height: Int, isProgressive: Bool) -> [UInt8] {
        let quantities = segment(0xDB, [0] + Array(repeating: 1, count: 64))
        let components: [UInt8] = [1, 2, 3].flatMap { [$0, 0x11, 0] }
        let frame = segment(isProgressive ? 0xC2 : 0xC0, [8] + big(height, 2) + big(width, 2) + [3] + components)
        // One code of one bit, for zero.
        let codes: [UInt8] = [1] + Array(repeating: 0, count: 15) + [0]
        let tables = segment(0xC4, [0x00] + codes) + segment(0xC4, [0x10] + codes)
        let scan = segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, isProgressive ? 0 : 63, 0])
        return [0xFF, 0xD8] + quantities + frame + tables + scan
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func riffChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    /// CRC-32, bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
