import CPicture
import Market
import Pictures
import Testing

/// Damaged pictures result in a picture or an error, never a crash. scripts/sanitize address checks more closely.
@Suite struct FuzzTests {
    private static let originals: [(PictureType, [UInt8])] = [
        (.jpeg, Sample.inserting(Sample.exif(orientation: 6) + Sample.xmp, into: Sample.jpeg(.gradient(48, 40)))),
        (.jpeg, Sample.jpeg(.gradient(48, 40), isProgressive: true)), (.png, Sample.png(.gradient(24, 20))),
        (.png, Sample.png(.quarters(24, 20), isInterlaced: true)), (.webp, Sample.webp(.gradient(48, 40))),
        (.webp, Sample.webp(.gradient(24, 20), isLossless: true)),
    ]

    /// Changes, copies, removes or inserts a few bytes.
    private static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 16 {
            let place = Int.random(in: 0..<bytes.count - 8, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
            case 3: bytes.removeSubrange(place..<place + Int.random(in: 1...8, using: &random))
            default:
                let source = Int.random(in: 0..<bytes.count - 8, using: &random)
                bytes.insert(contentsOf: Array(bytes[source..<source + 8]), at: place)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<6 as Range<UInt64>, 0..<6) func aDamagedPictureGivesAPictureOrAnError(seed: UInt64, index: Int) {
        var random = SeededGenerator(seed: seed)
        let (type, original) = Self.originals[index]
        for round in 0..<100 {
            var bytes = Self.mutated(original, using: &random)
            // Otherwise the checksums of a PNG would keep all damage from the decoder.
            if type == .png { bytes = Self.withChecksums(bytes) }
            let (status, jpeg) = reencodedInProcess(bytes, type, edge: 16)
            let isFine = status == CLOSECAST_PICTURE_OK ? PictureType.jpeg.begins(jpeg) : jpeg.isEmpty
            #expect(isFine && status != CLOSECAST_PICTURE_INTERNAL, "seed \(seed), index \(index), round \(round)")
        }
    }

    /// The same in the confined process: it ends with a picture or one of the two errors, not with a signal.
    @Test(arguments: 0..<6) func theConfinedProcessEndsByItself(index: Int) async {
        var random = SeededGenerator(seed: 1000 + UInt64(index))
        let (type, original) = Self.originals[index]
        let reencoder = reencoder()
        for round in 0..<30 {
            let bytes = Self.mutated(original, using: &random)
            do throws(PictureError) {
                _ = try await reencoder.jpeg(from: bytes, type: type, edge: 16)
            } catch {
                #expect(error == .notAPicture(type) || error == .tooManyPixels(type), "seed \(1000 + index), round \(round)")
            }
        }
    }

    /// Gives the chunks of a damaged PNG the checksums of their new content.
    private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let checksum = Sample.checksum(Array(bytes[place + 4..<place + 8 + length]))
            bytes.replaceSubrange(place + 8 + length..<place + 12 + length, with: Sample.big(Int(checksum), 4))
            place += 12 + length
        }
        return bytes
    }
}
