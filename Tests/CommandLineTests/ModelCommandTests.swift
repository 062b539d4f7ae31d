import Foundation
import JSONText
import Testing

/// A golden file of a framework: raw inputs and its outputs.
private struct Golden {
    let name: String
    let json: JSONValue

    init(_ name: String) throws {
        self.name = name
        json = try JSONValue(parsing: Array(Data(contentsOf: golden.appending(path: "\(name)/golden.json"))))
    }

    var folder: String { golden.appending(path: name).path }
    var series: [JSONValue] { json["inputs"]?.array ?? [] }
}

private func text(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct ModelCommandTests {
    // MARK: list, show, verify

    @Test func theDefaultModelIsListed() throws {
        let run = try closecast("model", "list")
        #expect((run.status, run.words) == (0, ""))
        #expect(run.output.contains("daily-close: reads 500 closes, forecasts 96, 40901 numbers"))
        #expect(run.output.contains("daily-average (default): reads "))
        let models = try #require(try closecast("model", "list", "--json").json["models"]?.array)
        #expect(models.contains { $0["name"]?.string == "daily-close" && $0["parameters"]?.integer == 40_901 })
        #expect(models.contains { $0["name"]?.string == "daily-close-t" && $0["parameters"]?.integer == 41_103 })
    }

    @Test func aBrokenModelHidesNoGoodOne() throws {
        let folder = try Scratch()
        for name in ["keras-1x24", "torch-1x20"] {
            try FileManager.default.copyItem(at: golden.appending(path: name), to: folder.url.appending(path: name))
        }
        try folder.write("{}", to: "keras-1x24/config.json")
        let run = try closecast("model", "list", environment: ["CLOSECAST_MODELS": folder.url.path])
        #expect(run.status == 65)
        #expect(run.lines.count == 1 && run.output.hasPrefix("torch-1x20: "))
        #expect(run.words.contains("keras-1x24/config.json: \"format\" is missing"))
    }

    @Test func aModelIsShownForPeopleAndPrograms() throws {
        let run = try closecast("model", "show", golden.path + "/keras-2layers")
        #expect((run.status, run.words) == (0, ""))
        for line in ["name        keras-2layers", "layers      lstm, 2 inputs, 17 units, gates ifgo", "computed by OpenBLAS "] {
            #expect(run.output.contains(line), "\(line)")
        }
        let json = try closecast("model", "show", golden.path + "/keras-2layers", "--json").json
        #expect(json["inputs"]?.integer == 2)
        #expect(json["sha256"]?.string?.count == 64)
    }

    @Test func theHeadTheCalibrationAndTheSkillAreShown() throws {
        let folder = try Scratch()
        let own = try closecast("model", "show", folder.model())
        #expect(own.output.contains("\nhead        student-t: sample paths\n") && own.output.contains("\ncalibrated  no\n"))
        #expect(own.output.contains("\ntransform   log-returns over the standard deviation of the last "))
        #expect(own.output.hasSuffix("skill against the last price: not measured\n"))
        let rows = Array(repeating: "[0.6]", count: 96).joined(separator: ",")
        let calibration = """
            {"kind":"probability-map","fitted_on":[{"from":"2023-07-01","through":"2023-12-31"}],"levels":[0.5],"steps":[\(rows)]}
            """
        let model = try folder.model("calibrated", ["calibration": calibration, "skill": "[\(skill())]"])
        let shown = try closecast("model", "show", model)
        #expect(shown.output.contains("\ncalibrated  probability map, fitted on the closes of 2023-07-01 to 2023-12-31\n"))
        #expect(shown.output.contains("\nskill (CRPS) against the last price: days 1-7 "))
        let json = try closecast("model", "show", model, "--json").json
        #expect(json["skill"] == (try JSONValue(parsing: Array("[\(skill())]".utf8))))
        #expect(try closecast("model", "show", golden.path + "/keras-1x24").output.contains("\nhead        point\n"))
    }

    @Test func verifyFindsADamagedModel() throws {
        #expect(try closecast("model", "verify").output.contains(": good; 48098 finite numbers, sha256 "))
        let folder = try Scratch()
        try FileManager.default.copyItem(at: golden.appending(path: "keras-1x24"), to: folder.url.appending(path: "m"))
        var weights = try Data(contentsOf: folder.url.appending(path: "m/model.safetensors"))
        weights[weights.count - 1] ^= 0x10
        try weights.write(to: folder.url.appending(path: "m/model.safetensors"))
        let run = try closecast("model", "verify", "./m", folder: folder)
        #expect((run.status, run.output) == (65, ""))
        #expect(run.words.contains("./m/model.safetensors: expected sha256 "))
    }

    // MARK: run

    @Test(arguments: ["keras-1x24", "keras-2layers", "onnx-1x16", "onnx-2layers", "torch-1x20", "torch-2layers"])
    func aNetworkThatCanFeedBackRunsItsHorizonAsItsFrameworkDoes(name: String) throws {
        let golden = try Golden(name)
        let run = try closecast("model", "run", golden.folder, input: golden.series.map { text($0) + "\n" }.joined())
        #expect((run.status, run.words) == (0, ""))
        let outputs = try run.jsonLines
        #expect(outputs.count == golden.series.count)
        for (output, expected) in zip(outputs, golden.json["recursive"]?.array ?? []) {
            #expect(output.array?.count == 96)
            for (step, numbers) in zip(output.array ?? [], expected.array ?? []) {
                let (found, wanted) = (step.array ?? [step], numbers.array ?? [])
                #expect(found.count == wanted.count)
                #expect(zip(found, wanted).allSatisfy { abs($0.number! - $1.number!) < 1e-5 }, "\(found), expected \(wanted)")
            }
        }
    }

    @Test func oneInputMayBeWrittenWithOrWithoutBrackets() throws {
        let folder = golden.path + "/keras-1x24"
        let run = try closecast("model", "run", folder, "--steps", "4", input: "[1,-2,0.5]\n[[1],[-2],[0.5]]\n")
        #expect(run.lines.count == 2)
        #expect(run.lines[0] == run.lines[1])
    }

    @Test func bothDecodingsAndAllThreadsAgreeOnTheFirstStep() throws {
        let folder = golden.path + "/keras-1x24"
        let input = String(repeating: "[1,-2,0.5]\n", count: 100)
        let recursive = try closecast("model", "run", folder, "--threads", "1", input: input)
        let sliding = try closecast("model", "run", folder, "--threads", "3", "--decode", "sliding-window", input: input)
        #expect(try closecast("model", "run", folder, "--threads", "3", input: input).output == recursive.output)
        let (one, other) = try (recursive.jsonLines[0].array![0].number!, sliding.jsonLines[0].array![0].number!)
        #expect(abs(one - other) < 1e-5)
    }

    @Test func aHeadWithThreeOutputsRunsOneStepAndRefusesMore() throws {
        let golden = try Golden("keras-head3")
        let input = text(golden.series[0]) + "\n"
        let run = try closecast("model", "run", golden.folder, input: input)
        #expect((run.status, run.words) == (0, ""))
        #expect(try run.jsonLines[0].array?.map { $0.array?.count } == [3])
        #expect(try closecast("model", "run", golden.folder, "--steps", "1", input: input).output == run.output)
        let more = try closecast("model", "run", golden.folder, "--steps", "2", input: input)
        #expect((more.status, more.output) == (64, ""))
        #expect(more.words.contains("--steps 2: 2 steps requested, but the network's input width is 1 and its output width is 3"))
        #expect(more.words.contains("ask for 1 step"))
    }

    @Test(arguments: [
        ("keras-1x24", "[]", "the series is empty"), ("keras-1x24", "x", "expected a value, found 'x' at byte 0"),
        ("keras-1x24", "[[1,2]]", "a step has 2 numbers; this network has 1 input"),
        ("keras-2layers", "[1,2]", "expected an array, found a number"),
        ("keras-2layers", "[[1,2],[3]]", "a step has 1 number; this network has 2 inputs"),
        ("keras-1x24", "[1e39]", "1e+39 is beyond the range of 32-bit floats"),
        ("keras-1x24", "[1]]", "expected the end of the text"),
        ("keras-1x24", "{}", "expected an array, found an object"), ("keras-1x24", "[null]", "expected"),
    ])
    func anInvalidLineEndsTheRun(model: String, line: String, says: String) throws {
        let run = try closecast("model", "run", golden.path + "/" + model, input: line + "\n" + line + "\n")
        #expect(run.status == 65)
        #expect(run.words == "closecast: line 1 of standard input is not a series for this network; its output line says why\n")
        #expect(run.lines.count == 1)
        #expect(try run.jsonLines[0]["error"]?.string?.contains(says) == true, "\(run.output)")
    }

    /// Another thread waits for the next line then.
    @Test func anInvalidLineEndsTheRunThoughItsInputStaysOpen() throws {
        let folder = try Scratch()
        let run = try bash(
            """
            mkfifo pipe; exec 3<>pipe; printf '[1]\\nx\\n' >&3
            timeout 60 "$CLOSECAST" model run \(golden.path)/keras-1x24 --threads 2 < pipe
            """, folder: folder)
        #expect(run.status == 65 && run.lines.count == 2, "\(run.status): \(run.words)")
    }
}
