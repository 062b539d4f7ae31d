/// The number formats that a weights file may use.
enum ElementType: String, CaseIterable {
    case float32 = "F32"
    case float16 = "F16"
    case bfloat16 = "BF16"
    case float64 = "F64"

    /// Bytes of one value.
    var width: Int {
        switch self {
        case .float16, .bfloat16: 2
        case .float32: 4
        case .float64: 8
        }
    }

    /// Loads the little-endian value at `offset`, rounded to the nearest float. Values beyond a float's range become infinite.
    func load(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
        switch self {
        case .float32: Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        case .float16:
            Float(Float16(bitPattern: UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))))
        case .bfloat16:
            Float(bitPattern: UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))) << 16)
        case .float64: Float(Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))))
        }
    }
}
