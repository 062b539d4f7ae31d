/// How a model computes the values after the first one. The raw values are those of requests and the command line.
public enum DecodeMode: String, Sendable, CaseIterable {
    /// The network keeps its state and reads each of its own outputs.
    case recursive
    /// The network restarts from a zero state before each step, on the last ``Forecaster/contextLength`` values; for models of points.
    case slidingWindow = "sliding-window"
}
