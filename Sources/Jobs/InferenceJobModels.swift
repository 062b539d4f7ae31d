import Forecasting
import Inference
import Market

/// Provides the catalogue's models, computed in the background of the inference queue.
package struct InferenceJobModels: JobModels {
    private let catalogue: ModelCatalogue
    private let queue: InferenceQueue

    /// Connects a catalogue and the queue that computes its models.
    package init(catalogue: ModelCatalogue, queue: InferenceQueue) {
        (self.catalogue, self.queue) = (catalogue, queue)
    }

    package func model(_ name: String?, version: String?) throws(JobModelError) -> any JobModel {
        let model: LoadedModel
        do throws(CatalogueError) {
            model = try catalogue.model(name, version: version)
        } catch {
            throw JobModelError(code: error.code, description: error.description)
        }
        guard let forecaster = model.forecaster else {
            let error = InferenceError.readsNoPrices(model: model.name)
            throw JobModelError(code: error.code, description: error.description)
        }
        return QueuedModel(model: model, forecaster: forecaster, queue: queue)
    }
}

/// A model held by a running job. If it is withdrawn meanwhile, it stays in memory until the job ends.
private struct QueuedModel: JobModel {
    let model: LoadedModel
    let forecaster: Forecaster
    let queue: InferenceQueue

    var name: String { model.name }
    var version: String { model.version }
    var sha256: String { model.sha256 }
    var contextLength: Int { forecaster.contextLength }
    var horizon: Int { forecaster.horizon }
    var drawsPaths: Bool { forecaster.drawsPaths }
    var hasPaths: Bool { forecaster.hasPaths }
    var hasDistribution: Bool { forecaster.hasDistribution }
    var skill: [Skill] { forecaster.skill }

    func forecast(_ history: PriceHistory, _ options: JobOptions) async throws(JobFault) -> Forecast {
        let sampling = options.sampling ?? Sampling()
        do throws(InferenceError) {
            return try await queue.forecast(
                // Only the newest closes are read, so a long history need not wait in the queue.
                history.suffix(contextLength),
                ForecastOptions(
                    days: options.days, paths: sampling.paths, seed: sampling.seed, decode: options.decode),
                with: model, priority: .background)
        } catch .forecast(let error) {
            throw .series(error)
        } catch .queueFull(let seconds) {
            throw .busy(retryAfterSeconds: Double(seconds))
        } catch .stopped, .cancelled {
            throw .stopped
        } catch {
            throw .broken(error.description)
        }
    }
}
