import Forecasting
import Foundation
import LSTMEngine
import Market
import Testing

/// The members of a valid configuration, each as JSON, to be changed or left out one at a time.
private func configuration(_ changes: [String: String?] = [:]) -> String {
    var members: [(key: String, json: String)] = [
        ("format", #""closecast-model/1""#), ("name", #""small""#),
        (
            "layers",
            #"[{"type":"lstm","inputs":1,"units":8,"gates":"iofg"},{"type":"dense","inputs":8,"units":1,"activation":"tanh"}]"#
        ),
        ("context", "500"), ("horizon", "96"), ("transform", #"{"kind":"scaled-log-returns","clip":12.0}"#),
        ("training", #"{"through":"2023-06-30"}"#), ("sha256", #""\#(String(repeating: "a1", count: 32))""#),
    ]
    for (key, json) in changes {
        members.removeAll { $0.key == key }
        if let json { members.append((key, json)) }
    }
    return "{" + members.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
}

private func read(_ text: String) throws(ModelError) -> ModelConfiguration {
    try ModelConfiguration(Array(text.utf8), file: "config.json")
}

/// A configuration that is refused, with the expected error.
struct RefusedConfiguration: Sendable, CustomTestStringConvertible {
    let member: String
    /// Nil: the member is missing.
    let json: String?
    let says: String
    /// Other members that differ from their defaults.
    let others: [String: String]

    var testDescription: String { "\(member): \(json ?? "missing")" }

    init(_ member: String, _ json: String?, _ says: String, with others: [String: String] = [:]) {
        (self.member, self.json, self.says, self.others) = (member, json, says, others)
    }
}

private func lstm(_ members: String) -> String {
    #"[{"type":"lstm",\#(members)},{"type":"dense","inputs":8,"units":1,"activation":"linear"}]"#
}

private func dense(_ members: String) -> String {
    #"[{"type":"lstm","inputs":1,"units":8,"gates":"ifgo"},{"type":"dense",\#(members)}]"#
}

/// Returns layers with `count` outputs.
private func outputs(_ count: Int) -> String { dense(#""inputs":8,"units":\#(count),"activation":"linear""#) }

private let paths = ["head": studentT, "layers": outputs(3), "horizon": "2"]
private let points = ["horizon": "2"]

/// A probability map of two levels and two days, valid except for the given changes.
private func map(
    kind: String = #""probability-map""#, fittedOn: String = #"[{"from":"2023-07-01","through":"2023-07-01"}]"#,
    levels: String = "[0.5,0.8]", steps: String = "[[0.4,0.9],[0,1]]", more: String = ""
) -> String {
    "{\"kind\":\(kind),\"fitted_on\":\(fittedOn),\"levels\":\(levels),\"steps\":\(steps)\(more)}"
}

private func conformal(decay: String = "0.97", steps: String = "[[0.5,1],[0,1000]]", levels: String = "[0.5,0.8]") -> String {
    map(kind: #""conformal""#, levels: levels, steps: steps, more: ",\"decay\":\(decay)")
}

/// A group of a skill, valid except for the given changes.
private func group(_ changes: [String: String?] = [:]) -> String {
    var members: [(key: String, json: String?)] = [
        ("steps", "[1,2]"), ("point_error_to_naive", "[1,0.99,1.01]"), ("crps_to_naive", "[0.9,0.8,1]"),
        ("crps_to_best_baseline", "[0.9,0.9,0.9]"), ("crps_to_garch", "[1,0,1000]"), ("coverage", "[0.5,0.8,0.95]"),
    ]
    for (key, json) in changes {
        members.removeAll { $0.key == key }
        members.append((key, json))
    }
    return "{" + members.compactMap { key, json in json.map { "\"\(key)\":\($0)" } }.joined(separator: ",") + "}"
}

/// A period of a skill, valid except for the given changes.
private func period(_ changes: [String: String?] = [:]) -> String {
    var members: [(key: String, json: String?)] = [
        ("period", #""test""#), ("first_cutoff", #""2024-04-01""#), ("last_cutoff", #""2024-11-12""#), ("origins", "16"),
        ("coins", "12"), ("best_baseline", #""garch""#), ("groups", "[\(group())]"),
        ("log_score_minus_garch", "[-0.01,-0.02,0.01]"),
    ]
    for (key, json) in changes {
        members.removeAll { $0.key == key }
        members.append((key, json))
    }
    return "{" + members.compactMap { key, json in json.map { "\"\(key)\":\($0)" } }.joined(separator: ",") + "}"
}

private let refusedHeads: [RefusedConfiguration] = [
    .init("head", "null", "head: expected an object"),
    .init("head", #""point""#, "head: expected an object"),
    .init("head", "{}", "head: \"kind\" is missing"),
    .init("head", #"{"kind":3}"#, "head: \"kind\" is not a string"),
    .init("head", #"{"kind":"normal"}"#, "head: \"kind\" is \"normal\"; expected \"point\", \"student-t\" or \"quantiles\""),
    .init("head", #"{"kind":"point","outputs":1}"#, "head: unknown member \"outputs\"; this version knows kind, levels"),
    .init("head", #"{"kind":"point","levels":[0.5]}"#, "head: \"levels\" belongs to the kind \"quantiles\", not to \"point\""),
    .init(
        "head", #"{"kind":"student-t","levels":null}"#, "head: \"levels\" belongs to the kind \"quantiles\", not to \"student-t\""),
    .init("head", #"{"kind":"quantiles"}"#, "head: \"levels\" is missing"),
    .init("head", #"{"kind":"quantiles","levels":0.5}"#, "head: \"levels\" is not an array"),
    .init("head", #"{"kind":"quantiles","levels":[0.5]}"#, "head: \"levels\" is not 2 to 999 ascending levels between 0 and 1"),
    .init("head", #"{"kind":"quantiles","levels":[0.5,0.1]}"#, "head: \"levels\" is not 2 to 999 ascending levels between 0 and 1"),
    .init("head", #"{"kind":"quantiles","levels":[0.5,0.5]}"#, "head: \"levels\" is not 2 to 999 ascending levels"),
    .init("head", #"{"kind":"quantiles","levels":[0,0.5]}"#, "head: \"levels\" is not 2 to 999 ascending levels"),
    .init("head", #"{"kind":"quantiles","levels":[0.5,1]}"#, "head: \"levels\" is not 2 to 999 ascending levels"),
    .init(
        "head", #"{"kind":"quantiles","levels":[0.5,1.5]}"#, "head: \"levels\" holds something other than a number from 0.0 to 1.0"),
    .init(
        "head", #"{"kind":"quantiles","levels":[0.5,"0.6"]}"#,
        "head: \"levels\" holds something other than a number from 0.0 to 1.0"),
    .init(
        "head", "{\"kind\":\"quantiles\",\"levels\":\((1...1000).map { Double($0) / 1001 })}",
        "head: \"levels\" is not 2 to 999 ascending levels"),
    .init("head", studentT, "\"head\" reads 3 outputs and the last layer has 1"),
    .init("head", studentT, "\"head\" reads 3 outputs and the last layer has 4", with: ["layers": outputs(4)]),
    .init(
        "head", #"{"kind":"quantiles","levels":[0.1,0.5,0.9]}"#, "\"head\" reads 3 outputs and the last layer has 2",
        with: ["layers": outputs(2)]),
]

private let refusedCalibrations: [RefusedConfiguration] = [
    .init("calibration", "null", "calibration: expected an object", with: paths),
    .init("calibration", "{}", "calibration: \"kind\" is missing", with: paths),
    .init(
        "calibration", map(kind: #""isotonic""#),
        "calibration: \"kind\" is \"isotonic\"; expected \"probability-map\" or \"conformal\"", with: paths),
    .init("calibration", map(more: #","alpha":1"#), "calibration: unknown member \"alpha\"", with: paths),
    .init(
        "calibration", map(more: #","decay":0.9"#),
        "calibration: \"decay\" belongs to the kind \"conformal\", not to \"probability-map\"", with: paths),
    .init("calibration", map(), "\"calibration\" maps probabilities and the head \"point\" has none", with: points),
    .init("calibration", conformal(), "\"calibration\" is conformal, which belongs to the head \"point\"", with: paths),
    .init(
        "calibration", conformal(), "\"calibration\" is conformal, which belongs to the head \"point\"",
        with: ["head": #"{"kind":"quantiles","levels":[0.1,0.9]}"#, "layers": outputs(2), "horizon": "2"]),
    .init("calibration", map(kind: #""conformal""#), "calibration: \"decay\" is missing", with: points),
    .init("calibration", conformal(decay: "0"), "calibration: \"decay\" is 0.0; expected a number between 0 and 1", with: points),
    .init("calibration", conformal(decay: "1"), "calibration: \"decay\" is 1.0; expected a number between 0 and 1", with: points),
    .init("calibration", conformal(decay: #""0.9""#), "calibration: \"decay\" is not a number", with: points),
    .init("calibration", map(fittedOn: "{}"), "calibration: \"fitted_on\" is not an array", with: paths),
    .init("calibration", map(fittedOn: "[1]"), "calibration: fitted_on: expected an object", with: paths),
    .init(
        "calibration", map(fittedOn: #"[{"from":"2023-07-01"}]"#), "calibration: fitted_on: \"through\" is missing", with: paths),
    .init(
        "calibration", map(fittedOn: #"[{"from":"1.7.2023","through":"2023-07-01"}]"#),
        "calibration: fitted_on: \"from\" is \"1.7.2023\"; expected a day such as 2024-04-01", with: paths),
    .init(
        "calibration", map(fittedOn: #"[{"from":"2023-07-02","through":"2023-07-01"}]"#),
        "calibration: fitted_on: 2023-07-02 is after 2023-07-01", with: paths),
    .init(
        "calibration", map(fittedOn: #"[{"from":"2023-07-01","through":"2023-07-01","coins":3}]"#),
        "calibration: fitted_on: unknown member \"coins\"", with: paths),
    .init("calibration", map(levels: "[]"), "calibration: \"levels\" is not 1 to 199 ascending levels", with: paths),
    .init("calibration", map(levels: "[0.8,0.5]"), "calibration: \"levels\" is not 1 to 199 ascending levels", with: paths),
    .init("calibration", map(levels: "[0.5,1]"), "calibration: \"levels\" is not 1 to 199 ascending levels", with: paths),
    .init(
        "calibration", map(levels: "[0.5,-0.1]"), "calibration: \"levels\" holds something other than a number from 0.0 to 1.0",
        with: paths),
    .init(
        "calibration", map(steps: "[[0.4,0.9]]"),
        "calibration: \"steps\" has 1 row and the model forecasts 2 days; expected a row for each", with: paths),
    .init("calibration", map(steps: "[[0.4,0.9],[0,1],[0,1]]"), "calibration: \"steps\" has 3 rows", with: paths),
    .init("calibration", map(steps: "[[0.4,0.9],1]"), "calibration: \"steps\"[1] is not an array", with: paths),
    .init("calibration", map(steps: "[[0.4,0.9],[0.5]]"), "calibration: \"steps\"[1] is not 2 ascending numbers", with: paths),
    .init("calibration", map(steps: "[[0.9,0.4],[0,1]]"), "calibration: \"steps\"[0] is not 2 ascending numbers", with: paths),
    .init(
        "calibration", map(steps: "[[0.4,1.1],[0,1]]"), "\"steps\"[0] holds something other than a number from 0.0 to 1.0",
        with: paths),
    .init(
        "calibration", map(steps: "[[-0.1,1],[0,1]]"), "\"steps\"[0] holds something other than a number from 0.0 to 1.0",
        with: paths),
    .init("calibration", map(steps: "[[null,1],[0,1]]"), "\"steps\"[0] holds something other than a number", with: paths),
    .init("calibration", conformal(steps: "[[1,2],[2,1]]"), "\"steps\"[1] is not 2 ascending numbers", with: points),
    .init(
        "calibration", conformal(steps: "[[1,1001],[1,2]]"), "\"steps\"[0] holds something other than a number from 0.0 to 1000.0",
        with: points
    ),
]

private let refusedSkills: [RefusedConfiguration] = [
    .init("skill", "{}", "\"skill\" is not an array"),
    .init("skill", "[1]", "skill[0]: expected an object"),
    .init("skill", "[\(period()),{}]", "skill[1]: \"period\" is missing"),
    .init("skill", "[\(period(["period": "3"]))]", "skill[0]: \"period\" is not a string"),
    .init("skill", "[\(period(["mase": "1"]))]", "skill[0]: unknown member \"mase\""),
    .init("skill", "[\(period(["first_cutoff": nil]))]", "skill[0]: \"first_cutoff\" is missing"),
    .init("skill", "[\(period(["last_cutoff": #""2024""#]))]", "skill[0]: \"last_cutoff\" is \"2024\"; expected a day"),
    .init("skill", "[\(period(["origins": "0"]))]", "skill[0]: \"origins\" is 0.0; expected a whole number from 1"),
    .init("skill", "[\(period(["coins": "1.5"]))]", "skill[0]: \"coins\" is 1.5; expected a whole number from 1"),
    .init("skill", "[\(period(["best_baseline": "null"]))]", "skill[0]: \"best_baseline\" is not a string"),
    .init("skill", "[\(period(["groups": "[]"]))]", "skill[0]: \"groups\" is empty"),
    .init("skill", "[\(period(["groups": "[[]]"]))]", "skill[0]: groups: expected an object"),
    .init("skill", "[\(period(["log_score_minus_garch": "[0,0]"]))]", "skill[0]: \"log_score_minus_garch\" is not a figure and"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["steps": "[1]"]))]"]))]", "groups: \"steps\" is not the first and the last step"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["steps": "[2,1]"]))]"]))]", "groups: \"steps\" is not the first and the last step"
    ),
    .init(
        "skill", "[\(period(["groups": "[\(group(["steps": "[1,1.5]"]))]"]))]",
        "groups: \"steps\" is not the first and the last step"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["steps": "[0,2]"]))]"]))]",
        "groups: \"steps\" holds something other than a number from 1.0 to 96.0"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["steps": "[1,97]"]))]"]))]",
        "groups: \"steps\" holds something other than a number from 1.0 to 96.0"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["coverage": "[0.5,0.8]"]))]"]))]", "groups: \"coverage\" is not the shares inside"
    ),
    .init(
        "skill", "[\(period(["groups": "[\(group(["coverage": "[50,80,95]"]))]"]))]",
        "groups: \"coverage\" holds something other than a number"
    ),
    .init("skill", "[\(period(["groups": "[\(group(["crps_to_naive": nil]))]"]))]", "groups: \"crps_to_naive\" is missing"),
    .init("skill", "[\(period(["groups": "[\(group(["crps_to_garch": "1"]))]"]))]", "groups: \"crps_to_garch\" is not an array"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["point_error_to_naive": "[1,1.1,0.9]"]))]"]))]",
        "groups: \"point_error_to_naive\" is not a figure and the two ends of its interval"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["crps_to_best_baseline": "[-1,0,1]"]))]"]))]",
        "groups: \"crps_to_best_baseline\" holds something other than a number from 0.0 to 1000.0"),
    .init(
        "skill", "[\(period(["groups": "[\(group(["share_of_ceiling": "[0.4,0.3]"]))]"]))]",
        "groups: \"share_of_ceiling\" is not a figure and the two ends of its interval"),
]

private let refused: [RefusedConfiguration] = [
    .init("colour", "1", "unknown member \"colour\"; this version knows format, name"),
    .init("format", nil, "\"format\" is missing"),
    .init("format", "1", "\"format\" is not a string"),
    .init(
        "format", #""closecast-model/3""#,
        "\"format\" is \"closecast-model/3\"; this version reads \"closecast-model/1\" and \"closecast-model/2\""),
    .init("name", nil, "\"name\" is missing"),
    .init("name", "null", "\"name\" is not a string"),
    .init("name", #""""#, "\"name\" is empty"),
    .init("name", #""\u001b[31mred""#, "control characters"),
    .init("name", "\"\(String(repeating: "n", count: 101))\"", "longer than 100"),
    .init("context", nil, "\"context\" is missing"),
    .init("context", #""500""#, "\"context\" is not a number"),
    .init("context", "1", "\"context\" is 1.0; expected a whole number from 2 to 100000"),
    .init("context", "100001", "expected a whole number from 2 to 100000"),
    .init("context", "500.5", "\"context\" is 500.5"),
    .init("context", "1e300", "expected a whole number"),
    .init("horizon", nil, "\"horizon\" is missing"),
    .init("horizon", "0", "\"horizon\" is 0.0; expected a whole number from 1 to 10000"),
    .init("horizon", "-96", "expected a whole number from 1 to 10000"),
    .init("horizon", "[96]", "\"horizon\" is not a number"),
    .init("sha256", nil, "\"sha256\" is missing"),
    .init("sha256", #""abc""#, "\"sha256\" is \"abc\"; expected 64 hexadecimal digits"),
    .init("sha256", "\"\(String(repeating: "g", count: 64))\"", "expected 64 hexadecimal digits"),
    .init("sha256", "0", "\"sha256\" is not a string"),
    .init("training", nil, "\"training\" is missing"),
    .init("training", #""2023""#, "\"training\" is not an object"),
    .init("transform", nil, "\"transform\" is missing"),
    .init("transform", #""none""#, "transform: expected an object"),
    .init("transform", "{}", "transform: \"kind\" is missing"),
    .init("transform", #"{"kind":"sqrt"}"#, "transform: \"kind\" is \"sqrt\"; expected \"scaled-log-returns\" or \"none\""),
    .init("transform", #"{"kind":"scaled-log-returns"}"#, "transform: \"clip\" is missing"),
    .init("transform", #"{"kind":"scaled-log-returns","clip":0}"#, "transform: \"clip\" is 0.0; expected a positive number"),
    .init("transform", #"{"kind":"scaled-log-returns","clip":"12"}"#, "transform: \"clip\" is not a number"),
    .init("transform", #"{"kind":"none","mean":0}"#, "transform: unknown member \"mean\""),
    .init(
        "transform", #"{"kind":"scaled-log-returns","clip":12,"scale_window":0}"#,
        "transform: \"scale_window\" is 0.0; expected a whole number from 2 to 499"),
    .init("transform", #"{"kind":"scaled-log-returns","clip":12,"scale_window":500}"#, "transform: \"scale_window\" is 500.0"),
    .init("transform", #"{"kind":"scaled-log-returns","clip":12,"scale_window":9.5}"#, "transform: \"scale_window\" is 9.5"),
    .init(
        "transform", #"{"kind":"scaled-log-returns","clip":12,"scale_window":null}"#, "transform: \"scale_window\" is not a number"),
    .init("layers", nil, "\"layers\" is missing"),
    .init("layers", "{}", "\"layers\" is not an array"),
    .init("layers", "[]", "\"layers\": a network has one or more lstm layers and one dense layer, at most 16 in all; found 0"),
    .init("layers", "[1,2]", "layers[0]: \"type\" is missing or unknown; expected \"lstm\" or \"dense\""),
    .init("layers", #"[{"type":"gru"}]"#, "layers[0]: \"type\" is missing or unknown"),
    .init("layers", lstm(#""inputs":1,"units":8"#), "layers[0]: \"gates\" is missing"),
    .init("layers", lstm(#""inputs":1,"units":8,"gates":"ifg""#), "layers[0]: \"gates\" is \"ifg\"; expected each of the letters"),
    .init("layers", lstm(#""inputs":1,"units":8,"gates":"ifgg""#), "\"gates\" is \"ifgg\""),
    .init("layers", lstm(#""inputs":1,"units":8,"gates":"IFGO""#), "\"gates\" is \"IFGO\""),
    .init("layers", lstm(#""inputs":1,"units":8,"gates":"ifgo","bias":true"#), "layers[0]: unknown member \"bias\""),
    .init(
        "layers", lstm(#""inputs":0,"units":8,"gates":"ifgo""#),
        "layers[0]: \"inputs\" is 0.0; expected a whole number from 1 to 4096"),
    .init("layers", lstm(#""inputs":1,"units":4097,"gates":"ifgo""#), "layers[0]: \"units\" is 4097.0"),
    .init(
        "layers", lstm(#""inputs":1,"units":7,"gates":"ifgo""#),
        "layer 1 has the input width 8, but the layer before it has the output width 7"),
    .init("layers", dense(#""inputs":8,"units":1"#), "layers[1]: \"activation\" is missing"),
    .init(
        "layers", dense(#""inputs":8,"units":1,"activation":"gelu""#),
        "\"gelu\"; expected one of linear, tanh, sigmoid, relu, softplus"),
    .init("layers", dense(#""inputs":8,"units":1,"activation":"tanh","gates":"ifgo""#), "layers[1]: unknown member \"gates\""),
    .init("layers", #"[{"type":"dense","inputs":8,"units":1,"activation":"tanh"}]"#, "found 1"),
    .init(
        "layers",
        #"[{"type":"lstm","inputs":1,"units":8,"gates":"ifgo"},{"type":"lstm","inputs":8,"units":8,"gates":"ifgo"}]"#,
        "the last layer is an lstm; end the network with a dense layer"),
    .init(
        "layers",
        #"[{"type":"dense","inputs":1,"units":8,"activation":"tanh"},{"type":"dense","inputs":8,"units":1,"activation":"tanh"}]"#,
        "layer 0 is dense; only the last layer may be"),
]

@Suite struct ModelConfigurationTests {
    @Test func aGoodConfigurationIsRead() throws {
        let good = try read(configuration())
        #expect(good.name == "small")
        #expect((good.context, good.horizon) == (500, 96))
        #expect(good.network?.transform == .scaledLogReturns(clip: 12, scaleWindow: 499))
        #expect(good.network?.head == .point)
        #expect(good.calibration == nil && good.skill.isEmpty)
        #expect(good.trainedThrough == Day(iso: "2023-06-30"))
        #expect(good.sha256 == String(repeating: "a1", count: 32))
        #expect(
            good.network?.architecture.layers == [
                .lstm(inputs: 1, units: 8, gates: GateOrder("iofg")!), .dense(inputs: 8, units: 1, activation: .tanh),
            ])
    }

    @Test func missingTrainingMembersAreUnknown() throws {
        let silent = try read(configuration(["training": #"{"through":null}"#]))
        #expect(silent.trainedThrough == nil)
    }

    @Test func aScaleWindowIsRead() throws {
        let window = try read(configuration(["transform": #"{"kind":"scaled-log-returns","clip":12,"scale_window":30}"#]))
        #expect(window.network?.transform == .scaledLogReturns(clip: 12, scaleWindow: 30))
    }

    @Test func everyHeadIsRead() throws {
        #expect(try read(configuration(["head": #"{"kind":"point"}"#, "layers": outputs(2)])).network?.head == .point)
        #expect(try read(configuration(["head": studentT, "layers": outputs(3)])).network?.head == .studentT)
        let quantiles = try read(configuration(["head": #"{"kind":"quantiles","levels":[0.1,0.5]}"#, "layers": outputs(2)]))
        #expect(quantiles.network?.head == .quantiles(levels: [0.1, 0.5]))
    }

    @Test func bothCalibrationsAreRead() throws {
        let mapped = try #require(try read(configuration(["calibration": map()].merging(paths) { $1 })).calibration)
        #expect(mapped.kind == .probabilityMap)
        #expect(mapped.levels == [0.5, 0.8])
        #expect(mapped.rows == [[0.4, 0.9], [0, 1]])
        #expect(mapped.fittedOn.map(\.from) == [Day(iso: "2023-07-01")!])
        let bands = try #require(try read(configuration(["calibration": conformal()].merging(points) { $1 })).calibration)
        #expect(bands.kind == .conformal(decay: 0.97))
        #expect(bands.rows == [[0.5, 1], [0, 1000]])
    }

    @Test func aCalibrationKnowsTheDaysThatItWasFittedTo() throws {
        let periods = #"[{"from":"2023-01-10","through":"2023-01-20"},{"from":"2023-03-01","through":"2023-03-01"}]"#
        let calibration = try #require(
            try read(configuration(["calibration": map(fittedOn: periods)].merging(paths) { $1 })).calibration)
        for (first, last, knows) in [
            ("2023-01-01", "2023-01-09", false), ("2023-01-01", "2023-01-10", true), ("2023-01-12", "2023-01-13", true),
            ("2023-01-01", "2023-12-31", true), ("2023-01-20", "2023-01-25", true), ("2023-01-21", "2023-02-28", false),
            ("2023-03-01", "2023-03-01", true), ("2023-03-02", "2023-04-01", false),
        ] {
            #expect(calibration.knows(daysFrom: Day(iso: first)!, through: Day(iso: last)!) == knows, "\(first) to \(last)")
        }
    }

    @Test func aCalibrationWasFittedToSomeDays() {
        #expect(throws: ModelError.self) { try read(configuration(["calibration": map(fittedOn: "[]")].merging(paths) { $1 })) }
    }

    @Test func aSkillIsRead() throws {
        let skill = try read(configuration(["skill": "[\(period()),\(period(["log_score_minus_garch": nil]))]"])).skill
        #expect(skill.count == 2)
        #expect(skill[0].period == "test")
        #expect((skill[0].firstCutoff, skill[0].lastCutoff) == (Day(iso: "2024-04-01")!, Day(iso: "2024-11-12")!))
        #expect((skill[0].origins, skill[0].coins, skill[0].bestBaseline) == (16, 12, "garch"))
        #expect(skill.map(\.logScoreMinusGARCH) == [Estimate(-0.01, low: -0.02, high: 0.01), nil])
        let group = skill[0].groups[0]
        #expect(group.steps == 1...2)
        #expect(group.pointErrorToNaive == Estimate(1, low: 0.99, high: 1.01))
        #expect(group.crpsToNaive == Estimate(0.9, low: 0.8, high: 1))
        #expect(group.crpsToBestBaseline == Estimate(0.9, low: 0.9, high: 0.9))
        #expect(group.crpsToGARCH == Estimate(1, low: 0, high: 1000))
        #expect((group.coverage50, group.coverage80, group.coverage95) == (0.5, 0.8, 0.95))
        #expect(group.shareOfCeiling == nil)
        #expect(try read(configuration(["skill": "[]"])).skill.isEmpty)
    }

    @Test func theShareOfTheCeilingIsReadIfItWasMeasured() throws {
        let measured = period(["groups": "[\(group(["share_of_ceiling": "[0.4,-0.1,0.9]"]))]"])
        let skill = try read(configuration(["skill": "[\(measured)]"])).skill
        #expect(skill[0].groups[0].shareOfCeiling == Estimate(0.4, low: -0.1, high: 0.9))
    }

    @Test func everyGateOrderAndActivationIsRead() throws {
        for gates in ["ifgo", "iofg", "gofi"] {
            let layers = try read(configuration(["layers": lstm(#""inputs":1,"units":8,"gates":"\#(gates)""#)])).network?
                .architecture.layers
            #expect(layers?.first == .lstm(inputs: 1, units: 8, gates: try #require(GateOrder(gates))))
            #expect(layers?.count == 2)
        }
        for activation in Activation.allCases {
            let text = dense(#""inputs":8,"units":3,"activation":"\#(activation.rawValue)""#)
            let layers = try read(configuration(["layers": text])).network?.architecture.layers
            #expect(layers?.last == .dense(inputs: 8, units: 3, activation: activation))
        }
    }

    @Test(arguments: refused + refusedHeads + refusedCalibrations + refusedSkills)
    func aFaultIsReportedWithMemberFoundAndExpected(_ row: RefusedConfiguration) {
        var members: [String: String?] = row.others
        members.updateValue(row.json, forKey: row.member)
        do throws(ModelError) {
            _ = try read(configuration(members))
            Issue.record("read")
        } catch {
            #expect(error.description.hasPrefix("config.json: "))
            #expect(error.description.contains(row.says), "\(error)")
        }
    }

    @Test func invalidJSONIsRefusedWithTheByte() {
        for text in ["", "{", "[]", "null", configuration() + "x", #"{"name":"a","name":"b"}"#] {
            #expect(throws: ModelError.self, "\(text)") { try read(text) }
        }
        #expect(throws: ModelError.badConfiguration(file: "config.json", problem: "expected a value, found 'x' at byte 0")) {
            try read("x")
        }
    }

    @Test(arguments: [
        [:], ["calibration": conformal(), "horizon": "2", "skill": "[\(period())]"],
        ["calibration": map(), "skill": "[\(period())]"].merging(paths) { $1 },
        ["calibration": map(), "head": #"{"kind":"quantiles","levels":[0.1,0.9]}"#, "layers": outputs(2), "horizon": "2"],
    ])
    func tenThousandMutatedConfigurationsDoNotTrap(members: [String: String]) {
        let seed: UInt64 = 3
        var random = SeededGenerator(seed: seed)
        let good = Array(configuration(members).utf8)
        let alphabet = Array("{}[]\",:0129-.eiflgost".utf8)
        var (accepted, rejected) = (0, 0)
        for _ in 0..<10_000 {
            var text = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: text[place] = UInt8.random(in: 0...255, using: &random)
                case 1: text[place] = alphabet.randomElement(using: &random)!
                case 2: text.insert(alphabet.randomElement(using: &random)!, at: place)
                case 3: text.remove(at: place)
                default: text.insert(contentsOf: text[place..<min(place + 20, text.count)], at: place)
                }
            }
            do throws(ModelError) {
                let configuration = try ModelConfiguration(text, file: "config.json")
                accepted += 1
                // Whatever is accepted may be used in computations.
                for row in configuration.calibration?.rows ?? [] {
                    #expect(row == row.sorted() && row.allSatisfy(\.isFinite), "\(String(decoding: text, as: UTF8.self))")
                }
            } catch {
                rejected += 1
            }
        }
        #expect(accepted > 0 && rejected > 0, "seed \(seed): \(accepted) accepted, \(rejected) rejected")
    }
}
