/// How the server fares: what `/v2/health/ready` and the protocol's `ServerReady` tell.
package struct Health: Equatable, Sendable {
    /// What can be out of order.
    package enum Part: String, CaseIterable, Sendable {
        case models, database, disk, feeds, clock, queue, process, settings, certificate
    }

    /// One thing that is not as it should be.
    package struct Finding: Equatable, Sendable {
        package let part: Part
        /// A sentence that anybody may read: no path, no address, no secret.
        package let problem: String
        /// Whether requests had better go elsewhere; else it serves with less, e.g. from closes that grow old.
        package let preventsService: Bool

        package init(_ part: Part, _ problem: String, preventsService: Bool) {
            (self.part, self.problem, self.preventsService) = (part, problem, preventsService)
        }
    }

    package let findings: [Finding]

    package init(_ findings: [Finding] = []) { self.findings = findings }

    /// Whether it takes work.
    package var isReady: Bool { !findings.contains(where: \.preventsService) }
}

/// Tells how the server fares. The composition root knows all that can be out of order; it answers within milliseconds, from what
/// was last seen, and says that a part is out of service before that part is unloaded or closed.
package typealias HealthProbe = @Sendable () async -> Health
