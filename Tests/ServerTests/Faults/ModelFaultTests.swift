import Foundation
import HTTPTestSupport
import JSONText
import ServerWorld
import Testing
import Waits

/// A model's files are replaced by garbage, or removed.
@Suite struct ModelFaultTests {
    private static let defaultModel = "daily-average"
    private static let other = "daily-close"

    @Test func theDefaultModelKeepsWorkingFromMemoryAndANewProcessReportsItMissing() async throws {
        try await ServerFolder.run { folder in
            let models = try Self.copyModels(to: folder)
            let good = try Data(contentsOf: URL(filePath: "\(models)/\(Self.defaultModel)/model.safetensors"))
            var server = try ServerProcess.listening(in: folder, ["models": models])
            let before = try Self.forecast(server, Self.defaultModel)
            try Self.require(before, 200)
            try Data("garbage".utf8).write(to: URL(filePath: "\(models)/\(Self.defaultModel)/model.safetensors"))
            try server.waitForHealth { isReady, findings in
                isReady && findings.contains { $0.part == "models" && $0.problem.contains(Self.defaultModel) }
            }
            try server.waitForMetric(Self.metric(Self.defaultModel)) { $0 == 0 }
            try server.waitForMetric("closecast_degraded{part=\"models\"}") { $0 == 1 }
            let during = try Self.forecast(server, Self.defaultModel)
            guard during.body == before.body else {
                throw ServerProcess.Failure(description: "the forecast is another one: \(during.text.prefix(500))")
            }
            server.killAndWait()
            // Nothing in memory: a new process has no default model, says so, and serves the other one.
            server = try ServerProcess.listening(in: folder, ["models": models])
            try server.waitForHealth { isReady, findings in
                // Anyone may read it, so it contains no path.
                !isReady && findings.contains { $0.part == "models" } && !findings.contains { $0.problem.contains("/") }
            }
            try server.waitForMetric("closecast_ready") { $0 == 0 }
            let none = try Self.forecast(server, Self.defaultModel)
            try Self.require(none, 503)
            guard none["retry-after"] != nil else { throw ServerProcess.Failure(description: "no Retry-After: \(none.headers)") }
            try Self.require(Self.forecast(server, Self.other), 200)
            try good.write(to: URL(filePath: "\(models)/\(Self.defaultModel)/model.safetensors"))
            try server.waitForHealth { isReady, findings in isReady && findings.isEmpty }
            try server.waitForMetric(Self.metric(Self.defaultModel)) { $0 == 1 }
            try server.waitForMetric("closecast_ready") { $0 == 1 }
            guard try Self.forecast(server, Self.defaultModel).body == before.body else {
                throw ServerProcess.Failure(description: "the forecast is another one")
            }
            server.killAndWait()
        }
    }

    /// A second model that is broken or withdrawn is reported, and no longer affects the service of the others.
    @Test func anotherModelThatIsBrokenIsItsOwnTrouble() async throws {
        try await ServerFolder.run { folder in
            let models = try Self.copyModels(to: folder)
            let weights = URL(filePath: "\(models)/\(Self.other)/model.safetensors")
            let good = try Data(contentsOf: weights)
            try good.prefix(1000).write(to: weights)
            let server = try ServerProcess.listening(in: folder, ["models": models])
            try server.waitForHealth { isReady, findings in
                isReady && findings.contains { $0.part == "models" && $0.problem.contains(Self.other) }
            }
            try Self.require(server.send("GET", "/v2/models/\(Self.other)/ready"), 503)
            try Self.require(server.send("GET", "/v2/models/\(Self.defaultModel)/ready"), 200)
            try server.waitForMetric(Self.metric(Self.other)) { $0 == 0 }
            try server.waitForMetric("closecast_ready") { $0 == 1 }
            try good.write(to: weights)
            try server.waitForHealth { isReady, findings in isReady && findings.isEmpty }
            try Self.require(server.send("GET", "/v2/models/\(Self.other)/ready"), 200)
            try FileManager.default.removeItem(atPath: "\(models)/\(Self.other)")
            var statuses: Set<Int> = []
            try blockUntil("\(Self.other) is unloaded: \(statuses)") {
                statuses.insert(try server.send("GET", "/v2/models/\(Self.other)/ready").status)
                guard try server.health().isReady else {
                    throw ServerProcess.Failure(description: "the whole service is not ready")
                }
                return statuses.contains(404)
            }
            guard statuses == [200, 503, 404] || statuses == [503, 404] else {
                throw ServerProcess.Failure(description: "it was not unready before it was unloaded: \(statuses)")
            }
            server.killAndWait()
        }
    }

    // MARK: Steps

    private static func metric(_ model: String) -> String { "closecast_model_ready{model=\"\(model)\",version=\"1\"}" }

    private static func copyModels(to folder: String) throws -> String {
        try FileManager.default.copyItem(atPath: ServerUnderTest.models, toPath: folder + "/models")
        return folder + "/models"
    }

    private static func forecast(_ server: ServerProcess, _ model: String) throws -> EdgeAnswer {
        let closes = jsonCloses(simulatedHistory(3, days: 500))
        return try server.send("POST", "/v1/forecasts", "{\"model\":\"\(model)\",\"closes\":\(closes)}")
    }

    private static func require(_ answer: EdgeAnswer, _ status: Int) throws {
        guard answer.status == status else {
            throw ServerProcess.Failure(description: "\(answer.status) in place of \(status): \(answer.text.prefix(1000))")
        }
    }
}
