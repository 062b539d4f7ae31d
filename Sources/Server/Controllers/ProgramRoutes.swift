import Access

/// What only programs use: models, the Open Inference Protocol, batch jobs and metrics.
package enum ProgramRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        ModelsController(catalogue: parts.models.catalogue).add(to: &api)
        OpenInferenceController(parts.openInference, health: parts.health, hasAccounts: parts.accounts != nil).add(to: &api)
        if let jobs = parts.jobs { JobsOperations(jobs).add(to: &api, isCurrent: parts.isCurrent) }
        if let metrics = parts.metrics { MetricsController(metrics: metrics).add(to: &api) }
    }
}

extension ServerParts {
    /// Whether the session or token of a caller is still valid: streams outlast the check of their request. If it cannot be read, the
    /// stream ends rather than continuing unchecked.
    var isCurrent: @Sendable (Principal) async -> Bool {
        let (sessions, tokens) = (accounts?.people.sessions, tokens)
        return { caller in
            if let sessions { return (try? await sessions.isCurrent(caller)) ?? false }
            guard case .token(let id) = caller.credential else { return true }
            return (try? await tokens.isValid(id)) ?? false
        }
    }
}
