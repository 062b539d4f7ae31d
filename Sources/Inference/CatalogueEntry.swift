import Market
import Platform
import Text

/// One version of a model in the catalogue.
package struct CatalogueEntry: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// Serves the folder's current files.
        case ready
        /// Serves the previously loaded files, because the folder's current ones are invalid.
        case degraded(reason: String)
        /// Its folder was removed. It still answers, but is no longer ready and will be unloaded soon.
        case withdrawn
        /// Was never loaded.
        case unavailable(reason: String)
    }

    package let name: String
    /// A positive decimal number.
    package let version: String
    package let state: State
    /// The hash of the weights in use; nil if none are loaded.
    package let sha256: String?
    /// Whether requests without a version get this one.
    package let isDefaultVersion: Bool

    /// Whether clients should send requests to this version.
    package var isReady: Bool {
        switch state {
        case .ready, .degraded: true
        case .withdrawn, .unavailable: false
        }
    }

    /// The problem with this version; nil if there is none.
    package var reason: String? {
        switch state {
        case .ready: nil
        case .degraded(let reason), .unavailable(let reason): reason
        case .withdrawn: "its folder was removed"
        }
    }
}

/// The health of the catalogue.
package struct CatalogueHealth: Equatable, Sendable {
    /// Whether the default model answers and is not about to be unloaded. Other models have their own readiness.
    package let isReady: Bool
    /// A sentence for each problem, with the names of models and versions but without paths; empty if there are none.
    package let problems: [String]

    package init(isReady: Bool, problems: [String]) { (self.isReady, self.problems) = (isReady, problems) }
}

/// The reasons why a request gets no model. Names and versions come from the caller and may contain anything.
package enum CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No model has this name. `known` are the existing names.
    case unknownModel(String, known: [String])
    /// The model has no such version. `known` are the existing versions.
    case unknownVersion(model: String, version: String, known: [String])
    /// The folder has the model, but it was never loaded.
    case unavailable(model: String, version: String, reason: String)
    /// The request names no model, and there is no default.
    case noDefault(known: [String])

    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .unknownModel: "unknown-model"
        case .unknownVersion: "unknown-version"
        case .unavailable: "model-unavailable"
        case .noDefault: "no-default-model"
        }
    }

    /// A sentence that lists what exists.
    package var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "no model named \"\(name.cut(to: 100))\"; \(NearName.of(name, among: known).map { "did you mean \($0)? Available" } ?? "available"): "
                + Self.list(known)
        case .unknownVersion(let model, let version, let known):
            "the model \(model) has no version \"\(version.prefix(20))\"; it has \(Self.list(known))"
        case .unavailable(let model, let version, let reason): "the model \(model), version \(version), is not loaded: \(reason)"
        case .noDefault(let known): "name a model; there is \(Self.list(known))"
        }
    }

    private static func list(_ known: [String]) -> String { known.isEmpty ? "none" : known.joined(separator: ", ") }
}
