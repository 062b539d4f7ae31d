import Forecasting

/// An inference request of the Open Inference Protocol v2 as REST or gRPC brought it, not yet checked against a model.
package struct TensorRequest: Equatable, Sendable {
    /// One input tensor.
    package struct Input: Equatable, Sendable {
        package let name: String
        package let datatype: String
        package let shape: [Int]
        /// Row-major.
        package let values: [Float]

        package init(name: String, datatype: String, shape: [Int], values: [Float]) {
            (self.name, self.datatype, self.shape, self.values) = (name, datatype, shape, values)
        }
    }

    /// What a parameter may hold.
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

    /// Comes back in the answer; empty for none.
    package var id = ""
    package var parameters: [Parameter] = []
    package var inputs: [Input] = []
    /// Names of the tensors that are wanted; none stands for all.
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

/// A request that fits a model.
package struct TensorPlan: Sendable {
    package let inputs: RawInputs
    package let steps: Int
    package let decode: DecodeMode
    /// How long it may wait, in seconds; nil: as long as others.
    package let timeoutSeconds: Double?
    package let priority: InferencePriority
}

/// A tensor as metadata describe it; -1 where a size is the caller's choice.
package struct TensorForm: Equatable, Sendable {
    package let name: String
    package let datatype: String
    package let shape: [Int]
}

/// The tensors of one version of a model.
package struct ModelTensors: Equatable, Sendable {
    /// The one datatype that there is.
    package static let datatype = "FP32"
    /// Bytes of a number.
    package static let numberSize = 4
    package static let inputName = "input"
    package static let outputName = "output"
    /// What `closecast model run` makes at most.
    package static let maximumSteps = 100_000

    package let model: String
    package let inputs: Int
    package let outputs: Int
    /// Steps that are made when none are asked for.
    package let defaultSteps: Int
    /// Whether an output can be the next input; else there is one step only.
    package let canFeedBack: Bool

    package init(model: String, inputs: Int, outputs: Int, horizon: Int, canFeedBack: Bool) {
        (self.model, self.inputs, self.outputs, self.canFeedBack) = (model, inputs, outputs, canFeedBack)
        defaultSteps = canFeedBack ? horizon : 1
    }

    package init(_ model: LoadedModel) {
        let architecture = model.network.architecture
        self.init(
            model: model.name, inputs: architecture.inputs, outputs: architecture.outputs, horizon: model.configuration.horizon,
            canFeedBack: architecture.canFeedBack)
    }

    /// `[series, steps, inputs]`.
    package var input: TensorForm { TensorForm(name: Self.inputName, datatype: Self.datatype, shape: [-1, -1, inputs]) }

    /// `[series, steps]`, or `[series, steps, outputs]` where there are several outputs.
    package var output: TensorForm {
        let steps = canFeedBack ? -1 : 1
        return TensorForm(
            name: Self.outputName, datatype: Self.datatype, shape: outputs == 1 ? [-1, steps] : [-1, steps, outputs])
    }
}
