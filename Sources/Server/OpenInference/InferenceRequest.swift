import Inference
import JSONText
import Market
import Text

/// The body of an inference request over REST: JSON, optionally followed by the numbers of tensors as bytes (binary tensor data
/// extension).
package struct InferenceRequest: Equatable, Sendable {
    package let tensors: TensorRequest
    /// Whether the client wants the output as bytes after the response's JSON.
    package let isBinaryOutput: Bool

    /// Parses a body.
    ///
    /// - Parameter headerLength: the length of the JSON in bytes, from `Inference-Header-Content-Length`; nil for the whole body.
    /// - Throws: ``TensorRefusal``.
    /// - Complexity: about 12 ns per number in JSON, below 1 ns per number as bytes.
    package init(_ body: UnsafeBufferPointer<UInt8>, headerLength: Int?) throws(TensorRefusal) {
        let length = headerLength ?? body.count
        guard (0...body.count).contains(length) else {
            throw TensorRefusal(
                "bad-header-length", "Inference-Header-Content-Length is \(length) and the body has \(body.count.counted("byte"))",
                field: "Inference-Header-Content-Length", value: "\(length)", accepted: "0 to \(body.count)")
        }
        let header = try InferenceHeader(UnsafeBufferPointer(rebasing: body[..<length]))
        var bytes = BinaryTensors(UnsafeBufferPointer(rebasing: body[length...]))
        var inputs: [TensorRequest.Input] = []
        for (index, input) in header.inputs.enumerated() { inputs.append(try input.tensor(at: index, &bytes)) }
        try bytes.end()
        tensors = TensorRequest(id: header.id, parameters: header.parameters, inputs: inputs, outputs: header.outputs.map(\.name))
        isBinaryOutput = header.outputs.first?.isBinary ?? header.isBinaryOutput
    }
}

/// The bytes after the JSON, consumed tensor by tensor.
private struct BinaryTensors {
    private var rest: UnsafeBufferPointer<UInt8>
    private let count: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) { (rest, count) = (bytes, bytes.count) }

    /// Returns the next tensor's little-endian floats.
    mutating func floats(bytes size: Int, tensor: String, at index: Int) throws(TensorRefusal) -> [Float] {
        let field = "/inputs/\(index)/parameters/binary_data_size"
        guard size >= 0, size % ModelTensors.numberSize == 0 else {
            throw TensorRefusal(
                "bad-data-size", "tensor \"\(TensorRefusal.cut(tensor))\" has \(size.counted("byte")) of data", field: field,
                value: "\(size)",
                accepted: "\(ModelTensors.numberSize) bytes for each number")
        }
        guard size <= rest.count else {
            throw TensorRefusal(
                "bad-data-size",
                "tensor \"\(TensorRefusal.cut(tensor))\" has \(size.counted("byte")) of data and \(rest.count) came",
                field: field, value: "\(size)", accepted: "as many bytes behind the JSON as binary_data_size says")
        }
        let source = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(rest)[..<size])
        rest = UnsafeBufferPointer(rebasing: rest[size...])
        return [Float](littleEndianBytes: source)
    }

    func end() throws(TensorRefusal) {
        guard rest.isEmpty else {
            throw TensorRefusal(
                "bad-data-size", "\(rest.count) of \(count) bytes behind the JSON belong to no tensor", field: "body",
                value: "\(count)", accepted: "as many bytes as the inputs' binary_data_size say")
        }
    }
}

extension InferenceHeader.Input {
    /// Returns the tensor, whose numbers are in the JSON or are the next bytes.
    fileprivate func tensor(at index: Int, _ bytes: inout BinaryTensors) throws(TensorRefusal) -> TensorRequest.Input {
        guard datatype == ModelTensors.datatype else { throw .datatype(datatype, tensor: name, at: index) }
        switch (data, binarySize) {
        case (let data?, nil):
            guard data.sizes.count == 1 || data.sizes == shape else {
                throw TensorRefusal(
                    "bad-data-size", "tensor \"\(TensorRefusal.cut(name))\" has data nested as \(TensorRefusal.text(data.sizes))",
                    field: "/inputs/\(index)/data", value: TensorRefusal.text(data.sizes),
                    accepted: "a flat array, or one nested as its shape \(TensorRefusal.text(shape))")
            }
            return TensorRequest.Input(name: name, datatype: datatype, shape: shape, values: data.values)
        case (nil, let size?):
            return TensorRequest.Input(
                name: name, datatype: datatype, shape: shape, values: try bytes.floats(bytes: size, tensor: name, at: index))
        case (nil, nil), (_?, _?):
            throw TensorRefusal(
                "bad-data", "tensor \"\(TensorRefusal.cut(name))\" has \(data == nil ? "no data" : "data twice")",
                field: "/inputs/\(index)/data", accepted: "either data, or the parameter binary_data_size and bytes behind the JSON"
            )
        }
    }
}
