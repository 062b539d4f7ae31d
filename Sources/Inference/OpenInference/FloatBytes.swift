extension [Float] {
    /// Reads little-endian floats.
    ///
    /// - Parameter bytes: a multiple of 4 bytes, at any address.
    package init(littleEndianBytes bytes: UnsafeRawBufferPointer) {
        let count = bytes.count / ModelTensors.numberSize
        self.init(unsafeUninitializedCapacity: count) { values, initialized in
            // All processors that Swift supports on Linux store floats little-endian.
            UnsafeMutableRawBufferPointer(values).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * ModelTensors.numberSize)]))
            initialized = count
        }
    }
}
