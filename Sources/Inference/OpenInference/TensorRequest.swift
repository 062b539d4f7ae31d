import Forecasting

/// An inference request of the Open Inference Protocol v2 as received by REST or gRPC, not yet checked against a model.
package struct TensorRequest: Equatable, Sendable {
    /// One input tensor.
    package struct Input: Equatable, Sendable {
        package let name: String
        package let datatype: String
        package let shape: [Int]
        /// The values, row-major.
        package let values: [Float]

        package init(name: String, datatype: String, shape: [Int], values: [Float]) {
            (self.name, self.datatype, self.shape, self.values) = (name, datatype, shape, values)
        }
    }

    /// The value of a parameter.
    package enum Value: Equatable, Sendable {
        case boolean(Bool)
        case integer(Int)
        case number(Double)
        case text(String)
    }

    package struct Parameter: Equatable, Sendable {
        package let name: String
        package let value: Value

        package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    /// Repeated in the answer; empty if there is none.
    package var id = ""
    package var parameters: [Parameter] = []
    package var inputs: [Input] = []
    /// The names of the requested output tensors; empty for all.
    package var outputs: [String] = []

    package init(id: String = "", parameters: [Parameter] = [], inputs: [Input] = [], outputs: [String] = []) {
        (self.id, self.parameters, self.inputs, self.outputs) = (id, parameters, inputs, outputs)
    }
}

extension TensorRequest.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): "\"\(value)\""
        }
    }
}

/// A checked request for a model.
package struct TensorPlan: Sendable {
    package let inputs: RawInputs
    package let steps: Int
    package let decode: DecodeMode
    /// The longest time to wait, in seconds; nil for no limit of its own.
    package let timeoutSeconds: Double?
    package let priority: InferencePriority
}

/// A tensor as described in model metadata; -1 for sizes that the caller chooses.
package struct TensorForm: Equatable, Sendable {
    package let name: String
    package let datatype: String
    package let shape: [Int]
}

/// The tensors of one model version.
package struct ModelTensors: Equatable, Sendable {
    /// The only supported datatype.
    package static let datatype = "FP32"
    /// Bytes of one value.
    package static let numberSize = 4
    package static let inputName = "input"
    package static let outputName = "output"
    /// The most steps, as for `closecast model run`.
    package static let maximumSteps = 100_000

    package let model: String
    package let inputs: Int
    package let outputs: Int
    /// The number of steps if the request states none.
    package let defaultSteps: Int
    /// Whether an output can be the next input. Otherwise there is only one step.
    package let canFeedBack: Bool

    package init(model: String, inputs: Int, outputs: Int, horizon: Int, canFeedBack: Bool) {
        (self.model, self.inputs, self.outputs, self.canFeedBack) = (model, inputs, outputs, canFeedBack)
        defaultSteps = canFeedBack ? horizon : 1
    }

    /// - Throws: ``InferenceError/hasNoNetwork(model:)``.
    package init(_ model: LoadedModel) throws(InferenceError) {
        let architecture = try model.rawNetwork().architecture
        self.init(
            model: model.name, inputs: architecture.inputs, outputs: architecture.outputs, horizon: model.configuration.horizon,
            canFeedBack: architecture.canFeedBack)
    }

    /// The input: `[series, steps, inputs]`.
    package var input: TensorForm { TensorForm(name: Self.inputName, datatype: Self.datatype, shape: [-1, -1, inputs]) }

    /// The output: `[series, steps]`, or `[series, steps, outputs]` for several outputs.
    package var output: TensorForm {
        let steps = canFeedBack ? -1 : 1
        return TensorForm(
            name: Self.outputName, datatype: Self.datatype, shape: outputs == 1 ? [-1, steps] : [-1, steps, outputs])
    }
}
