import Forecasting

/// How the values after the first one come about; the raw values are what requests and the command line call them.
package enum DecodeMode: String, Sendable, CaseIterable {
    /// The state is carried on.
    case recursive
    /// The network restarts on the last values, as many as the model's context, before each step; for models of points.
    case slidingWindow = "sliding-window"
}

/// What a forecast is to be like.
package struct ForecastOptions: Hashable, Sendable {
    /// Days ahead, from 1; nil for the model's horizon.
    package var days: Int?
    /// Sample paths of a series, 1 to `Sampling.maximumPaths`; a model of points draws none.
    package var paths: Int
    /// The same seed gives the same paths.
    package var seed: UInt64
    package var decode: DecodeMode

    package init(days: Int? = nil, paths: Int = 1000, seed: UInt64 = 1, decode: DecodeMode = .recursive) {
        (self.days, self.paths, self.seed, self.decode) = (days, paths, seed, decode)
    }
}

/// Who goes first.
package enum InferencePriority: Hashable, Sendable, CaseIterable {
    /// Somebody waits for it.
    case interactive
    /// Batch jobs: served when nothing interactive waits, and now and then else.
    case background
}
