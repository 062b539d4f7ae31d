import Market

/// The closes that a model expects after a cutoff.
public struct Forecast: Equatable, Sendable {
    /// The asset whose closes these are.
    public let ticker: Ticker
    /// The last day that the model saw.
    public let cutoff: Day
    /// What the model's configuration calls it.
    public let modelName: String
    /// The hash of the model's weights, 64 hexadecimal digits.
    public let modelSHA256: String
    /// Expected closes in quote currency per coin; element 0 is the day after the cutoff.
    public let points: [Double]

    /// How many days are forecast.
    public var horizon: Int { points.count }

    /// The day of step h, from 1.
    public func day(_ step: Int) -> Day { cutoff + step }
}
