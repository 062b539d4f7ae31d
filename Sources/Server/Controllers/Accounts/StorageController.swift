import HTTPEdge
import HTTPTypes
import JSONText
import People
import Platform

/// The amounts that the caller stores and may store.
struct StorageController: Sendable {
    let quotas: StorageQuotas
    let use: @Sendable (_ owner: String) async throws -> StorageUse

    func add(to api: inout API) { api.add(Self.show, show) }

    private static let show = Operation(
        .get, "/v1/account/storage", id: "getStorage", tag: "Account", "The caller's storage use and quotas.",
        need: .session(.any), answers: [.json(200, "The quotas.", AccountSchemas.storage)])

    private func show(_ call: Call) async throws -> Reply {
        let use = try await use(call.caller.owner)
        return Reply { [quotas] in AccountJSON.storage(use, quotas, &$0) }.with(.cacheControl, "no-store")
    }
}

extension QuotaExceeded: ProblemConvertible {
    /// 413, as for a body that is too large: the rest of the quota is the limit for this caller's body.
    package var problem: Problem {
        var problem = Problem(.contentTooLarge, "quota-exceeded", description, accepted: "at most \(max(limit - used, 0)) more")
        problem.extra = [
            .init(key: "quota", value: .string(kind.rawValue)), .init(key: "used", value: .string("\(used)")),
            .init(key: "limit", value: .string("\(limit)")),
        ]
        return problem
    }
}
