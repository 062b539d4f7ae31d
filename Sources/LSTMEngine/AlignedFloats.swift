/// Floats on a 64-byte boundary, all zero at first: vectors of 512 bits then never straddle two cache lines.
///
/// `@unchecked Sendable`: written only while its one owner builds it; shared copies are read-only.
final class AlignedFloats: @unchecked Sendable {
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

/// `count` rounded up to whole 64-byte lines of floats.
func paddedToLine(_ count: Int) -> Int { (count + 15) & ~15 }
