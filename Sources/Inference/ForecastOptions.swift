import Forecasting

/// How the steps after the first are computed. The raw values are the names in requests and on the command line.
package enum DecodeMode: String, Sendable, CaseIterable {
    /// Carries the state on.
    case recursive
    /// Restarts the network before each step on the last values, as many as the model's context. Only for point models.
    case slidingWindow = "sliding-window"
}

/// The options of a forecast.
package struct ForecastOptions: Hashable, Sendable {
    /// Days to forecast, from 1; nil for the model's horizon.
    package var days: Int?
    /// Sample paths for each series, 1 to `Sampling.maximumPaths`; ignored by point models.
    package var paths: Int
    /// The seed; the same seed gives the same paths.
    package var seed: UInt64
    package var decode: DecodeMode

    package init(days: Int? = nil, paths: Int = 1000, seed: UInt64 = 1, decode: DecodeMode = .recursive) {
        (self.days, self.paths, self.seed, self.decode) = (days, paths, seed, decode)
    }
}

/// The priority of a request.
package enum InferencePriority: Hashable, Sendable, CaseIterable {
    /// A client waits for the answer.
    case interactive
    /// Batch jobs: computed if no interactive request waits, and otherwise every ninth block.
    case background
}
