import APIKit
import Forecasts
import HTMLTemplates
import HTTPEdge
import Inference
import Market
import MarketData
import PageKit
import Synchronization

/// Measures the model on a coin's stored closes, as a task, and shows the last result on the coin's page.
package struct CoinMeasures: Sendable {
    let market: MarketData
    let models: ServedModels
    let board: TaskBoard
    private let newest = NewestMeasurements()

    init(market: MarketData, models: ServedModels, board: TaskBoard) {
        (self.market, self.models, self.board) = (market, models, board)
    }

    func add(to pages: inout PageList) { pages.post("/coins/:coin/measure", .scope(.write), start) }

    private func start(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let asset = try await market.directory.asset(visit.path("coin"))
        guard let model = try models.catalogue.model().forecaster else { throw Self.noForecaster }
        let id = try board.start(
            owner: visit.caller.owner, kind: .measure, subject: "\(asset.id)", label: "\(asset.ticker)"
        ) { [market, newest] progress in
            let backtest = try await CoinBacktest(of: asset, by: model, in: market)
            progress.note(done: 0, of: backtest.count)
            let measurement = try backtest.run(isCancelled: { progress.isCancelled }) { done in
                progress.note(done: done, of: backtest.count)
            }
            newest.note(measurement)
            return .measured(measurement)
        }
        return .redirect("/tasks/\(id)")
    }

    private static let noForecaster = Problem(
        .unprocessableContent, "reads-no-prices", "the default model does not forecast prices", field: "model")

    /// The values of the partial `measure` on a coin's page.
    func values(of asset: Asset, _ visit: Visit) -> TemplateValue {
        MeasureView.values(
            asset, newest.measurement(of: asset.id), running: board.open(.measure, "\(asset.id)", of: visit.caller.owner)?.id,
            visit.words)
    }
}

/// The newest measurement of each coin. Closes are the same for all owners, and so are the measurements.
private final class NewestMeasurements: Sendable {
    private let byCoin = Mutex<[AssetID: CoinMeasurement]>([:])
    private static let most = 2000

    func note(_ measurement: CoinMeasurement) {
        byCoin.withLock { byCoin in
            if byCoin.count >= Self.most { byCoin.removeAll() }
            byCoin[measurement.asset.id] = measurement
        }
    }

    func measurement(of asset: AssetID) -> CoinMeasurement? { byCoin.withLock { $0[asset] } }
}
