import APIKit
import HTTPTypes
import Inference
import JSONText
import NIOCore
import Records
import Services

/// Raw tensors for the networks: the Open Inference Protocol v2 with the binary tensor data extension.
package struct OpenInferenceController: Sendable {
    private let inference: OpenInference
    private let health: HealthProbe
    /// Whether people have accounts here: degraded parts are then shown to administrators only.
    private let hasAccounts: Bool

    package init(_ inference: OpenInference, health: @escaping HealthProbe, hasAccounts: Bool = false) {
        (self.inference, self.health, self.hasAccounts) = (inference, health, hasAccounts)
    }

    /// Adds the routes under `/v2`.
    package func add(to api: inout API) {
        api.add(Self.serverMetadata, serverMetadata)
        api.add(Self.live, live)
        api.add(Self.ready, ready)
        api.add(Self.index, index)
        for place in Place.allCases {
            api.add(place.metadata, modelMetadata)
            api.add(place.ready, modelReady)
            api.add(place.infer, infer)
        }
    }

    static let tag = "Open Inference Protocol"

    // MARK: Server

    private static let serverMetadata = Operation(
        .get, "/v2", id: "inferenceServer", tag: tag, "What this server is.", need: .scope(.read),
        answers: [.json(200, "Name, version and extensions.", OpenInferenceSchemas.server.schema)])

    private func serverMetadata(_ call: Call) async throws -> Reply {
        Reply { OpenInferenceSchemas.server.write(inference, &$0) }
    }

    private static let live = Operation(
        .get, "/v2/health/live", id: "serverLive", tag: tag, "Whether the process answers.", need: .nobody,
        answers: [.json(200, "It does.", OpenInferenceSchemas.live)])

    private func live(_ call: Call) async throws -> Reply {
        Reply { writer in
            writer.member("live", true)
        }.with(.cacheControl, "no-store")
    }

    private static let ready = Operation(
        .get, "/v2/health/ready", id: "serverReady", tag: tag, "Whether the server takes work, and all that is degraded.",
        need: .nobody,
        answers: [
            .json(200, "It does; some parts may be degraded.", OpenInferenceSchemas.health.schema),
            .json(503, "It does not.", OpenInferenceSchemas.health.schema),
        ])

    private func ready(_ call: Call) async throws -> Reply {
        let health = await health()
        // Details of internal faults are only for administrators, who can fix them.
        let findings = hasAccounts && call.caller.scope != .admin ? [] : health.findings
        return Reply(health.isReady ? .ok : .serviceUnavailable) {
            OpenInferenceSchemas.health.write((health.isReady, findings), &$0)
        }.with(.cacheControl, "no-store")
    }

    private static let index = Operation(
        .post, "/v2/repository/index", id: "modelIndex", tag: tag, "All versions of all models.", need: .scope(.read), .read,
        body: .json(OpenInferenceSchemas.indexRequest, maximumBytes: 1 << 10, isRequired: false)
            .showing(#"{"ready":true}"#),
        answers: [.json(200, "The models.", Schema.array(OpenInferenceSchemas.indexEntry.schema, count: 0...100_000))])

    private func index(_ call: Call) async throws -> Reply {
        var writer = JSONWriter()
        let onlyReady = call.body["ready"] == .boolean(true)
        writer.array { writer in
            for entry in inference.index(onlyReady: onlyReady) { OpenInferenceSchemas.indexEntry.writeObject(entry, &writer) }
        }
        return Reply(json: writer.bytes)
    }

    // MARK: Models

    private func modelMetadata(_ call: Call) async throws -> Reply {
        let model = try inference.model(call.modelName, version: call.modelVersion)
        let described = (model.name, inference.versions(of: model.name), try ModelTensors(model))
        return Reply { OpenInferenceSchemas.model.write(described, &$0) }
    }

    private func modelReady(_ call: Call) async throws -> Reply {
        let isReady = try inference.isReady(call.modelName, version: call.modelVersion)
        return Reply(isReady ? .ok : .serviceUnavailable) {
            OpenInferenceSchemas.modelReady.write((call.modelName, isReady), &$0)
        }.with(.cacheControl, "no-store")
    }

    // MARK: Inference

    private func infer(_ call: Call) async throws -> Reply {
        let model = try inference.model(call.modelName, version: call.modelVersion)
        let request = try call.bytes.withUnsafeReadableBytes { bytes throws(TensorRefusal) in
            try InferenceRequest(bytes.bindMemory(to: UInt8.self), headerLength: call.integer(Self.headerLength.name))
        }
        let outputs = try await inference.outputs(request.tensors, with: model)
        let answer = InferenceAnswer(
            id: request.tensors.id, model: model.name, version: model.version, values: outputs.values, shape: outputs.shape)
        guard request.isBinaryOutput else { return Reply(json: answer.json) }
        let (bytes, headerLength) = answer.binary
        return Reply(.ok, ByteBuffer(bytes: bytes), type: "application/octet-stream")
            .with(.inferenceHeaderContentLength, "\(headerLength)")
    }

    fileprivate static let headerLength = Parameter(
        name: HTTPField.Name.inferenceHeaderContentLength.rawName, place: .header,
        schema: .integer(0...OpenInferenceSchemas.maximumBytes), isRequired: false,
        note: "Bytes of the JSON, where the numbers of tensors stand as bytes behind it.", fallback: nil)
}

/// The two forms of a model's routes: with a version, and without one for the highest version.
private enum Place: CaseIterable {
    case model, version

    private var path: String { self == .model ? "/v2/models/{model}" : "/v2/models/{model}/versions/{version}" }
    private var suffix: String { self == .model ? "" : "Version" }

    private var parameters: [Parameter] {
        let model = Parameter.path("model", .text(1...200), "The model's name, the folder that it is in.")
        let version = Parameter.path("version", .text(1...20), "A version's number.")
        return self == .model ? [model] : [model, version]
    }

    var metadata: Operation {
        Operation(
            .get, path, id: "inferenceModel\(suffix)", tag: OpenInferenceController.tag, "A model's tensors.", need: .scope(.read),
            parameters: parameters,
            answers: [.json(200, "Versions, and names, types and shapes of tensors.", OpenInferenceSchemas.model.schema)])
    }

    var ready: Operation {
        Operation(
            .get, path + "/ready", id: "modelReady\(suffix)", tag: OpenInferenceController.tag,
            "Whether requests should be sent to a model.", need: .scope(.read), parameters: parameters,
            answers: [
                .json(200, "They should.", OpenInferenceSchemas.modelReady.schema),
                .json(503, "It is not loaded, or about to be unloaded.", OpenInferenceSchemas.modelReady.schema),
            ])
    }

    var infer: Operation {
        let answers: [(type: String, schema: Schema)] = [
            ("application/json", OpenInferenceSchemas.answer), ("application/octet-stream", .any),
        ]
        return Operation(
            .post, path + "/infer", id: "infer\(suffix)", tag: OpenInferenceController.tag,
            "Runs the network on raw numbers, as closecast model run does.", need: .scope(.read), .read,
            parameters: parameters + [OpenInferenceController.headerLength],
            body: .bytes(
                [("application/json", OpenInferenceSchemas.request), ("application/octet-stream", .any)],
                maximumBytes: OpenInferenceSchemas.maximumBytes
            ).showing(#"{"inputs":[{"name":"input","datatype":"FP32","shape":[1,3,1],"data":[0.25,-0.5,0.125]}]}"#),
            answers: [
                .contents(200, "The output tensor.", answers, headers: [HTTPField.Name.inferenceHeaderContentLength.rawName])
            ])
    }
}

extension Call {
    fileprivate var modelName: String { text("model") ?? "" }
    fileprivate var modelVersion: String { text("version") ?? "" }
}

extension HTTPField.Name {
    static let inferenceHeaderContentLength = HTTPField.Name("Inference-Header-Content-Length")!
}
