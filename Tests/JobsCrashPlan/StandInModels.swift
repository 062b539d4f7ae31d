import Forecasting
import Jobs
import Market
import Synchronization

/// Models whose forecasts cost nothing, with faults that a test chooses.
package final class StandInModels: JobModels {
    /// The behaviour of the next forecasts.
    package struct Behaviour: Sendable {
        /// Available models, with their hashes, by name.
        package var hashes = ["stand-in": String(repeating: "5", count: 64)]
        /// Called before each forecast; it may wait or throw.
        package var before: @Sendable (PriceHistory) async throws(JobFault) -> Void = { _ in }
    }

    private let behaviour: Mutex<Behaviour>

    /// Models that answer at once.
    package init(_ behaviour: Behaviour = Behaviour()) { self.behaviour = Mutex(behaviour) }

    /// Changes the behaviour from now on.
    package func change(_ change: (inout Behaviour) -> Void) { behaviour.withLock { change(&$0) } }

    package func model(_ name: String?, version: String?) throws(JobModelError) -> any JobModel {
        let name = name ?? "stand-in"
        guard let sha256 = behaviour.withLock({ $0.hashes[name] }), version ?? "1" == "1" else {
            throw JobModelError(code: "no-such-model", description: "there is no model \(name)")
        }
        return StandInModel(models: self, name: name, sha256: sha256)
    }

    fileprivate var before: @Sendable (PriceHistory) async throws(JobFault) -> Void { behaviour.withLock { $0.before } }
}

/// Reads 3 closes, and forecasts each of up to 5 days 1 % higher than the one before.
private struct StandInModel: JobModel {
    let models: StandInModels
    let name: String
    let version = "1"
    let sha256: String
    let contextLength = 3
    let horizon = 5
    let drawsPaths = false
    let hasPaths = false
    let hasDistribution = false
    let skill: [Skill] = []

    func forecast(_ history: PriceHistory, _ options: JobOptions) async throws(JobFault) -> Forecast {
        try await models.before(history)
        guard history.count >= contextLength else {
            throw .series(.historyTooShort(ticker: history.ticker, have: history.count, need: contextLength))
        }
        var close = history.lastClose
        let points = (0..<options.days).map { _ in
            close *= 1.01
            return close
        }
        return Forecast(
            ticker: history.ticker, cutoff: history.lastDay, lastClose: history.lastClose, modelName: name,
            modelSHA256: sha256, points: points, distribution: nil)
    }
}
