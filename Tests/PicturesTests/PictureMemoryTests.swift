import CPicture
import Pictures
import Testing

/// The limits themselves, which a sanitizer has to leave out: scripts/sanitize skips suites of this name.
@Suite struct PictureMemoryTests {
    /// 300 MB of coefficients: in 256 MiB the decoder cannot even start. Without the limit it would find that the rest is missing.
    @Test func memoryIsLimited() async {
        let bytes = Sample.jpegStart(width: 7000, height: 7000, isProgressive: true)
        #expect(reencodedInProcess(bytes, .jpeg).status == CLOSECAST_PICTURE_DAMAGED)
        await #expect(throws: PictureError.tooManyPixels(.jpeg)) { try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 64) }
    }

    /// A few kilobytes that unpack to the largest permitted picture are decoded within the memory and time limits.
    @Test func theLargestPicturesFitIntoTheLimits() async throws {
        let grey = Sample.png([UInt8](repeating: 0x55, count: 4096 * 512), 4096, 4096, .grey, depth: 1, isInterlaced: true)
        #expect(grey.count < 100_000)
        let jpeg = try await PictureReencoder(program: program, timeoutSeconds: 60).jpeg(from: grey, type: .png, edge: 256)
        #expect(Bitmap(jpeg: jpeg).pixels.allSatisfy { $0.isNear(SIMD3(128, 128, 128), within: 3) })
        let photograph = Sample.jpeg([UInt8](repeating: 90, count: 8160 * 6144), 8160, 6144, channels: 1)
        #expect(
            Bitmap(jpeg: try await reencoder().jpeg(from: photograph, type: .jpeg, edge: 256))[128, 128].isNear(SIMD3(90, 90, 90)))
    }
}
