import Inference
import Records

/// The schemas of the Open Inference Protocol for the document; requests are parsed by ``InferenceRequest``.
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

    static let server = Schema.named(
        "InferenceServer",
        .object([
            .init("name", .text(1...40)), .init("version", .text(1...40)),
            .init("extensions", .array(.text(1...60), count: 0...20)),
        ]))

    private static let tensor = Schema.object([
        .init("name", .text(1...40)), .init("datatype", .text(1...10)),
        .init("shape", .array(.integer(-1...Int(Int32.max)), count: 1...3), "-1 for a size that the caller chooses."),
    ])

    static let model = Schema.named(
        "InferenceModel",
        .object([
            .init("name", .text(1...200)), .init("versions", .array(.text(1...20), count: 0...1000)),
            .init("platform", .text(1...60)),
            .init("inputs", .array(tensor, count: 1...1)), .init("outputs", .array(tensor, count: 1...1)),
        ]))

    static let modelReady = Schema.object([.init("name", .text(1...200)), .init("ready", .boolean)])

    static let live = Schema.object([.init("live", .boolean)])

    static let health = Schema.named(
        "Health",
        .object([
            .init("ready", .boolean),
            .init(
                "degraded",
                .array(
                    .object([
                        .init("part", .choice(Health.Part.allCases.map(\.rawValue))), .init("problem", .text(1...1000)),
                        .init("prevents_service", .boolean, "Whether requests should go elsewhere."),
                    ]), count: 0...1000), "All current problems."),
        ]))

    static let indexRequest = Schema.object([.optional("ready", .boolean, "Only models that are ready.")])

    static let index = Schema.array(
        .object([
            .init("name", .text(1...200)), .init("version", .text(1...20)), .init("state", .choice(["READY", "UNAVAILABLE"])),
            .init("reason", .text(0...10_000), "Why it is unavailable, or what is wrong with its folder."),
        ]), count: 0...100_000)
}
