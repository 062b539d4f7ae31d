/// What only programs use: models, the Open Inference Protocol, batch jobs and metrics.
package enum ProgramRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        ModelsController(catalogue: parts.models.catalogue).add(to: &api)
        OpenInferenceController(parts.openInference, health: parts.health, hasAccounts: parts.accounts != nil).add(to: &api)
        if let jobs = parts.jobs {
            let sessions = parts.accounts?.people.sessions
            JobsOperations(jobs).add(to: &api) { caller in
                guard let sessions else { return true }
                // If the check fails because of a store fault, the stream ends rather than continuing unchecked.
                return (try? await sessions.isCurrent(caller)) ?? false
            }
        }
        if let metrics = parts.metrics { MetricsController(metrics: metrics).add(to: &api) }
    }
}
