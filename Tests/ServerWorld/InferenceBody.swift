import Inference
import Server

/// The body of an inference request: JSON, and the bytes after it.
package struct InferenceBody {
    package var json: String
    package var bytes: [UInt8]
    /// Whether the length of the JSON is sent.
    package var isSplit: Bool

    package init(json: String, bytes: [UInt8] = [], isSplit: Bool = false) {
        (self.json, self.bytes, self.isSplit) = (json, bytes, isSplit)
    }

    package static func binary(_ json: String, _ values: [Float]) -> InferenceBody {
        InferenceBody(json: json, bytes: values.flatMap { Self.bytes(of: $0) }, isSplit: true)
    }

    package static func bytes(of value: Float) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }

    package var all: [UInt8] { Array(json.utf8) + bytes }
    package var headerLength: Int? { isSplit ? json.utf8.count : nil }

    package func parsed() throws(TensorRefusal) -> InferenceRequest {
        try all.withUnsafeBufferPointer { bytes throws(TensorRefusal) in try InferenceRequest(bytes, headerLength: headerLength) }
    }

    /// One input and one output, like `daily-close`.
    package static let model = ModelTensors(model: "daily-close", inputs: 1, outputs: 1, horizon: 96, canFeedBack: true)

    package func planned(_ model: ModelTensors = model) throws(TensorRefusal) -> TensorPlan {
        try parsed().tensors.plan(for: model)
    }
}
