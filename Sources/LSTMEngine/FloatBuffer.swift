/// Floats on a 64-byte boundary, all zero at first, owned by one value: vectors of 512 bits never straddle two cache lines, and no
/// reference is counted where they are used.
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

/// A ``FloatBuffer`` that is shared and read only.
///
/// `@unchecked Sendable`: it is written while its maker builds it, before anybody else has it, and never again.
final class SharedFloats: @unchecked Sendable {
    private let buffer: FloatBuffer

    var base: UnsafeMutablePointer<Float> { buffer.base }

    init(count: Int) {
        buffer = FloatBuffer(count: count)
    }
}

/// `count` rounded up to whole 64-byte lines of floats.
func paddedToLine(_ count: Int) -> Int { (count + 15) & ~15 }
