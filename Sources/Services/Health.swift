/// The server's health, reported by `/v2/health/ready` and the protocol's `ServerReady`.
package struct Health: Equatable, Sendable {
    /// The parts that can fail.
    package enum Part: String, CaseIterable, Sendable {
        case models, database, disk, feeds, clock, queue, process, settings, certificate, tokens
    }

    /// One problem.
    package struct Finding: Equatable, Sendable {
        package let part: Part
        /// A sentence that every client may read: without paths, addresses or secrets.
        package let problem: String
        /// Whether requests should go elsewhere. If false, the server still works with limitations, such as old closes.
        package let preventsService: Bool

        package init(_ part: Part, _ problem: String, preventsService: Bool) {
            (self.part, self.problem, self.preventsService) = (part, problem, preventsService)
        }
    }

    package let findings: [Finding]

    package init(_ findings: [Finding] = []) { self.findings = findings }

    /// Whether the server accepts work.
    package var isReady: Bool { !findings.contains(where: \.preventsService) }
}

/// Reports the server's health. The composition root knows all parts that can fail. It answers within milliseconds, from the last
/// checks, and reports a part as out of service before that part is unloaded or closed.
package typealias HealthProbe = @Sendable () async -> Health
