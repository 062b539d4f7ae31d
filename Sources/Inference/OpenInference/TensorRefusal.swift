import Market
import Text

/// The reason why a request of the Open Inference Protocol is rejected.
package struct TensorRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// A stable error code for programs.
    package let code: String
    /// The JSON pointer to the invalid member, in the request's REST form.
    package let field: String
    /// The invalid value, shortened for the error.
    package let value: String?
    package let accepted: String
    /// A sentence with the tensor, the value and what is accepted.
    package let description: String

    /// Creates a refusal.
    ///
    /// - Parameter problem: what is wrong, without what is accepted.
    package init(_ code: String, _ problem: String, field: String, value: String? = nil, accepted: String) {
        (self.code, self.field, self.accepted) = (code, field, accepted)
        self.value = value.map(Self.cut)
        description = "\(problem); expected \(accepted)"
    }

    /// Returns a caller's text in a form that is safe in errors: without control characters, and cut to 100 characters.
    package static func cut(_ text: String) -> String {
        let shown = String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(100).filter { $0.value >= 0x20 && $0.value != 0x7F }))
        return text.unicodeScalars.count > 100 ? shown + "…" : shown
    }

    // MARK: Tensors

    static func inputCount(_ count: Int) -> TensorRefusal {
        TensorRefusal(
            "input-count", "the request has \(count) input tensors", field: "/inputs", value: "\(count)",
            accepted: "one, named \"\(ModelTensors.inputName)\"")
    }

    static func unknownInput(_ name: String) -> TensorRefusal {
        TensorRefusal(
            "unknown-input", "no input tensor named \"\(cut(name))\"", field: "/inputs/0/name", value: name,
            accepted: "\"\(ModelTensors.inputName)\"")
    }

    static func unknownOutput(_ name: String, at index: Int) -> TensorRefusal {
        TensorRefusal(
            "unknown-output", "no output tensor named \"\(cut(name))\", or it is requested twice",
            field: "/outputs/\(index)/name", value: name, accepted: "\"\(ModelTensors.outputName)\", once")
    }

    /// The datatype is not FP32.
    package static func datatype(_ datatype: String, tensor: String, at index: Int) -> TensorRefusal {
        TensorRefusal(
            "bad-datatype", "tensor \"\(cut(tensor))\" has the datatype \"\(cut(datatype))\"",
            field: "/inputs/\(index)/datatype", value: datatype, accepted: ModelTensors.datatype)
    }

    static func shape(_ shape: [Int], tensor: String, model: ModelTensors) -> TensorRefusal {
        TensorRefusal(
            "bad-shape", "tensor \"\(cut(tensor))\" has the shape \(text(shape))", field: "/inputs/0/shape", value: text(shape),
            accepted: "[series, steps, \(model.inputs)], each at least 1")
    }

    static func valueCount(_ count: Int, shape: [Int], tensor: String) -> TensorRefusal {
        TensorRefusal(
            "bad-data-size", "tensor \"\(cut(tensor))\" holds \(count.counted("number"))", field: "/inputs/0/data",
            value: "\(count)",
            accepted: "as many as its shape \(text(shape)) has")
    }

    static func notFinite(_ value: Float, at index: Int, shape: [Int], tensor: String) -> TensorRefusal {
        let row = index / shape[2]
        let place = "[\(row / shape[1]), \(row % shape[1]), \(index % shape[2])]"
        return TensorRefusal(
            "not-finite", "tensor \"\(cut(tensor))\" holds \(value) at \(place)", field: "/inputs/0/data", value: "\(value)",
            accepted: "finite numbers")
    }

    // MARK: Parameters

    static func unknownParameter(_ parameter: TensorRequest.Parameter, known: [String]) -> TensorRefusal {
        TensorRefusal(
            "unknown-parameter", "\"\(cut(parameter.name))\" is not a parameter here", field: "/parameters/\(cut(parameter.name))",
            value: parameter.value.description, accepted: known.joined(separator: ", "))
    }

    static func parameter(_ parameter: TensorRequest.Parameter, accepted: String) -> TensorRefusal {
        TensorRefusal(
            "bad-parameter", "the parameter \(parameter.name) is \(cut(parameter.value.description))",
            field: "/parameters/\(parameter.name)", value: parameter.value.description, accepted: accepted)
    }

    static func repeatedParameter(_ name: String) -> TensorRefusal {
        TensorRefusal(
            "repeated-parameter", "the parameter \(cut(name)) is given twice", field: "/parameters/\(cut(name))",
            accepted: "each parameter once")
    }

    /// Formats a shape as JSON, cut to 8 sizes.
    package static func text(_ shape: [Int]) -> String {
        "[" + shape.prefix(8).map(\.description).joined(separator: ", ") + (shape.count > 8 ? ", …]" : "]")
    }
}
