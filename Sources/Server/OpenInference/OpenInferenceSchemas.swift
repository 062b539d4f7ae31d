import Inference
import Records
import Services

/// The documents of the Open Inference Protocol. Requests are parsed by ``InferenceRequest``, and tensors written by ``InferenceAnswer``.
enum OpenInferenceSchemas {
    /// The limit for a request in bytes: a thousand series of 500 steps in JSON.
    static let maximumBytes = 16 << 20

    private static let parameters = Schema.map(.any)
    private static let shape = Schema.array(.integer(1...Int(Int32.max)), count: 3...3)

    static let request = Schema.named(
        "InferenceRequest",
        .object([
            .optional("id", .text(0...1024), "Repeated in the answer."),
            .optional(
                "parameters", parameters,
                "steps: outputs to make (default: the model's horizon); decode: recursive or sliding_window; timeout: microseconds; "
                    + "priority: 0 (default) or 1, or 2 and above for background work; binary_data_output: whether the output comes as bytes after the JSON."
            ),
            .init(
                "inputs",
                .array(
                    .object([
                        .init("name", .choice([ModelTensors.inputName])), .init("shape", shape, "[series, steps, inputs]"),
                        .init("datatype", .choice([ModelTensors.datatype])),
                        .optional("parameters", parameters, "binary_data_size: bytes of this tensor after the JSON."),
                        .optional("data", .any, "Numbers, flat or nested as the shape, oldest step first."),
                    ]), count: 1...1)),
            .optional(
                "outputs",
                .array(
                    .object([
                        .init("name", .choice([ModelTensors.outputName])),
                        .optional("parameters", parameters, "binary_data: whether it comes as bytes after the JSON."),
                    ]), count: 0...1)),
        ]))

    static let answer = Schema.named(
        "InferenceAnswer",
        .object([
            .init("model_name", .text(1...200)), .init("model_version", .text(1...20)), .optional("id", .text(0...1024)),
            .init(
                "outputs",
                .array(
                    .object([
                        .init("name", .text(1...40)), .init("datatype", .text(1...10)),
                        .init(
                            "shape", .array(.integer(1...Int(Int32.max)), count: 2...3),
                            "[series, steps], and with several outputs a third size."),
                        .optional("parameters", parameters),
                        .optional("data", .array(.number(), count: 0...Int(Int32.max)), "Row-major."),
                    ]), count: 1...1)),
        ]))

    static let server = Document<OpenInference>(
        "InferenceServer", .field("name", .text(1...40)) { _ in OpenInference.serverName },
        .field("version", .text(1...40)) { $0.serverVersion },
        .values("extensions", .array(.text(1...60), count: 0...20)) { _ in OpenInference.extensions })

    private static let tensor = Document<TensorForm>(
        nil, .field("name", .text(1...40)) { $0.name }, .field("datatype", .text(1...10)) { $0.datatype },
        .values(
            "shape", .array(.integer(-1...Int(Int32.max)), count: 1...3), "-1 for a size that the caller chooses."
        ) { $0.shape })

    static let model = Document<(name: String, versions: [String], tensors: ModelTensors)>(
        "InferenceModel", .field("name", .text(1...200)) { $0.name },
        .values("versions", .array(.text(1...20), count: 0...1000)) { $0.versions },
        .field("platform", .text(1...60)) { _ in OpenInference.platform },
        .list("inputs", 1...1, of: tensor) { [$0.tensors.input] }, .list("outputs", 1...1, of: tensor) { [$0.tensors.output] })

    static let modelReady = Document<(name: String, isReady: Bool)>(
        nil, .field("name", .text(1...200)) { $0.name }, .field("ready") { $0.isReady })

    static let live = Schema.object([.init("live", .boolean)])

    static let health = Document<(isReady: Bool, findings: [Health.Finding])>(
        "Health", .field("ready") { $0.isReady },
        .list("degraded", 0...1000, of: finding, "All current problems.") { $0.findings })

    private static let finding = Document<Health.Finding>(
        nil, .choice("part") { $0.part }, .field("problem", .text(1...1000)) { $0.problem },
        .field("prevents_service", nil, "Whether requests should go elsewhere.") { $0.preventsService })

    static let indexRequest = Schema.object([.optional("ready", .boolean, "Only models that are ready.")])

    static let indexEntry = Document<CatalogueEntry>(
        nil, .field("name", .text(1...200)) { $0.name }, .field("version", .text(1...20)) { $0.version },
        .field("state", .choice(["READY", "UNAVAILABLE"])) { $0.indexState },
        .field("reason", .text(0...10_000), "Why it is unavailable, or what is wrong with its folder.") { $0.reason ?? "" })
}
