import CPicture
import Pictures
import Testing

/// The program's actual output.
@Suite struct ReencodingTests {
    private static let quarters = Bitmap.quarters(120, 120)

    @Test(arguments: [
        (PictureType.jpeg, Sample.jpeg(quarters)), (.jpeg, Sample.jpeg(quarters, isProgressive: true)),
        (.png, Sample.png(quarters)), (.png, Sample.png(quarters, isInterlaced: true)),
        (.webp, Sample.webp(quarters)), (.webp, Sample.webp(quarters, isLossless: true)),
    ])
    func everyTypeBecomesASquareJPEG(type: PictureType, bytes: [UInt8]) async throws {
        #expect(PictureType(firstBytesOf: bytes) == type)
        let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: type, edge: 256))
        #expect(result.width == 256 && result.height == 256)
        for (colour, expected) in zip(result.corners, Self.quarters.corners) { #expect(colour.isNear(expected), "\(type)") }
    }

    @Test(arguments: [(300, 100), (100, 300), (301, 100)]) func theMiddleIsKept(width: Int, height: Int) async throws {
        let side = min(width, height)
        let bitmap = Bitmap(width: width, height: height) { x, y in
            let isMiddle = abs(2 * x - width) < side && abs(2 * y - height) < side
            return isMiddle ? .green : .red
        }
        let result = Bitmap(jpeg: try await reencoder().jpeg(from: Sample.png(bitmap), type: .png, edge: 64))
        #expect(result.corners.allSatisfy { $0.isNear(.green) })
        #expect(result[2, 32].isNear(.green, within: 40) && result[61, 32].isNear(.green, within: 40))
    }

    /// The oracle adds up all shares of all pixels in floating point.
    @Test(arguments: [(200, 200, 64), (257, 257, 64), (64, 64, 64), (50, 50, 64), (1000, 1000, 31), (1, 1, 8)])
    func aPixelIsTheAverageOfItsArea(width: Int, height: Int, edge: Int) {
        let bitmap = Bitmap.gradient(width, height)
        func share(_ source: Int, _ target: Int) -> Double {
            let scale = Double(width) / Double(edge)
            return max(0, min(Double(source + 1), Double(target + 1) * scale) - max(Double(source), Double(target) * scale)) / scale
        }
        let shares = (0..<edge).map { target in (0..<width).map { share($0, target) } }
        let expected = Bitmap(width: edge, height: edge) { x, y in
            var sum = SIMD3<Double>()
            for row in 0..<height where shares[y][row] > 0 {
                for column in 0..<width where shares[x][column] > 0 {
                    sum += SIMD3<Double>(bitmap[column, row]) * (shares[x][column] * shares[y][row])
                }
            }
            return SIMD3(sum.rounded(.toNearestOrAwayFromZero))
        }
        let result = reencodedInProcess(Sample.png(bitmap), .png, edge: UInt32(edge))
        // As much as the JPEG of these very pixels differs from them.
        let loss = Bitmap(jpeg: Sample.jpeg(expected, quality: 75)).difference(from: expected)
        #expect(result.status == CLOSECAST_PICTURE_OK)
        #expect(Bitmap(jpeg: result.jpeg).difference(from: expected) <= max(loss, 10))
    }

    /// Photos of documents keep their whole content.
    @Test(arguments: [
        (300, 100, 150, 150, 50), (100, 300, 150, 50, 150), (300, 100, 400, 300, 100), (4000, 3, 100, 100, 1),
        (640, 480, 320, 320, 240),
    ])
    func aWholePictureKeepsItsEdges(width: Int, height: Int, edge: Int, outWidth: Int, outHeight: Int) async throws {
        let bitmap = Bitmap.quarters(width, height)
        for (type, bytes) in [(PictureType.png, Sample.png(bitmap)), (.jpeg, Sample.jpeg(bitmap)), (.webp, Sample.webp(bitmap))] {
            let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: type, edge: edge, shape: .whole))
            #expect(result.width == outWidth && result.height == outHeight, "\(type): \(result.width) x \(result.height)")
            guard outHeight > 20 else { continue }
            for (colour, expected) in zip(result.corners, bitmap.corners) { #expect(colour.isNear(expected), "\(type)") }
        }
    }

    @Test func aWholePictureIsTurnedUpright() async throws {
        let bytes = Sample.inserting(Sample.exif(orientation: 6), into: Sample.jpeg(Bitmap.quarters(300, 100)))
        let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 150, shape: .whole))
        #expect(result.width == 50 && result.height == 150)
    }

    @Test func aJPEGScaledByItsDecoderHasTheSameColours() async throws {
        let large = Bitmap.quarters(2000, 1600)
        let result = Bitmap(jpeg: try await reencoder().jpeg(from: Sample.jpeg(large), type: .jpeg, edge: 128))
        #expect(result.width == 128 && result.height == 128)
        for (colour, expected) in zip(result.corners, large.corners) { #expect(colour.isNear(expected)) }
    }

    // MARK: Kinds of pixels

    @Test func transparentPixelsBecomeWhite() async throws {
        let clear = Bitmap.quarters(64, 64).bytes(channels: 4, alpha: 0)
        let half = Bitmap(width: 64, height: 64) { _, _ in SIMD3(0, 0, 0) }.bytes(channels: 4, alpha: 128)
        let files: [(PictureType, [UInt8], SIMD3<Int>)] = [
            (.png, Sample.png(clear, 64, 64, .trueColourAlpha), .white),
            (.png, Sample.png(half, 64, 64, .trueColourAlpha), SIMD3(127, 127, 127)),
            (.webp, Sample.webp(.quarters(64, 64), isLossless: true, alpha: 0), .white),
        ]
        for (type, bytes, colour) in files {
            let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: type, edge: 64))
            #expect(result.pixels.allSatisfy { $0.isNear(colour, within: 3) })
        }
    }

    @Test func everyKindOfPNGIsRead() async throws {
        let grey16 = (0..<64 * 64 * 2).map { UInt8($0 % 2 == 0 ? 0x80 : 0x12) }
        let oneBit = Array(repeating: UInt8(0b1010_1010), count: 8 * 64)
        let palette: [UInt8] = [230, 20, 20, 20, 20, 220]
        let indices = Array(repeating: UInt8(1), count: 64 * 64)
        let files: [([UInt8], SIMD3<Int>)] = [
            (Sample.png(grey16, 64, 64, .grey, depth: 16), SIMD3(128, 128, 128)),
            (Sample.png(grey16 + grey16, 64, 64, .greyAlpha, depth: 16), SIMD3(192, 192, 192)),
            (Sample.png(oneBit, 64, 64, .grey, depth: 1), SIMD3(128, 128, 128)),
            (Sample.png(indices, 64, 64, .palette, palette: palette), .blue),
            (Sample.png(indices, 64, 64, .palette, palette: palette, alphas: [255, 0]), .white),
        ]
        for (bytes, colour) in files {
            let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: .png, edge: 32))
            let mean = result.pixels.reduce(SIMD3(0, 0, 0), &+) / (32 * 32)
            #expect(mean.isNear(colour, within: 4), "\(mean) \(colour)")
        }
    }

    @Test func greyAndInkJPEGsAreRead() async throws {
        let grey = Sample.jpeg(Array(repeating: 100, count: 64 * 64), 64, 64, channels: 1)
        // As Adobe stores them, 255 is no ink: full cyan, no other.
        let inks = Sample.jpeg((0..<64 * 64 * 4).map { UInt8($0 % 4 == 0 ? 0 : 255) }, 64, 64, channels: 4)
        for (bytes, colour) in [(grey, SIMD3(100, 100, 100)), (inks, SIMD3(0, 255, 255))] {
            let result = Bitmap(jpeg: try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 32))
            #expect(result.pixels.allSatisfy { $0.isNear(colour, within: 3) })
        }
    }
}
