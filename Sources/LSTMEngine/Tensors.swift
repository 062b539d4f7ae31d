import Digests

/// The tensors of a safetensors file (https://github.com/huggingface/safetensors#format) that are not a network's layers.
package struct Tensors: Sendable {
    private let values: [String: [Float]]

    /// Reads and checks a file, which may be hostile.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, with tensors in F32, F16, BF16 or F64, row-major, little-endian.
    ///   - expected: the name and shape of every tensor.
    ///   - sha256: the expected hash of `bytes`, 64 hexadecimal digits; nil skips that check.
    ///   - file: the file's name in errors.
    /// - Throws: ``WeightsError``.
    package init(
        safetensors bytes: [UInt8], expected: [(name: String, shape: [Int])], sha256: String?, file: String
    ) throws(WeightsError) {
        if let sha256 { try Self.check(bytes, sha256: sha256, file: file) }
        values = try bytes.withUnsafeBufferPointer { buffer throws(WeightsError) in
            let bytes = UnsafeRawBufferPointer(buffer)
            let contents = try SafetensorsFile(bytes, file: file)
            var values: [String: [Float]] = [:]
            for tensor in try contents.tensors(expected, file: file) {
                var read: [Float] = []
                try tensor.forEachValue(of: bytes, file) { _, value in read.append(value) }
                values[tensor.name] = read
            }
            return values
        }
    }

    /// Compares the hash of a file with the one that its configuration names.
    package static func check(_ bytes: [UInt8], sha256: String, file: String) throws(WeightsError) {
        let found = SHA256.hexadecimal(of: bytes)
        guard found == sha256.lowercased() else { throw .wrongHash(file: file, expected: sha256, found: found) }
    }

    /// The values of a tensor that was expected, all finite.
    package subscript(name: String) -> [Float] { values[name]! }
}

extension SafetensorsFile {
    /// Returns the expected tensors in their order.
    ///
    /// - Throws: ``WeightsError`` if one is missing, has another shape, or is not expected.
    func tensors(_ expected: [(name: String, shape: [Int])], file: String) throws(WeightsError) -> [Tensor] {
        let names = Set(expected.map(\.name))
        for tensor in tensors where !names.contains(tensor.name) {
            throw .unexpectedTensor(file: file, tensor: tensor.name, shape: tensor.shape)
        }
        var found: [Tensor] = []
        for (name, shape) in expected {
            guard let tensor = tensors.first(where: { $0.name == name }) else {
                throw .missingTensor(file: file, tensor: name, shape: shape)
            }
            guard tensor.shape == shape else { throw .wrongShape(file: file, tensor: name, expected: shape, found: tensor.shape) }
            found.append(tensor)
        }
        return found
    }
}

extension SafetensorsFile.Tensor {
    /// Calls `body` with each value, which is finite.
    func forEachValue(
        of bytes: UnsafeRawBufferPointer, _ file: String, _ body: (Int, Float) -> Void
    ) throws(WeightsError) {
        for index in 0..<count {
            let value = type.load(bytes, at: byteOffset + index * type.width)
            guard value.isFinite else { throw .notFinite(file: file, tensor: name, index: index, found: value) }
            body(index, value)
        }
    }
}
