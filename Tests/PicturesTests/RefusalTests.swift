import CPicture
import ChildProcess
import Pictures
import Testing

@Suite struct RefusalTests {
    private static let quarters = Bitmap.quarters(64, 48)

    @Test(arguments: [
        (PictureType.png, Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)), (.png, Sample.jpeg(quarters)),
        (.jpeg, Sample.png(quarters)), (.webp, Sample.jpeg(quarters)), (.jpeg, []), (.png, [0x89, 0x50]),
        (.webp, Array("RIFF".utf8)),
        (.jpeg, Sample.zip + Sample.jpeg(quarters)), (.jpeg, Array("GIF89a".utf8)), (.jpeg, Array("%PDF-1.7".utf8)),
        (.png, Array("<?xml version=\"1.0\"?><html/>".utf8)),
    ])
    func whatBeginsOtherwiseIsRefusedWithoutAProcess(type: PictureType, bytes: [UInt8]) async {
        await #expect(throws: PictureError.notAPicture(type)) {
            try await PictureReencoder(program: "/nonexistent").jpeg(from: bytes, type: type, edge: 64)
        }
    }

    @Test(arguments: [
        (PictureType.jpeg, [0xFF, 0xD8, 0xFF, 0xD9]), (.png, Sample.pngStart(width: 8, height: 8)),
        (.webp, Sample.animatedWebP(quarters)),
        (.png, Sample.png(quarters) + Sample.zip), (.webp, Sample.webp(quarters) + Sample.zip),
        (.jpeg, Sample.jpegStart(width: 64, height: 64, isProgressive: false)),
        (.webp, Array("RIFF\u{10}\0\0\0WEBPVP8 \u{4}\0\0\0abcd".utf8)), (.png, Sample.pngStart(width: 0, height: 8)),
        (.jpeg, Sample.jpegStart(width: 64, height: 0, isProgressive: false)),
    ])
    func whatOnlyBeginsAsAPictureIsRefused(type: PictureType, bytes: [UInt8]) async {
        await #expect(throws: PictureError.notAPicture(type)) { try await reencoder().jpeg(from: bytes, type: type, edge: 64) }
    }

    @Test func aPNGWithAWrongChecksumIsRefused() {
        var bytes = Sample.png(Self.quarters)
        bytes[bytes.count - 20] ^= 1
        #expect(reencodedInProcess(bytes, .png).status == CLOSECAST_PICTURE_DAMAGED)
    }

    @Test(arguments: [
        (PictureType.jpeg, Sample.jpeg(.gradient(200, 150))), (.jpeg, Sample.jpeg(.gradient(200, 150), isProgressive: true)),
        (.png, Sample.png(.gradient(100, 75))), (.png, Sample.png(.gradient(100, 75), isInterlaced: true)),
        (.webp, Sample.webp(.gradient(200, 150))), (.webp, Sample.webp(.gradient(100, 75), isLossless: true)),
    ])
    func aPictureCutAnywhereIsRefused(type: PictureType, bytes: [UInt8]) {
        let step = bytes.count > 2000 ? 97 : 13
        for count in Array(stride(from: 0, to: bytes.count, by: step)) + [bytes.count - 2, bytes.count - 1] {
            let result = reencodedInProcess(Array(bytes[..<count]), type)
            #expect(result.status == CLOSECAST_PICTURE_DAMAGED && result.jpeg.isEmpty, "\(type) cut at \(count) of \(bytes.count)")
        }
    }

    @Test func theProgramRefusesOtherArguments() throws {
        let lists = [
            [], ["image/png"], ["image/gif", "64"], ["image/png", "0"], ["image/png", "4097"], ["image/png", "-1"],
            ["image/png", "round"], ["image/png", "64", "more"],
        ]
        for arguments in lists { #expect(try status(arguments) == .exited(64), "\(arguments)") }
        #expect(try status(["image/png", "64"]) == .exited(65))
    }

    private func status(_ arguments: [String]) throws -> ChildProcess.End {
        try ChildProcess(program, arguments, errors: nil).wait()
    }
}
