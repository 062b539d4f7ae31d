/// A checked ``ForecastRequest`` with its defaults filled in: what is computed, and which part of it is shown.
package struct ForecastPlan: Sendable {
    package let request: ForecastRequest
    /// Days ahead, 1 to the model's horizon.
    package let days: Int
    /// The options of the computation.
    package let options: ForecastOptions
    /// The quantiles of each day that are shown.
    package let quantiles: RequestedQuantiles
    /// The questions that are answered for each day.
    package let questions: [PriceQuestion]
    /// The model's measured skill.
    package let skill: [Skill]
    private let limits: ForecastRequest.Limits

    package init(
        _ request: ForecastRequest = ForecastRequest(), limits: ForecastRequest.Limits = .init(), days: Int,
        options: ForecastOptions,
        quantiles: RequestedQuantiles, questions: [PriceQuestion] = [], skill: [Skill] = []
    ) {
        (self.request, self.limits, self.days, self.options) = (request, limits, days, options)
        (self.quantiles, self.questions, self.skill) = (quantiles, questions, skill)
    }

    /// Checks that the sample paths of all coins of a wallet fit into memory together: 16 bytes for each coin, path and day.
    ///
    /// - Throws: ``ForecastRequestError/tooManyPaths(coins:days:paths:limit:)``.
    package func checkSize(coins: Int) throws(ForecastRequestError) {
        try check(coins, limit: limits.maximumPathValues)
    }

    /// Checks that past days can be redrawn for all series of a request in a fraction of a second.
    ///
    /// - Throws: ``ForecastRequestError/tooManyPaths(coins:days:paths:limit:)``.
    package func checkRedrawing(series: Int) throws(ForecastRequestError) {
        try check(series, limit: limits.maximumRedrawnValues)
    }

    /// The number of values of the sample paths of several series.
    package func pathValues(series: Int) -> Int { series * days * options.paths }

    private func check(_ coins: Int, limit: Int) throws(ForecastRequestError) {
        guard pathValues(series: coins) <= limit else {
            throw .tooManyPaths(coins: coins, days: days, paths: options.paths, limit: limit)
        }
    }

    /// How sample paths are drawn.
    package var sampling: Sampling { options.sampling }

    /// The first period's figures of the group of steps that contains a step; nil if it was not measured.
    package func skill(step: Int) -> Skill.Group? { skill.first?.groups.first { $0.steps.contains(step) } }
}
