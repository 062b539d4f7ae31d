import Inference
import JSONText

/// The response to an inference request over REST.
package struct InferenceAnswer: Sendable {
    /// The id of the request; empty if it has none.
    package let id: String
    package let model: String
    package let version: String
    /// The numbers, row-major.
    package let values: [Float]
    package let shape: [Int]

    package init(id: String, model: String, version: String, values: [Float], shape: [Int]) {
        (self.id, self.model, self.version, self.values, self.shape) = (id, model, version, values, shape)
    }

    /// The response with its numbers in JSON, row-major, with the fewest digits that parse to the same float.
    package var json: [UInt8] {
        header { writer in
            writer.key("data")
            writer.array { writer in for value in values { writer.number(value) } }
        }
    }

    /// The response with its numbers as little-endian floats after the JSON.
    ///
    /// - Returns: the bytes, and the length of the JSON.
    package var binary: (bytes: [UInt8], headerLength: Int) {
        let size = values.count * ModelTensors.numberSize
        var bytes = header { writer in
            writer.key("parameters")
            writer.object { $0.member("binary_data_size", size) }
        }
        let headerLength = bytes.count
        bytes.reserveCapacity(headerLength + size)
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return (bytes, headerLength)
    }

    private func header(_ data: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("model_name", model)
            writer.member("model_version", version)
            if !id.isEmpty { writer.member("id", id) }
            writer.key("outputs")
            writer.array { writer in
                writer.object { writer in
                    writer.member("name", ModelTensors.outputName)
                    writer.member("datatype", ModelTensors.datatype)
                    writer.key("shape")
                    writer.array { writer in shape.forEach { writer.integer($0) } }
                    data(&writer)
                }
            }
        }
        return writer.bytes
    }
}
