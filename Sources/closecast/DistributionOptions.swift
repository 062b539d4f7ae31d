import ArgumentParser
import Forecasting

/// Several numbers in one argument, `50,80,95`.
struct NumberList: ExpressibleByArgument, Equatable {
    let values: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        values = parts.map { $0! }
    }
}

/// Options for the bands, quantiles and sample paths of a forecast.
struct DistributionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Central bands, in percent (default: 50,80,95; tables show as many as fit).", valueName: "percent,…"))
    var level: NumberList?

    @Option(help: ArgumentHelp("Quantiles instead of bands, between 0 and 1.", valueName: "q,…"))
    var quantiles: NumberList?

    @Option(help: ArgumentHelp("Sample paths of each series (default: 1000).", valueName: "n"))
    var paths: Int?

    @Option(help: ArgumentHelp("The same seed draws the same paths (default: 1).", valueName: "n"))
    var seed: UInt64?

    func validate() throws { try request().validated() }

    /// Returns a request with the fields that these options set.
    func request(days: Int? = nil) -> ForecastRequest {
        var request = ForecastRequest()
        request.days = days
        (request.levels, request.quantiles) = (level?.values, quantiles?.values)
        (request.paths, request.seed) = (paths, seed)
        return request
    }
}

/// Questions about the price, such as the probability that it is above a value.
struct EventOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Show how likely each close is to be above a price.", valueName: "price"))
    var above: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Show how likely each close is to be below a price.", valueName: "price"))
    var below: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show how likely the close is to reach a price by each day.", valueName: "price"))
    var touch: Double?

    func validate() throws {
        var request = ForecastRequest()
        add(to: &request)
        try request.validated()
    }

    /// Adds the questions to a request.
    func add(to request: inout ForecastRequest) { (request.above, request.below, request.touch) = (above, below, touch) }
}
