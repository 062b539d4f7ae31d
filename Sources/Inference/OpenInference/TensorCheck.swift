import Forecasting

extension TensorRequest {
    /// The parameters that requests may have, over any transport.
    private static let known = ["steps", "decode", "timeout", "priority"]

    /// Checks the request against a model. Allocates no more than the size of the received values.
    package func plan(for model: ModelTensors) throws(TensorRefusal) -> TensorPlan {
        guard inputs.count == 1 else { throw .inputCount(inputs.count) }
        for (index, name) in outputs.enumerated() where index > 0 || name != ModelTensors.outputName {
            throw .unknownOutput(name, at: index)
        }
        let inputs = try rawInputs(inputs[0], model)
        var steps = model.defaultSteps
        var decode = DecodeMode.recursive
        var timeout: Double?
        var priority = InferencePriority.interactive
        for (index, parameter) in parameters.enumerated() {
            guard !parameters[..<index].contains(where: { $0.name == parameter.name }) else {
                throw .repeatedParameter(parameter.name)
            }
            switch parameter.name {
            case "steps": steps = try Self.steps(parameter, model)
            case "decode": decode = try Self.decode(parameter)
            case "timeout": timeout = try Self.timeoutSeconds(parameter)
            case "priority": priority = try Self.priority(parameter)
            default: throw .unknownParameter(parameter, known: Self.known)
            }
        }
        return TensorPlan(inputs: inputs, steps: steps, decode: decode, timeoutSeconds: timeout, priority: priority)
    }

    private func rawInputs(_ input: Input, _ model: ModelTensors) throws(TensorRefusal) -> RawInputs {
        guard input.name == ModelTensors.inputName else { throw .unknownInput(input.name) }
        guard input.datatype == ModelTensors.datatype else { throw .datatype(input.datatype, tensor: input.name, at: 0) }
        let shape = input.shape
        guard shape.count == 3, shape[2] == model.inputs, let count = Self.count(shape) else {
            throw .shape(shape, tensor: input.name, model: model)
        }
        guard count == input.values.count else { throw .valueCount(input.values.count, shape: shape, tensor: input.name) }
        if let index = Self.firstNotFinite(input.values) {
            throw .notFinite(input.values[index], at: index, shape: shape, tensor: input.name)
        }
        do throws(InferenceError) {
            return try RawInputs(input.values, shape: shape)
        } catch {
            throw .shape(shape, tensor: input.name, model: model)
        }
    }

    /// Returns the number of values in a tensor; nil if a size is below 1 or the product overflows `Int`.
    package static func count(_ shape: [Int]) -> Int? {
        var count = 1
        for size in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: size)
            guard size >= 1, !overflow else { return nil }
            count = product
        }
        return count
    }

    private static func firstNotFinite(_ values: [Float]) -> Int? {
        // Infinity's bits are greater than those of every finite number, and NaN's are greater still: one maximum, no branch.
        let infinity = Float.infinity.bitPattern
        let largest = values.reduce(into: UInt32(0)) { $0 = max($0, $1.bitPattern & 0x7FFF_FFFF) }
        return largest < infinity ? nil : values.firstIndex { !$0.isFinite }
    }

    // MARK: Parameters

    private static func steps(_ parameter: Parameter, _ model: ModelTensors) throws(TensorRefusal) -> Int {
        let limit = model.canFeedBack ? ModelTensors.maximumSteps : 1
        guard case .integer(let steps) = parameter.value, (1...limit).contains(steps) else {
            throw .parameter(
                parameter,
                accepted: model.canFeedBack
                    ? "a whole number from 1 to \(limit)"
                    : "1, since the model \(model.model) has \(model.inputs) inputs and \(model.outputs) outputs, "
                        + "so an output cannot be the next input")
        }
        return steps
    }

    private static func decode(_ parameter: Parameter) throws(TensorRefusal) -> DecodeMode {
        switch parameter.value {
        case .text("recursive"): return .recursive
        // The spelling of the HTTP API, and that of the command line.
        case .text("sliding_window"), .text("sliding-window"): return .slidingWindow
        default: throw .parameter(parameter, accepted: "\"recursive\" or \"sliding_window\"")
        }
    }

    /// Maps the schedule policy extension's levels: 0 is the default and 1 the highest priority; all lower priorities are
    /// background.
    private static func priority(_ parameter: Parameter) throws(TensorRefusal) -> InferencePriority {
        guard case .integer(let level) = parameter.value, level >= 0 else {
            throw .parameter(parameter, accepted: "0 (default), 1 (highest), or a larger whole number for the background")
        }
        return level < 2 ? .interactive : .background
    }

    /// Clients send microseconds.
    private static func timeoutSeconds(_ parameter: Parameter) throws(TensorRefusal) -> Double {
        guard case .integer(let microseconds) = parameter.value, microseconds >= 1 else {
            throw .parameter(parameter, accepted: "microseconds, a whole number of at least 1")
        }
        return Double(microseconds) / 1e6
    }
}
