/// Raw series of equal shape, as in the Open Inference Protocol.
package struct RawInputs: Sendable {
    /// The values, row-major, oldest step first.
    package let values: [Float]
    package let series: Int
    package let steps: Int
    package let inputs: Int

    /// Checks the shape.
    ///
    /// - Parameter shape: `[series, steps, inputs]`, each at least 1.
    /// - Throws: ``InferenceError/badShape(_:have:)`` if the shape is not of that form, or does not match the number of values.
    package init(_ values: [Float], shape: [Int]) throws(InferenceError) {
        var count = 1
        for size in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: size)
            guard size >= 1, !overflow else { throw .badShape(shape, have: values.count) }
            count = product
        }
        guard shape.count == 3, count == values.count else { throw .badShape(shape, have: values.count) }
        self.values = values
        (series, steps, inputs) = (shape[0], shape[1], shape[2])
    }

    /// Returns one series, shape `[steps, inputs]`.
    subscript(series index: Int) -> [Float] {
        let width = steps * inputs
        return Array(values[index * width..<(index + 1) * width])
    }
}

/// The outputs of a network for raw series.
package struct RawOutputs: Equatable, Sendable {
    /// The values, row-major.
    package let values: [Float]
    package let series: Int
    package let steps: Int
    package let outputs: Int

    /// `[series, steps]` for a network with one output, else `[series, steps, outputs]`.
    package var shape: [Int] { outputs == 1 ? [series, steps] : [series, steps, outputs] }
}

extension [Float] {
    /// Reads little-endian floats.
    ///
    /// - Parameter bytes: a multiple of 4 of them, at any address.
    package init(littleEndianBytes bytes: UnsafeRawBufferPointer) {
        let count = bytes.count / ModelTensors.numberSize
        self.init(unsafeUninitializedCapacity: count) { values, initialized in
            // All processors that Swift compiles for Linux keep floats little-endian.
            UnsafeMutableRawBufferPointer(values).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * ModelTensors.numberSize)]))
            initialized = count
        }
    }
}
