/// A uniquely owned buffer of floats, zeroed and aligned to 64 bytes: 512-bit vectors never straddle two cache lines, and its
/// use involves no reference counting.
struct FloatBuffer: ~Copyable {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    init(count: Int) {
        self.count = count
        base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64)
            .bindMemory(to: Float.self, capacity: max(count, 1))
        base.initialize(repeating: 0, count: count)
    }

    deinit { base.deallocate() }
}

/// A shared, read-only ``FloatBuffer``.
///
/// `@unchecked Sendable`: only its creator writes to it, before sharing it.
final class SharedFloats: @unchecked Sendable {
    private let buffer: FloatBuffer

    var base: UnsafeMutablePointer<Float> { buffer.base }

    init(count: Int) {
        buffer = FloatBuffer(count: count)
    }
}

/// Rounds `count` up to whole 64-byte lines of floats.
func paddedToLine(_ count: Int) -> Int { (count + 15) & ~15 }
