import Inference
import JSONText
import Market
import Server
import ServerWorld
import Testing

@Suite struct OpenInferenceRequestTests {
    private static func input(_ members: String, rest: String = "") -> String {
        #"{"inputs":[{"name":"input","datatype":"FP32",\#(members)}]\#(rest)}"#
    }

    @Test func dataMayBeFlatOrNested() throws {
        let flat = InferenceBody(json: Self.input(#""shape":[2,2,1],"data":[1,2.5,-3e-1,4]"#))
        let nested = InferenceBody(json: Self.input(#""data":[[[1],[2.5]],[[-0.3],[4.0]]],"shape":[2,2,1]"#))
        for body in [flat, nested] {
            let plan = try body.planned()
            #expect(plan.inputs.values == [1, 2.5, -0.3, 4])
            #expect((plan.inputs.series, plan.inputs.steps, plan.inputs.inputs) == (2, 2, 1))
            #expect(plan.steps == 96)
            #expect(plan.decode == .recursive)
            #expect(plan.timeoutSeconds == nil)
            #expect(try !body.parsed().isBinaryOutput)
        }
    }

    @Test func numbersMayFollowTheJSONAsBytes() throws {
        let values: [Float] = [1, -2, 0.1]
        let body = InferenceBody.binary(
            Self.input(
                #""shape":[1,3,1],"parameters":{"binary_data_size":12}"#, rest: #","parameters":{"binary_data_output":true}"#),
            values)
        let request = try body.parsed()
        #expect(request.tensors.inputs == [.init(name: "input", datatype: "FP32", shape: [1, 3, 1], values: values)])
        #expect(request.tensors.parameters.isEmpty)
        #expect(request.isBinaryOutput)
    }

    @Test func anOutputsOwnParameterOverridesTheRequests() throws {
        let rest = #","parameters":{"binary_data_output":true},"outputs":[{"name":"output","parameters":{"binary_data":false}}]"#
        let body = InferenceBody(json: Self.input(#""shape":[1,1,1],"data":[0]"#, rest: rest))
        #expect(try !body.parsed().isBinaryOutput)
        #expect(try body.planned().steps == 96)
    }

    @Test func parametersChangeTheRun() throws {
        let rest = #","id":"a","parameters":{"steps":7,"decode":"sliding_window","timeout":250000}"#
        let body = InferenceBody(json: Self.input(#""shape":[1,1,1],"data":[0]"#, rest: rest))
        let plan = try body.planned()
        #expect(plan.steps == 7)
        #expect(plan.decode == .slidingWindow)
        #expect(plan.timeoutSeconds == 0.25)
        #expect(plan.priority == .interactive)
        #expect(try body.parsed().tensors.id == "a")
    }

    /// As in Triton's schedule policy extension; its client omits 0.
    @Test(arguments: [("0", InferencePriority.interactive), ("1", .interactive), ("2", .background), ("9", .background)])
    func aLowPriorityIsTheBackgrounds(level: String, priority: InferencePriority) throws {
        let rest = #","parameters":{"priority":\#(level)}"#
        let body = InferenceBody(json: Self.input(#""shape":[1,1,1],"data":[0]"#, rest: rest))
        #expect(try body.planned().priority == priority)
    }

    @Test func aModelWhoseOutputsCannotBeItsInputsMakesOneStep() throws {
        let model = ModelTensors(model: "daily-close-t", inputs: 1, outputs: 3, horizon: 96, canFeedBack: false)
        #expect(try InferenceBody(json: Self.input(#""shape":[1,1,1],"data":[0]"#)).planned(model).steps == 1)
        #expect(model.output.shape == [-1, 1, 3])
        let two = InferenceBody(json: Self.input(#""shape":[1,1,1],"data":[0]"#, rest: #","parameters":{"steps":2}"#))
        let error = #expect(throws: TensorRefusal.self) { try two.planned(model) }
        #expect(error?.description.contains("an output cannot be the next input") == true)
    }

    /// The code, the field and a part of the text of every refusal.
    @Test(arguments: [
        ("", "malformed-json", "body", "expected a value"),
        ("[]", "malformed-json", "body", "expected an object"),
        ("{}", "malformed-json", "body", "no member \"inputs\""),
        (#"{"inputs":[]}"#, "input-count", "/inputs", "0 input tensors"),
        (#"{"inputs":[{}]}"#, "malformed-json", "body", "no member \"datatype\""),
        (#"{"inputs":[{"name":"a","datatype":"FP32"}]}"#, "malformed-json", "body", "no member \"shape\""),
        (#"{"inputs":[],"model":1}"#, "malformed-json", "body", "\"model\" is not accepted here"),
        (#"{"inputs":[],"inputs":[]}"#, "malformed-json", "body", "occurs twice"),
        (#"{"inputs":[{"name":"x","datatype":"FP32","shape":[1,1,1],"data":[1]}]}"#, "unknown-input", "/inputs/0/name", "\"x\""),
        (
            #"{"inputs":[{"name":"input","datatype":"FP64","shape":[1,1,1],"data":[1]}]}"#, "bad-datatype", "/inputs/0/datatype",
            "FP64"
        ),
        (input(#""shape":[1,1,1]"#), "bad-data", "/inputs/0/data", "has no data"),
        (input(#""shape":[1,1,1],"data":[1],"parameters":{"binary_data_size":4}"#), "bad-data", "/inputs/0/data", "data twice"),
        (input(#""shape":[1,1],"data":[1]"#), "bad-shape", "/inputs/0/shape", "[1, 1]; expected [series, steps, 1]"),
        (input(#""shape":[],"data":[1]"#), "bad-shape", "/inputs/0/shape", "the shape []"),
        (input(#""shape":[1,1,2],"data":[1,2]"#), "bad-shape", "/inputs/0/shape", "[1, 1, 2]"),
        (input(#""shape":[0,1,1],"data":[]"#), "bad-shape", "/inputs/0/shape", "[0, 1, 1]"),
        (input(#""shape":[-1,-1,1],"data":[1]"#), "bad-shape", "/inputs/0/shape", "[-1, -1, 1]"),
        (input(#""shape":[4611686018427387904,4,1],"data":[1]"#), "bad-shape", "/inputs/0/shape", "4611686018427387904"),
        (input(#""shape":[99999999999999999999,1,1],"data":[1]"#), "malformed-json", "body", "expected a whole number"),
        (input(#""shape":[1.5,1,1],"data":[1]"#), "malformed-json", "body", "expected a whole number"),
        (input(#""shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data":[1]"#), "malformed-json", "body", "more than 16 sizes"),
        (input(#""shape":[1,2,1],"data":[1]"#), "bad-data-size", "/inputs/0/data", "holds 1 number"),
        (input(#""shape":[1,4,1],"data":[[1,2],[3,4]]"#), "bad-data-size", "/inputs/0/data", "nested as [2, 2]"),
        (input(#""shape":[1,2,1],"data":[[[1],[2,3]]]"#), "malformed-json", "body", "an array of 2 among arrays of 1"),
        (input(#""shape":[1,1,1],"data":[NaN]"#), "malformed-json", "body", "expected a value"),
        (input(#""shape":[1,1,1],"data":[1e39]"#), "malformed-json", "body", "beyond the range of 32-bit floats"),
        (input(#""shape":[1,1,1],"data":["1"]"#), "malformed-json", "body", "expected a number, found a string"),
        (
            input(#""shape":[1,1,1],"parameters":{"binary_data_size":4}"#), "bad-data-size",
            "/inputs/0/parameters/binary_data_size", "and 0 came"
        ),
        (
            input(#""shape":[1,1,1],"parameters":{"binary_data_size":-4}"#), "bad-data-size",
            "/inputs/0/parameters/binary_data_size", "-4"
        ),
        (
            input(#""shape":[1,1,1],"parameters":{"binary_data_size":3}"#), "bad-data-size",
            "/inputs/0/parameters/binary_data_size", "3 bytes"
        ),
        (input(#""shape":[1,1,1],"parameters":{"shared_memory_region":"a"}"#), "malformed-json", "body", "shared_memory_region"),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"steps":0}"#), "bad-parameter", "/parameters/steps",
            "steps is 0"
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"steps":100001}"#), "bad-parameter", "/parameters/steps",
            "1 to 100000"
        ),
        (input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"steps":1.5}"#), "bad-parameter", "/parameters/steps", "1.5"),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"steps":"1"}"#), "bad-parameter", "/parameters/steps",
            "\"1\""
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"decode":"beam"}"#), "bad-parameter", "/parameters/decode",
            "beam"
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"priority":-1}"#), "bad-parameter", "/parameters/priority",
            "0 (default)"
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"sequence_id":5}"#), "unknown-parameter",
            "/parameters/sequence_id", "priority"
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"timeout":0}"#), "bad-parameter", "/parameters/timeout",
            "microseconds"
        ),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"a":1}"#), "unknown-parameter", "/parameters/a",
            "steps, decode"
        ),
        (input(#""shape":[1,1,1],"data":[1]"#, rest: #","parameters":{"a":[]}"#), "malformed-json", "body", "\"a\" is an array"),
        (input(#""shape":[1,1,1],"data":[1]"#, rest: #","outputs":[{"name":"o"}]"#), "unknown-output", "/outputs/0/name", "\"o\""),
        (
            input(#""shape":[1,1,1],"data":[1]"#, rest: #","outputs":[{"name":"output"},{"name":"output"}]"#), "unknown-output",
            "/outputs/1/name", "requested twice"
        ),
        (input(#""shape":[1,1,1],"data":[1]"#, rest: #","outputs":[{}]"#), "malformed-json", "body", "no member \"name\""),
    ])
    func anErrorNamesTheProblem(json: String, code: String, field: String, text: String) throws {
        let error = #expect(throws: TensorRefusal.self) { try InferenceBody(json: json).planned() }
        #expect(error?.code == code, "\(error?.description ?? "")")
        #expect(error?.field == field, "\(error?.description ?? "")")
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }

    @Test func bytesThatDoNotFitAreRefused() {
        let json = Self.input(#""shape":[1,1,1],"parameters":{"binary_data_size":4}"#)
        for (values, text) in [
            ([1, 2] as [Float], "4 of 8 bytes"), ([.nan], "holds nan at [0, 0, 0]"), ([-.infinity], "holds -inf"),
        ] {
            let error = #expect(throws: TensorRefusal.self) { try InferenceBody.binary(json, values).planned() }
            #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        }
        for length in [-1, json.utf8.count + 5] {
            let error = #expect(throws: TensorRefusal.self) {
                try (Array(json.utf8) + [0, 0, 0, 0]).withUnsafeBufferPointer { bytes throws(TensorRefusal) in
                    try InferenceRequest(bytes, headerLength: length)
                }
            }
            #expect(error?.code == "bad-header-length")
        }
    }

    @Test func aLongListIsRefusedBeforeItFillsTheMemory() {
        let empty = Array(repeating: "{\"name\":\"o\"}", count: 100_000).joined(separator: ",")
        let error = #expect(throws: TensorRefusal.self) {
            try InferenceBody(json: #"{"outputs":[\#(empty)],"inputs":[]}"#).parsed()
        }
        #expect(error?.description.contains("more than 16 outputs") == true)
    }

    @Test func anErrorEchoesNoMoreThanAHundredCharacters() {
        let name = String(repeating: "n", count: 900) + "\\u0007"
        let json = #"{"inputs":[{"name":"\#(name)","datatype":"FP32","shape":[1,1,1],"data":[1]}]}"#
        let error = #expect(throws: TensorRefusal.self) { try InferenceBody(json: json).planned() }
        #expect((error?.description.count ?? 1000) < 200)
        #expect((error?.value?.count ?? 1000) <= 101)
    }

    // MARK: Answers

    @Test func theAnswerInJSONReadsBackAsTheSameFloats() throws {
        let answer = InferenceAnswer(
            id: "7", model: "m", version: "1", values: [0.1, -2, 3e-20, 16_777_216], shape: [2, 2])
        let text = String(decoding: answer.json, as: UTF8.self)
        #expect(
            text == #"{"model_name":"m","model_version":"1","id":"7","outputs":[{"name":"output","datatype":"FP32","#
                + #""shape":[2,2],"data":[0.1,-2.0,3e-20,16777216.0]}]}"#)
    }

    @Test func theBinaryAnswerGivesTheLengthOfItsJSON() throws {
        let values: [Float] = [0.1, .leastNonzeroMagnitude, -7]
        let answer = InferenceAnswer(
            id: "", model: "m", version: "2", values: values, shape: [1, 1, 3])
        let (bytes, length) = answer.binary
        let json = try JSONValue(parsing: Array(bytes[..<length]))
        #expect(json["id"] == nil)
        let output = try #require(json["outputs"]?.array?.first)
        #expect(output["shape"] == .array([.number(1), .number(1), .number(3)]))
        #expect(output["parameters"]?["binary_data_size"]?.integer == 12)
        #expect(Array(bytes[length...]) == values.flatMap { InferenceBody.bytes(of: $0) })
    }
}
