import Market

/// One version of a model, as the catalogue knows it.
package struct CatalogueEntry: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// Serves, and is what the folder holds.
        case ready
        /// Serves what was loaded before: the folder holds something bad now.
        case degraded(reason: String)
        /// Its folder is gone: it still answers, is not ready any more, and is unloaded soon.
        case withdrawn
        /// Was never loaded.
        case unavailable(reason: String)
    }

    package let name: String
    /// A positive decimal number.
    package let version: String
    package let state: State
    /// The hash of the weights that it serves; nil where it serves none.
    package let sha256: String?
    /// What requests get that name no version.
    package let isDefaultVersion: Bool

    /// Whether requests should be sent to it.
    package var isReady: Bool {
        switch state {
        case .ready, .degraded: true
        case .withdrawn, .unavailable: false
        }
    }

    /// What is wrong with it; nil when nothing is.
    package var reason: String? {
        switch state {
        case .ready: nil
        case .degraded(let reason), .unavailable(let reason): reason
        case .withdrawn: "its folder was removed"
        }
    }
}

/// How the catalogue fares.
package struct CatalogueHealth: Equatable, Sendable {
    /// Whether the default model answers and is not about to be unloaded. Other models' own readiness tells of those.
    package let isReady: Bool
    /// A sentence for everything that is not as it should be, by the names of models and versions, without a path; empty when all is
    /// well.
    package let problems: [String]

    package init(isReady: Bool, problems: [String]) { (self.isReady, self.problems) = (isReady, problems) }
}

/// Why a request gets no model. Names and versions are what the caller sent, and may hold anything.
package enum CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `known` are the names that there are.
    case unknownModel(String, known: [String])
    /// `known` are the versions that there are.
    case unknownVersion(model: String, version: String, known: [String])
    /// The model is in the folder and was never loaded.
    case unavailable(model: String, version: String, reason: String)
    /// No model was named, and none is the default.
    case noDefault(known: [String])

    /// A stable word for programs.
    package var code: String {
        switch self {
        case .unknownModel: "unknown-model"
        case .unknownVersion: "unknown-version"
        case .unavailable: "model-unavailable"
        case .noDefault: "no-default-model"
        }
    }

    /// A sentence that names what is there.
    package var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "there is no model \"\(name.prefix(100))\"; \(NearName.of(name, among: known).map { "did you mean \($0)? Available" } ?? "available"): "
                + Self.list(known)
        case .unknownVersion(let model, let version, let known):
            "the model \(model) has no version \"\(version.prefix(20))\"; it has \(Self.list(known))"
        case .unavailable(let model, let version, let reason): "the model \(model), version \(version), is not loaded: \(reason)"
        case .noDefault(let known): "name a model; there is \(Self.list(known))"
        }
    }

    private static func list(_ known: [String]) -> String { known.isEmpty ? "none" : known.joined(separator: ", ") }
}
