import Platform

/// The Open Inference Protocol v2 independent of transport, shared by REST and gRPC.
package struct OpenInference: Sendable {
    package static let serverName = "closecast"
    /// Supported extensions of the protocol.
    package static let extensions = ["binary_tensor_data", "model_repository", "parameters", "schedule_policy"]
    /// The platform in model metadata: the engine and its file format.
    package static let platform = "closecast_safetensors"

    package let serverVersion: String
    private let catalogue: ModelCatalogue
    private let queue: InferenceQueue
    /// The queue's clock, in seconds.
    private let now: @Sendable () -> Double

    /// Serves the models of a catalogue.
    ///
    /// - Parameter now: the clock that `queue` was created with, if not its default; deadlines refer to it.
    package init(
        _ catalogue: ModelCatalogue, _ queue: InferenceQueue, serverVersion: String,
        now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        (self.catalogue, self.queue, self.serverVersion, self.now) = (catalogue, queue, serverVersion, now)
    }

    /// Returns the model for a request. ``ModelTensors`` refuses one without a network.
    ///
    /// - Parameters:
    ///   - name: the requested name; empty for the default model.
    ///   - version: the requested version; empty for the highest that is ready.
    package func model(_ name: String, version: String = "") throws(CatalogueError) -> LoadedModel {
        try catalogue.model(name.isEmpty ? nil : name, version: version.isEmpty ? nil : version)
    }

    /// Returns true if clients should send requests to a model.
    ///
    /// - Throws: ``CatalogueError`` if there is no such model.
    package func isReady(_ name: String, version: String = "") throws(CatalogueError) -> Bool {
        let all = entries
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

    /// The models that take tensors: all but those that are loaded and have no network.
    private var entries: [CatalogueEntry] {
        catalogue.entries.filter { entry in
            guard let loaded = try? catalogue.model(entry.name, version: entry.version) else { return true }
            return loaded.network != nil
        }
    }

    /// Returns the versions of a model that answer requests.
    package func versions(of name: String) -> [String] {
        entries.filter { $0.name == name && $0.sha256 != nil }.map(\.version)
    }

    /// Returns the content of the models folder.
    ///
    /// - Parameter onlyReady: whether to omit versions that are not ready.
    package func index(onlyReady: Bool) -> [CatalogueEntry] {
        entries.filter { $0.isReady || !onlyReady }
    }

    /// Computes the answer to a request.
    ///
    /// - Throws: ``TensorRefusal``, ``InferenceError``.
    package func outputs(_ request: TensorRequest, with model: LoadedModel) async throws -> RawOutputs {
        let plan = try request.plan(for: try ModelTensors(model))
        return try await queue.outputs(
            plan.inputs, steps: plan.steps, decode: plan.decode, with: model,
            priority: plan.priority, deadline: plan.timeoutSeconds.map { now() + $0 })
    }
}

extension CatalogueEntry {
    /// The state in the vocabulary of the model repository extension.
    package var indexState: String { isReady ? "READY" : "UNAVAILABLE" }
}
