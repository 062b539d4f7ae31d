import PictureSamples

/// A picture as its pixels, from the top left, each red, green and blue.
struct Bitmap: Equatable {
    var width: Int
    var height: Int
    var pixels: [SIMD3<Int>]

    init(width: Int, height: Int, _ colour: (_ x: Int, _ y: Int) -> SIMD3<Int>) {
        (self.width, self.height) = (width, height)
        pixels = (0..<height).flatMap { y in (0..<width).map { x in colour(x, y) } }
    }

    /// Decodes a JPEG, which must be valid.
    init(jpeg: [UInt8]) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        let bytes = [UInt8](sample: sample_jpeg_pixels(jpeg, jpeg.count, &width, &height))
        (self.width, self.height) = (Int(width), Int(height))
        pixels = stride(from: 0, to: bytes.count, by: 3).map { SIMD3(Int(bytes[$0]), Int(bytes[$0 + 1]), Int(bytes[$0 + 2])) }
    }

    subscript(x: Int, y: Int) -> SIMD3<Int> { pixels[y * width + x] }

    /// Four quarters: red and green above blue and yellow.
    static func quarters(_ width: Int, _ height: Int) -> Bitmap {
        let colours: [SIMD3<Int>] = [.red, .green, .blue, .yellow]
        return Bitmap(width: width, height: height) { x, y in colours[(2 * y < height ? 0 : 2) + (2 * x < width ? 0 : 1)] }
    }

    /// Colours that change slowly, so that a JPEG of them hardly differs.
    static func gradient(_ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width: width, height: height) { x, y in
            SIMD3(255 * x / width, 255 * y / height, 255 * (x + y) / (width + height))
        }
    }

    /// The colours in the middle of the four quarters.
    var corners: [SIMD3<Int>] {
        [height / 4, 3 * height / 4].flatMap { y in [width / 4, 3 * width / 4].map { x in self[x, y] } }
    }

    /// The bytes with `channels` a pixel: 3, or 4 with an alpha.
    func bytes(channels: Int = 3, alpha: UInt8 = 255) -> [UInt8] {
        pixels.flatMap { [UInt8($0.x), UInt8($0.y), UInt8($0.z)] + (channels == 4 ? [alpha] : []) }
    }

    /// The largest difference of a channel; a picture of another size differs by 255.
    func difference(from other: Bitmap) -> Int {
        guard width == other.width, height == other.height else { return 255 }
        return zip(pixels, other.pixels).map { largest($0, $1) }.max() ?? 0
    }
}

extension SIMD3<Int> {
    static let red = SIMD3(230, 20, 20)
    static let green = SIMD3(20, 200, 20)
    static let blue = SIMD3(20, 20, 220)
    static let yellow = SIMD3(230, 220, 20)
    static let white = SIMD3(255, 255, 255)

    /// Whether JPEG compression may have turned one colour into the other.
    func isNear(_ other: SIMD3<Int>, within tolerance: Int = 12) -> Bool { largest(self, other) <= tolerance }
}

private func largest(_ first: SIMD3<Int>, _ second: SIMD3<Int>) -> Int {
    let difference = first &- second
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
}
