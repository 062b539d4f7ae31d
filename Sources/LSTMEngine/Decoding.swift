/// How the steps after the first are computed. Both ways are exact.
public enum Decoding: Equatable, Sendable {
    /// Carries the state on: each output is the next input of the same run.
    case recursive
    /// Restarts from a zero state before each step, and reads the last `length` values, the newest of which are the network's
    /// own outputs. This is the common Keras loop. A series shorter than `length` keeps its own length as the window.
    case slidingWindow(length: Int)
}

/// The reasons why a network cannot run on a series.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A series has no values.
    case emptySeries(series: Int)
    /// The number of values in a series is not a multiple of the network's inputs.
    case raggedSeries(series: Int, count: Int, inputs: Int)
    /// An input is NaN or infinite.
    case inputNotFinite(series: Int, index: Int, value: Float)
    /// Fewer than 1 step was requested.
    case stepsNotPositive(Int)
    /// The sliding window has fewer than 1 step.
    case windowNotPositive(Int)
    /// More than one step was requested, but outputs cannot be the next inputs.
    case cannotFeedBack(inputs: Int, outputs: Int, steps: Int)

    /// A sentence with the numbers and how to fix the problem.
    public var description: String {
        switch self {
        case .emptySeries(let series): "series \(series) is empty; a network needs at least one step"
        case .raggedSeries(let series, let count, let inputs):
            "the length of series \(series) is \(count), which is not a multiple of \(inputs), the number of inputs per step"
        case .inputNotFinite(let series, let index, let value):
            "series \(series) holds \(value) at index \(index); inputs are finite"
        case .stepsNotPositive(let steps): "\(steps) steps requested; ask for at least 1"
        case .windowNotPositive(let length): "a sliding window of \(length) steps; it needs at least 1"
        case .cannotFeedBack(let inputs, let outputs, let steps):
            "\(steps) steps requested, but the network's input width is \(inputs) and its output width is \(outputs), "
                + "so an output cannot be the next input; ask for 1 step"
        }
    }
}
