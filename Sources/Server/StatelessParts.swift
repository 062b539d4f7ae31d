import APIKit
import Access
import Forecasts
import HTTPEdge
import Hummingbird
import Inference
import Logging
import MarketsWeb
import Platform
import Services

/// The parts of a server that stores nothing: it forecasts submitted closes, and runs networks.
package struct StatelessParts: Sendable {
    /// The clients that are served.
    package enum Callers: Sendable {
        /// Programs on the server's machine, on a loopback address.
        case sameMachine
        /// Bearers of a token.
        case bearers(TokenFile)
        /// All clients that reach the port.
        case anybody
    }

    package let models: ServedModels
    package let callers: Callers
    let path: ServedPath
    /// Reports the server's health.
    package let health: HealthProbe
    /// Writes the metrics for `GET /metrics`, given an `Accept` header.
    package let metrics: MetricsText

    package init(
        catalogue: ModelCatalogue, queue: InferenceQueue, callers: Callers, path: ServedPath = .root, health: @escaping HealthProbe,
        metrics: @escaping MetricsText
    ) {
        models = ServedModels(catalogue: catalogue, queue: queue)
        (self.callers, self.path, self.health, self.metrics) = (callers, path, health, metrics)
    }

    /// The Open Inference Protocol.
    package var openInference: OpenInference { models.openInference }

    package var operations: API {
        var api = API()
        SentClosesController(models: models).add(to: &api)
        ModelsController(catalogue: models.catalogue).add(to: &api)
        OpenInferenceController(openInference, health: health).add(to: &api)
        MetricsController(metrics: metrics).add(to: &api)
        OpenAPIController(others: api.routes, path: path).add(to: &api)
        return api
    }

    var authenticators: [any Authenticator] {
        switch callers {
        case .sameMachine: [SameMachine()]
        case .bearers(let tokens): [FileTokens(tokens: tokens)]
        case .anybody: [Anybody()]
        }
    }

    /// Returns the router: the edge's middleware, then the routes.
    ///
    /// - Parameter spans: creates a span for each request; nil for none.
    package func router(
        edge: Edge<CallContext>, spans: (any MiddlewareProtocol<Request, Response, CallContext>)? = nil
    ) -> Router<CallContext> {
        let services = OperationServices(
            writes: NoWrites(), time: edge.timeLimit, pages: nil, storeVersion: StoreVersion { 0 })
        return ServerAPI.router(operations, services, authenticators, path: path, edge: edge, spans: spans)
    }
}

/// Bearer tokens listed in a file.
private struct FileTokens: Authenticator {
    let tokens: TokenFile

    func principal(of request: Request, _ context: CallContext) async throws -> Principal? {
        try BearerHeader.token(in: request).map { try tokens.principal(of: $0) }
    }
}

/// Accepts every client. Only for a server that has no data.
private struct Anybody: Authenticator {
    func principal(of request: Request, _ context: CallContext) async throws -> Principal? { .local }
}

/// Replaces the store of responses if no operation writes.
private struct NoWrites: WriteGuard {
    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply {
        preconditionFailure("\(operation.id) writes, and this server stores nothing")
    }
}
