import APIKit
import Access
import MarketsWeb
import Services

/// What only programs use: models, the Open Inference Protocol, batch jobs and metrics.
package enum ProgramRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        ModelsController(catalogue: parts.models.catalogue).add(to: &api)
        OpenInferenceController(parts.openInference, health: parts.health, hasAccounts: parts.accounts != nil).add(to: &api)
        if let jobs = parts.jobs { JobsOperations(jobs).add(to: &api, isCurrent: parts.isCurrent) }
        if let metrics = parts.metrics { MetricsController(metrics: metrics).add(to: &api) }
    }
}
