import Access
import HTTPEdge
import Inference
import Logging
import Platform
import Server
import ServiceLifecycle
import Services
import Telemetry

/// The composition root of a server that stores nothing. Any number of them can run behind a load balancer.
struct StatelessProgram {
    private let process: ServerProcess

    init(_ process: ServerProcess) { self.process = process }

    func run() async throws {
        let settings = process.settings
        let tokens = try settings.stateless.tokens.map { try TokenFile($0) }
        if let tokens { warn(tokens) }
        let catalogue = try await process.catalogue()
        let queue = process.queue()
        let certificate = try process.certificate()
        let health = HealthMonitor(
            catalogue: catalogue, queue: queue, queueCapacity: settings.inference.queueCapacity, logger: process.logger,
            now: { ProcessState.secondsSince1970 })
        let callers: StatelessParts.Callers =
            tokens.map { .bearers($0) } ?? (settings.stateless.isWithoutTokens ? .anybody : .sameMachine)
        let parts = StatelessParts(
            catalogue: catalogue, queue: queue, callers: callers, path: process.path, health: { health.health },
            metrics: process.metricsText)
        process.addGauges(health)
        // The log hides values whose key looks like the name of a secret.
        process.logStart(catalogue, certificate, ["stateless": "true", "answers": "\(Self.words(callers))"])
        let edge = process.edge(certificate)
        try await process.serve(
            parts.router(edge: edge, spans: RequestSpans(process.spans)), on: edge, inference: parts.openInference,
            admission: CallAdmission(parts, edge: edge),
            .init(
                catalogue: catalogue, health: health, certificate: certificate, services: [health, Draining(queue: queue)],
                reload: { reload(tokens, health) }))
        process.logger.notice("stopped")
    }

    private static func words(_ callers: StatelessParts.Callers) -> String {
        switch callers {
        case .sameMachine: "programs on this machine"
        case .bearers: "bearers of a token"
        case .anybody: "any program that reaches the port"
        }
    }

    private func warn(_ tokens: TokenFile) {
        guard tokens.isOpenToOthers, let path = process.settings.stateless.tokens else { return }
        process.logger.warning(
            "every user of this machine can read or change the tokens",
            metadata: ["remedy": "\(Files.permissionCommand("o=", path))"])
    }

    private func reload(_ tokens: TokenFile?, _ health: HealthMonitor) {
        do throws(TokenFileError) {
            try tokens?.reload()
            if let tokens { warn(tokens) }
            health.noteReload(of: .tokens, problem: nil)
        } catch {
            process.logger.error("the tokens stay as they were", metadata: ["error": "\(error)"])
            health.noteReload(
                of: .tokens, problem: "The tokens could not be read again; the previous ones are accepted. The log says why.")
        }
    }
}
