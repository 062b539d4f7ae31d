/// How the values after the first one come about. Both ways are exact.
public enum Decoding: Equatable, Sendable {
    /// The state is carried on: each output is the next input of the same run.
    case recursive
    /// Before each step the network starts from a zero state and reads the last `length` values, the newest of which are its own
    /// outputs: the common Keras loop. A series shorter than `length` keeps its own length as the window.
    case slidingWindow(length: Int)
}

/// Why a network cannot run on a series.
public enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    case emptySeries(series: Int)
    /// The series' numbers do not fill whole steps.
    case raggedSeries(series: Int, count: Int, inputs: Int)
    case inputNotFinite(series: Int, index: Int, value: Float)
    case stepsNotPositive(Int)
    case windowNotPositive(Int)
    /// Outputs cannot be the next inputs, so there is one step only.
    case cannotFeedBack(inputs: Int, outputs: Int, steps: Int)

    /// What is wrong, with the numbers, and how to mend it.
    public var description: String {
        switch self {
        case .emptySeries(let series): "series \(series) is empty; a network needs at least one step"
        case .raggedSeries(let series, let count, let inputs):
            "series \(series) has \(count) numbers, which are no whole number of steps of \(inputs) inputs"
        case .inputNotFinite(let series, let index, let value):
            "series \(series) holds \(value) at index \(index); inputs are finite"
        case .stepsNotPositive(let steps): "\(steps) steps were asked for; ask for at least 1"
        case .windowNotPositive(let length): "a sliding window of \(length) steps; it needs at least 1"
        case .cannotFeedBack(let inputs, let outputs, let steps):
            "\(steps) steps were asked for, but the network has \(inputs) inputs and \(outputs) outputs, "
                + "so an output cannot be the next input; ask for 1 step"
        }
    }
}
