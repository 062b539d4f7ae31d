import CPicture
import Testing

@Suite struct OrientationTests {
    /// The quarters of the stored picture, in the order in which a viewer shows them: EXIF 2.32, tag 0x0112.
    private static let shown = [
        1: [0, 1, 2, 3], 2: [1, 0, 3, 2], 3: [3, 2, 1, 0], 4: [2, 3, 0, 1], 5: [0, 2, 1, 3], 6: [2, 0, 3, 1], 7: [3, 1, 2, 0],
        8: [1, 3, 0, 2],
    ]

    @Test(arguments: 1...8, [false, true]) func thePictureIsTurnedAsEXIFAsks(orientation: Int, isLittleEndian: Bool) throws {
        let stored = Bitmap.quarters(160, 120)
        let exif = Sample.exif(orientation: orientation, isLittleEndian: isLittleEndian)
        let bytes = Sample.inserting(Sample.xmp + exif, into: Sample.jpeg(stored))
        let colours = try #require(Self.shown[orientation]).map { stored.corners[$0] }
        let result = Bitmap(jpeg: reencodedInProcess(bytes, .jpeg).jpeg)
        for (colour, expected) in zip(result.corners, colours) { #expect(colour.isNear(expected), "\(orientation)") }
    }

    @Test(arguments: [0, 9, 65535]) func anUnknownOrientationChangesNothing(orientation: Int) {
        let plain = Sample.jpeg(.quarters(64, 64))
        let bytes = Sample.inserting(Sample.exif(orientation: orientation), into: plain)
        #expect(reencodedInProcess(bytes, .jpeg).jpeg == reencodedInProcess(plain, .jpeg).jpeg)
    }

    /// A damaged EXIF does not cause a refusal, nor reads outside of it. The address sanitizer checks this.
    @Test func anEXIFCutAnywhereChangesNothingElse() {
        let plain = Sample.jpeg(.quarters(64, 64))
        let content = Array(Sample.exif(orientation: 6).dropFirst(4))
        let results = [
            reencodedInProcess(plain, .jpeg).jpeg,
            reencodedInProcess(Sample.inserting(Sample.exif(orientation: 6), into: plain), .jpeg).jpeg,
        ]
        for count in 0..<content.count {
            let bytes = Sample.inserting(Sample.segment(0xE1, Array(content[..<count])), into: plain)
            #expect(results.contains(reencodedInProcess(bytes, .jpeg).jpeg), "\(count)")
        }
        for place in content.indices {
            for byte in [0x00, 0x7F, 0xFF] as [UInt8] {
                var damaged = content
                damaged[place] = byte
                let result = reencodedInProcess(Sample.inserting(Sample.segment(0xE1, damaged), into: plain), .jpeg)
                #expect(result.status == CLOSECAST_PICTURE_OK, "\(place)")
            }
        }
    }
}
