import Forecasting
import Foundation
import LSTMEngine
import Market
import Testing

/// The members of a good configuration, each as JSON, to be changed or left out one at a time.
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

/// A configuration that is refused, and what the error says.
struct RefusedConfiguration: Sendable, CustomTestStringConvertible {
    let member: String
    /// Nil: the member is missing.
    let json: String?
    let says: String

    var testDescription: String { "\(member): \(json ?? "missing")" }

    init(_ member: String, _ json: String?, _ says: String) {
        (self.member, self.json, self.says) = (member, json, says)
    }
}

private func lstm(_ members: String) -> String {
    #"[{"type":"lstm",\#(members)},{"type":"dense","inputs":8,"units":1,"activation":"linear"}]"#
}

private func dense(_ members: String) -> String {
    #"[{"type":"lstm","inputs":1,"units":8,"gates":"ifgo"},{"type":"dense",\#(members)}]"#
}

private let refused: [RefusedConfiguration] = [
    .init("colour", "1", "unknown member \"colour\"; this version knows format, name"),
    .init("format", nil, "\"format\" is missing"),
    .init("format", "1", "\"format\" is not a string"),
    .init("format", #""closecast-model/2""#, "\"format\" is \"closecast-model/2\"; this version reads \"closecast-model/1\""),
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
    .init("layers", nil, "\"layers\" is missing"),
    .init("layers", "{}", "\"layers\" is not an array"),
    .init("layers", "[]", "\"layers\": 0 layers; a network has one or more lstm layers and one dense layer"),
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
    .init("layers", lstm(#""inputs":1,"units":7,"gates":"ifgo""#), "layer 1 has 8 inputs and the layer before it 7 units"),
    .init("layers", dense(#""inputs":8,"units":1"#), "layers[1]: \"activation\" is missing"),
    .init(
        "layers", dense(#""inputs":8,"units":1,"activation":"gelu""#),
        "\"gelu\"; expected one of linear, tanh, sigmoid, relu, softplus"),
    .init("layers", dense(#""inputs":8,"units":1,"activation":"tanh","gates":"ifgo""#), "layers[1]: unknown member \"gates\""),
    .init("layers", #"[{"type":"dense","inputs":8,"units":1,"activation":"tanh"}]"#, "1 layers"),
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
        #expect(good.transform == .scaledLogReturns(clip: 12))
        #expect(good.trainedThrough == Day(iso: "2023-06-30"))
        #expect(good.sha256 == String(repeating: "a1", count: 32))
        #expect(
            good.architecture.layers == [
                .lstm(inputs: 1, units: 8, gates: GateOrder("iofg")!), .dense(inputs: 8, units: 1, activation: .tanh),
            ])
    }

    @Test func whatTheTrainingDoesNotTellIsUnknown() throws {
        let silent = try read(configuration(["training": #"{"through":null}"#]))
        #expect(silent.trainedThrough == nil)
        #expect(silent.validationErrorRatioToNaive == nil)
    }

    @Test func everyGateOrderAndActivationIsRead() throws {
        for gates in ["ifgo", "iofg", "gofi"] {
            _ = try read(configuration(["layers": lstm(#""inputs":1,"units":8,"gates":"\#(gates)""#)]))
        }
        for activation in Activation.allCases {
            _ = try read(configuration(["layers": dense(#""inputs":8,"units":3,"activation":"\#(activation.rawValue)""#)]))
        }
    }

    @Test(arguments: refused)
    func aFaultIsToldWithMemberFoundAndExpected(_ row: RefusedConfiguration) {
        do throws(ModelError) {
            _ = try read(configuration([row.member: row.json]))
            Issue.record("read")
        } catch {
            #expect(error.description.hasPrefix("config.json: "))
            #expect(error.description.contains(row.says), "\(error)")
        }
    }

    @Test func textsThatAreNoJSONAreRefusedWithTheByte() {
        for text in ["", "{", "[]", "null", configuration() + "x", #"{"name":"a","name":"b"}"#] {
            #expect(throws: ModelError.self, "\(text)") { try read(text) }
        }
        #expect(throws: ModelError.badConfiguration(file: "config.json", problem: "expected a value, found 'x' at byte 0")) {
            try read("x")
        }
    }

    @Test func twentyThousandMutatedConfigurationsDoNotTrap() {
        let seed: UInt64 = 3
        var random = SeededGenerator(seed: seed)
        let good = Array(configuration().utf8)
        let alphabet = Array("{}[]\",:0129-.eiflgost".utf8)
        var (accepted, rejected) = (0, 0)
        for _ in 0..<20_000 {
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
                _ = try ModelConfiguration(text, file: "config.json")
                accepted += 1
            } catch {
                rejected += 1
            }
        }
        #expect(accepted > 0 && rejected > accepted, "seed \(seed): \(accepted) accepted, \(rejected) rejected")
    }
}
