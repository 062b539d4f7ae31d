import CPicture
import Pictures
import Testing

@Suite struct LimitTests {
    @Test func aFileBeyondTenMebibytesIsRefused() async {
        let bytes = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: (10 << 20) - 2)
        await #expect(throws: PictureError.tooLarge(bytes: (10 << 20) + 1, maximum: 10 << 20)) {
            try await PictureReencoder(program: "/nonexistent").jpeg(from: bytes, type: .jpeg, edge: 64)
        }
    }

    /// A file of the full size reaches the program.
    @Test func aFileOfTenMebibytesIsRead() async throws {
        let jpeg = Sample.jpeg(.quarters(64, 64))
        let bytes = jpeg + [UInt8](repeating: 0, count: (10 << 20) - jpeg.count)
        #expect(try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 64).count > 100)
    }

    @Test(arguments: [
        (PictureType.png, Sample.pngStart(width: 50_000, height: 50_000)), (.png, Sample.pngStart(width: 4097, height: 4096)),
        (.png, Sample.pngStart(width: 65_536, height: 1)), (.png, Sample.pngStart(width: Int(Int32.max), height: Int(Int32.max))),
        (.jpeg, Sample.jpegStart(width: 65_000, height: 65_000, isProgressive: false)),
        (.jpeg, Sample.jpegStart(width: 8192, height: 6401, isProgressive: false)),
    ])
    func tooManyPixelsAreRefusedBeforeTheyAreDecoded(type: PictureType, bytes: [UInt8]) async {
        await #expect(throws: PictureError.tooManyPixels(type)) { try await reencoder().jpeg(from: bytes, type: type, edge: 64) }
    }

    @Test func aWebPOfTooManyPixelsIsRefused() async {
        // VP8X: no flags, 16,383 by 16,383.
        let extended: [UInt8] = Array("VP8X\u{A}\0\0\0\0\0\0\0".utf8) + [0xFE, 0x3F, 0, 0xFE, 0x3F, 0]
        let image = Array(Sample.webp(.quarters(64, 64)).dropFirst(12))
        let body = Array("WEBP".utf8) + extended + image
        let bytes = Array("RIFF".utf8) + Sample.little(body.count, 4) + body
        await #expect(throws: PictureError.self) { try await reencoder().jpeg(from: bytes, type: .webp, edge: 64) }
        // A plain header of lossless WebP: 14 bits each of width - 1 and height - 1.
        let lossless = Array("WEBPVP8L\u{8}\0\0\0".utf8) + [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0]
        await #expect(throws: PictureError.tooManyPixels(.webp)) {
            try await reencoder().jpeg(
                from: Array("RIFF".utf8) + Sample.little(lossless.count, 4) + lossless, type: .webp, edge: 64)
        }
    }

    @Test func aJPEGOfEndlessScansIsRefused() {
        let start = Sample.jpegStart(width: 64, height: 64, isProgressive: true)
        let scan = Array(start.suffix(14)) + [UInt8](repeating: 0, count: 40)
        let bytes = start + [UInt8](repeating: 0, count: 40) + (0..<5000).flatMap { _ in scan } + [0xFF, 0xD9]
        #expect(reencodedInProcess(bytes, .jpeg).status == CLOSECAST_PICTURE_DAMAGED)
    }

    /// 160 MB behind the last row, from a file of 1 MB; one of 10 MB would be unpacked for seconds.
    @Test(arguments: [false, true]) func nothingIsUnpackedBehindTheLastRow(isInterlaced: Bool) {
        let few = Sample.pngGoingOn(behindRows: 10, isInterlaced: isInterlaced)
        #expect(reencodedInProcess(few, .png).status == CLOSECAST_PICTURE_OK, "a few bytes too many do no harm")
        let many = Sample.pngGoingOn(behindRows: 1 << 20, isInterlaced: isInterlaced)
        #expect(reencodedInProcess(many, .png).status == CLOSECAST_PICTURE_DAMAGED)
    }
}
