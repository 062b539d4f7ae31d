import ArgumentParser
import Forecasting

/// Questions about a wallet's total, which may be negative.
struct TotalEventOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Show how likely each day's total is to be above a value.", valueName: "usd"))
    var above: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Show how likely each day's total is to be below a value.", valueName: "usd"))
    var below: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show how likely the total is to reach a value by the end of each day.", valueName: "usd"))
    var touch: Double?

    func validate() throws {
        var request = ForecastRequest()
        add(to: &request)
        try request.validated(Self.limits)
    }

    /// Limits for a wallet's total, which unlike a price may be negative.
    static var limits: ForecastRequest.Limits {
        var limits = ForecastRequest.Limits()
        limits.isAboutTotal = true
        return limits
    }

    /// Adds the questions to a request.
    func add(to request: inout ForecastRequest) { (request.above, request.below, request.touch) = (above, below, touch) }
}
