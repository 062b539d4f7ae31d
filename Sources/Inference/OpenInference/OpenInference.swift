import Platform

/// The Open Inference Protocol v2 without a transport: what REST and gRPC answer.
package struct OpenInference: Sendable {
    package static let serverName = "closecast"
    /// What is offered beyond the protocol itself.
    package static let extensions = ["binary_tensor_data", "model_repository", "parameters", "schedule_policy"]
    /// What computes the models, and the form of their files.
    package static let platform = "closecast_safetensors"

    package let serverVersion: String
    private let catalogue: ModelCatalogue
    private let queue: InferenceQueue
    /// The queue's clock, in seconds.
    private let now: @Sendable () -> Double

    /// - Parameter now: the clock that `queue` was given, if another than its own; deadlines are told on it.
    package init(
        _ catalogue: ModelCatalogue, _ queue: InferenceQueue, serverVersion: String,
        now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        (self.catalogue, self.queue, self.serverVersion, self.now) = (catalogue, queue, serverVersion, now)
    }

    /// The model of a request.
    ///
    /// - Parameters:
    ///   - name: empty for the default model.
    ///   - version: empty for the highest one.
    package func model(_ name: String, version: String = "") throws(CatalogueError) -> LoadedModel {
        try catalogue.model(name.isEmpty ? nil : name, version: version.isEmpty ? nil : version)
    }

    /// Whether requests should be sent to a model.
    ///
    /// - Throws: ``CatalogueError`` where there is no such model.
    package func isReady(_ name: String, version: String = "") throws(CatalogueError) -> Bool {
        let all = catalogue.entries
        let entries = all.filter { $0.name == name }
        guard !entries.isEmpty else {
            throw .unknownModel(name, known: Set(all.map(\.name)).sorted())
        }
        guard !version.isEmpty else { return entries.contains { $0.isDefaultVersion && $0.isReady } }
        guard let entry = entries.first(where: { $0.version == version }) else {
            throw .unknownVersion(model: name, version: version, known: entries.map(\.version))
        }
        return entry.isReady
    }

    /// Versions of a model that answer.
    package func versions(of name: String) -> [String] {
        catalogue.entries.filter { $0.name == name && $0.sha256 != nil }.map(\.version)
    }

    /// The models folder.
    ///
    /// - Parameter onlyReady: leaves out what is not ready.
    package func index(onlyReady: Bool) -> [CatalogueEntry] {
        catalogue.entries.filter { $0.isReady || !onlyReady }
    }

    /// Computes a request.
    ///
    /// - Throws: ``TensorRefusal``, ``InferenceError``.
    package func outputs(_ request: TensorRequest, with model: LoadedModel) async throws -> RawOutputs {
        let plan = try request.plan(for: ModelTensors(model))
        return try await queue.outputs(
            plan.inputs, steps: plan.steps, decode: plan.decode, with: model,
            priority: plan.priority, deadline: plan.timeoutSeconds.map { now() + $0 })
    }
}

extension CatalogueEntry {
    /// The word of the model repository extension.
    package var indexState: String { isReady ? "READY" : "UNAVAILABLE" }
}
